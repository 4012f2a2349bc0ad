//===- Tables.cpp - The constant tables of abi.h --------------------------===//

#include "Tables.h"

#include "mlir/IR/Builders.h"
#include "plait/runtime/abi.h"

using namespace mlir;
using namespace plait;
using namespace plait::lower;

int32_t GroupTable::indexOf(AxesAttr axes) {
  SmallVector<AxisRef, 2> refs =
      mesh ? axes.toValue(mesh.getValue()) : SmallVector<AxisRef, 2>();
  auto found = llvm::find(groups, refs);
  if (found == groups.end()) {
    groups.push_back(refs);
    return groups.size() - 1;
  }
  return found - groups.begin();
}

namespace {
/// Builds constant globals of nested structs.
class TableBuilder {
public:
  explicit TableBuilder(ModuleOp module)
      : builder(OpBuilder::atBlockEnd(module.getBody())), loc(module.getLoc()),
        pointer(LLVM::LLVMPointerType::get(module.getContext())) {}

  OpBuilder builder;
  Location loc;
  Type pointer;

  Type i32() { return builder.getI32Type(); }
  Type i64() { return builder.getI64Type(); }
  Type structOf(ArrayRef<Type> fields) {
    return LLVM::LLVMStructType::getLiteral(builder.getContext(), fields);
  }

  /// A constant global whose value `fill` builds in its initializer.
  LLVM::GlobalOp global(Type type, StringRef name, bool isPublic,
                        llvm::function_ref<Value()> fill) {
    auto linkage = isPublic ? LLVM::Linkage::External : LLVM::Linkage::Internal;
    auto op = LLVM::GlobalOp::create(builder, loc, type, /*isConstant=*/true,
                                     linkage, name, Attribute());
    OpBuilder::InsertionGuard guard(builder);
    builder.createBlock(&op.getInitializerRegion());
    LLVM::ReturnOp::create(builder, loc, fill());
    return op;
  }

  LLVM::GlobalOp text(StringRef value, StringRef name) {
    auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), value.size());
    return LLVM::GlobalOp::create(builder, loc, type, /*isConstant=*/true,
                                  LLVM::Linkage::Internal, name,
                                  builder.getStringAttr(value));
  }

  Value number(Type type, int64_t value) {
    return LLVM::ConstantOp::create(builder, loc, type,
                                    builder.getIntegerAttr(type, value));
  }
  Value address(LLVM::GlobalOp op) {
    return LLVM::AddressOfOp::create(builder, loc, pointer, op.getSymName());
  }
  Value address(LLVM::LLVMFuncOp op) {
    return LLVM::AddressOfOp::create(builder, loc, pointer, op.getSymName());
  }
  Value null() { return LLVM::ZeroOp::create(builder, loc, pointer); }

  /// An aggregate of `type` with these elements.
  Value aggregate(Type type, ArrayRef<Value> values) {
    Value whole = LLVM::PoisonOp::create(builder, loc, type);
    for (auto [index, value] : llvm::enumerate(values))
      whole = LLVM::InsertValueOp::create(builder, loc, whole, value,
                                          ArrayRef<int64_t>(index));
    return whole;
  }
};
} // namespace

/// The array of plait_axis_ref of one group.
static LLVM::GlobalOp writeAxes(TableBuilder &b, ArrayRef<AxisRef> refs,
                                size_t index) {
  Type refType = b.structOf({b.i32(), b.i32(), b.i64(), b.i64()});
  auto type = LLVM::LLVMArrayType::get(refType, refs.size());
  return b.global(type, "plait_axes_" + std::to_string(index), false, [&] {
    SmallVector<Value> values;
    for (AxisRef ref : refs)
      values.push_back(b.aggregate(
          refType, {b.number(b.i32(), ref.axis), b.number(b.i32(), 0),
                    b.number(b.i64(), ref.pre), b.number(b.i64(), ref.size)}));
    return b.aggregate(type, values);
  });
}

static LLVM::GlobalOp writeGroups(TableBuilder &b, const GroupTable &groups) {
  SmallVector<LLVM::GlobalOp> axes;
  for (auto [index, refs] : llvm::enumerate(groups.all()))
    axes.push_back(writeAxes(b, refs, index));
  Type groupType = b.structOf({b.i32(), b.i32(), b.pointer});
  auto type = LLVM::LLVMArrayType::get(groupType, axes.size());
  return b.global(type, "plait_groups", false, [&] {
    SmallVector<Value> values;
    for (auto [refs, global] : llvm::zip_equal(groups.all(), axes))
      values.push_back(b.aggregate(
          groupType, {b.number(b.i32(), sizeof(plait_group)),
                      b.number(b.i32(), refs.size()), b.address(global)}));
    return b.aggregate(type, values);
  });
}

static LLVM::GlobalOp writeProgram(TableBuilder &b, const GroupTable &groups,
                                   const ProgramInfo &info) {
  LLVM::GlobalOp groupArray = writeGroups(b, groups);
  LLVM::GlobalOp name =
      b.text(info.name + std::string(1, '\0'), "plait_program_name");
  LLVM::GlobalOp manifest = b.text(info.manifest, "plait_manifest");
  Type type =
      b.structOf({b.i32(), b.i32(), b.pointer, b.pointer, b.i64(), b.i32(),
                  b.i32(), b.i32(), b.i32(), b.pointer, b.i64(), b.pointer});
  return b.global(type, "plait_program_0", false, [&] {
    return b.aggregate(
        type, {b.number(b.i32(), sizeof(plait_program)), b.number(b.i32(), 0),
               b.address(name), b.address(manifest),
               b.number(b.i64(), info.manifest.size()),
               b.number(b.i32(), info.numArguments),
               b.number(b.i32(), info.numResults),
               b.number(b.i32(), groups.all().size()), b.number(b.i32(), 0),
               b.address(groupArray), b.number(b.i64(), info.arenaBytes),
               b.address(info.step)});
  });
}

void plait::lower::writeTables(ModuleOp module, const GroupTable &groups,
                               const ProgramInfo &info) {
  TableBuilder b(module);
  LLVM::GlobalOp program = writeProgram(b, groups, info);
  auto listType = LLVM::LLVMArrayType::get(b.pointer, 1);
  LLVM::GlobalOp list = b.global(listType, "plait_programs", false, [&] {
    return b.aggregate(listType, {b.address(program)});
  });
  Type type = b.structOf({b.i32(), b.i32(), b.i32(), b.i32(), b.pointer});
  b.global(type, "plait_module_table", true, [&] {
    return b.aggregate(type, {b.number(b.i32(), sizeof(plait_module)),
                              b.number(b.i32(), PLAIT_ABI_MAJOR),
                              b.number(b.i32(), PLAIT_ABI_MINOR),
                              b.number(b.i32(), 1), b.address(list)});
  });
}

LLVM::GlobalOp plait::lower::constantNumbers(ModuleOp module,
                                             ArrayRef<int64_t> values) {
  OpBuilder builder(module.getContext());
  auto attribute = builder.getI64TensorAttr(values);
  for (auto global : module.getOps<LLVM::GlobalOp>())
    if (global.getValueOrNull() == attribute)
      return global;
  TableBuilder b(module);
  size_t count = llvm::range_size(module.getOps<LLVM::GlobalOp>());
  return LLVM::GlobalOp::create(
      b.builder, b.loc, LLVM::LLVMArrayType::get(b.i64(), values.size()),
      /*isConstant=*/true, LLVM::Linkage::Internal,
      "plait_numbers_" + std::to_string(count), attribute);
}
