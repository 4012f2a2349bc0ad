//===- ObjectCode.cpp - LLVM IR to object files ---------------------------===//

#include "ObjectCode.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <thread>

using namespace plait;
using llvm::isa;

/// Functions of this prefix are kernels (codegen/cpu outlines them so).
static constexpr llvm::StringLiteral kKernelPrefix = "plait_kernel_";

static bool isKernel(const llvm::GlobalValue &value) {
  return isa<llvm::Function>(value) &&
         value.getName().starts_with(kKernelPrefix);
}

//===----------------------------------------------------------------------===//
// Target and files
//===----------------------------------------------------------------------===//

llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
lower::createTarget(const EmitOptions &options, llvm::CodeGenOptLevel level) {
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

lower::TemporaryObjects::~TemporaryObjects() {
  for (const std::string &path : paths)
    llvm::sys::fs::remove(path);
}

llvm::Expected<std::string> lower::TemporaryObjects::create() {
  llvm::SmallString<128> path;
  if (std::error_code code =
          llvm::sys::fs::createTemporaryFile("plait", "o", path))
    return llvm::createStringError(code,
                                   "no temporary file: " + code.message());
  paths.push_back(path.str().str());
  return paths.back();
}

//===----------------------------------------------------------------------===//
// One module
//===----------------------------------------------------------------------===//

/// Kernels see the rest of the program through hidden symbols and vice versa.
static void exposeKernels(llvm::Module &module) {
  for (llvm::Function &function : module)
    if (isKernel(function) && !function.isDeclaration()) {
      function.setLinkage(llvm::GlobalValue::ExternalLinkage);
      function.setVisibility(llvm::GlobalValue::HiddenVisibility);
    }
}

/// Each function with the name of the processor: the
/// vectorizer asks the function for it.
static void setAttributes(llvm::Module &module, llvm::TargetMachine &machine) {
  for (llvm::Function &function : module)
    if (!function.isDeclaration()) {
      function.addFnAttr("target-cpu", machine.getTargetCPU());
      if (!machine.getTargetFeatureString().empty())
        function.addFnAttr("target-features", machine.getTargetFeatureString());
    }
}

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

//===----------------------------------------------------------------------===//
// Kernels, in parts
//===----------------------------------------------------------------------===//

/// Parts of fewer kernels are not worth a thread.
static constexpr size_t kKernelsPerPart = 16;

/// How many parts to compile at once.
static size_t countParts(size_t kernels) {
  size_t threads = std::max(1u, std::thread::hardware_concurrency());
  return std::max<size_t>(1, std::min(threads, kernels / kKernelsPerPart));
}

/// Compiles every `parts`th kernel of the module in `bitcode`, from `part` on,
/// into the file `path`. In a context of its own: contexts are not shared by
/// threads.
static llvm::Error compileKernels(llvm::MemoryBufferRef bitcode, size_t part,
                                  size_t parts, llvm::StringRef path,
                                  const EmitOptions &options) {
  llvm::LLVMContext context;
  auto module = llvm::parseBitcodeFile(bitcode, context);
  if (!module)
    return module.takeError();
  size_t index = 0;
  for (llvm::Function &function : **module)
    if (!function.isDeclaration() && index++ % parts != part)
      function.deleteBody();
  auto machine = lower::createTarget(
      options, options.optimize ? llvm::CodeGenOptLevel::Default
                                : llvm::CodeGenOptLevel::Less);
  if (!machine)
    return machine.takeError();
  optimize(**module, **machine,
           options.optimize ? llvm::OptimizationLevel::O3
                            : llvm::OptimizationLevel::O1);
  return writeObject(**module, **machine, path);
}

/// The kernels of `whole` as bitcode; there only their declarations remain.
static llvm::SmallVector<char, 0> takeKernels(llvm::Module &whole,
                                              size_t &count) {
  llvm::ValueToValueMapTy map;
  std::unique_ptr<llvm::Module> kernels =
      llvm::CloneModule(whole, map, [](const llvm::GlobalValue *value) {
        return isKernel(*value);
      });
  count = 0;
  for (llvm::Function &function : whole)
    if (isKernel(function) && !function.isDeclaration()) {
      function.deleteBody();
      ++count;
    }
  llvm::SmallVector<char, 0> bitcode;
  llvm::raw_svector_ostream stream(bitcode);
  llvm::WriteBitcodeToFile(*kernels, stream);
  return bitcode;
}

llvm::Error lower::compileObjects(llvm::Module &whole,
                                  const EmitOptions &options,
                                  TemporaryObjects &objects) {
  auto plain = createTarget(options, llvm::CodeGenOptLevel::None);
  if (!plain)
    return plain.takeError();
  exposeKernels(whole);
  setAttributes(whole, **plain);
  size_t count = 0;
  llvm::SmallVector<char, 0> bitcode = takeKernels(whole, count);
  llvm::MemoryBufferRef kernels({bitcode.data(), bitcode.size()}, "kernels");
  size_t parts = countParts(count);
  llvm::Expected<std::string> stepPath = objects.create();
  if (!stepPath)
    return stepPath.takeError();
  std::vector<std::string> paths, errors(parts);
  for (size_t part = 0; part < parts; ++part) {
    llvm::Expected<std::string> path = objects.create();
    if (!path)
      return path.takeError();
    paths.push_back(*path);
  }
  std::vector<std::thread> threads;
  for (size_t part = 0; part < parts; ++part)
    threads.emplace_back([&, part] {
      errors[part] = llvm::toString(
          compileKernels(kernels, part, parts, paths[part], options));
    });
  llvm::Error error = writeObject(whole, **plain, *stepPath);
  for (std::thread &thread : threads)
    thread.join();
  for (const std::string &message : errors)
    if (!error && !message.empty())
      error = llvm::createStringError(message);
  return error;
}
