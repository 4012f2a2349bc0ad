//===- FindValues.cpp - Tensors by what a user calls them -----------------===//
#include "plait/analysis/FindValues.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/AsmState.h"
#include "plait/dialects/plait/Plait.h"
#include "plait/support/NamePattern.h"
#include "plait/support/Suggestion.h"
#include "plait/support/UserLocation.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace plait;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

std::string plait::argumentName(func::FuncOp main, unsigned index) {
  auto name = main.getArgAttrOfType<StringAttr>(index, kNameAttr);
  return name ? name.str() : "arg" + std::to_string(index);
}

std::string plait::resultName(func::FuncOp main, unsigned index) {
  auto name = main.getResultAttrOfType<StringAttr>(index, kNameAttr);
  return name ? name.str() : "result" + std::to_string(index);
}

/// The name that JAX wraps around an op, seen through the calls around it.
static StringRef nameAround(Location location) {
  while (auto call = dyn_cast<CallSiteLoc>(location))
    location = call.getCallee();
  return outerName(location);
}

std::string plait::labelOf(Operation *op) {
  StringRef name = nameAround(op->getLoc());
  if (name.contains('/'))
    if (StringRef last = name.rsplit('/').second; !last.empty())
      return last.str();
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic)
    return op->getName().getStringRef().str();
  if (generic.getNumReductionLoops() == 0)
    return "elementwise op";
  return generic.getNumDpsInputs() >= 2 ? "contraction" : "reduction";
}

std::string plait::describe(func::FuncOp main, FoundValue found) {
  if (found.result >= 0)
    return "result '" + resultName(main, found.result) + "'";
  auto argument = dyn_cast<BlockArgument>(found.value);
  if (!argument && found.value.getDefiningOp<ConstraintOp>())
    return "a constrained value";
  if (!argument)
    return labelOf(found.value.getDefiningOp());
  Operation *around = argument.getOwner()->getParentOp();
  if (around == main)
    return "argument '" + argumentName(main, argument.getArgNumber()) + "'";
  return "argument " + std::to_string(argument.getArgNumber()) + " of " +
         labelOf(around);
}

//===----------------------------------------------------------------------===//
// Finding
//===----------------------------------------------------------------------===//

/// Calls `fn` on every tensor of `main`, in order.
static void forEachTensor(func::FuncOp main,
                          llvm::function_ref<void(Value)> fn) {
  auto visit = [&](ValueRange values) {
    for (Value value : values)
      if (isa<RankedTensorType>(value.getType()))
        fn(value);
  };
  main.walk<WalkOrder::PreOrder>([&](Operation *op) {
    visit(op->getResults());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        visit(block.getArguments());
  });
}

static Value findPrinted(func::FuncOp main, StringRef name) {
  AsmState names(main->getParentOfType<ModuleOp>());
  Value found;
  forEachTensor(main, [&](Value value) {
    std::string printed;
    llvm::raw_string_ostream out(printed);
    value.printAsOperand(out, names);
    if (printed == name)
      found = value;
  });
  return found;
}

/// What `model.py:12` or `12` asks for.
static std::vector<FoundValue> findAtLine(func::FuncOp main, StringRef name) {
  StringRef file = name.rsplit(':').first, number = name.rsplit(':').second;
  if (number.empty())
    std::swap(file, number);
  unsigned line;
  std::vector<FoundValue> found;
  if (number.getAsInteger(10, line))
    return found;
  forEachTensor(main, [&](Value value) {
    if (isa<BlockArgument>(value))
      return;
    FileLineColLoc frame = userFrame(value.getLoc());
    if (!frame || frame.getLine() != line)
      return;
    StringRef path = frame.getFilename();
    if (file.empty() || path == file || path.ends_with(("/" + file).str()))
      found.push_back({value});
  });
  return found;
}

static Operation *terminatorOf(func::FuncOp main) {
  return main.getBody().front().getTerminator();
}

static std::vector<FoundValue> findNamed(func::FuncOp main, StringRef name,
                                         std::vector<std::string> &names) {
  std::vector<FoundValue> found;
  auto consider = [&](std::string candidate, FoundValue value) {
    if (isa<RankedTensorType>(value.value.getType()) &&
        matchesName(name, candidate))
      found.push_back(value);
    names.push_back(std::move(candidate));
  };
  for (BlockArgument argument : main.getArguments())
    consider(argumentName(main, argument.getArgNumber()), {argument});
  for (auto [i, value] : llvm::enumerate(terminatorOf(main)->getOperands()))
    consider(resultName(main, i), {value, int(i)});
  return found;
}

FailureOr<std::vector<FoundValue>> plait::findValues(func::FuncOp main,
                                                     StringRef name) {
  std::vector<std::string> names;
  std::vector<FoundValue> found = findNamed(main, name, names);
  if (found.empty() && name.starts_with("%"))
    if (Value value = findPrinted(main, name))
      found.push_back({value});
  if (found.empty())
    found = findAtLine(main, name);
  if (!found.empty())
    return found;
  return main.emitError("a value must be an argument's or result's name, a "
                        "line as model.py:12, or %12 as "
                        "--compile-to=propagate prints it, got: '")
         << name << "'"
         << (llvm::all_of(name, llvm::isDigit) ? "" : suggestion(name, names));
}
