//===- Spmd.cpp - What devices hold, checked ------------------------------===//
//
// The rules are an analysis (lib/analysis/Spmd*.cpp); this runs them.
//
//===----------------------------------------------------------------------===//
#include "plait/analysis/Spmd.h"

#include "plait/passes/verify/Passes.h"

namespace plait::verify {

#define GEN_PASS_DEF_SPMDPASS
#include "plait/passes/verify/Passes.h.inc"

namespace {
struct SpmdPass : impl::SpmdPassBase<SpmdPass> {
  using SpmdPassBase::SpmdPassBase;

  void runOnOperation() override {
    SpmdOptions options;
    options.explain = explain;
    options.types = types;
    if (failed(verifySpmd(getOperation(), options)))
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace

} // namespace plait::verify
