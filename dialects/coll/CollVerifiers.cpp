//===- CollVerifiers.cpp - What makes a collective well formed ------------===//
//
// Labels are those of CollOps.td: all_gather_c1 is constraint C1 of
// coll.all_gather, and of its start form.
//
//===----------------------------------------------------------------------===//
#include "plait/dialects/coll/Coll.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace plait;
using namespace plait::coll;

//===----------------------------------------------------------------------===//
// Shared checks
//===----------------------------------------------------------------------===//

/// What the op gives must be `expected`: the result and the destination, which
/// is there on memrefs and in start forms.
static LogicalResult verifyGiven(CollectiveOpInterface op) {
  ShapedType expected = op.getCollectiveResultType();
  bool onBuffers = isa<MemRefType>(op.getCollectiveOperand().getType());
  Value into = op.getCollectiveDestination();
  if (!into && (onBuffers || op.isStart()))
    return op->emitOpError("must have a destination ('into') on buffers and "
                           "where it is started");
  auto sameShape = [&](Type type) {
    auto shaped = cast<ShapedType>(type);
    return isa<MemRefType>(type) == onBuffers &&
           shaped.getShape() == expected.getShape() &&
           shaped.getElementType() == expected.getElementType();
  };
  if (into && !sameShape(into.getType()))
    return op->emitOpError("destination must be of type ")
           << expected << ", got: " << into.getType();
  if (op.isStart())
    return success();
  if (op->getNumResults() != (onBuffers ? 0 : 1))
    return op->emitOpError("must have one result on tensors and none on "
                           "buffers, got: ")
           << op->getNumResults();
  if (!onBuffers && !sameShape(op->getResult(0).getType()))
    return op->emitOpError("result must be of type ")
           << expected << ", got: " << op->getResult(0).getType();
  return success();
}

static LogicalResult verifyDim(CollectiveOpInterface op, StringRef name,
                               int64_t dim) {
  int64_t rank =
      cast<ShapedType>(op.getCollectiveOperand().getType()).getRank();
  if (dim < 0 || dim >= rank)
    return op->emitOpError("'")
           << name << "' must be in [0, " << rank << "), got: " << dim;
  return success();
}

static LogicalResult verifyCombiner(CollectiveOpInterface op,
                                    Combiner combiner) {
  Type element =
      cast<ShapedType>(op.getCollectiveOperand().getType()).getElementType();
  bool bitwise = combiner == Combiner::And || combiner == Combiner::Or ||
                 combiner == Combiner::Xor;
  if (bitwise && !isa<IntegerType>(element))
    return op->emitOpError("'")
           << str(combiner) << "' must combine integers, got: " << element;
  return success();
}

/// Dimension `dim` must be cut into as many parts as the group has members.
static LogicalResult verifyDivides(CollectiveOpInterface op, StringRef name,
                                   int64_t dim) {
  int64_t extent =
      cast<ShapedType>(op.getCollectiveOperand().getType()).getDimSize(dim);
  int64_t members = groupSize(op, op.getCollectiveGroup());
  if (extent % members != 0)
    return op->emitOpError("dimension '")
           << name << "' must be divisible by the group's " << members
           << " members, got: " << extent;
  return success();
}

//===----------------------------------------------------------------------===//
// Per op: verify() needs no symbol, verifySymbolUses() looks at the mesh
//===----------------------------------------------------------------------===//

static LogicalResult verifyOwn(CollectiveOpInterface) { return success(); }

template <typename Op>
static LogicalResult verifyDimOf(Op op) { // all_gather_c1, reduce_scatter_c1
  return verifyDim(op, "dim", op.getDim());
}
template <typename Op>
static LogicalResult verifyAllToAll(Op op) { // all_to_all_c1
  if (failed(verifyDim(op, "split", op.getSplit())) ||
      failed(verifyDim(op, "concat", op.getConcat())))
    return failure();
  if (op.getSplit() == op.getConcat())
    return op.emitOpError("'split' and 'concat' must differ, got: ")
           << op.getSplit();
  return success();
}
template <typename Op>
static LogicalResult verifyReduceScatter(Op op) {
  return failure(failed(verifyDimOf(op)) || // reduce_scatter_c4
                 failed(verifyCombiner(op, op.getCombiner().getValue())));
}
template <typename Op>
static LogicalResult verifyAllReduce(Op op) { // all_reduce_c3
  return verifyCombiner(op, op.getCombiner().getValue());
}

template <typename Op>
static LogicalResult verifySplitOf(Op op) { // reduce_scatter_c3
  return verifyDivides(op, "dim", op.getDim());
}
template <typename Op>
static LogicalResult verifySplitAllToAll(Op op) { // all_to_all_c3
  return verifyDivides(op, "split", op.getSplit());
}
/// Each of `members` once at most, -1 elsewhere.
static bool isPermutation(ArrayRef<int64_t> sources, int64_t members) {
  SmallVector<bool> used(members, false);
  for (int64_t source : sources) {
    if (source == -1)
      continue;
    if (source < 0 || source >= members || used[source])
      return false;
    used[source] = true;
  }
  return int64_t(sources.size()) == members;
}

template <typename Op>
static LogicalResult verifyPermute(Op op) { // permute_c2, permute_c3
  if (failed(verifyAxes(op, op.getFrom())) ||
      failed(verifyAxes(op, op.getTo())))
    return failure();
  if (op.getFrom().getMesh() != op.getGroup().getMesh() ||
      op.getTo().getMesh() != op.getGroup().getMesh())
    return op.emitOpError("'from', 'to' and the group must name one mesh");
  int64_t members = groupSize(op, op.getGroup());
  int64_t from = groupSize(op, op.getFrom()), to = groupSize(op, op.getTo());
  if (from != members || to != members)
    return op.emitOpError("'from' and 'to' must span the group's ")
           << members << " members, got: " << from << " and " << to;
  if (std::optional<ArrayRef<int64_t>> sources =
          op.getMemberSources()) // permute_c4
    if (!isPermutation(*sources, members))
      return op.emitOpError("'sources' must be -1 or different members for "
                            "each of the group's ")
             << members << " members, got: [" << *sources << "]";
  return success();
}

#define PLAIT_VERIFY(NAME, OWN, SYMBOLS)                                       \
  LogicalResult NAME::verify() { return OWN(*this); }                          \
  LogicalResult NAME::verifySymbolUses(SymbolTableCollection &) {              \
    return failure(failed(verifyAxes(*this, getGroup())) ||                    \
                   failed(SYMBOLS(*this)) || failed(verifyGiven(*this)));      \
  }
#define PLAIT_VERIFY_PAIR(NAME, OWN, SYMBOLS)                                  \
  PLAIT_VERIFY(NAME##Op, OWN, SYMBOLS)                                         \
  PLAIT_VERIFY(NAME##StartOp, OWN, SYMBOLS)

PLAIT_VERIFY_PAIR(AllReduce, verifyAllReduce, verifyOwn)
PLAIT_VERIFY_PAIR(AllGather, verifyDimOf, verifyOwn)
PLAIT_VERIFY_PAIR(ReduceScatter, verifyReduceScatter, verifySplitOf)
PLAIT_VERIFY_PAIR(AllToAll, verifyAllToAll, verifySplitAllToAll)
PLAIT_VERIFY_PAIR(Permute, verifyOwn, verifyPermute)
PLAIT_VERIFY_PAIR(Broadcast, verifyOwn, verifyOwn)

//===----------------------------------------------------------------------===//
// permute: who receives from whom
//===----------------------------------------------------------------------===//

/// Member i of the group stands at some linear coordinate t over `to`; its
/// source is the member whose linear coordinate over `from` is t.
static SmallVector<int64_t> sources(Operation *op, AxesAttr group,
                                    AxesAttr from, AxesAttr to) {
  Mesh mesh = lookupMesh(op, group.getMesh()).getValue();
  SmallVector<AxisRef, 2> fromAxes = from.toValue(mesh),
                          toAxes = to.toValue(mesh);
  SmallVector<int64_t> members = mesh.group(0, group.toValue(mesh));
  SmallVector<int64_t> memberAt(members.size(), -1);
  for (auto [index, place] : llvm::enumerate(members))
    memberAt[mesh.linearCoordinate(place, fromAxes)] = index;
  return llvm::map_to_vector(members, [&](int64_t place) {
    return memberAt[mesh.linearCoordinate(place, toAxes)];
  });
}
template <typename Op>
static SmallVector<int64_t> sourcesOf(Op op) {
  if (std::optional<ArrayRef<int64_t>> given = op.getMemberSources())
    return SmallVector<int64_t>(*given);
  return sources(op, op.getGroup(), op.getFrom(), op.getTo());
}
SmallVector<int64_t> PermuteOp::getSources() { return sourcesOf(*this); }
SmallVector<int64_t> PermuteStartOp::getSources() { return sourcesOf(*this); }

//===----------------------------------------------------------------------===//
// wait, axis_index
//===----------------------------------------------------------------------===//

LogicalResult WaitOp::verify() {
  auto start = getRequest().getDefiningOp<CollectiveOpInterface>();
  bool onBuffers = isa<MemRefType>(getInto().getType());
  // Casts of buffers between start and wait keep the memory: only tensors are
  // compared as values.
  if (!start || !start.isStart() ||
      (!onBuffers && (start.getCollectiveOperand() != getOperand() ||
                      start.getCollectiveDestination() != getInto()))) {
    // wait_c1
    InFlightDiagnostic error = emitOpError(
        "must wait for a start op with the same operand and destination");
    if (start)
      error.attachNote(start.getLoc()) << "the start";
    return error;
  }
  if (onBuffers ? bool(getResult())
                : !getResult() || getResult().getType() != getInto().getType())
    return emitOpError("must give the destination's type on tensors and "
                       "nothing on buffers"); // wait_c2
  return success();
}

LogicalResult AxisIndexOp::verifySymbolUses(SymbolTableCollection &) {
  return verifyAxes(*this, getGroup());
}

// The forms that generated code calls: printers get the op, not needed here.
namespace plait::coll {
static ParseResult parseAxes(OpAsmParser &parser, AxesAttr &axes) {
  return plait::parseAxes(parser, axes);
}
static ParseResult parseCombinerAttr(OpAsmParser &parser,
                                     CombinerAttr &combiner) {
  return plait::parseCombinerAttr(parser, combiner);
}
static void printAxes(OpAsmPrinter &printer, Operation *, AxesAttr axes) {
  plait::printAxes(printer, axes);
}
static void printCombinerAttr(OpAsmPrinter &printer, Operation *,
                              CombinerAttr combiner) {
  plait::printCombinerAttr(printer, combiner);
}
} // namespace plait::coll

#define GET_OP_CLASSES
#include "plait/dialects/coll/CollOps.cpp.inc"
