//===- Compile.cpp - Runs the stages and emits ----------------------------===//

#include "plait/pipeline/Compile.h"

#include "EmitShardings.h"
#include "KernelWorkspace.h"
#include "Report.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "plait/analysis/Collectives.h"
#include "plait/analysis/PlacementFacts.h"
#include "plait/analysis/Spmd.h"
#include "plait/dialects/cpu/HostBytes.h"
#include "plait/passes/lower/EmitObject.h"
#include "plait/support/OneError.h"
#include "plait/support/UserLocation.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <chrono>

using namespace mlir;
using namespace plait;

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

static LogicalResult writeModule(ModuleOp module, StringRef path) {
  std::error_code code;
  llvm::raw_fd_ostream out(path, code);
  if (code)
    return emitError(module.getLoc())
           << "cannot write '" << path << "': " << code.message();
  OpPrintingFlags flags;
  flags.enableDebugInfo();
  module.print(out, flags);
  return success();
}

static LogicalResult dumpStage(ModuleOp module, StringRef folder, Stage stage) {
  if (folder.empty())
    return success();
  if (std::error_code code = llvm::sys::fs::create_directories(folder))
    return emitError(module.getLoc())
           << "cannot make folder '" << folder << "': " << code.message();
  std::string name = std::to_string(static_cast<int>(stage) + 1) + "-" +
                     str(stage).str() + ".mlir";
  SmallString<128> path(folder);
  llvm::sys::path::append(path, name);
  return writeModule(module, path);
}

/// Whether a part of the program is written for one device: only its author
/// knows what it means, and behind partition nothing tells it apart.
static bool hasManualRegions(ModuleOp module) {
  return module.walk([](ManualOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

static LogicalResult runStage(ModuleOp module, const CompileOptions &options,
                              Stage stage, CompileFacts &facts) {
  auto start = std::chrono::steady_clock::now();
  SpmdOptions spmd;
  spmd.byHand = stage == Stage::Partition && hasManualRegions(module);
  spmd.certain = true;
  PassManager pm(module.getContext());
  // Once per stage: after each pass it would be half of the time of all.
  // plait-opt, which tests run, verifies after each.
  pm.enableVerifier(false);
  buildStage(stage, pm, options.pipeline);
  LogicalResult result = pm.run(module);
  if (succeeded(result))
    result = mlir::verify(module);
  if (succeeded(result) && stage == Stage::Partition)
    result = verifySpmd(module, spmd); // what devices hold, before it runs
  std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  facts.seconds.emplace_back(str(stage).str(), seconds.count());
  if (failed(result))
    return failure();
  return dumpStage(module, options.dumpStages, stage);
}

/// After codegen the last argument of main is the arena, memref<Nxi8>.
static int64_t plannedArenaBytes(ModuleOp module) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  if (!main || main.getNumArguments() == 0)
    return 0;
  auto arena = dyn_cast<MemRefType>(main.getArgumentTypes().back());
  return arena && arena.getElementType().isInteger(8) ? arena.getNumElements()
                                                      : 0;
}

/// Of it the part that waits in host memory.
static int64_t plannedHostBytes(ModuleOp module) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  if (!main || main.getNumArguments() == 0)
    return 0;
  auto bytes = main.getArgAttrOfType<IntegerAttr>(main.getNumArguments() - 1,
                                                  cpu::kHostBytesAttr);
  return bytes ? bytes.getInt() : 0;
}

/// Holds the collectives of the program to what the placement predicted.
static void compareTraffic(ModuleOp module, CompileFacts &facts) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  if (!facts.prediction || !main)
    return;
  facts.unforeseen = unforeseen(listCollectives(main), *facts.prediction);
  warnOf(*facts.unforeseen, *facts.prediction, module.getLoc());
}

/// Facts that hold right after a stage and are lost by later ones.
static void learn(ModuleOp module, Stage stage, CompileFacts &facts) {
  if (stage == Stage::Place) {
    std::string uncovered; // the report then has sums of shardings only
    facts.prediction = predictPlaced(module, uncovered);
  }
  if (stage == Stage::Propagate)
    facts.values = describeValues(module);
  if (stage == Stage::Partition)
    facts.flopsPerDevice = contractionFlops(module);
  if (stage == Stage::Overlap) {
    facts.report = describeProgram(module, facts.flopsPerDevice);
    compareTraffic(module, facts);
  }
  if (stage == Stage::Codegen) {
    facts.hostBytes = plannedHostBytes(module);
    facts.arenaBytes = plannedArenaBytes(module) - facts.hostBytes;
    facts.workspaceBytes = kernelWorkspaceBytes(module);
  }
}

LogicalResult plait::runStages(ModuleOp module, const CompileOptions &options,
                               Stage last, CompileFacts &facts) {
  for (Stage stage : kStages) {
    if (failed(runStage(module, options, stage, facts)))
      return failure();
    learn(module, stage, facts);
    if (stage == last)
      break;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// One file
//===----------------------------------------------------------------------===//

static LogicalResult emit(ModuleOp module, const CompileOptions &options) {
  if (options.compileTo || options.emit == "mlir")
    return writeModule(module, options.output.empty() ? "-" : options.output);
  if (options.emit == "obj")
    return emitObject(module, options.output);
  if (options.emit == "llvm-ir")
    return emitLlvmIr(module, options.output);
  if (options.emit == "lib")
    return emitSharedLibrary(module, options.output);
  return emitExecutable(module, options.output);
}

/// Without --compile-to everything runs.
static LogicalResult compileInto(MLIRContext *context,
                                 const CompileOptions &options) {
  OwningOpRef<ModuleOp> module = readProgram(context, options.input);
  if (!module)
    return failure();
  if (!options.emitShardings.empty())
    return emitShardings(*module, options);
  if (!options.show.empty())
    return showValues(*module, options);
  CompileFacts facts;
  Stage last =
      options.explainsOnly()
          ? Stage::Propagate
          : options.compileTo.value_or(options.summarizesOnly() ? Stage::Overlap
                                                                : Stage::Lower);
  if (failed(runStages(*module, options, last, facts)))
    return failure();
  if (options.explainsOnly())
    return success();
  auto start = std::chrono::steady_clock::now();
  if (!options.summarizesOnly() && failed(emit(*module, options)))
    return failure();
  std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  facts.seconds.emplace_back("emit", seconds.count());
  if (options.report.empty())
    return success();
  facts.report["values"] = std::move(facts.values);
  LogicalResult written = writeReport(std::move(facts.report), facts,
                                      options.report, module->getLoc());
  if (failed(written) && !options.output.empty())
    llvm::sys::fs::remove(options.output); // an error leaves no output
  return written;
}

namespace {
/// Prints remarks, which are what --explain asks for, as paragraphs: what was
/// asked, then the steps, each with its place.
class ExplanationPrinter : public ScopedDiagnosticHandler {
public:
  ExplanationPrinter(MLIRContext *context, llvm::raw_ostream &out)
      : ScopedDiagnosticHandler(context) {
    setHandler([&out](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() != DiagnosticSeverity::Remark)
        return failure();
      printLine(out, "", diagnostic);
      for (Diagnostic &note : diagnostic.getNotes())
        printLine(out, "  ", note);
      return success();
    });
  }

private:
  static void printLine(llvm::raw_ostream &out, StringRef indent,
                        Diagnostic &diagnostic) {
    out << indent << diagnostic.str();
    if (std::string place = userLocation(diagnostic.getLocation());
        !place.empty())
      out << "  (" << place << ")";
    out << "\n";
  }
};
} // namespace

int plait::compileFile(const CompileOptions &options,
                       llvm::raw_ostream &errors) {
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  OneErrorHandler handler(&context, errors, options.input);
  std::optional<ExplanationPrinter> explanations;
  // What is written to stdout stays what it is.
  bool toStdout = !options.explainsOnly() && options.output.empty();
  if (!options.pipeline.explain.empty())
    explanations.emplace(&context, toStdout ? errors : llvm::outs());
  if (succeeded(compileInto(&context, options)))
    return 0;
  if (!handler.sawError())
    errors << "error: compilation failed without a message; please report "
              "this program\n";
  return 1;
}

//===----------------------------------------------------------------------===//
// plait-compile
//===----------------------------------------------------------------------===//

static constexpr char kHelp[] =
    "plait-compile: a tensor program to an executable for many devices\n\n"
    "  plait-compile model.mlir -o model [options]\n\n"
    "Reads StableHLO as JAX prints it (with sdy shardings), or a core "
    "program.\n\n"
    "Options\n";

static int usageError(const std::string &error) {
  llvm::errs() << "error: " << error << " (see plait-compile --help)\n";
  return 1;
}

int plait::compileMain(llvm::ArrayRef<std::string> args, const char *program) {
  std::vector<OptionSpec> specs(compileOptionSpecs());
  specs.insert(specs.begin(), {"-o", "FILE", "the file to write"});
  specs.push_back({"--help", "", "print this"});
  specs.push_back({"--version", "", "print the version"});
  std::string error;
  std::optional<CommandLine> line = parseCommandLine(args, specs, error);
  if (!line)
    return usageError(error);
  if (line->has("--help")) {
    llvm::outs() << kHelp << helpTable(specs);
    return 0;
  }
  if (line->has("--version")) {
    llvm::outs() << "plait-compile " PLAIT_VERSION ", LLVM/MLIR "
                 << LLVM_VERSION_STRING << "\n";
    return 0;
  }
  CompileOptions options;
  if (!readCompileOptions(*line, options, error))
    return usageError(error);
  if (line->positional.size() != 1)
    return usageError("one input file is needed, got: " +
                      std::to_string(line->positional.size()));
  options.input = line->positional.front();
  options.output = line->get("-o");
  bool toStdout = options.compileTo || options.emit == "mlir" ||
                  options.inspectsOnly() || options.summarizesOnly();
  if (options.output.empty() && !toStdout)
    return usageError("-o FILE is needed: where to write the program");
  return compileFile(options, llvm::errs());
}
