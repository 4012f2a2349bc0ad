//===- BodyPlan.cpp - A scalar body, compiled once ------------------------===//

#include "BodyPlan.h"

using namespace mlir;
using namespace plait::reference;

FailureOr<std::unique_ptr<BodyPlan>> plait::reference::planBody(Block &block) {
  FailureOr<ScalarProgram> program = ScalarProgram::compile(block);
  if (failed(program))
    return failure();
  auto plan = std::make_unique<BodyPlan>();
  plan->program = std::move(*program);
  return plan;
}
