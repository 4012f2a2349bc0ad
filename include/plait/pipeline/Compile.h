//===- Compile.h - From text to an executable -------------------*- C++ -*-===//
//
// What plait-compile and plait-run do with a .mlir file: read, run the stages,
// report, emit. Errors go to `errors` as one located line with its notes.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PIPELINE_COMPILE_H
#define PLAIT_PIPELINE_COMPILE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "plait/pipeline/Pipeline.h"
#include "plait/pipeline/Unforeseen.h"
#include "plait/placement/Prediction.h"
#include "plait/support/CommandLine.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace plait {

struct CompileOptions {
  PipelineOptions pipeline;
  std::string input;
  std::string output;
  std::string emit = "exe"; // mlir, llvm-ir, obj, lib, exe
  std::optional<Stage> compileTo;
  std::string dumpStages;        // folder
  std::string report;            // file; -: a summary on stdout; empty: none
  std::string emitShardings;     // sdy, jax or torch; empty: none
  std::vector<std::string> show; // values to draw

  /// --explain alone: nothing is written but the explanation.
  bool explainsOnly() const {
    return !pipeline.explain.empty() && output.empty() && !compileTo &&
           emitShardings.empty() && show.empty() && emit == "exe";
  }
  /// --report=- alone: nothing is written but the summary, which needs no code.
  bool summarizesOnly() const { return report == "-" && output.empty(); }
  /// What ends after propagate and writes no program of its own.
  bool inspectsOnly() const {
    return !emitShardings.empty() || !show.empty() || explainsOnly();
  }
};

/// The options that plait-compile and plait-run share.
llvm::ArrayRef<OptionSpec> compileOptionSpecs();
/// Fills `options` from the command line; on a fault sets `error`.
bool readCompileOptions(const CommandLine &line, CompileOptions &options,
                        std::string &error);

/// Reads a StableHLO or core program, on a thread with a large stack, since the
/// parser recurses. Null after an error, which has been emitted.
mlir::OwningOpRef<mlir::ModuleOp> readProgram(mlir::MLIRContext *context,
                                              llvm::StringRef path);

/// Seconds per stage, in order.
using StageSeconds = std::vector<std::pair<std::string, double>>;

/// What the stages found out, for the report.
struct CompileFacts {
  StageSeconds seconds;
  int64_t flopsPerDevice = 0;
  int64_t arenaBytes = 0;               // of the device
  int64_t hostBytes = 0;                // behind it, of the host
  int64_t workspaceBytes = 0;           // of the product kernel
  std::optional<Prediction> prediction; // of a placement, once place has run
  /// What the program moves otherwise, once overlap has run.
  std::optional<std::vector<Unforeseen>> unforeseen;
  llvm::json::Array values;  // shardings of values, once propagate has run
  llvm::json::Object report; // once overlap has run
};

/// Runs the stages up to `last` on `module`.
mlir::LogicalResult runStages(mlir::ModuleOp module,
                              const CompileOptions &options, Stage last,
                              CompileFacts &facts);

/// All of it: exit status 0, or 1 with the error printed to `errors`.
int compileFile(const CompileOptions &options, llvm::raw_ostream &errors);

/// The mains of the tools. `program` is the tool's own path.
int compileMain(llvm::ArrayRef<std::string> args, const char *program);

} // namespace plait

#endif // PLAIT_PIPELINE_COMPILE_H
