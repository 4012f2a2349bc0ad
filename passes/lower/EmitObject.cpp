//===- EmitObject.cpp - From the LLVM dialect to files --------------------===//
//
// MLIR's LLVM dialect becomes LLVM IR, that object code (ObjectCode), and that
// what was asked for (Link).
//
//===----------------------------------------------------------------------===//
#include "plait/passes/lower/EmitObject.h"

#include "Link.h"
#include "ObjectCode.h"
#include "SmallFloats.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace plait;

//===----------------------------------------------------------------------===//
// LLVM IR
//===----------------------------------------------------------------------===//

/// Translates; sets triple and data layout first, which decide alignments.
static std::unique_ptr<llvm::Module> translate(ModuleOp module,
                                               llvm::LLVMContext &context,
                                               llvm::TargetMachine &machine) {
  DialectRegistry registry;
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  module->getContext()->appendDialectRegistry(registry);
  Builder builder(module.getContext());
  std::string layout = machine.createDataLayout().getStringRepresentation();
  module->setAttr(LLVM::LLVMDialect::getDataLayoutAttrName(),
                  builder.getStringAttr(layout));
  module->setAttr(LLVM::LLVMDialect::getTargetTripleAttrName(),
                  builder.getStringAttr(machine.getTargetTriple().str()));
  std::unique_ptr<llvm::Module> translated =
      translateModuleToLLVMIR(module, context, "plait");
  if (translated) {
    translated->setTargetTriple(machine.getTargetTriple());
    lower::storeBfloatAsBits(*translated);
  }
  return translated;
}

/// Leaves `function` with status 1 and a message on a processor without AVX2
/// and FMA, which kernels use: else the program would die of an instruction.
static void checkProcessor(llvm::IRBuilder<> &builder,
                           llvm::Function &function) {
  llvm::Module &module = *function.getParent();
  llvm::LLVMContext &context = module.getContext();
  llvm::Type *i32 = builder.getInt32Ty();
  // As libgcc and compiler-rt declare it: vendor, type, subtype, features.
  auto *type = llvm::StructType::get(i32, i32, i32, i32);
  auto *model = new llvm::GlobalVariable(module, type, /*isConstant=*/false,
                                         llvm::GlobalValue::ExternalLinkage,
                                         nullptr, "__cpu_model");
  model->setDSOLocal(true);
  builder.CreateCall(module.getOrInsertFunction("__cpu_indicator_init", i32));
  constexpr uint32_t kNeeded = 1u << 10 | 1u << 14; // FEATURE_AVX2, FEATURE_FMA
  llvm::Value *features =
      builder.CreateLoad(i32, builder.CreateStructGEP(type, model, 3));
  llvm::Value *needed = builder.getInt32(kNeeded);
  llvm::Value *fits =
      builder.CreateICmpEQ(builder.CreateAnd(features, needed), needed);
  auto *bad = llvm::BasicBlock::Create(context, "bad", &function);
  auto *good = llvm::BasicBlock::Create(context, "good", &function);
  builder.CreateCondBr(fits, good, bad);
  builder.SetInsertPoint(bad);
  llvm::StringRef message = "error: this program needs a processor with AVX2 "
                            "and FMA (x86-64-v3)\n";
  llvm::FunctionCallee write =
      module.getOrInsertFunction("write", builder.getInt64Ty(), i32,
                                 builder.getPtrTy(), builder.getInt64Ty());
  builder.CreateCall(write,
                     {builder.getInt32(2), builder.CreateGlobalString(message),
                      builder.getInt64(message.size())});
  builder.CreateRet(builder.getInt32(1));
  builder.SetInsertPoint(good);
}

/// `main`, which calls plait_main with the module's table.
static void addMain(llvm::Module &module) {
  llvm::LLVMContext &context = module.getContext();
  llvm::Type *i32 = llvm::Type::getInt32Ty(context);
  llvm::Type *pointer = llvm::PointerType::get(context, 0);
  llvm::FunctionCallee run = module.getOrInsertFunction(
      "plait_main",
      llvm::FunctionType::get(i32, {pointer, i32, pointer}, false));
  auto *type = llvm::FunctionType::get(i32, {i32, pointer}, false);
  auto *function = llvm::Function::Create(
      type, llvm::GlobalValue::ExternalLinkage, "main", module);
  llvm::IRBuilder<> builder(
      llvm::BasicBlock::Create(context, "entry", function));
  if (module.getTargetTriple().isX86())
    checkProcessor(builder, *function);
  builder.CreateRet(
      builder.CreateCall(run, {module.getNamedValue("plait_module_table"),
                               function->getArg(0), function->getArg(1)}));
}

/// Compiles and links `module`; errors stand at the module.
static LogicalResult emit(ModuleOp module, llvm::StringRef output,
                          const EmitOptions &options, lower::LinkKind kind) {
  auto report = [&](llvm::Error error) -> LogicalResult {
    return module.emitError(llvm::toString(std::move(error)));
  };
  auto machine = lower::createTarget(options, llvm::CodeGenOptLevel::Default);
  if (!machine)
    return report(machine.takeError());
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> whole = translate(module, context, **machine);
  if (!whole)
    return module.emitError("cannot be translated to LLVM IR");
  if (!whole->getNamedValue("plait_module_table"))
    return module.emitError("must hold the symbol plait_module_table");
  if (kind == lower::LinkKind::Executable)
    addMain(*whole);
  lower::TemporaryObjects objects;
  if (llvm::Error error = lower::compileObjects(*whole, options, objects))
    return report(std::move(error));
  if (llvm::Error error = lower::link(kind, objects.paths, output, options))
    return report(std::move(error));
  return success();
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

LogicalResult plait::emitLlvmIr(ModuleOp module, llvm::StringRef output,
                                const EmitOptions &options) {
  auto machine = lower::createTarget(options, llvm::CodeGenOptLevel::Default);
  if (!machine)
    return module.emitError(llvm::toString(machine.takeError()));
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> whole = translate(module, context, **machine);
  if (!whole)
    return module.emitError("cannot be translated to LLVM IR");
  std::error_code code;
  llvm::ToolOutputFile file(output, code, llvm::sys::fs::OF_Text);
  if (code)
    return module.emitError("cannot write '")
           << output << "': " << code.message();
  whole->print(file.os(), nullptr);
  file.keep();
  return success();
}

LogicalResult plait::emitObject(ModuleOp module, llvm::StringRef output,
                                const EmitOptions &options) {
  return emit(module, output, options, lower::LinkKind::Relocatable);
}

LogicalResult plait::emitSharedLibrary(ModuleOp module, llvm::StringRef output,
                                       const EmitOptions &options) {
  return emit(module, output, options, lower::LinkKind::SharedLibrary);
}

LogicalResult plait::emitExecutable(ModuleOp module, llvm::StringRef output,
                                    const EmitOptions &options) {
  return emit(module, output, options, lower::LinkKind::Executable);
}
