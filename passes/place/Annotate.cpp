//===- Annotate.cpp - What the command line says of arguments -------------===//
//
// Before: a core program, its own mesh and shardings or none.
// After:  the mesh of --mesh, and on the named arguments and results the
//         shardings of --shard and the states of --state.
//
// The mesh is settled first; every sharding must fit it, old ones too.
//
//===----------------------------------------------------------------------===//
#include "plait/passes/place/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "plait/dialects/plait/Plait.h"
#include "plait/support/NamePattern.h"
#include "plait/support/Suggestion.h"

#define DEBUG_TYPE "plait-place-annotate"

namespace plait::place {
#define GEN_PASS_DEF_ANNOTATEPASS
#include "plait/passes/place/Passes.h.inc"
} // namespace plait::place

using namespace mlir;
using namespace plait;

namespace {

/// An argument or result of main.
struct Port {
  mutable func::FuncOp function;
  bool isResult;
  unsigned index;

  std::string name() const {
    auto attr = isResult
                    ? function.getResultAttrOfType<StringAttr>(index, kNameAttr)
                    : function.getArgAttrOfType<StringAttr>(index, kNameAttr);
    return attr ? attr.str()
                : (isResult ? "result" : "arg") + std::to_string(index);
  }
  RankedTensorType type() const {
    return dyn_cast<RankedTensorType>(isResult
                                          ? function.getResultTypes()[index]
                                          : function.getArgumentTypes()[index]);
  }
  void set(StringRef attribute, Attribute value) {
    if (isResult)
      function.setResultAttr(index, attribute, value);
    else
      function.setArgAttr(index, attribute, value);
  }
};

/// All arguments, then all results.
SmallVector<Port> portsOf(func::FuncOp function) {
  SmallVector<Port> ports;
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    ports.push_back({function, false, i});
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    ports.push_back({function, true, i});
  return ports;
}

/// Splits NAME=VALUE at the first `=` outside of brackets: `p['a=b']=[{x}]`
/// names p['a=b'].
std::optional<std::pair<StringRef, StringRef>> splitOption(StringRef text) {
  int depth = 0;
  for (auto [at, c] : llvm::enumerate(text)) {
    depth += (c == '[') - (c == ']');
    if (c == '=' && depth == 0 && at > 0)
      return std::pair(text.take_front(at), text.drop_front(at + 1));
  }
  return std::nullopt;
}

/// The ports that `pattern` names; an error where there are none.
FailureOr<SmallVector<Port>> findPorts(ArrayRef<Port> ports, StringRef option,
                                       StringRef pattern) {
  SmallVector<Port> found;
  std::vector<std::string> names;
  for (const Port &port : ports) {
    names.push_back(port.name());
    if (matchesName(pattern, names.back()))
      found.push_back(port);
    // A pattern may be the beginning of a name, and misspelt as that.
    names.push_back(StringRef(port.name())
                        .take_until([](char c) { return c == '[' || c == '.'; })
                        .str());
  }
  if (!found.empty())
    return found;
  Operation *function = ports.empty() ? nullptr : ports.front().function;
  if (!function)
    return failure();
  bool named = llvm::any_of(ports, [](const Port &port) {
    return !port.isResult && port.name() != "arg" + std::to_string(port.index);
  });
  return function->emitError()
         << option << ": no argument or result matches '" << pattern << "'"
         << (named ? suggestion(pattern, names)
                   : ": its arguments have no names; export with "
                     "as_text(debug_info=True)");
}

struct AnnotatePass : place::impl::AnnotatePassBase<AnnotatePass> {
  using AnnotatePassBase::AnnotatePassBase;

  void runOnOperation() override {
    if (failed(replaceMesh()) || failed(applyShards()) ||
        failed(applyStates()) || failed(checkShardings()))
      signalPassFailure();
  }

  func::FuncOp mainFunction() {
    return getOperation().lookupSymbol<func::FuncOp>("main");
  }

  LogicalResult replaceMesh() {
    if (mesh.empty())
      return success();
    std::string error;
    std::optional<Mesh> value = parseMesh(mesh, error);
    if (!value)
      return getOperation().emitError() << "--mesh: " << error;
    if (std::optional<std::string> fault = check(*value))
      return getOperation().emitError() << "--mesh: " << *fault;
    auto attr = MeshAttr::get(&getContext(), *value);
    if (MeshOp meshOp = onlyMesh(getOperation())) {
      meshOp.setMeshAttr(attr);
      return success();
    }
    if (!getOperation().getOps<MeshOp>().empty())
      return getOperation().emitError()
             << "--mesh: the program has several meshes; it replaces one";
    auto builder = OpBuilder::atBlockBegin(getOperation().getBody());
    MeshOp::create(builder, getOperation().getLoc(), "mesh", attr);
    return success();
  }

  LogicalResult applyShards() {
    if (shards.empty())
      return success();
    MeshOp meshOp = onlyMesh(getOperation());
    if (!meshOp)
      return getOperation().emitError()
             << "--shard: the program has no mesh; give --mesh";
    SmallVector<Port> ports = portsOf(mainFunction());
    for (StringRef text : shards)
      if (failed(applyShard(meshOp, ports, text)))
        return failure();
    return success();
  }

  LogicalResult applyShard(MeshOp meshOp, ArrayRef<Port> ports,
                           StringRef text) {
    auto parts = splitOption(text);
    if (!parts)
      return getOperation().emitError()
             << "--shard must be NAME=[{axis},{}], got: '" << text << "'";
    std::string error;
    Mesh value = meshOp.getValue();
    std::optional<Sharding> sharding =
        parseSharding(parts->second, value, error);
    if (!sharding)
      return getOperation().emitError()
             << "--shard '" << parts->first << "': " << error;
    FailureOr<SmallVector<Port>> found =
        findPorts(ports, "--shard", parts->first);
    if (failed(found))
      return failure();
    for (Port &port : *found) {
      RankedTensorType type = port.type();
      if (std::optional<std::string> fault =
              check(*sharding, value, type ? type.getRank() : 0))
        return getOperation().emitError()
               << "--shard '" << port.name() << "': " << *fault;
      port.set(kShardingAttr, ShardingAttr::get(FlatSymbolRefAttr::get(
                                                    meshOp.getSymNameAttr()),
                                                value, *sharding));
    }
    return success();
  }

  LogicalResult applyStates() {
    if (states.empty())
      return success();
    SmallVector<Port> ports = portsOf(mainFunction());
    for (StringRef text : states) {
      auto parts = splitOption(text);
      std::optional<StateKind> kind;
      if (parts)
        kind = parseStateKind(parts->second);
      if (!kind)
        return getOperation().emitError()
               << "--state must be NAME=parameter, optimizer, gradient, "
                  "activation, batch, cache, step or none, got: '"
               << text << "'";
      FailureOr<SmallVector<Port>> found =
          findPorts(ports, "--state", parts->first);
      if (failed(found))
        return failure();
      for (Port &port : *found)
        port.set(kStateAttr, StateAttr::get(&getContext(), *kind));
    }
    return success();
  }

  /// Every sharding fits the mesh, which may be a new one.
  LogicalResult checkShardings() {
    WalkResult walked = getOperation().walk([](ConstraintOp op) {
      int64_t rank = cast<RankedTensorType>(op.getType()).getRank();
      return WalkResult(verifySharding(op, op.getSharding(), rank));
    });
    if (walked.wasInterrupted())
      return failure();
    func::FuncOp function = mainFunction();
    if (!function)
      return success();
    for (Port &port : portsOf(function)) {
      auto sharding = port.isResult
                          ? function.getResultAttrOfType<ShardingAttr>(
                                port.index, kShardingAttr)
                          : function.getArgAttrOfType<ShardingAttr>(
                                port.index, kShardingAttr);
      if (sharding && failed(checkSharding(port, sharding)))
        return failure();
    }
    return success();
  }

  /// The error says whose sharding it is: with a mesh from the command line
  /// that is not in the line of text that the error points at.
  LogicalResult checkSharding(Port &port, ShardingAttr sharding) {
    std::string fault;
    {
      ScopedDiagnosticHandler handler(
          &getContext(), [&](Diagnostic &found) { fault = found.str(); });
      if (succeeded(
              verifySharding(port.function, sharding, port.type().getRank())))
        return success();
    }
    return port.function.emitError()
           << "sharding of '" << port.name() << "': " << fault;
  }
};
} // namespace
