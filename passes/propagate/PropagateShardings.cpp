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

#include "BuildGraph.h"

namespace plait {
#define GEN_PASS_DEF_PROPAGATESHARDINGSPASS
#include "plait/passes/propagate/Passes.h.inc"
} // namespace plait

using namespace mlir;
using namespace plait;

/// The mesh that all shardings of `module` name; without any, the only mesh.
static FailureOr<MeshOp> findMesh(ModuleOp module) {
  MeshOp found;
  bool agree = true;
  auto use = [&](Operation *op, FlatSymbolRefAttr symbol) {
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
  };
  module.walk([&](Operation *op) {
    op->getAttrDictionary().walk([&](ShardingAttr sharding) {
      if (agree)
        use(op, sharding.getMesh());
    });
  });
  if (!agree)
    return failure();
  return found ? found : onlyMesh(module);
}

/// A program without a mesh runs on one device: a mesh without axes.
static MeshOp createMesh(ModuleOp module) {
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  return MeshOp::create(builder, module.getLoc(), builder.getStringAttr("mesh"),
                        MeshAttr::get(module.getContext(), Mesh()));
}

namespace {
struct PropagateShardingsPass
    : plait::impl::PropagateShardingsPassBase<PropagateShardingsPass> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<MeshOp> mesh = findMesh(module);
    if (failed(mesh))
      return signalPassFailure();
    if (!*mesh && hasSeveralMeshes(module))
      return signalPassFailure();
    if (!*mesh)
      mesh = createMesh(module);
    for (auto func : module.getOps<func::FuncOp>())
      if (!func.isDeclaration() && failed(propagate(func, *mesh)))
        return signalPassFailure();
  }

  bool hasSeveralMeshes(ModuleOp module) {
    auto meshes = module.getOps<MeshOp>();
    if (meshes.empty())
      return false;
    module.emitError("a program without shardings must have one mesh, got: ")
        << std::distance(meshes.begin(), meshes.end());
    return true;
  }

  LogicalResult propagate(func::FuncOp func, MeshOp mesh) {
    propagate::FunctionGraph graph;
    graph.graph.mesh = mesh.getValue();
    graph.mesh = FlatSymbolRefAttr::get(mesh.getSymNameAttr());
    if (failed(propagate::buildGraph(func, graph)))
      return failure();
    propagate::Classes classes = propagate::classify(graph.graph);
    propagate::flood(graph.graph, classes);
    propagate::fill(graph.graph, classes, fillShare);
    if (explain)
      propagate::explain(func, graph);
    return propagate::writeShardings(func, graph);
  }
};
} // namespace
