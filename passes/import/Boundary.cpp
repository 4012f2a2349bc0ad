//===- Boundary.cpp - Names, donation and types at main -------------------===//
//
// Before: func.func public @main(
//           %arg0: tensor<8xui32> {tf.aliasing_output = 0 : i32} loc("p['w']"))
//           -> (tensor<8xui32> {jax.result_info = "result[0]['w']"})
// After:  func.func public @main(
//           %arg0: tensor<8xui32> {plait.alias = 0, plait.dtype = "uint32",
//                                  plait.name = "p['w']"})
//           -> (tensor<8xui32> {plait.dtype = "uint32",
//                               plait.name = "result[0]['w']"})
//
// Runs on the input's types; plait-import-convert drops their signs.
//
//===----------------------------------------------------------------------===//
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "plait/analysis/Ports.h"
#include "plait/dialects/input/sdy/Sdy.h"
#include "plait/dialects/plait/Plait.h"
#include "plait/dialects/plait/PortAttrs.h"
#include "plait/passes/import/Passes.h"
#include "llvm/ADT/StringSet.h"

namespace plait::import_ {
#define GEN_PASS_DEF_BOUNDARYPASS
#include "plait/passes/import/Passes.h.inc"
} // namespace plait::import_

using namespace mlir;

namespace plait::import_ {
namespace {

//===----------------------------------------------------------------------===//
// Names and types
//===----------------------------------------------------------------------===//

/// The name in a location, or nothing: `loc("params['w']")`.
std::string nameIn(Location loc) {
  if (auto name = dyn_cast<NameLoc>(loc))
    return name.getName().str();
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location part : fused.getLocations())
      if (std::string name = nameIn(part); !name.empty())
        return name;
  return {};
}

/// `wanted`, or where that is taken or empty, `fallback` made unique.
std::string unique(std::string wanted, std::string fallback,
                   llvm::StringSet<> &taken) {
  if (!wanted.empty() && taken.insert(wanted).second)
    return wanted;
  std::string name = fallback;
  for (int i = 1; !taken.insert(name).second; ++i)
    name = fallback + "_" + std::to_string(i);
  return name;
}

/// NumPy's name of an unsigned element type, which core types do not show.
std::string unsignedName(Type type) {
  auto integer = dyn_cast<IntegerType>(getElementTypeOrSelf(type));
  if (!integer || !integer.isUnsigned())
    return {};
  return "uint" + std::to_string(integer.getWidth());
}

/// Inputs and outputs are files of NumPy's types. What is no tensor is refused
/// by who converts it.
LogicalResult checkElement(Type type, Location loc) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !numpyName(tensor.getElementType()).empty())
    return success();
  return emitError(loc, "an argument or result of main must have an element "
                        "type of NumPy, got: ")
         << tensor.getElementType();
}

LogicalResult checkElements(func::FuncOp main) {
  for (BlockArgument argument : main.getArguments())
    if (failed(checkElement(argument.getType(), argument.getLoc())))
      return failure();
  for (Type type : main.getResultTypes())
    if (failed(checkElement(type, main.getLoc())))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Donation
//===----------------------------------------------------------------------===//

/// Which result replaces each argument, or -1: as `tf.aliasing_output` says;
/// for `jax.buffer_donor` the first result of its type that is not taken.
FailureOr<SmallVector<int64_t>> aliasesOf(func::FuncOp main) {
  SmallVector<int64_t> aliases(main.getNumArguments(), -1);
  SmallVector<bool> taken(main.getNumResults(), false);
  for (unsigned i = 0; i < main.getNumArguments(); ++i) {
    auto alias = main.getArgAttrOfType<IntegerAttr>(i, "tf.aliasing_output");
    if (!alias)
      continue;
    int64_t result = alias.getInt();
    if (result < 0 || result >= int64_t(taken.size()) || taken[result] ||
        main.getResultTypes()[result] != main.getArgumentTypes()[i])
      return emitError(main.getArgument(i).getLoc(),
                       "'tf.aliasing_output' must be a result of the "
                       "argument's type that no other argument aliases, got: ")
             << result;
    aliases[i] = result;
    taken[result] = true;
  }
  for (unsigned i = 0; i < main.getNumArguments(); ++i) {
    auto donor = main.getArgAttrOfType<BoolAttr>(i, "jax.buffer_donor");
    if (!donor || !donor.getValue() || aliases[i] >= 0)
      continue;
    for (unsigned r = 0; r < taken.size() && aliases[i] < 0; ++r)
      if (!taken[r] && main.getResultTypes()[r] == main.getArgumentTypes()[i]) {
        aliases[i] = r;
        taken[r] = true;
      }
  }
  return aliases;
}

//===----------------------------------------------------------------------===//
// The new attributes
//===----------------------------------------------------------------------===//

/// What stays of the attributes of an argument or result: shardings and what is
/// Plait's already.
NamedAttrList keptOf(DictionaryAttr old) {
  NamedAttrList kept;
  if (old)
    for (NamedAttribute attribute : old)
      if (attribute.getName() == sdy::kShardingAttr ||
          attribute.getName().strref().starts_with("plait."))
        kept.append(attribute);
  return kept;
}

void setName(NamedAttrList &attributes, std::string found, std::string fallback,
             llvm::StringSet<> &taken, Builder &b) {
  if (auto given = dyn_cast_or_null<StringAttr>(attributes.get(kNameAttr)))
    found = given.str();
  attributes.set(kNameAttr, b.getStringAttr(unique(found, fallback, taken)));
}

void setDtype(NamedAttrList &attributes, Type type, Builder &b) {
  if (std::string name = unsignedName(type); !name.empty())
    attributes.set(kDtypeAttr, b.getStringAttr(name));
}

LogicalResult convertMain(func::FuncOp main) {
  if (failed(checkElements(main)))
    return failure();
  FailureOr<SmallVector<int64_t>> aliases = aliasesOf(main);
  if (failed(aliases))
    return failure();
  Builder b(main.getContext());
  llvm::StringSet<> argumentNames, resultNames;
  PortAttrs ports(main);
  for (unsigned i = 0; i < main.getNumArguments(); ++i) {
    NamedAttrList attributes = keptOf(main.getArgAttrDict(i));
    setName(attributes, nameIn(main.getArgument(i).getLoc()),
            "arg" + std::to_string(i), argumentNames, b);
    setDtype(attributes, main.getArgumentTypes()[i], b);
    if ((*aliases)[i] >= 0)
      attributes.set(kAliasAttr, b.getI64IntegerAttr((*aliases)[i]));
    ports.argument(i) = attributes;
  }
  for (unsigned i = 0; i < main.getNumResults(); ++i) {
    NamedAttrList attributes = keptOf(main.getResultAttrDict(i));
    auto info = main.getResultAttrOfType<StringAttr>(i, "jax.result_info");
    setName(attributes, info ? info.str() : "", "result" + std::to_string(i),
            resultNames, b);
    setDtype(attributes, main.getResultTypes()[i], b);
    ports.result(i) = attributes;
  }
  ports.apply();
  main.setPublic();
  return success();
}

/// A private function keeps its shardings.
void convertPrivate(func::FuncOp function) {
  PortAttrs ports(function);
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    ports.argument(i) = keptOf(function.getArgAttrDict(i));
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    ports.result(i) = keptOf(function.getResultAttrDict(i));
  ports.apply();
  function.setPrivate();
}

/// Drops attributes of other dialects from the op itself.
void dropForeign(Operation *op) {
  SmallVector<NamedAttribute> attributes(op->getDiscardableAttrs());
  for (NamedAttribute attribute : attributes) {
    StringRef name = attribute.getName().strref();
    if (name.contains('.') && !name.starts_with("plait."))
      op->removeDiscardableAttr(attribute.getName());
  }
}

//===----------------------------------------------------------------------===//
// Functions that main reaches
//===----------------------------------------------------------------------===//

void reach(func::FuncOp function, SymbolTable &symbols,
           llvm::DenseSet<Operation *> &reached) {
  SmallVector<func::FuncOp> work{function};
  while (!work.empty()) {
    func::FuncOp next = work.pop_back_val();
    if (!reached.insert(next).second)
      continue;
    next.walk([&](Operation *op) {
      for (NamedAttribute attribute : op->getAttrs())
        if (auto symbol = dyn_cast<FlatSymbolRefAttr>(attribute.getValue()))
          if (auto callee = symbols.lookup<func::FuncOp>(symbol.getValue()))
            work.push_back(callee);
    });
  }
}

struct BoundaryPass : impl::BoundaryPassBase<BoundaryPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTable symbols(module);
    auto main = symbols.lookup<func::FuncOp>("main");
    if (!main || main.isDeclaration()) {
      emitError(module.getLoc(), "the program must have a function 'main' with "
                                 "a body, got: ")
          << (main ? "a declaration" : "none");
      return signalPassFailure();
    }
    llvm::DenseSet<Operation *> reached;
    reach(main, symbols, reached);
    for (auto function :
         llvm::make_early_inc_range(module.getOps<func::FuncOp>())) {
      if (!reached.contains(function)) {
        function.erase();
        continue;
      }
      dropForeign(function);
      if (function != main)
        convertPrivate(function);
    }
    dropForeign(module);
    if (failed(convertMain(main)))
      signalPassFailure();
  }
};

} // namespace
} // namespace plait::import_
