//===- Collectives.cpp - What a local program sends -----------------------===//

#include "plait/analysis/Collectives.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "plait/cost/Collectives.h"
#include "plait/cost/Machine.h"
#include "plait/dialects/coll/Coll.h"
#include "plait/dialects/plait/NodeAxes.h"
#include "plait/placement/Traffic.h"
#include "plait/support/UserLocation.h"
#include <cmath>

using namespace mlir;
using namespace plait;

//===----------------------------------------------------------------------===//
// Trip counts
//===----------------------------------------------------------------------===//

/// The trip count of a counted loop with constant bounds.
static std::optional<int64_t> tripCount(scf::ForOp loop) {
  std::optional<int64_t> lower = getConstantIntValue(loop.getLowerBound());
  std::optional<int64_t> upper = getConstantIntValue(loop.getUpperBound());
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  if (!lower || !upper || !step || *step <= 0)
    return std::nullopt;
  return *upper <= *lower ? 0 : llvm::divideCeil(*upper - *lower, *step);
}

std::optional<int64_t> plait::executions(Operation *op, Operation *root) {
  int64_t count = 1;
  for (Operation *parent = op->getParentOp(); parent && parent != root;
       parent = parent->getParentOp()) {
    if (isa<scf::WhileOp>(parent))
      return std::nullopt;
    auto loop = dyn_cast<scf::ForOp>(parent);
    if (!loop)
      continue;
    std::optional<int64_t> trips = tripCount(loop);
    if (!trips)
      return std::nullopt;
    count *= *trips;
  }
  return count;
}

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

static std::string axisText(AxisRefAttr axis) {
  std::string text = axis.getName().str();
  if (!axis.isWhole())
    text += ":(" + std::to_string(axis.getPre()) + ")" +
            std::to_string(axis.getSize());
  return text;
}

/// Nanoseconds of the kernels between a start and its wait, by prediction.
static int64_t hiddenNs(coll::CollectiveOpInterface op) {
  if (!op.isStart() || !op->getResult(0).hasOneUse())
    return 0;
  Operation *wait = *op->getResult(0).user_begin();
  int64_t ns = 0;
  for (Operation *next = op->getNextNode();
       next && next != wait && wait->getBlock() == op->getBlock();
       next = next->getNextNode())
    next->walk([&](KernelOp kernel) { ns += kernel.getPredictedNs(); });
  return ns;
}

static void predict(coll::CollectiveOpInterface op, CollectiveSite &site) {
  auto type = cast<ShapedType>(op.getCollectiveOperand().getType());
  int64_t bytes =
      type.getNumElements() * coll::elementBytes(type.getElementType());
  double us = 1e6 * collectiveSeconds(coll::stepKind(op), bytes, site.groupSize,
                                      MachineModel().link);
  int64_t count = site.count.value_or(1);
  site.predictedUs = us * count;
  site.exposedUs = std::max(0.0, us - hiddenNs(op) * 1e-3) * count;
}

/// Nodes that the group of `op` lies on; nothing where that is not known.
static std::optional<int64_t> nodesOf(coll::CollectiveOpInterface op) {
  AxesAttr group = op.getCollectiveGroup();
  MeshOp meshOp = lookupMesh(op, group.getMesh());
  std::vector<std::string> leading = nodeAxesOf(meshOp);
  if (leading.empty())
    return std::nullopt;
  Mesh mesh = meshOp.getValue();
  int64_t nodes = 1;
  for (const AxisRef &axis : group.toValue(mesh))
    if (llvm::is_contained(leading, mesh.axes[axis.axis].name))
      nodes *= axis.size;
  return nodes;
}

/// Of one execution. Of a permute's devices the one that receives most.
static Fraction interNodeBytes(coll::CollectiveOpInterface op, int64_t members,
                               int64_t nodes) {
  auto type = cast<ShapedType>(op.getCollectiveOperand().getType());
  int64_t bytes =
      type.getNumElements() * coll::elementBytes(type.getElementType());
  int64_t perNode = members / nodes;
  if (op.getKind() == "broadcast") // each device of a node brings a part
    return nodes > 1 ? Fraction(bytes, perNode) : Fraction(0);
  return receivedFromNodesPerByte(coll::stepKind(op), nodes, perNode) * bytes;
}

static CollectiveSite describe(coll::CollectiveOpInterface op,
                               Operation *root) {
  CollectiveSite site;
  coll::SiteAttr attr = op.getCollectiveSite();
  site.site = attr.getId();
  site.kind = op.getKind().str();
  for (AxisRefAttr axis : op.getCollectiveGroup().getAxes())
    site.axes.push_back(axisText(axis));
  site.groupSize = coll::groupSize(op, op.getCollectiveGroup());
  site.count = executions(op, root);
  double bytes = coll::receivedBytes(op) * site.count.value_or(1);
  site.bytesPerDevice = static_cast<int64_t>(std::ceil(bytes));
  if (std::optional<int64_t> nodes = nodesOf(op))
    site.interNodeBytes = interNodeBytes(op, site.groupSize, *nodes)
                              .ceilTimes(site.count.value_or(1));
  predict(op, site);
  site.reason = attr.getReason().str();
  site.origin = attr.getOrigin().str();
  site.location = userLocation(op->getLoc());
  return site;
}

std::vector<CollectiveSite> plait::listCollectives(Operation *root) {
  std::vector<CollectiveSite> sites;
  root->walk([&](coll::CollectiveOpInterface op) {
    sites.push_back(describe(op, root));
  });
  llvm::stable_sort(sites,
                    [](const CollectiveSite &a, const CollectiveSite &b) {
                      return a.site < b.site;
                    });
  return sites;
}
