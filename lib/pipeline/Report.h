//===- Report.h - The JSON report -------------------------------*- C++ -*-===//
#ifndef PLAIT_PIPELINE_REPORT_H
#define PLAIT_PIPELINE_REPORT_H

#include "plait/pipeline/Compile.h"
#include "llvm/Support/JSON.h"

namespace plait {

/// Everything of the report that the partitioned program tells: mesh, arguments,
/// results, collectives, totals. Memory and times are added at the end.
llvm::json::Object describeProgram(mlir::ModuleOp module, int64_t flops);

/// The shardings found by `propagate`, equal ones counted together: op, shape,
/// dtype, sharding, count, in the order of the program.
llvm::json::Array describeValues(mlir::ModuleOp module);

/// The report in a few lines: memory by state, what is received per step.
void printSummary(llvm::raw_ostream &out, const llvm::json::Object &report);

/// Adds planned memory and times, and writes the file; `-` is a summary on
/// stdout.
mlir::LogicalResult writeReport(llvm::json::Object report,
                                const CompileFacts &facts,
                                llvm::StringRef path, mlir::Location location);

} // namespace plait

#endif // PLAIT_PIPELINE_REPORT_H
