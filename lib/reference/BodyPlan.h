//===- BodyPlan.h - A scalar body, compiled once ----------------*- C++ -*-===//
#ifndef PLAIT_REFERENCE_BODYPLAN_H
#define PLAIT_REFERENCE_BODYPLAN_H

#include "Machine.h"
#include "ScalarProgram.h"

namespace plait::reference {

/// The plan of an op whose body works on scalars.
struct BodyPlan : Plan {
  ScalarProgram program;
};

/// Compiles `block`; an error at the op that has no scalar meaning.
mlir::FailureOr<std::unique_ptr<BodyPlan>> planBody(mlir::Block &block);

} // namespace plait::reference

#endif // PLAIT_REFERENCE_BODYPLAN_H
