//===- VerifyFlights.cpp - Nobody touches a buffer in flight --------------===//
//
// Between the start of a collective and its wait, nothing may write what is
// being sent, and nothing may touch where it goes. On tensors that is so by
// construction; this looks at the bytes that the arena's plan gave, and knows
// nothing of how it was made.
//
// What moves has no gaps: the runtime takes a pointer and a count.
//
// Only what is certain is an error: places that are known, of buffers that lie
// dense enough to meet.
//
//===----------------------------------------------------------------------===//
#include "VerifyFlights.h"
#include "Views.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "plait/dialects/coll/Coll.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace plait;
using namespace plait::codegen;

namespace {
/// The bytes of a buffer, from the start of `root`.
struct Place {
  Value root;
  int64_t begin = 0, end = 0;
  int64_t gap = 0; // the longest step between neighbours; 0 without gaps
};

struct Access {
  Value buffer;
  bool writes = false;
};
} // namespace

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// What a buffer is a part of: an argument, or a `memref.view` of the arena.
static Value baseOf(Value buffer) {
  while (Operation *op = buffer.getDefiningOp()) {
    if (!isView(op) || isa<memref::ViewOp>(op))
      break;
    buffer = op->getOperand(0);
  }
  return buffer;
}

/// Nothing where it is known when the program runs only.
static std::optional<Place> placeOf(Value buffer) {
  auto type = dyn_cast<MemRefType>(buffer.getType());
  llvm::SmallVector<int64_t> strides;
  int64_t offset = 0;
  if (!type || !type.hasStaticShape() || type.getNumElements() == 0 ||
      failed(type.getStridesAndOffset(strides, offset)) ||
      ShapedType::isDynamic(offset) ||
      llvm::any_of(strides, ShapedType::isDynamic))
    return std::nullopt;
  Place place;
  place.root = baseOf(buffer);
  int64_t shift = 0;
  if (auto view = place.root.getDefiningOp<memref::ViewOp>()) {
    APInt constant;
    if (!matchPattern(view.getByteShift(), m_ConstantInt(&constant)))
      return std::nullopt;
    shift = constant.getSExtValue();
    place.root = view.getSource();
  }
  int64_t bytes = coll::elementBytes(type.getElementType());
  int64_t last = 0;
  for (auto [size, stride] : llvm::zip(type.getShape(), strides)) {
    last += (size - 1) * stride;
    if (size > 1)
      place.gap = std::max(place.gap, stride * bytes);
  }
  place.begin = shift + offset * bytes;
  place.end = place.begin + (last + 1) * bytes;
  if (last + 1 == type.getNumElements())
    place.gap = 0;
  return place;
}

/// Whether an access surely meets a buffer in flight, which has no gaps.
static bool meets(const Place &flight, const Place &access) {
  int64_t common =
      std::min(flight.end, access.end) - std::max(flight.begin, access.begin);
  return flight.root == access.root && flight.gap == 0 && common > 0 &&
         common >= access.gap;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

namespace {
/// What ops read and write; functions are looked into once.
class Accesses {
public:
  /// Calls `visit` for what `op` itself reads and writes; of a call, what the
  /// function does to its arguments.
  void forEach(Operation *op, llvm::function_ref<void(Access)> visit);

private:
  /// Which arguments a function reads and writes.
  using Summary = llvm::SmallSetVector<std::pair<unsigned, unsigned>, 8>;
  const Summary &summaryOf(func::FuncOp function);

  llvm::DenseMap<Operation *, Summary> summaries;
};
} // namespace

const Accesses::Summary &Accesses::summaryOf(func::FuncOp function) {
  auto known = summaries.find(function);
  if (known != summaries.end())
    return known->second;
  Summary summary;
  function.walk([&](Operation *op) {
    forEach(op, [&](Access access) {
      auto argument = dyn_cast<BlockArgument>(viewRoot(access.buffer));
      if (argument && argument.getOwner() == &function.getBody().front())
        summary.insert({argument.getArgNumber(), unsigned(access.writes)});
    });
  });
  return summaries[function] = summary;
}

void Accesses::forEach(Operation *op, llvm::function_ref<void(Access)> visit) {
  if (auto collective = dyn_cast<coll::CollectiveOpInterface>(op)) {
    visit({collective.getCollectiveOperand(), false});
    if (Value destination = collective.getCollectiveDestination())
      visit({destination, true});
    return;
  }
  if (auto call = dyn_cast<func::CallOp>(op)) {
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        op, call.getCalleeAttr());
    if (callee && !callee.isDeclaration())
      for (auto [argument, writes] : Summary(summaryOf(callee)))
        visit({call.getOperand(argument), writes != 0});
    return;
  }
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effects)
    return;
  llvm::SmallVector<MemoryEffects::EffectInstance> all;
  effects.getEffects(all);
  for (const MemoryEffects::EffectInstance &effect : all)
    if (effect.getValue() &&
        isa<MemoryEffects::Read, MemoryEffects::Write>(effect.getEffect()))
      visit({effect.getValue(), isa<MemoryEffects::Write>(effect.getEffect())});
}

//===----------------------------------------------------------------------===//
// Flights
//===----------------------------------------------------------------------===//

static LogicalResult reject(Operation *user, bool isSent, Operation *start) {
  InFlightDiagnostic error =
      isSent ? user->emitOpError("must not write a buffer that is being sent")
             : user->emitOpError("must not touch a buffer that is being "
                                 "received");
  error << " before the wait";
  error.attachNote(start->getLoc()) << "the start";
  return error;
}

static LogicalResult verifyFlight(coll::CollectiveOpInterface start,
                                  Accesses &accesses) {
  Operation *wait = nullptr;
  for (Operation *user : start->getResult(0).getUsers())
    if (isa<coll::WaitOp>(user) && user->getBlock() == start->getBlock())
      wait = user;
  if (!wait)
    return success(); // `overlap` answers for that
  std::optional<Place> sent = placeOf(start.getCollectiveOperand());
  std::optional<Place> received = placeOf(start.getCollectiveDestination());
  for (Operation *op = start->getNextNode(); op && op != wait;
       op = op->getNextNode()) {
    WalkResult result = op->walk([&](Operation *user) {
      bool failed = false;
      accesses.forEach(user, [&](Access access) {
        std::optional<Place> place = placeOf(access.buffer);
        if (failed || !place)
          return;
        bool isSent = access.writes && sent && meets(*sent, *place);
        if (isSent || (received && meets(*received, *place))) {
          (void)reject(user, isSent, start);
          failed = true;
        }
      });
      return failed ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (result.wasInterrupted())
      return failure();
  }
  return success();
}

/// The runtime takes a pointer and a count.
static LogicalResult verifyGaps(coll::CollectiveOpInterface op) {
  for (Value buffer :
       {op.getCollectiveOperand(), op.getCollectiveDestination()})
    if (std::optional<Place> place =
            buffer ? placeOf(buffer) : std::optional<Place>();
        place && place->gap != 0)
      return op->emitOpError("must move a buffer without gaps, got: ")
             << buffer.getType();
  return success();
}

LogicalResult plait::codegen::verifyFlights(ModuleOp module) {
  Accesses accesses;
  WalkResult result = module.walk([&](coll::CollectiveOpInterface op) {
    if (failed(verifyGaps(op)) ||
        (op.isStart() && failed(verifyFlight(op, accesses))))
      return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
