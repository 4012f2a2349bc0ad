//===- Explain.cpp - Where each axis came from ----------------------------===//
#include "Explain.h"

#include "mlir/IR/Diagnostics.h"

using namespace mlir;

namespace plait::propagate {

std::string text(const Mesh &mesh, llvm::ArrayRef<AxisRef> axes) {
  std::string text = "{";
  for (auto [i, ref] : llvm::enumerate(axes))
    text += (i ? "," : "") + mesh.str(ref);
  return text + "}";
}

static void explainNode(const Graph &graph, int n) {
  const Node &node = graph.nodes[n];
  InFlightDiagnostic remark =
      mlir::emitRemark(node.value.getLoc(), "sharded ")
      << graph.shardingOf(n).closed(graph.mesh).str(graph.mesh);
  for (const Origin &origin : node.origins) {
    remark << "; dimension " << origin.dim << ' '
           << text(graph.mesh, origin.axes()) << " from ";
    if (origin.link < 0) {
      remark << "an annotation";
      continue;
    }
    if (origin.node < 0)
      remark << "work that would be repeated in ";
    remark << graph.links[origin.link].op->getName();
  }
}

/// A contraction that not every axis of the mesh splits.
static void explainRepeated(const Graph &graph, const Link &link) {
  Axes used = axesOf(graph, link);
  if (link.flops == 0 || sizeOf(used) == graph.mesh.numDevices())
    return;
  mlir::emitRemark(link.op->getLoc(), "contraction of ")
      << int64_t(link.flops) << " operations is split by "
      << text(graph.mesh, used)
      << " only: " << graph.mesh.numDevices() / sizeOf(used)
      << " devices repeat each part";
}

void explain(func::FuncOp func, const FunctionGraph &function) {
  const Graph &graph = function.graph;
  for (size_t node = 0; node < graph.nodes.size(); ++node)
    if (graph.nodes[node].value)
      explainNode(graph, node);
  for (const Link &link : graph.links)
    explainRepeated(graph, link);
  mlir::emitRemark(func.getLoc(), "contraction work of all devices is ")
      << int64_t(workShare(graph) * 100 + 0.5) << "% of the program's";
}

} // namespace plait::propagate
