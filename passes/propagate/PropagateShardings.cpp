//===- PropagateShardings.cpp - Shardings for every value -----------------===//
//
// Before: shardings on some arguments, results and constraints.
// After:  a closed sharding in every tensor's type; plait.reshard where one
//         changes.
//
// IR to graph (BuildGraph.cpp), axes over the graph (Flood.cpp), graph to IR
// (WriteShardings.cpp). In between nothing of the IR changes.
//
//===----------------------------------------------------------------------===//
#include "plait/passes/propagate/Passes.h"

#include "Explain.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace plait {
#define GEN_PASS_DEF_PROPAGATESHARDINGSPASS
#include "plait/passes/propagate/Passes.h.inc"
} // namespace plait

using namespace mlir;
using namespace plait;

namespace {
/// What a walk over the module finds: the mesh that all its shardings name, and
/// what stands in its functions. What nobody uses goes.
class Program {
public:
  /// Fails where shardings name two meshes, or one that is not there.
  LogicalResult read(ModuleOp module) {
    propagate::OpList *list = nullptr;
    module.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op->use_empty() && propagate::isMadeFromNothing(op)) {
        op->erase();
        return WalkResult::skip();
      }
      readShardings(op);
      if (auto func = dyn_cast<func::FuncOp>(op)) {
        std::unique_ptr<propagate::OpList> &own = lists[op];
        own = std::make_unique<propagate::OpList>();
        own->addFunction(func);
        list = own.get();
      } else if (list) {
        list->add(op);
      }
      return isa<linalg::LinalgOp>(op) ? WalkResult::skip() // scalars
                                       : WalkResult::advance();
    });
    return success(agree);
  }

  /// The mesh of the shardings; without any, the only mesh, or null.
  MeshOp meshOf(ModuleOp module) const {
    return found ? found : onlyMesh(module);
  }
  std::unique_ptr<propagate::OpList> takeList(func::FuncOp func) {
    return std::move(lists[func]);
  }

private:
  void readShardings(Operation *op) {
    // Of its own, only a function and ops of Plait have shardings.
    bool own = isa<func::FuncOp>(op) || isa<PlaitDialect>(op->getDialect());
    DictionaryAttr attributes =
        own ? op->getAttrDictionary() : op->getDiscardableAttrDictionary();
    if (!attributes.empty())
      attributes.walk([&](ShardingAttr sharding) {
        if (agree)
          use(op, sharding.getMesh());
      });
  }

  void use(Operation *op, FlatSymbolRefAttr symbol) {
    MeshOp mesh = lookupMesh(op, symbol);
    if (!mesh) {
      op->emitError("a sharding must name a mesh of the module, got: ")
          << symbol;
      agree = false;
    } else if (found && !(mesh.getValue() == found.getValue())) {
      InFlightDiagnostic error =
          op->emitError("all shardings must name one mesh, got: ")
          << mesh.getSymNameAttr() << " and " << found.getSymNameAttr();
      error.attachNote(found.getLoc()) << "the other mesh";
      agree = false;
    } else if (!found) {
      found = mesh;
    }
  }

  MeshOp found;
  bool agree = true;
  llvm::DenseMap<Operation *, std::unique_ptr<propagate::OpList>> lists;
};
} // namespace

/// A program without a mesh runs on one device: a mesh without axes.
static MeshOp createMesh(ModuleOp module) {
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  return MeshOp::create(builder, module.getLoc(), builder.getStringAttr("mesh"),
                        MeshAttr::get(module.getContext(), Mesh()));
}

/// The mesh to propagate over, made where the program has none.
static FailureOr<MeshOp> meshFor(ModuleOp module, const Program &program) {
  if (MeshOp mesh = program.meshOf(module))
    return mesh;
  auto meshes = module.getOps<MeshOp>();
  if (!meshes.empty())
    return module.emitError(
               "a program without shardings must have one mesh, got: ")
           << std::distance(meshes.begin(), meshes.end());
  return createMesh(module);
}

namespace {
struct PropagateShardingsPass
    : plait::impl::PropagateShardingsPassBase<PropagateShardingsPass> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    asked.clear();
    if (failed(findExplained(module)) ||
        failed(propagate(module, !asked.empty())))
      signalPassFailure();
  }

  LogicalResult propagate(ModuleOp module, bool explains) {
    Program program;
    if (failed(program.read(module)))
      return failure();
    FailureOr<MeshOp> mesh = meshFor(module, program);
    if (failed(mesh))
      return failure();
    for (auto func : module.getOps<func::FuncOp>())
      if (!func.isDeclaration() &&
          failed(propagate(func, program.takeList(func), *mesh, explains)))
        return failure();
    return success();
  }

  LogicalResult propagate(func::FuncOp func,
                          std::unique_ptr<propagate::OpList> list, MeshOp mesh,
                          bool explains) {
    propagate::FunctionGraph graph;
    graph.list = std::move(list);
    graph.graph.mesh = mesh.getValue();
    graph.mesh = FlatSymbolRefAttr::get(mesh.getSymNameAttr());
    if (failed(propagate::buildGraph(func, graph)))
      return failure();
    propagate::Classes classes = propagate::classify(graph.graph);
    propagate::flood(graph.graph, classes);
    propagate::fill(graph.graph, classes, fillShare);
    if (explains && func.getName() == "main")
      propagate::explainValues(func, graph, classes, asked);
    else if (explain)
      propagate::explain(func, graph);
    return propagate::writeShardings(func, graph, keepConstraints);
  }

  /// The values that the user asked about. `%12` means the program as it is
  /// printed after this pass: so a copy runs through it first.
  LogicalResult findExplained(ModuleOp module) {
    if (explainValues.empty())
      return success();
    auto main = module.lookupSymbol<func::FuncOp>("main");
    if (!main || main.isDeclaration())
      return module.emitError("the program must have a function 'main'");
    for (const std::string &name : explainValues) {
      FailureOr<std::vector<FoundValue>> found =
          StringRef(name).starts_with("%") ? findPrinted(module, name)
                                           : findValues(main, name);
      if (failed(found))
        return failure();
      asked.insert(asked.end(), found->begin(), found->end());
    }
    return success();
  }

  FailureOr<std::vector<FoundValue>> findPrinted(ModuleOp module,
                                                 StringRef name) {
    IRMapping mapping;
    OwningOpRef<Operation *> copy = module->clone(mapping);
    auto copied = cast<ModuleOp>(*copy);
    if (failed(propagate(copied, false)))
      return failure();
    FailureOr<std::vector<FoundValue>> found =
        findValues(copied.lookupSymbol<func::FuncOp>("main"), name);
    if (failed(found))
      return failure();
    for (FoundValue &value : *found)
      if (Value original = originalOf(value.value, mapping))
        value.value = original;
      else
        return emitError(value.value.getLoc(), "a reshard lies as its user "
                                               "wants it: ask about that, "
                                               "got: '")
               << name << "'";
    return found;
  }

  static Value originalOf(Value copy, const IRMapping &mapping) {
    for (auto [original, mapped] : mapping.getValueMap())
      if (mapped == copy)
        return original;
    return {};
  }

  std::vector<FoundValue> asked;
};
} // namespace
