//===- EmitShardings.cpp - What propagate found, for other tools ----------===//
//
// Stops after propagate: the user's program with sdy shardings, JAX's
// PartitionSpecs, DTensor's placements, or pictures of values. With sdy's
// collectives, after the first half of partition.
//
//===----------------------------------------------------------------------===//
#include "EmitShardings.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "plait/analysis/FindValues.h"
#include "plait/analysis/Ports.h"
#include "plait/dialects/input/chlo/Chlo.h"
#include "plait/dialects/input/sdy/Sdy.h"
#include "plait/dialects/input/stablehlo/Stablehlo.h"
#include "plait/interop/Picture.h"
#include "plait/interop/WriteSdy.h"
#include "plait/interop/WriteSpecs.h"
#include "plait/passes/import/Passes.h"
#include "plait/passes/partition/Passes.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"

using namespace mlir;
using namespace plait;

/// Writes all of `text` or nothing.
static LogicalResult writeFile(StringRef text, StringRef path, Location loc) {
  std::error_code code;
  llvm::raw_fd_ostream out(path.empty() ? "-" : path, code);
  if (code)
    return emitError(loc) << "cannot write '" << path
                          << "': " << code.message();
  out << text;
  return success();
}

/// Runs the stages up to propagate.
static LogicalResult propagate(ModuleOp module, CompileOptions options,
                               bool keepConstraints) {
  options.pipeline.keepConstraints = keepConstraints;
  options.dumpStages.clear();
  CompileFacts facts;
  return runStages(module, options, Stage::Propagate, facts);
}

//===----------------------------------------------------------------------===//
// --emit-shardings
//===----------------------------------------------------------------------===//

/// Ops of core dialects are nothing that JAX reads.
static LogicalResult checkStablehlo(ModuleOp module) {
  WalkResult walk = module.walk([&](Operation *op) {
    if (isa<stablehlo::StablehloDialect, chlo::ChloDialect, sdy::SdyDialect,
            func::FuncDialect, BuiltinDialect>(op->getDialect()))
      return WalkResult::advance();
    op->emitOpError("is not StableHLO: --emit-shardings=sdy writes into a "
                    "program of StableHLO");
    return WalkResult::interrupt();
  });
  return failure(walk.wasInterrupted());
}

/// Up to the reshards that partition wants.
static LogicalResult legalize(ModuleOp module, const CompileOptions &options) {
  if (failed(propagate(module, options, /*keepConstraints=*/false)))
    return failure();
  PassManager pm(module.getContext());
  partition::LegalizePassOptions legalize;
  if (options.pipeline.rematBudget)
    legalize.rematBudget = *options.pipeline.rematBudget;
  pm.addPass(partition::createLegalizePass(legalize));
  pm.addPass(partition::createCleanReshardsPass());
  return pm.run(module);
}

static LogicalResult emitSdy(ModuleOp original, const CompileOptions &options,
                             llvm::raw_ostream &out) {
  if (failed(checkStablehlo(original)))
    return failure();
  original.getContext()
      ->loadDialect<sdy::SdyDialect, stablehlo::StablehloDialect>();
  // JAX reads strings of GSPMD or sdy, not both.
  PassManager pm(original.getContext());
  pm.addPass(import_::createLegacyShardingsPass());
  if (failed(pm.run(original)))
    return failure();
  OwningOpRef<ModuleOp> copy = original.clone(), other;
  if (options.emitShardings == "sdy-collectives") {
    other = original.clone();
    interop::numberOps(*other);
  }
  SmallVector<Operation *> numbered = interop::opsByNumber(original);
  interop::numberConstraints(*copy);
  if (failed(propagate(*copy, options, /*keepConstraints=*/true)) ||
      failed(interop::writeSdy(original, *copy)))
    return failure();
  if (other &&
      (failed(legalize(*other, options)) ||
       failed(interop::writeSdyCollectives(original, numbered, *other))))
    return failure();
  interop::printForJax(original, out);
  return success();
}

static LogicalResult emitSpecs(ModuleOp module, const CompileOptions &options,
                               llvm::raw_ostream &out) {
  if (failed(propagate(module, options, /*keepConstraints=*/false)))
    return failure();
  auto framework = options.emitShardings == "jax" ? interop::Framework::Jax
                                                  : interop::Framework::Torch;
  auto format = StringRef(options.output).ends_with(".json")
                    ? interop::SpecFormat::Json
                    : interop::SpecFormat::Python;
  return interop::writeSpecs(module.lookupSymbol<func::FuncOp>("main"),
                             framework, format, out);
}

LogicalResult plait::emitShardings(ModuleOp module,
                                   const CompileOptions &options) {
  std::string text;
  llvm::raw_string_ostream out(text);
  LogicalResult made = options.emitShardings == "sdy" ||
                               options.emitShardings == "sdy-collectives"
                           ? emitSdy(module, options, out)
                           : emitSpecs(module, options, out);
  if (failed(made))
    return failure();
  return writeFile(text, options.output, module.getLoc());
}

//===----------------------------------------------------------------------===//
// --show
//===----------------------------------------------------------------------===//

/// The value as a picture's subject.
static interop::Subject subjectOf(func::FuncOp main, FoundValue found,
                                  const Ports &ports) {
  auto type = cast<RankedTensorType>(found.value.getType());
  interop::Subject subject;
  subject.title = describe(main, found);
  subject.dtype = numpyName(type.getElementType());
  subject.shape.assign(type.getShape().begin(), type.getShape().end());
  subject.mesh = ports.mesh;
  ShardingAttr sharding = shardingOf(type);
  subject.sharding = sharding ? sharding.toValue(ports.mesh)
                              : Sharding::replicatedOf(type.getRank());
  return subject;
}

/// Values of one description, shape and sharding are drawn once.
static bool sameSubject(const interop::Subject &a, const interop::Subject &b) {
  return a.title == b.title && a.shape == b.shape && a.sharding == b.sharding;
}

LogicalResult plait::showValues(ModuleOp module,
                                const CompileOptions &options) {
  if (failed(propagate(module, options, /*keepConstraints=*/false)))
    return failure();
  auto main = module.lookupSymbol<func::FuncOp>("main");
  Ports ports = portsOf(main);
  std::vector<interop::Subject> subjects;
  for (const std::string &name : options.show) {
    FailureOr<std::vector<FoundValue>> found = findValues(main, name);
    if (failed(found))
      return failure();
    for (FoundValue value : *found) {
      interop::Subject subject = subjectOf(main, value, ports);
      if (llvm::none_of(subjects, [&](const interop::Subject &drawn) {
            return sameSubject(drawn, subject);
          }))
        subjects.push_back(std::move(subject));
    }
  }
  StringRef path = options.output;
  std::string text;
  if (path.ends_with(".svg"))
    text = interop::drawSvg(subjects);
  else if (path.ends_with(".html"))
    text = interop::drawHtml(subjects);
  else
    text = interop::drawText(
        subjects, path.empty() && llvm::sys::Process::StandardOutHasColors());
  return writeFile(text, path, module.getLoc());
}
