//===- VerifyCollectives.cpp - Rules of ops between devices ---------------===//
//
// Labels `<op>_cN` are those of the constraints in StablehloCollectiveOps.td.
//
//===----------------------------------------------------------------------===//

#include "VerifyHelpers.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;
using namespace plait::stablehlo;

//===----------------------------------------------------------------------===//
// Groups and channels
//===----------------------------------------------------------------------===//

/// Rows of different devices, -1 only at the end of a row. Groups that are axes
/// of a mesh are resolved where the mesh is known.
static LogicalResult checkGroups(Operation *op, Attribute attr) {
  auto groups = dyn_cast<DenseIntElementsAttr>(attr);
  if (!groups)
    return success();
  if (groups.getType().getRank() != 2)
    return op->emitOpError("'replica_groups' must have rank 2, got: ")
           << groups.getType();
  int64_t columns = groups.getType().getDimSize(1);
  llvm::SmallSet<int64_t, 16> seen;
  bool filled = true; // since the last row began
  for (auto [i, device] : llvm::enumerate(groups.getValues<int64_t>())) {
    filled = i % columns == 0 || filled;
    bool valid =
        device == -1 || (device >= 0 && filled && seen.insert(device).second);
    if (!valid)
      return op->emitOpError("'replica_groups' must be rows of different "
                             "devices, -1 at a row's end, got: ")
             << device << " in row " << i / columns;
    filled = device != -1;
  }
  return success();
}

/// The size of the groups, if all have one that is known.
static std::optional<int64_t> groupSize(Attribute attr) {
  auto groups = dyn_cast<DenseIntElementsAttr>(attr);
  if (!groups || groups.getType().getRank() != 2 ||
      groups.getNumElements() == 0 ||
      llvm::is_contained(groups.getValues<int64_t>(), -1))
    return std::nullopt;
  return groups.getType().getDimSize(1);
}

/// Ids count over replicas and partitions only on a channel.
template <typename OpTy>
static LogicalResult checkGlobalIds(OpTy op) {
  std::optional<ChannelHandleAttr> channel = op.getChannelHandle();
  int64_t handle = channel ? channel->getHandle() : 0;
  if (!op.getUseGlobalDeviceIds() || handle > 0)
    return success();
  return op.emitOpError("'use_global_device_ids' must come with a positive "
                        "channel handle, got: ")
         << handle;
}

/// The body combines two scalars of each operand's element type.
static LogicalResult checkComputation(Operation *op, Region &body,
                                      ValueRange operands) {
  for (Value operand : operands) {
    Type scalar = scalarOf(tensorOf(operand).getElementType());
    if (failed(checkBody(op, "computation", body, {scalar, scalar}, {scalar})))
      return failure();
  }
  return success();
}

/// One result per operand, of its type after `change` of its shape.
template <typename Change>
static LogicalResult checkResults(Operation *op, Change change) {
  SmallVector<Type> expected;
  for (Value operand : op->getOperands()) {
    RankedTensorType type = tensorOf(operand);
    Shape shape(type.getShape());
    change(shape);
    expected.push_back(RankedTensorType::get(shape, type.getElementType()));
  }
  return checkTypes(op, "results", op->getResultTypes(), expected);
}

static LogicalResult checkDimOfAll(Operation *op, StringRef name, int64_t dim) {
  for (Value operand : op->getOperands())
    if (failed(checkDim(op, name, dim, tensorOf(operand).getRank())))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

LogicalResult AllReduceOp::verify() {
  if (failed(checkGroups(*this, getReplicaGroups())) || // all_reduce_c1
      failed(checkGlobalIds(*this)) ||                  // all_reduce_c2
      failed(checkComputation(*this, getComputation(), getOperands())))
    return failure();                         // all_reduce_c3
  return checkResults(*this, [](Shape &) {}); // all_reduce_c4
}

LogicalResult AllGatherOp::verify() {
  int64_t dim = getAllGatherDim();
  if (failed(checkGroups(*this, getReplicaGroups())) || // all_gather_c1
      failed(checkGlobalIds(*this)) ||                  // all_gather_c2
      failed(checkDimOfAll(*this, "all_gather_dim", dim)))
    return failure(); // all_gather_c3
  std::optional<int64_t> size = groupSize(getReplicaGroups());
  return checkResults(*this, [&](Shape &shape) { // all_gather_c4
    bool known = size && isKnown(shape[dim]);
    shape[dim] = known ? shape[dim] * *size : ShapedType::kDynamic;
  });
}

LogicalResult ReduceScatterOp::verify() {
  int64_t dim = getScatterDimension();
  if (failed(checkGroups(*this, getReplicaGroups())) || // reduce_scatter_c1
      failed(checkGlobalIds(*this)) ||                  // reduce_scatter_c2
      failed(checkDimOfAll(*this, "scatter_dimension", dim)) || // _c3
      failed(checkComputation(*this, getComputation(), getOperand())))
    return failure(); // reduce_scatter_c4
  std::optional<int64_t> size = groupSize(getReplicaGroups());
  int64_t whole = getOperand().getType().getDimSize(dim);
  if (size && isKnown(whole) && whole % *size != 0) // reduce_scatter_c5
    return emitOpError("the group size must divide dimension ")
           << dim << " (" << whole << "), got: " << *size;
  return checkResults(*this, [&](Shape &shape) {
    bool known = size && isKnown(whole);
    shape[dim] = known ? whole / *size : ShapedType::kDynamic;
  });
}

LogicalResult AllToAllOp::verify() {
  int64_t split = getSplitDimension(), concat = getConcatDimension();
  int64_t count = getSplitCount();
  if (failed(checkGroups(*this, getReplicaGroups())) || // all_to_all_c1
      failed(checkDimOfAll(*this, "split_dimension", split)) ||
      failed(checkDimOfAll(*this, "concat_dimension", concat)))
    return failure();                                         // _c2
  if (failed(checkAtLeast(*this, "split_count", {count}, 1))) // _c3
    return failure();
  for (Value operand : getOperands()) {
    int64_t size = tensorOf(operand).getDimSize(split);
    if (isKnown(size) && size % count != 0) // all_to_all_c3
      return emitOpError("'split_count' must divide dimension ")
             << split << " (" << size << "), got: " << count;
  }
  std::optional<int64_t> group = groupSize(getReplicaGroups());
  if (group && *group != count) // all_to_all_c4
    return emitOpError("'split_count' must be the size of the groups (")
           << *group << "), got: " << count;
  return checkResults(*this, [&](Shape &shape) { // all_to_all_c5
    if (isKnown(shape[split]))
      shape[split] /= count;
    if (isKnown(shape[concat]))
      shape[concat] *= count;
  });
}

LogicalResult CollectivePermuteOp::verify() { // collective_permute_c1
  DenseIntElementsAttr pairs = getSourceTargetPairs();
  ArrayRef<int64_t> shape = pairs.getType().getShape();
  if (shape.size() != 2 || shape[1] != 2)
    return emitOpError("'source_target_pairs' must have the shape Nx2, got: ")
           << pairs.getType();
  llvm::SmallSet<int64_t, 16> seen[2];
  for (auto [i, device] : llvm::enumerate(pairs.getValues<int64_t>()))
    if (device < 0 || !seen[i % 2].insert(device).second)
      return emitOpError("'source_target_pairs' must have different ")
             << (i % 2 ? "targets" : "sources") << " from 0, got: " << device
             << (device < 0 ? "" : " twice");
  return success();
}

LogicalResult CollectiveBroadcastOp::verify() { // collective_broadcast_c1
  return checkGroups(*this, getReplicaGroups());
}

LogicalResult CrossReplicaSumOp::verify() { // cross-replica-sum_c1
  return checkGroups(*this, getReplicaGroups());
}

//===----------------------------------------------------------------------===//
// Asynchronous form
//===----------------------------------------------------------------------===//

LogicalResult AsyncStartOp::verify() { // async_start_c1
  auto future = cast<FutureType>(getResult().getType());
  return checkBody(*this, "body", getBody(), getOperandTypes(),
                   future.getTypes());
}

LogicalResult AsyncDoneOp::verify() { // async_done_c1
  auto future = cast<FutureType>(getFuture().getType());
  return checkTypes(*this, "results", getResultTypes(), future.getTypes());
}
