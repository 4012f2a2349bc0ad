//===- CollInterfaces.cpp - What all collectives share --------------------===//

#include "plait/dialects/coll/Coll.h"

#include "mlir/IR/Builders.h"
#include "plait/sharding/Reshard.h"

using namespace mlir;
using namespace plait;
using namespace plait::coll;

#include "plait/dialects/coll/CollInterfaces.cpp.inc"

//===----------------------------------------------------------------------===//
// Groups and bytes
//===----------------------------------------------------------------------===//

int64_t coll::groupSize(Operation *from, AxesAttr axes) {
  MeshOp mesh = lookupMesh(from, axes.getMesh());
  return mesh ? sizeOf(axes.toValue(mesh.getValue())) : 1;
}

int64_t coll::elementBytes(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return 2 * elementBytes(complex.getElementType());
  if (isa<IndexType>(type))
    return 8;
  return type.isIntOrFloat() ? llvm::divideCeil(type.getIntOrFloatBitWidth(), 8)
                             : 0;
}

StepKind coll::stepKind(CollectiveOpInterface op) {
  StringRef kind = op.getKind();
  if (kind == "all_reduce")
    return StepKind::AllReduce;
  if (kind == "all_gather")
    return StepKind::AllGather;
  if (kind == "reduce_scatter")
    return StepKind::ReduceScatter;
  return kind == "all_to_all" ? StepKind::AllToAll : StepKind::Permute;
}

double coll::receivedBytes(CollectiveOpInterface op) {
  auto type = cast<ShapedType>(op.getCollectiveOperand().getType());
  int64_t bytes = type.getNumElements() * elementBytes(type.getElementType());
  int64_t members = groupSize(op, op.getCollectiveGroup());
  return members <= 1
             ? 0
             : plait::receivedBytes(stepKind(op), bytes, members);
}

//===----------------------------------------------------------------------===//
// The interface, one set of methods per op
//===----------------------------------------------------------------------===//

/// `type` with dimension `dim` scaled by times / over.
static ShapedType scaled(ShapedType type, int64_t dim, int64_t times,
                         int64_t over) {
  SmallVector<int64_t> shape(type.getShape());
  if (dim >= 0 && dim < static_cast<int64_t>(shape.size()))
    shape[dim] = shape[dim] * times / over;
  return type.clone(shape);
}

static ShapedType shaped(Value value) {
  return cast<ShapedType>(value.getType());
}

#define PLAIT_COLLECTIVE(OP, KIND, START)                                      \
  StringRef OP::getKind() { return KIND; }                                     \
  bool OP::isStart() { return START; }                                         \
  SiteAttr OP::getCollectiveSite() { return getSite(); }                       \
  AxesAttr OP::getCollectiveGroup() { return getGroup(); }                     \
  Value OP::getCollectiveOperand() { return getOperand(); }                    \
  Value OP::getCollectiveDestination() { return getInto(); }

#define PLAIT_COLLECTIVE_PAIR(NAME, KIND, RESULT)                              \
  PLAIT_COLLECTIVE(NAME##Op, KIND, false)                                      \
  PLAIT_COLLECTIVE(NAME##StartOp, KIND, true)                                  \
  ShapedType NAME##Op::getCollectiveResultType() { return RESULT; }            \
  ShapedType NAME##StartOp::getCollectiveResultType() { return RESULT; }

PLAIT_COLLECTIVE_PAIR(AllReduce, "all_reduce",
                      shaped(getOperand()))
PLAIT_COLLECTIVE_PAIR(AllGather, "all_gather",
                      scaled(shaped(getOperand()), getDim(),
                             groupSize(*this, getGroup()), 1))
PLAIT_COLLECTIVE_PAIR(ReduceScatter, "reduce_scatter",
                      scaled(shaped(getOperand()), getDim(), 1,
                             groupSize(*this, getGroup())))
PLAIT_COLLECTIVE_PAIR(AllToAll, "all_to_all",
                      scaled(scaled(shaped(getOperand()), getSplit(), 1,
                                    groupSize(*this, getGroup())),
                             getConcat(), groupSize(*this, getGroup()), 1))
PLAIT_COLLECTIVE_PAIR(Permute, "collective_permute",
                      shaped(getOperand()))
PLAIT_COLLECTIVE_PAIR(Broadcast, "broadcast",
                      shaped(getOperand()))
