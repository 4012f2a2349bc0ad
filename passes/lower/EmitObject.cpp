//===- EmitObject.cpp - From the LLVM dialect to files --------------------===//
//
// The module is split: the step and the tables are compiled at -O0, kernels at
// -O3 with LLVM's vectorizer. The step is one long list of calls, on which the
// optimizer spends seconds and gains nothing; the kernels are few and hot.
//
//===----------------------------------------------------------------------===//
#include "plait/passes/lower/EmitObject.h"

#include "Link.h"
#include "SmallFloats.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace mlir;
using namespace plait;

/// Functions of this prefix are kernels (codegen/cpu outlines them so).
static constexpr llvm::StringLiteral kKernelPrefix = "plait_kernel_";

static bool isKernel(const llvm::GlobalValue &value) {
  return isa<llvm::Function>(value) &&
         value.getName().starts_with(kKernelPrefix);
}

//===----------------------------------------------------------------------===//
// Target
//===----------------------------------------------------------------------===//

static llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTarget(const EmitOptions &options, llvm::CodeGenOptLevel level) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::Triple triple(llvm::sys::getDefaultTargetTriple());
  std::string error;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return llvm::createStringError("no code generator: " + error);
  std::string cpu = options.cpu, features;
  if (cpu == "native") {
    cpu = llvm::sys::getHostCPUName().str();
    for (auto &feature : llvm::sys::getHostCPUFeatures())
      features += (feature.second ? "+" : "-") + feature.first().str() + ",";
  }
  std::unique_ptr<llvm::TargetMachine> machine(
      target->createTargetMachine(triple, cpu, features, llvm::TargetOptions(),
                                  llvm::Reloc::PIC_, std::nullopt, level));
  if (!machine)
    return llvm::createStringError("no code generator for the processor '" +
                                   cpu + "'");
  return machine;
}

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

/// Kernels see the rest of the program through hidden symbols and vice versa.
static void exposeKernels(llvm::Module &module) {
  for (llvm::Function &function : module)
    if (isKernel(function) && !function.isDeclaration()) {
      function.setLinkage(llvm::GlobalValue::ExternalLinkage);
      function.setVisibility(llvm::GlobalValue::HiddenVisibility);
    }
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
  builder.CreateRet(
      builder.CreateCall(run, {module.getNamedValue("plait_module_table"),
                               function->getArg(0), function->getArg(1)}));
}

/// Each function in a section of its own and with the processor's name: the
/// vectorizer asks the function for it.
static void setAttributes(llvm::Module &module, llvm::TargetMachine &machine) {
  for (llvm::Function &function : module)
    if (!function.isDeclaration()) {
      function.addFnAttr("target-cpu", machine.getTargetCPU());
      if (!machine.getTargetFeatureString().empty())
        function.addFnAttr("target-features", machine.getTargetFeatureString());
    }
}

//===----------------------------------------------------------------------===//
// Object code
//===----------------------------------------------------------------------===//

static void optimize(llvm::Module &module, llvm::TargetMachine &machine,
                     llvm::OptimizationLevel level) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager sccs;
  llvm::ModuleAnalysisManager modules;
  llvm::PipelineTuningOptions tuning;
  // Loops are what kernels are made of. Unrolling and straight-line
  // vectorization more than double the compile time of small static shapes,
  // and gain nothing where the loop vectorizer interleaves.
  tuning.LoopVectorization = true;
  tuning.LoopInterleaving = true;
  tuning.LoopUnrolling = false;
  tuning.SLPVectorization = false;
  llvm::PassBuilder builder(&machine, tuning);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(sccs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, sccs, modules);
  builder.buildPerModuleDefaultPipeline(level).run(module, modules);
}

static llvm::Error writeObject(llvm::Module &module,
                               llvm::TargetMachine &machine,
                               llvm::StringRef path) {
  std::error_code code;
  llvm::raw_fd_ostream stream(path, code);
  if (code)
    return llvm::createStringError(code, "cannot write '" + path.str() +
                                             "': " + code.message());
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, stream, nullptr,
                                  llvm::CodeGenFileType::ObjectFile))
    return llvm::createStringError("no object code for this target");
  passes.run(module);
  stream.flush();
  if (stream.has_error())
    return llvm::createStringError(stream.error(),
                                   "cannot write '" + path.str() + "'");
  return llvm::Error::success();
}

namespace {
/// Object files that vanish with this.
struct TemporaryObjects {
  std::vector<std::string> paths;
  ~TemporaryObjects() {
    for (const std::string &path : paths)
      llvm::sys::fs::remove(path);
  }
  llvm::Expected<std::string> create() {
    llvm::SmallString<128> path;
    if (std::error_code code =
            llvm::sys::fs::createTemporaryFile("plait", "o", path))
      return llvm::createStringError(code,
                                     "no temporary file: " + code.message());
    paths.push_back(path.str().str());
    return paths.back();
  }
};
} // namespace

/// Compiles the kernels of `whole` into one object, the rest into another.
static llvm::Error compile(llvm::Module &whole, const EmitOptions &options,
                           TemporaryObjects &objects) {
  auto fast =
      createTarget(options, options.optimize ? llvm::CodeGenOptLevel::Default
                                             : llvm::CodeGenOptLevel::Less);
  auto plain = createTarget(options, llvm::CodeGenOptLevel::None);
  if (!fast)
    return fast.takeError();
  if (!plain)
    return plain.takeError();
  exposeKernels(whole);
  setAttributes(whole, **fast);
  llvm::ValueToValueMapTy map;
  std::unique_ptr<llvm::Module> kernels =
      llvm::CloneModule(whole, map, [](const llvm::GlobalValue *value) {
        return isKernel(*value);
      });
  for (llvm::Function &function : whole)
    if (isKernel(function))
      function.deleteBody();
  optimize(*kernels, **fast,
           options.optimize ? llvm::OptimizationLevel::O3
                            : llvm::OptimizationLevel::O1);
  llvm::Expected<std::string> kernelPath = objects.create();
  if (!kernelPath)
    return kernelPath.takeError();
  if (llvm::Error error = writeObject(*kernels, **fast, *kernelPath))
    return error;
  llvm::Expected<std::string> restPath = objects.create();
  if (!restPath)
    return restPath.takeError();
  return writeObject(whole, **plain, *restPath);
}

/// Compiles and links `module`; errors stand at the module.
static LogicalResult emit(ModuleOp module, llvm::StringRef output,
                          const EmitOptions &options, lower::LinkKind kind) {
  auto report = [&](llvm::Error error) -> LogicalResult {
    return module.emitError(llvm::toString(std::move(error)));
  };
  auto machine = createTarget(options, llvm::CodeGenOptLevel::Default);
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
  TemporaryObjects objects;
  if (llvm::Error error = compile(*whole, options, objects))
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
  auto machine = createTarget(options, llvm::CodeGenOptLevel::Default);
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
