//===- Equivalence.h - N devices give what one device gives -----*- C++ -*-===//
#ifndef PLAIT_TEST_LIB_EQUIVALENCE_H
#define PLAIT_TEST_LIB_EQUIVALENCE_H

#include "Simulation.h"
#include "mlir/Pass/PassManager.h"
#include "plait/pipeline/Pipeline.h"

namespace plait::test {

/// Ports know arguments by name; core programs written by hand have none.
void nameArguments(mlir::func::FuncOp main);

/// The stages from propagate to `last`.
void buildStages(mlir::OpPassManager &pm, Stage last,
                 const PipelineOptions &options = {});

/// All dialects that these stages make ops of.
void insertStageDialects(mlir::DialectRegistry &registry);

/// Makes a program wrong, to test the tests: every op of that name gives its
/// operand.
void dropOps(mlir::ModuleOp module, llvm::StringRef name);

/// What a run on N devices showed.
struct Comparison {
  int64_t devices = 0;
  double worst = 0; // relative difference
  std::vector<reference::SiteCount> sites;
};

/// Runs `local`, a partitioned program, on as many simulated devices as its
/// mesh has, each with its parts of `inputs`, puts the results together and
/// compares. Integers must be equal, floats up to `tolerance`. Devices that
/// hold the same part must agree bit for bit, and what collectives move must be
/// what the compiler predicts. Errors stand at `local`.
mlir::FailureOr<Comparison> compareWithOneDevice(
    mlir::func::FuncOp local, const std::vector<reference::Tensor> &inputs,
    const std::vector<reference::Tensor> &expected, double tolerance);

} // namespace plait::test

#endif // PLAIT_TEST_LIB_EQUIVALENCE_H
