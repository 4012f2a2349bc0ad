//===- GemmWrapper.cpp - One function per kind of product -----------------===//

#include "GemmWrapper.h"

#include "mlir/IR/Builders.h"
#include "plait/runtime/abi.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace plait;

/// The plait_dtype of a product's operand; the verifier admits no others.
static int32_t dtypeOf(Value operand) {
  Type type = cast<MemRefType>(operand.getType()).getElementType();
  if (type.isF64())
    return PLAIT_F64;
  if (type.isBF16())
    return PLAIT_BF16;
  return type.isF16() ? PLAIT_F16 : PLAIT_F32;
}

/// All numbers of the arguments, pointers left out, in the order of abi.h.
static SmallVector<int64_t> numbersOf(cpu::GemmOp op) {
  SmallVector<int64_t> numbers = {op.getAccumulate() ? 1 : 0,
                                  dtypeOf(op.getA()), dtypeOf(op.getB()),
                                  dtypeOf(op.getC())};
  numbers.append(op.getSizes().begin(), op.getSizes().end());
  for (ArrayRef<int64_t> strides :
       {op.getAStrides(), op.getBStrides(), op.getCStrides()})
    numbers.append(strides.begin(), strides.end());
  return numbers;
}

/// Readable and unique: plait_gemm_8x16x4_<hash of all numbers>.
static std::string nameOf(cpu::GemmOp op, ArrayRef<int64_t> numbers) {
  ArrayRef<int64_t> sizes = op.getSizes();
  std::string key;
  for (int64_t number : numbers)
    key += std::to_string(number) + ",";
  return "plait_gemm_" + std::to_string(sizes[1]) + "x" +
         std::to_string(sizes[2]) + "x" + std::to_string(sizes[3]) + "_" +
         llvm::utohexstr(llvm::xxh3_64bits(key), true);
}

static LLVM::LLVMFuncOp declareGemm(ModuleOp module, Type pointer) {
  if (auto known = module.lookupSymbol<LLVM::LLVMFuncOp>("plait_gemm"))
    return known;
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  auto type =
      LLVM::LLVMFunctionType::get(builder.getI32Type(), {pointer, pointer});
  return LLVM::LLVMFuncOp::create(builder, module.getLoc(), "plait_gemm", type);
}

LLVM::LLVMFuncOp plait::lower::gemmWrapper(ModuleOp module, cpu::GemmOp op) {
  SmallVector<int64_t> numbers = numbersOf(op);
  std::string name = nameOf(op, numbers);
  if (auto known = module.lookupSymbol<LLVM::LLVMFuncOp>(name))
    return known;
  MLIRContext *context = module.getContext();
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  Location loc = op.getLoc();
  Type pointer = LLVM::LLVMPointerType::get(context);
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  LLVM::LLVMFuncOp gemm = declareGemm(module, pointer);
  auto type =
      LLVM::LLVMFunctionType::get(i32, {pointer, pointer, pointer, pointer});
  auto wrapper = LLVM::LLVMFuncOp::create(builder, loc, name, type,
                                          LLVM::Linkage::Internal);
  Block *entry = wrapper.addEntryBlock(builder);
  builder.setInsertionPointToStart(entry);
  // size_bytes, accumulate, 3 dtypes, reserved; 3 pointers; 13 numbers.
  SmallVector<Type> fields(6, i32);
  fields.append(3, pointer);
  fields.append(13, i64);
  Type args = LLVM::LLVMStructType::getLiteral(context, fields);
  auto constant = [&](Type numberType, int64_t value) -> Value {
    return LLVM::ConstantOp::create(builder, loc, numberType,
                                    builder.getIntegerAttr(numberType, value));
  };
  Value slot =
      LLVM::AllocaOp::create(builder, loc, pointer, args, constant(i64, 1));
  int32_t field = 0;
  auto store = [&](Value value) {
    Value at = LLVM::GEPOp::create(builder, loc, pointer, args, slot,
                                   ArrayRef<LLVM::GEPArg>{0, field++});
    LLVM::StoreOp::create(builder, loc, value, at);
  };
  store(constant(i32, sizeof(plait_gemm_args)));
  for (int64_t number : ArrayRef(numbers).take_front(4))
    store(constant(i32, number));
  store(constant(i32, 0));
  for (BlockArgument argument : entry->getArguments().drop_front())
    store(argument);
  for (int64_t number : ArrayRef(numbers).drop_front(4))
    store(constant(i64, number));
  Value status = LLVM::CallOp::create(builder, loc, gemm,
                                      ValueRange{entry->getArgument(0), slot})
                     .getResult();
  LLVM::ReturnOp::create(builder, loc, status);
  return wrapper;
}
