//===- SdyCollectives.cpp - What must hold of collectives -----------------===//
//
// Each op is checked by an equation between the sharding of its operand, if
// that is known, the op's axes, and `out_sharding`. Lists of axes are compared
// after joining neighbouring parts of one axis.
//
//===----------------------------------------------------------------------===//

#include "plait/dialects/input/sdy/Sdy.h"

#include "Axes.h"

using namespace mlir;
using namespace plait::sdy;

using Axes = SmallVector<AxisRefAttr>;
using AxesPerDim = SmallVector<Axes>;

namespace {
/// What the collectives have in common.
struct Collective {
  explicit Collective(Operation *op)
      : op(op), type(cast<RankedTensorType>(op->getResult(0).getType())),
        out(getSharding(op->getResult(0))), in(getSharding(op->getOperand(0))),
        mesh(out.getMeshAt(op)) {}

  LogicalResult verifyOut();
  LogicalResult verifyAxes(ArrayRef<AxisRefAttr> axes);
  LogicalResult verifyAxesPerDim(const AxesPerDim &lists);
  LogicalResult verifyInMesh();
  LogicalResult verifyDims(const AxesPerDim &addedIn,
                           const AxesPerDim &addedOut);
  LogicalResult verifyUnreduced(ArrayRef<AxisRefAttr> addedIn,
                                ArrayRef<AxisRefAttr> addedOut);
  LogicalResult verifyReduced(ArrayRef<AxisRefAttr> axes, ReductionKind kind);

  AxesPerDim none() const { return AxesPerDim(type.getRank()); }

  Operation *op;
  RankedTensorType type;
  TensorShardingAttr out, in;
  MeshAttr mesh;
};
} // namespace

static std::string toString(ArrayRef<AxisRefAttr> axes) {
  std::string text = "{";
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(axes, os,
                        [&](AxisRefAttr axis) { printAxis(os, axis); });
  return text + "}";
}

/// The axes of dimension `index`; a sharding on one device has no dimensions.
static ArrayRef<AxisRefAttr> getDimAxes(TensorShardingAttr sharding,
                                        size_t index) {
  if (index >= sharding.getDimShardings().size())
    return {};
  return sharding.getDimShardings()[index].getAxes();
}

static AxesPerDim toLists(ListOfAxisRefListsAttr attr) {
  AxesPerDim lists;
  for (AxisRefListAttr list : attr.getValue())
    lists.emplace_back(list.getValue());
  return lists;
}

static Axes flatten(const AxesPerDim &lists) {
  Axes axes;
  for (const Axes &list : lists)
    llvm::append_range(axes, list);
  return axes;
}

//===----------------------------------------------------------------------===//
// Parts of the check
//===----------------------------------------------------------------------===//

LogicalResult Collective::verifyOut() {
  if (!mesh)
    return op->emitOpError("'out_sharding': the mesh must be defined by a "
                           "sdy.mesh, got: ")
           << out.getMesh();
  return verifySharding(out, type, op,
                        [&] { return op->emitOpError("'out_sharding': "); });
}

LogicalResult Collective::verifyAxes(ArrayRef<AxisRefAttr> axes) {
  auto emitError = [&] { return op->emitOpError("axes: "); };
  for (AxisRefAttr axis : axes) // collective_c1
    if (failed(verifyAxis(axis, mesh, emitError)))
      return failure();
  return verifyNoOverlap(axes, emitError);
}

LogicalResult Collective::verifyAxesPerDim(const AxesPerDim &lists) {
  if (static_cast<int64_t>(lists.size()) != type.getRank()) // collective_c1
    return op->emitOpError("there must be one list of axes per dimension, of "
                           "which ")
           << type << " has " << type.getRank() << ", got: " << lists.size();
  return verifyAxes(flatten(lists));
}

LogicalResult Collective::verifyInMesh() {
  if (!in)
    return success();
  MeshAttr inMesh = in.getMeshAt(op);
  if (!inMesh || inMesh == mesh) // An undefined mesh is reported where it is.
    return success();
  // A permutation may also change the order of devices.
  if (isa<CollectivePermuteOp>(op) && inMesh.getAxes() == mesh.getAxes())
    return success();
  return op->emitOpError("operand and result must be on one mesh, got: ")
         << inMesh << " and " << mesh; // collective_c2
}

/// The operand's axes and `addedIn` are the result's and `addedOut`.
LogicalResult Collective::verifyDims(const AxesPerDim &addedIn,
                                     const AxesPerDim &addedOut) {
  if (!in)
    return success();
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    Axes before(getDimAxes(in, dim)), after(getDimAxes(out, dim));
    llvm::append_range(before, addedIn[dim]);
    llvm::append_range(after, addedOut[dim]);
    if (mergeAxes(before, mesh) != mergeAxes(after, mesh)) // collective_c3
      return op->emitOpError("'out_sharding' must be the operand's sharding ")
             << "after the op, which takes dimension " << dim << " from "
             << toString(getDimAxes(in, dim))
             << ", got: " << toString(getDimAxes(out, dim));
  }
  return success();
}

/// The same for the axes along which the values are unreduced.
LogicalResult Collective::verifyUnreduced(ArrayRef<AxisRefAttr> addedIn,
                                          ArrayRef<AxisRefAttr> addedOut) {
  if (!in)
    return success();
  Axes before(in.getUnreducedAxes()), after(out.getUnreducedAxes());
  llvm::append_range(before, addedIn);
  llvm::append_range(after, addedOut);
  if (mergeAxisSet(before, mesh) == mergeAxisSet(after, mesh))
    return success();
  return op->emitOpError("'out_sharding' must be the operand's sharding ")
         << "after the op, which takes unreduced axes from "
         << toString(in.getUnreducedAxes())
         << ", got: " << toString(out.getUnreducedAxes()); // collective_c3
}

/// `axes` are reduced by `kind`. An operand need not be marked as unreduced
/// along them: older text reduces what merely differs between devices.
LogicalResult Collective::verifyReduced(ArrayRef<AxisRefAttr> axes,
                                        ReductionKind kind) {
  if (!in)
    return success();
  Axes marked;
  for (AxisRefAttr axis : axes)
    if (llvm::any_of(in.getUnreducedAxes(), [&](AxisRefAttr unreduced) {
          return overlap(axis, unreduced);
        }))
      marked.push_back(axis);
  if (!marked.empty() && kind != in.getUnreducedKind()) // c4
    return op->emitOpError("axes that are unreduced by ")
           << stringifyReductionKind(in.getUnreducedKind())
           << " must be reduced so, got: " << stringifyReductionKind(kind);
  return verifyUnreduced({}, marked);
}

//===----------------------------------------------------------------------===//
// The ops
//===----------------------------------------------------------------------===//

LogicalResult AllGatherOp::verify() {
  Collective collective(*this);
  AxesPerDim axes = toLists(getGatheringAxes());
  if (failed(collective.verifyOut()) ||
      failed(collective.verifyAxesPerDim(axes)) ||
      failed(collective.verifyInMesh()) ||
      failed(collective.verifyDims(collective.none(), axes)))
    return failure();
  return collective.verifyUnreduced({}, {});
}

LogicalResult AllSliceOp::verify() {
  Collective collective(*this);
  AxesPerDim axes = toLists(getSlicingAxes());
  if (failed(collective.verifyOut()) ||
      failed(collective.verifyAxesPerDim(axes)) ||
      failed(collective.verifyInMesh()) ||
      failed(collective.verifyDims(axes, collective.none())))
    return failure();
  return collective.verifyUnreduced({}, {});
}

/// The moves, as what dimensions lose and gain.
static LogicalResult getMoves(AllToAllOp op, AxesPerDim &lost,
                              AxesPerDim &gained) {
  int64_t rank = lost.size();
  llvm::SmallDenseSet<int64_t> moved;
  for (AllToAllParamAttr move : op.getParams().getValue()) {
    int64_t from = move.getSrcDim(), to = move.getTgtDim();
    if (move.getAxes().empty()) // all_to_all_c4
      return op.emitOpError("a move must have axes, got: {}: ")
             << from << "->" << to;
    if (from < 0 || from >= rank || to < 0 || to >= rank || from == to)
      return op.emitOpError("a move must be between two dimensions in [0, ")
             << rank << "), got: " << from << "->" << to;
    for (int64_t dim : {from, to})
      if (!moved.insert(dim).second) // all_to_all_c5
        return op.emitOpError("a dimension must be in one move, got: ")
               << dim << " in two";
    llvm::append_range(lost[from], move.getAxes());
    llvm::append_range(gained[to], move.getAxes());
  }
  return success();
}

LogicalResult AllToAllOp::verify() {
  Collective collective(*this);
  AxesPerDim lost = collective.none(), gained = collective.none();
  if (failed(collective.verifyOut()) || failed(getMoves(*this, lost, gained)) ||
      failed(collective.verifyAxesPerDim(lost)) ||
      failed(collective.verifyInMesh()) ||
      failed(collective.verifyDims(gained, lost)))
    return failure();
  return collective.verifyUnreduced({}, {});
}

LogicalResult CollectivePermuteOp::verify() {
  Collective collective(*this);
  if (failed(collective.verifyOut()) || failed(collective.verifyInMesh()))
    return failure();
  TensorShardingAttr in = collective.in, out = collective.out;
  if (!in)
    return success();
  auto countParts = [&](TensorShardingAttr sharding, int64_t dim) {
    int64_t parts = 1;
    for (AxisRefAttr axis : getDimAxes(sharding, dim))
      parts *= axis.getSize(collective.mesh);
    return parts;
  };
  for (int64_t dim = 0; dim < collective.type.getRank(); ++dim)
    if (countParts(in, dim) != countParts(out, dim)) // collective_permute_c4
      return emitOpError("dimension ")
             << dim << " must keep its " << countParts(in, dim)
             << " parts, got: " << countParts(out, dim);
  return success();
}

LogicalResult AllReduceOp::verify() {
  Collective collective(*this);
  ArrayRef<AxisRefAttr> axes = getReductionAxes().getValue();
  if (failed(collective.verifyOut()) || failed(collective.verifyAxes(axes)) ||
      failed(collective.verifyInMesh()) ||
      failed(collective.verifyDims(collective.none(), collective.none())))
    return failure();
  // What is split along an axis has nothing to reduce along it.
  Axes used(axes);
  for (DimensionShardingAttr dim : getOutSharding().getDimShardings())
    llvm::append_range(used, dim.getAxes());
  if (failed(verifyNoOverlap(used, [&] {
        return emitOpError("axes of dimensions and of the reduction: ");
      })))
    return failure();
  return collective.verifyReduced(
      axes, getReductionKind().value_or(ReductionKind::SUM));
}

LogicalResult ReduceScatterOp::verify() {
  Collective collective(*this);
  AxesPerDim axes = toLists(getReduceScatterAxes());
  if (failed(collective.verifyOut()) ||
      failed(collective.verifyAxesPerDim(axes)) ||
      failed(collective.verifyInMesh()) ||
      failed(collective.verifyDims(axes, collective.none())))
    return failure();
  return collective.verifyReduced(
      flatten(axes), getReductionKind().value_or(ReductionKind::SUM));
}

LogicalResult ReplicatedToUnreducedOp::verify() {
  Collective collective(*this);
  ArrayRef<AxisRefAttr> axes = getAxes().getValue();
  if (failed(collective.verifyOut()) || failed(collective.verifyAxes(axes)) ||
      failed(collective.verifyInMesh()) ||
      failed(collective.verifyDims(collective.none(), collective.none())))
    return failure();
  return collective.verifyUnreduced(axes, {});
}

LogicalResult ShardedToUnreducedOp::verify() {
  Collective collective(*this);
  AxesPerDim axes = toLists(getAxes());
  if (failed(collective.verifyOut()) ||
      failed(collective.verifyAxesPerDim(axes)) ||
      failed(collective.verifyInMesh()) ||
      failed(collective.verifyDims(collective.none(), axes)))
    return failure();
  return collective.verifyUnreduced(flatten(axes), {});
}
