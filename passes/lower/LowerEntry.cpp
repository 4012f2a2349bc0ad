//===- LowerEntry.cpp - Step function, runtime calls, tables --------------===//
//
// Before: func @main(%x: memref<4xf32>, %r: memref<4xf32>, %arena: memref<..>)
// After:  llvm.func @plait_step_0(%context: !llvm.ptr, %buffers: !llvm.ptr)
//           %p = llvm.load %buffers[0]   // one per buffer, in main's order
//           ...
//           llvm.return %zero
//         llvm.mlir.global constant @plait_module_table ...
//
// First the manifest is written, while collectives and loops are still ops.
// Then main becomes the step, and what calls the runtime becomes a call.
//
//===----------------------------------------------------------------------===//
#include "Manifest.h"
#include "RuntimeCalls.h"
#include "Tables.h"
#include "plait/passes/lower/Passes.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "plait/dialects/coll/Coll.h"

namespace plait {
#define GEN_PASS_DEF_LOWERENTRYPASS
#include "plait/passes/lower/Passes.h.inc"
} // namespace plait

using namespace mlir;
using namespace plait;
using namespace plait::lower;

/// The only public function, on buffers without results.
static FailureOr<func::FuncOp> findMain(ModuleOp module) {
  func::FuncOp main;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function.isPublic())
      continue;
    if (main)
      return function.emitOpError("must be private beside main, got also: ")
             << main.getName();
    main = function;
  }
  if (!main)
    return module.emitError("must hold one public function");
  if (main.getNumResults() != 0)
    return main.emitOpError("must give no results, got: ")
           << main.getNumResults();
  for (Type type : main.getArgumentTypes()) {
    auto buffer = dyn_cast<MemRefType>(type);
    if (!buffer || !buffer.hasStaticShape() || !buffer.getLayout().isIdentity())
      return main.emitOpError("must take static contiguous buffers, got: ")
             << type;
  }
  return main;
}

/// A buffer of `type` at the pointer `buffers[index]`.
static Value loadBuffer(OpBuilder &builder, Location loc,
                        const LLVMTypeConverter &converter, Value buffers,
                        int32_t index, MemRefType type) {
  Type pointer = buffers.getType();
  Value at = LLVM::GEPOp::create(builder, loc, pointer, pointer, buffers,
                                 ArrayRef<LLVM::GEPArg>{index});
  Value memory = LLVM::LoadOp::create(builder, loc, pointer, at);
  Value descriptor =
      MemRefDescriptor::fromStaticShape(builder, loc, converter, type, memory);
  return UnrealizedConversionCastOp::create(builder, loc, type, descriptor)
      .getResult(0);
}

/// Moves the body of `main` into a step function.
static LLVM::LLVMFuncOp makeStep(func::FuncOp main) {
  MLIRContext *context = main.getContext();
  OpBuilder builder(main);
  Location loc = main.getLoc();
  Type pointer = LLVM::LLVMPointerType::get(context);
  auto type =
      LLVM::LLVMFunctionType::get(builder.getI32Type(), {pointer, pointer});
  auto step = LLVM::LLVMFuncOp::create(builder, loc, "plait_step_0", type,
                                       LLVM::Linkage::Internal);
  Block *entry = step.addEntryBlock(builder);
  builder.setInsertionPointToStart(entry);
  LLVMTypeConverter converter(context);
  Block &body = main.getBody().front();
  for (BlockArgument argument : body.getArguments())
    argument.replaceAllUsesWith(loadBuffer(
        builder, loc, converter, entry->getArgument(1), argument.getArgNumber(),
        cast<MemRefType>(argument.getType())));
  Operation *terminator = body.getTerminator();
  entry->getOperations().splice(entry->end(), body.getOperations());
  builder.setInsertionPoint(terminator);
  Value zero = LLVM::ConstantOp::create(builder, loc, builder.getI32Type(),
                                        builder.getI32IntegerAttr(0));
  LLVM::ReturnOp::create(builder, loc, zero);
  terminator->erase();
  main.erase();
  return step;
}

namespace {
struct LowerEntry : plait::impl::LowerEntryPassBase<LowerEntry> {
  void runOnOperation() final {
    if (failed(lower(getOperation())))
      signalPassFailure();
  }

  static LogicalResult lower(ModuleOp module) {
    FailureOr<func::FuncOp> main = findMain(module);
    if (failed(main))
      return failure();
    auto interfaces = module.getOps<cpu::InterfaceOp>();
    if (!llvm::hasSingleElement(interfaces))
      return module.emitError("must hold one cpu.interface, got: ")
             << llvm::range_size(interfaces);
    cpu::InterfaceOp interface = *interfaces.begin();
    ProgramInfo info;
    info.numArguments = interface.getArguments().size();
    info.numResults = interface.getResults().size();
    int64_t buffers = info.numArguments + info.numResults + 1;
    if ((*main).getNumArguments() != buffers)
      return main->emitOpError("must take arguments, results and the arena, ")
             << buffers << ", got: " << (*main).getNumArguments();
    auto arena = cast<MemRefType>((*main).getArgumentTypes().back());
    info.arenaBytes = arena.getNumElements();
    info.name = module.getSymName().value_or("main").str();
    FailureOr<std::string> manifest =
        writeManifest(module, interface, info.arenaBytes);
    if (failed(manifest))
      return failure();
    info.manifest = *manifest;
    GroupTable groups(onlyMesh(module));
    info.step = makeStep(*main);
    if (failed(replaceByCalls(info.step, groups)))
      return failure();
    writeTables(module, groups, info);
    interface.erase();
    for (MeshOp mesh : llvm::make_early_inc_range(module.getOps<MeshOp>()))
      mesh.erase();
    for (auto op : llvm::make_early_inc_range(module.getOps<PlacementOp>()))
      op.erase();
    return success();
  }
};
} // namespace
