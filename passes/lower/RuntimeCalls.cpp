//===- RuntimeCalls.cpp - Collectives and products as calls ---------------===//
//
// Before: coll.all_reduce %x into %d sum over @mesh["data"] ...
// After:  %s = llvm.call @plait_all_reduce(%context, 0, 3, 11, 0, %px, %pd, 32)
//         cpu.check %s
//
// Buffers become pointers here, after the arena is planned: no pass that reads
// lifetimes runs later.
//
//===----------------------------------------------------------------------===//
#include "RuntimeCalls.h"

#include "GemmWrapper.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "plait/dialects/coll/Coll.h"
#include "plait/dialects/cpu/Cpu.h"
#include "plait/runtime/abi.h"

using namespace mlir;
using namespace plait;
using namespace plait::lower;

//===----------------------------------------------------------------------===//
// Names of abi.h
//===----------------------------------------------------------------------===//

/// The plait_dtype of `type`; integers are signed unless `isUnsigned`.
static std::optional<int32_t> dtypeOf(Type type, bool isUnsigned) {
  if (type.isF16())
    return PLAIT_F16;
  if (type.isBF16())
    return PLAIT_BF16;
  if (type.isF32())
    return PLAIT_F32;
  if (type.isF64())
    return PLAIT_F64;
  if (auto complex = dyn_cast<ComplexType>(type)) {
    if (complex.getElementType().isF32())
      return PLAIT_C64;
    if (complex.getElementType().isF64())
      return PLAIT_C128;
  }
  if (!isa<IntegerType>(type))
    return std::nullopt;
  switch (type.getIntOrFloatBitWidth()) {
  case 1:
    return PLAIT_BOOL;
  case 8:
    return isUnsigned ? PLAIT_U8 : PLAIT_I8;
  case 16:
    return isUnsigned ? PLAIT_U16 : PLAIT_I16;
  case 32:
    return isUnsigned ? PLAIT_U32 : PLAIT_I32;
  case 64:
    return isUnsigned ? PLAIT_U64 : PLAIT_I64;
  default:
    return std::nullopt;
  }
}

/// The plait_combiner of `combiner`; none for those the runtime lacks.
static std::optional<int32_t> combinerOf(Combiner combiner) {
  switch (combiner) {
  case Combiner::Sum:
    return PLAIT_SUM;
  case Combiner::Prod:
    return PLAIT_PROD;
  case Combiner::Max:
  case Combiner::UMax:
    return PLAIT_MAX;
  case Combiner::Min:
  case Combiner::UMin:
    return PLAIT_MIN;
  case Combiner::And:
    return PLAIT_AND;
  case Combiner::Or:
    return PLAIT_OR;
  case Combiner::Xor:
    return PLAIT_XOR;
  default:
    return std::nullopt;
  }
}

/// The combiner of a collective that has one.
static std::optional<Combiner> combinerOf(Operation *op) {
  auto attribute = op->getAttrOfType<CombinerAttr>("combiner");
  return attribute ? std::optional(attribute.getValue()) : std::nullopt;
}

namespace {
/// Builds the calls of one step.
class Caller {
public:
  Caller(LLVM::LLVMFuncOp step, GroupTable &groups)
      : step(step), module(step->getParentOfType<ModuleOp>()),
        builder(step.getContext()), groups(groups),
        pointer(LLVM::LLVMPointerType::get(step.getContext())) {}

  LogicalResult replace(Operation *op) {
    builder.setInsertionPoint(op);
    loc = op->getLoc();
    if (auto collective = dyn_cast<coll::CollectiveOpInterface>(op))
      return replaceCollective(collective);
    if (auto wait = dyn_cast<coll::WaitOp>(op)) {
      check(call("plait_wait", builder.getI32Type(),
                 {context(), requests.lookup(wait.getRequest())}));
      waits.push_back(op);
      return success();
    }
    if (auto index = dyn_cast<coll::AxisIndexOp>(op)) {
      Value value = call("plait_axis_index", builder.getI64Type(),
                         {context(), i32(groups.indexOf(index.getGroup()))});
      op->replaceAllUsesWith(
          ValueRange{arith::IndexCastOp::create(builder, loc,
                                                builder.getIndexType(), value)
                         .getResult()});
      op->erase();
      return success();
    }
    if (auto gemm = dyn_cast<cpu::GemmOp>(op)) {
      LLVM::LLVMFuncOp wrapper = gemmWrapper(module, gemm);
      check(LLVM::CallOp::create(builder, loc, wrapper,
                                 ValueRange{context(), pointerTo(gemm.getA()),
                                            pointerTo(gemm.getB()),
                                            pointerTo(gemm.getC())})
                .getResult());
      op->erase();
    }
    return success();
  }

  /// Starts and waits go last: a wait looks up what its start made.
  void eraseFlights() {
    for (Operation *op : llvm::reverse(waits))
      op->erase();
  }

private:
  Value context() { return step.getArgument(0); }
  Value i32(int64_t value) {
    return LLVM::ConstantOp::create(builder, loc, builder.getI32Type(),
                                    builder.getI32IntegerAttr(value));
  }
  Value i64(int64_t value) {
    return LLVM::ConstantOp::create(builder, loc, builder.getI64Type(),
                                    builder.getI64IntegerAttr(value));
  }
  void check(Value status) { cpu::CheckOp::create(builder, loc, status); }

  /// Calls an external function, declared on its first call.
  Value call(StringRef name, Type result, ArrayRef<Value> operands) {
    SmallVector<Type> types;
    for (Value operand : operands)
      types.push_back(operand.getType());
    auto type = LLVM::LLVMFunctionType::get(result, types);
    auto function = module.lookupSymbol<LLVM::LLVMFuncOp>(name);
    if (!function) {
      OpBuilder atStart = OpBuilder::atBlockBegin(module.getBody());
      function = LLVM::LLVMFuncOp::create(atStart, module.getLoc(), name, type);
    }
    return LLVM::CallOp::create(builder, loc, function, operands).getResult();
  }

  /// Where the elements of `buffer` start.
  Value pointerTo(Value buffer) {
    auto type = cast<MemRefType>(buffer.getType());
    auto [strides, offset] = type.getStridesAndOffset();
    int64_t bytes = coll::elementBytes(type.getElementType());
    Type i64Type = builder.getI64Type();
    Value address = arith::IndexCastOp::create(
        builder, loc, i64Type,
        memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, buffer));
    if (ShapedType::isDynamic(offset)) {
      auto metadata =
          memref::ExtractStridedMetadataOp::create(builder, loc, buffer);
      Value elements = arith::IndexCastOp::create(builder, loc, i64Type,
                                                  metadata.getOffset());
      Value shift = arith::MulIOp::create(builder, loc, elements, i64(bytes));
      address = arith::AddIOp::create(builder, loc, address, shift);
    } else if (offset != 0) {
      address =
          arith::AddIOp::create(builder, loc, address, i64(offset * bytes));
    }
    return LLVM::IntToPtrOp::create(builder, loc, pointer, address);
  }

  Value numbers(ArrayRef<int64_t> values) {
    LLVM::GlobalOp global = constantNumbers(module, values);
    return LLVM::AddressOfOp::create(builder, loc, pointer,
                                     global.getSymName());
  }

  /// The product of the dimensions before `dim`.
  static int64_t outer(ShapedType type, int64_t dim) {
    int64_t product = 1;
    for (int64_t size : type.getShape().take_front(dim))
      product *= size;
    return product;
  }

  /// context, group, site, dtype: what every collective's call begins with.
  FailureOr<SmallVector<Value>> leading(coll::CollectiveOpInterface op) {
    std::optional<Combiner> combiner = combinerOf(op.getOperation());
    bool isUnsigned =
        combiner &&
        llvm::is_contained({Combiner::UMax, Combiner::UMin}, *combiner);
    auto type = cast<MemRefType>(op.getCollectiveOperand().getType());
    std::optional<int32_t> dtype = dtypeOf(type.getElementType(), isUnsigned);
    if (!dtype)
      return op->emitOpError("must move elements that the runtime knows, got: ")
             << type.getElementType();
    SmallVector<Value> operands = {
        context(), i32(groups.indexOf(op.getCollectiveGroup())),
        i64(op.getCollectiveSite().getId()), i32(*dtype)};
    if (combiner) {
      std::optional<int32_t> known = combinerOf(*combiner);
      if (!known)
        return op->emitOpError("must combine as the runtime can, got: ")
               << str(*combiner);
      operands.push_back(i32(*known));
    }
    return operands;
  }

  /// What follows source and destination, per kind.
  void appendTrailing(Operation *op, ShapedType type,
                      SmallVectorImpl<Value> &operands) {
    int64_t count = type.getNumElements();
    auto dim = op->getAttrOfType<IntegerAttr>("dim");
    if (isa<coll::AllToAllOp, coll::AllToAllStartOp>(op)) {
      int64_t split = op->getAttrOfType<IntegerAttr>("split").getInt();
      int64_t concat = op->getAttrOfType<IntegerAttr>("concat").getInt();
      operands.append({i32(type.getRank()), numbers(type.getShape()),
                       i32(split), i32(concat)});
      return;
    }
    operands.push_back(i64(count));
    if (dim)
      operands.push_back(i64(outer(type, dim.getInt())));
    if (auto permute = dyn_cast<coll::PermuteOp>(op))
      operands.push_back(numbers(permute.getSources()));
    if (auto permute = dyn_cast<coll::PermuteStartOp>(op))
      operands.push_back(numbers(permute.getSources()));
    if (isa<coll::BroadcastOp, coll::BroadcastStartOp>(op))
      operands.push_back(arith::IndexCastOp::create(
          builder, loc, builder.getI64Type(), op->getOperands().back()));
  }

  LogicalResult replaceCollective(coll::CollectiveOpInterface op) {
    FailureOr<SmallVector<Value>> operands = leading(op);
    if (failed(operands))
      return failure();
    Value source = op.getCollectiveOperand();
    operands->push_back(pointerTo(source));
    operands->push_back(pointerTo(op.getCollectiveDestination()));
    appendTrailing(op, cast<ShapedType>(source.getType()), *operands);
    std::string name = ("plait_" + op.getKind()).str();
    if (!op.isStart()) {
      check(call(name, builder.getI32Type(), *operands));
      op->erase();
      return success();
    }
    Value slot = requestSlot();
    operands->push_back(slot);
    check(call(name + "_start", builder.getI32Type(), *operands));
    requests[op->getResult(0)] =
        LLVM::LoadOp::create(builder, loc, builder.getI64Type(), slot);
    waits.push_back(op);
    return success();
  }

  /// One i64 on the stack, at the step's start: made once, used by all starts.
  Value requestSlot() {
    if (!slot) {
      OpBuilder atStart = OpBuilder::atBlockBegin(&step.getBody().front());
      Value one =
          LLVM::ConstantOp::create(atStart, step.getLoc(), atStart.getI64Type(),
                                   atStart.getI64IntegerAttr(1));
      slot = LLVM::AllocaOp::create(atStart, step.getLoc(), pointer,
                                    atStart.getI64Type(), one);
    }
    return slot;
  }

  LLVM::LLVMFuncOp step;
  ModuleOp module;
  OpBuilder builder;
  GroupTable &groups;
  Type pointer;
  Location loc = UnknownLoc::get(builder.getContext());
  Value slot;
  DenseMap<Value, Value> requests;
  SmallVector<Operation *> waits;
};
} // namespace

LogicalResult plait::lower::replaceByCalls(LLVM::LLVMFuncOp step,
                                           GroupTable &groups) {
  SmallVector<Operation *> ops;
  step.walk([&](Operation *op) {
    if (isa<coll::CollectiveOpInterface, coll::WaitOp, coll::AxisIndexOp,
            cpu::GemmOp>(op))
      ops.push_back(op);
  });
  Caller caller(step, groups);
  for (Operation *op : ops)
    if (failed(caller.replace(op)))
      return failure();
  caller.eraseFlights();
  return success();
}
