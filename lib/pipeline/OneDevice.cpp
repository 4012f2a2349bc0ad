//===- OneDevice.cpp - The reference run of --check -----------------------===//

#include "OneDevice.h"

#include "mlir/IR/MLIRContext.h"
#include "plait/analysis/Ports.h"
#include "plait/pipeline/TensorFiles.h"
#include "plait/reference/Interpreter.h"
#include "plait/support/OneError.h"
#include "plait/support/Suggestion.h"
#include "plait/support/UserLocation.h"
#include <cmath>
#include <map>

using namespace mlir;
using namespace plait;
using reference::Tensor;

namespace {
/// Where an argument's value comes from.
struct Source {
  runtime::Tensor tensor;
  std::string file;
};
using Sources = std::map<std::string, Source>; // by argument

/// The global program and what is known of its arguments.
struct Program {
  func::FuncOp main;
  Ports ports;
};
} // namespace

static LogicalResult usage(const Program &program, const Twine &message) {
  return emitError(UnknownLoc::get(program.main->getContext())) << message;
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

static std::vector<std::string> argumentNames(const Program &program) {
  std::vector<std::string> names;
  for (const Port &port : program.ports.arguments)
    names.push_back(port.name);
  return names;
}

static LogicalResult readFiles(const Program &program,
                               ArrayRef<std::string> files, Sources &sources) {
  for (const std::string &file : files) {
    std::vector<runtime::Tensor> tensors;
    std::string error;
    if (!runtime::readTensorFile(file, &tensors, &error))
      return usage(program, error);
    for (runtime::Tensor &tensor : tensors) {
      std::string name = tensor.name;
      auto [it, isNew] = sources.emplace(name, Source{std::move(tensor), file});
      if (!isNew)
        return usage(program, "'" + name + "' is given twice: by '" +
                                  it->second.file + "' and by '" + file + "'");
    }
  }
  return success();
}

/// NAME=FILE.npy, where both may contain '=': the first '=' behind the whole
/// name of an argument divides them.
static LogicalResult readSingle(const Program &program, StringRef option,
                                Sources &singles) {
  std::vector<std::string> names = argumentNames(program);
  for (size_t at = option.find('='); at != StringRef::npos;
       at = option.find('=', at + 1)) {
    std::string name = option.take_front(at).str();
    if (!llvm::is_contained(names, name))
      continue;
    std::string file = option.drop_front(at + 1).str(), error;
    Source source{{}, file};
    if (!runtime::readNpyFile(file, &source.tensor, &error))
      return usage(program, error);
    singles[name] = std::move(source);
    return success();
  }
  StringRef name = option.take_front(option.rfind('='));
  return usage(program, "--input must be NAME=FILE.npy with the name of an "
                        "argument, got: '" +
                            option + "'" + suggestion(name, names));
}

static std::optional<int32_t> typeOf(const Port &port) {
  return fileTypeOf(port.dtype);
}

/// Whether the tensor holds one value per step; an error where it does not fit.
static FailureOr<bool> checkSource(const Program &program, const Port &port,
                                   const Source &source, int64_t steps) {
  ArrayRef<int64_t> shape = source.tensor.shape;
  bool isWhole = shape == ArrayRef<int64_t>(port.shape);
  bool perStep = shape.size() == port.shape.size() + 1 &&
                 shape.drop_front() == ArrayRef<int64_t>(port.shape);
  std::vector<int64_t> wanted(port.shape.begin(), port.shape.end());
  if (source.tensor.dtype != *typeOf(port) || (!isWhole && !perStep))
    return usage(
        program,
        "argument '" + port.name + "' must be " +
            runtime::spellType(*typeOf(port), wanted) +
            ", or have one more leading dimension with a value per "
            "step; got: " +
            runtime::spellType(source.tensor.dtype, source.tensor.shape) +
            " in '" + source.file + "'");
  if (perStep && (shape.front() < 1 || steps % shape.front() != 0))
    return usage(program, "argument '" + port.name +
                              "': the number of values in '" + source.file +
                              "' must divide the " + std::to_string(steps) +
                              " steps, got: " + std::to_string(shape.front()));
  if (perStep && port.alias >= 0 && shape.front() > 1)
    return usage(program, "argument '" + port.name +
                              "' is replaced by a result after each step, so "
                              "'" +
                              source.file + "' must hold one value, got: " +
                              std::to_string(shape.front()));
  return perStep;
}

namespace {
/// The values of one argument: one, or one per step.
struct Values {
  std::vector<Tensor> steps;
  const Tensor &at(int64_t step) const { return steps[step % steps.size()]; }
};
} // namespace

/// Cuts the leading dimension of a tensor with one value per step.
static Values valuesOf(const Source &source, const Port &port, Type element,
                       bool perStep) {
  Values values;
  runtime::Tensor one = source.tensor;
  one.shape.assign(port.shape.begin(), port.shape.end());
  int64_t count = perStep ? source.tensor.shape.front() : 1;
  for (int64_t i = 0; i < count; ++i) {
    one.data =
        static_cast<const char *>(source.tensor.data) + i * one.numBytes();
    values.steps.push_back(fromFile(one, element));
  }
  return values;
}

static FailureOr<std::vector<Values>>
bindInputs(const Program &program, const OneDeviceRequest &request,
           OneDeviceOutcome &outcome) {
  Sources shared, singles;
  if (failed(readFiles(program, request.inputFiles, shared)))
    return failure();
  for (const std::string &option : request.inputs)
    if (failed(readSingle(program, option, singles)))
      return failure();
  std::vector<Values> all;
  func::FuncOp main = program.main;
  for (auto [i, port] : llvm::enumerate(program.ports.arguments)) {
    Type element =
        cast<RankedTensorType>(main.getArgumentTypes()[i]).getElementType();
    auto single = singles.find(port.name), common = shared.find(port.name);
    if (single != singles.end() || common != shared.end()) {
      const Source &source =
          single != singles.end() ? single->second : common->second;
      FailureOr<bool> perStep =
          checkSource(program, port, source, request.steps);
      if (failed(perStep))
        return failure();
      all.push_back(valuesOf(source, port, element, *perStep));
      continue;
    }
    Tensor seeded =
        reference::randomTensor(element, port.shape, request.seed * 1000 + i);
    // A second moment is no square of anything below zero.
    if (port.state == "optimizer")
      reference::dropSigns(seeded);
    outcome.seeded.push_back(toFile(seeded, port.name, *typeOf(port)));
    all.push_back({{seeded}});
  }
  return all;
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

static FailureOr<Program> loadProgram(ModuleOp module) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  if (!main)
    return module.emitError("must have a function 'main'");
  Program program{main, portsOf(main)};
  if (program.ports.arguments.size() != main.getNumArguments())
    return main.emitError("every argument must be a tensor with a name");
  auto check = [&](ArrayRef<Port> ports) -> LogicalResult {
    for (const Port &port : ports)
      if (!typeOf(port))
        return main.emitError("'")
               << port.name
               << "' must be of a type that files hold, got: " << port.dtype;
    return success();
  };
  if (failed(check(program.ports.arguments)) ||
      failed(check(program.ports.results)))
    return failure();
  return program;
}

static bool holdsNan(const Tensor &tensor) {
  for (int64_t i = 0, e = tensor.numElements(); i < e; ++i) {
    std::complex<double> number = tensor.number(i);
    if (std::isnan(number.real()) || std::isnan(number.imag()))
      return true;
  }
  return false;
}

/// The op that makes a result, as the user wrote it, and where.
static std::string makerOf(Value value) {
  Operation *op = value.getDefiningOp();
  std::string at = op ? userLocation(op->getLoc()) : "";
  if (at.empty())
    return "";
  StringRef name = outerName(op->getLoc()).rsplit('/').second;
  if (name.empty())
    name = op->getName().getStringRef();
  return (name + " at " + at).str();
}

static LogicalResult runSteps(const Program &program,
                              const OneDeviceRequest &request,
                              const std::vector<Values> &inputs,
                              OneDeviceOutcome &outcome) {
  std::vector<Tensor> arguments, results;
  for (int64_t step = 0; step < request.steps; ++step) {
    if (llvm::errs().is_displayed())
      llvm::errs() << "check: step " << step + 1 << " of " << request.steps
                   << " on one device\r";
    for (auto [i, port] : llvm::enumerate(program.ports.arguments)) {
      bool isFedBack = step > 0 && port.alias >= 0;
      Tensor value = isFedBack ? results[port.alias] : inputs[i].at(step);
      if (step == 0)
        arguments.push_back(std::move(value));
      else
        arguments[i] = std::move(value);
    }
    FailureOr<reference::Outcome> ran =
        reference::interpret(program.main, {arguments});
    if (failed(ran))
      return failure();
    results = ran->results.front();
  }
  for (auto [result, port] : llvm::zip(results, program.ports.results)) {
    func::FuncOp main = program.main;
    Operation *end = main.getBody().front().getTerminator();
    outcome.makers.push_back(makerOf(end->getOperand(outcome.results.size())));
    outcome.results.push_back(toFile(result, port.name, *typeOf(port)));
    if (holdsNan(result))
      outcome.notNumbers.push_back(port.name);
  }
  outcome.ranks = program.ports.mesh.numDevices();
  return success();
}

static LogicalResult runIn(MLIRContext *context,
                           const OneDeviceRequest &request,
                           OneDeviceOutcome &outcome) {
  OwningOpRef<ModuleOp> module = readProgram(context, request.compile.input);
  if (!module)
    return failure();
  CompileFacts facts;
  CompileOptions options = request.compile;
  options.dumpStages.clear();
  // What the placement does to the program is under test.
  options.pipeline.placement.clear();
  if (failed(runStages(*module, options, Stage::Place, facts)))
    return failure();
  FailureOr<Program> program = loadProgram(*module);
  if (failed(program))
    return failure();
  FailureOr<std::vector<Values>> inputs =
      bindInputs(*program, request, outcome);
  if (failed(inputs))
    return failure();
  return runSteps(*program, request, *inputs, outcome);
}

bool plait::runOnOneDevice(const OneDeviceRequest &request,
                           llvm::raw_ostream &errors,
                           OneDeviceOutcome &outcome) {
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  OneErrorHandler handler(&context, errors);
  if (succeeded(runIn(&context, request, outcome))) {
    // Tensors outlive the context: their types are not looked at again.
    return true;
  }
  if (!handler.sawError())
    errors << "error: the reference run failed without a message; please "
              "report this program\n";
  return false;
}
