//===- Run.cpp - plait-run ------------------------------------------------===//
//
// A .mlir is compiled into a temporary executable, which gets the run options.
// With --check the one-device reference runs first; its results are what the
// executable is told to expect.
//
//===----------------------------------------------------------------------===//

#include "plait/pipeline/Run.h"

#include "OneDevice.h"
#include "plait/support/CommandLine.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"
#include <cerrno>
#include <cstring>
#include <unistd.h>

using namespace plait;

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

/// Those of a compiled program (runtime/core/run); it checks their values.
static llvm::ArrayRef<OptionSpec> runOptionSpecs() {
  static const std::vector<OptionSpec> specs = {
      {"--ranks", "N", "number of ranks; must be the size of the mesh"},
      {"--backend", "NAME", "threads (default) or null"},
      {"--inputs", "FILE",
       "arguments by name, from .safetensors or .npz; may be given several "
       "times"},
      {"--input", "NAME=FILE.npy", "one argument; may be given several times"},
      {"--steps", "K",
       "run K times (default 1); results that alias an argument replace it"},
      {"--outputs", "FILE", "write the results of the last step"},
      {"--expected", "FILE",
       "compare the results; exit status 2 if they differ"},
      {"--tolerance", "T",
       "max |a-b| may be T x max |b| (default 1e-4; f64 1e-10; bf16, f16 "
       "2e-2)"},
      {"--stats", "FILE.json", "write counted collectives, times and memory"},
      {"--trace", "FILE.json", "write a trace for Perfetto"},
      {"--timeout", "SECONDS", "deadline of each collective (default 60)"},
  };
  return specs;
}

static llvm::ArrayRef<OptionSpec> ownOptionSpecs() {
  static const std::vector<OptionSpec> specs = {
      {"--check", "",
       "run the .mlir on the one-device reference too and compare"},
      {"--seed", "N",
       "with --check: of arguments without input (default 0; floats in "
       "[-1, 1], optimizer states in [0, 1], integers in 0..1)"},
      {"--blas", "",
       "use OpenBLAS instead of the built-in kernel; =FILE: the "
       "BLAS in FILE"},
      {"--help", "", "print this"},
      {"--version", "", "print the version"},
  };
  return specs;
}

/// Compile options that make sense where a program is run at once.
static std::vector<OptionSpec> runnableCompileSpecs() {
  std::vector<OptionSpec> specs;
  for (const OptionSpec &spec : compileOptionSpecs())
    if (spec.name != "--emit" && spec.name != "--compile-to" &&
        spec.name != "--emit-shardings" && spec.name != "--show")
      specs.push_back(spec);
  return specs;
}

namespace {
struct RunRequest {
  std::string program;
  CommandLine line;
  std::vector<std::string> runOptions; // for the executable
  bool isSource = false;               // a program to compile
};
} // namespace

static int usageError(const std::string &error) {
  llvm::errs() << "error: " << error << " (see plait-run --help)\n";
  return 1;
}

/// --blas=FILE goes to the executable as it is: our parser knows no optional
/// values.
static std::vector<std::string> takeBlas(llvm::ArrayRef<std::string> args,
                                         std::vector<std::string> &runOptions) {
  std::vector<std::string> rest;
  for (const std::string &arg : args) {
    if (llvm::StringRef(arg) == "--blas" ||
        llvm::StringRef(arg).starts_with("--blas="))
      runOptions.push_back(arg);
    else
      rest.push_back(arg);
  }
  return rest;
}

/// What contradicts itself, or nothing.
static std::string contradiction(const RunRequest &request) {
  const CommandLine &line = request.line;
  if (!request.isSource)
    for (const OptionSpec &spec : runnableCompileSpecs())
      if (line.has(spec.name))
        return spec.name + " needs a .mlir to compile, got: '" +
               request.program + "'";
  if (line.has("--check") && !request.isSource)
    return "--check needs the program as .mlir, which the one-device "
           "reference runs, got: '" +
           request.program + "'";
  if (line.has("--check") && line.has("--expected"))
    return "--check compares with the one-device reference: --expected cannot "
           "be given too";
  if (line.has("--seed") && !line.has("--check"))
    return "--seed is for --check: without it every argument needs an input";
  return "";
}

//===----------------------------------------------------------------------===//
// Running executables
//===----------------------------------------------------------------------===//

/// Replaces this process.
static int execute(const std::string &program,
                   const std::vector<std::string> &options) {
  std::string path = program;
  if (path.find('/') == std::string::npos)
    path = "./" + path;
  std::vector<char *> argv = {const_cast<char *>(path.c_str())};
  for (const std::string &option : options)
    argv.push_back(const_cast<char *>(option.c_str()));
  argv.push_back(nullptr);
  execv(path.c_str(), argv.data());
  int code = errno;
  if (code == ENOEXEC || code == EACCES)
    return usageError("the program must be a .mlir or an executable that "
                      "plait-compile made, got: '" +
                      program + "'");
  return usageError("cannot run '" + program + "': " + std::strerror(code));
}

/// Runs and waits.
static int runChild(const std::string &program,
                    const std::vector<std::string> &options) {
  std::vector<llvm::StringRef> args = {program};
  args.insert(args.end(), options.begin(), options.end());
  std::string error;
  llvm::outs().flush();
  int status =
      llvm::sys::ExecuteAndWait(program, args, std::nullopt, {}, 0, 0, &error);
  if (status >= 0)
    return status;
  llvm::errs() << "error: the compiled program ended early: " << error << "\n";
  return 3;
}

namespace {
/// A file that goes when this does, or when the process is interrupted.
struct TemporaryFile {
  llvm::SmallString<128> path;

  explicit TemporaryFile(llvm::StringRef suffix) {
    if (!llvm::sys::fs::createTemporaryFile("plait-run", suffix, path))
      llvm::sys::RemoveFileOnSignal(path);
  }
  ~TemporaryFile() {
    if (!path.empty()) {
      llvm::sys::fs::remove(path);
      llvm::sys::DontRemoveFileOnSignal(path);
    }
  }
  std::string str() const { return path.str().str(); }
};
} // namespace

//===----------------------------------------------------------------------===//
// --check
//===----------------------------------------------------------------------===//

/// "'a', 'b', 'c' and 4 more".
static std::string someOf(llvm::ArrayRef<std::string> names) {
  std::string text;
  for (size_t i = 0; i < names.size() && i < 3; ++i)
    text += (i ? ", '" : "'") + names[i] + "'";
  if (names.size() > 3)
    text += " and " + std::to_string(names.size() - 3) + " more";
  return text;
}

static std::vector<std::string>
namesOf(llvm::ArrayRef<runtime::Tensor> tensors) {
  std::vector<std::string> names;
  for (const runtime::Tensor &tensor : tensors)
    names.push_back(tensor.name);
  return names;
}

static bool write(const TemporaryFile &file,
                  const std::vector<runtime::Tensor> &tensors) {
  std::string error;
  if (runtime::writeTensorFile(file.str(), tensors, &error))
    return true;
  llvm::errs() << "error: " << error << "\n";
  return false;
}

static void printAgreement(const OneDeviceOutcome &one,
                           const std::string &outputs, int64_t steps) {
  std::vector<runtime::Tensor> got;
  std::string error, worstName;
  if (!runtime::readTensorFile(outputs, &got, &error))
    return;
  double worst = 0;
  for (const runtime::Tensor &tensor : got)
    for (const runtime::Tensor &expected : one.results)
      if (expected.name == tensor.name) {
        double difference = runtime::relativeDifference(tensor, expected);
        if (difference > worst) {
          worst = difference;
          worstName = tensor.name;
        }
      }
  llvm::outs() << "check: " << one.ranks << " ranks equal one device: worst "
               << "difference " << llvm::format("%.1e", worst);
  if (!worstName.empty())
    llvm::outs() << " in " << worstName;
  llvm::outs() << ", " << one.results.size() << " results, " << steps
               << (steps == 1 ? " step\n" : " steps\n");
}

/// Where the results that differ are computed; how much they differ the run has
/// said.
static void printMakers(const OneDeviceOutcome &one, const std::string &outputs,
                        double tolerance) {
  std::vector<runtime::Tensor> got;
  std::string error, difference;
  if (!runtime::readTensorFile(outputs, &got, &error))
    return;
  for (auto [expected, maker] : llvm::zip(one.results, one.makers))
    for (const runtime::Tensor &tensor : got)
      if (tensor.name == expected.name && !maker.empty() &&
          !runtime::tensorsAgree(tensor, expected, tolerance, &difference))
        llvm::outs() << "note: '" << tensor.name << "' is made by " << maker
                     << "\n";
}

/// complex128 has no name in safetensors.
static llvm::StringRef formatFor(const OneDeviceOutcome &one) {
  auto isWide = [](const runtime::Tensor &t) { return t.dtype == PLAIT_C128; };
  return llvm::any_of(one.results, isWide) || llvm::any_of(one.seeded, isWide)
             ? "npz"
             : "safetensors";
}

static bool readWhole(llvm::StringRef text, const char *option, int64_t least,
                      int64_t &to) {
  if (!text.getAsInteger(10, to) && to >= least)
    return true;
  usageError(std::string(option) + " must be a whole number of at least " +
             std::to_string(least) + ", got: '" + text.str() + "'");
  return false;
}

static int runChecked(const RunRequest &request, const CompileOptions &compile,
                      const std::string &executable) {
  OneDeviceRequest reference;
  int64_t seed = 0;
  if (!readWhole(request.line.get("--steps", "1"), "--steps", 1,
                 reference.steps) ||
      !readWhole(request.line.get("--seed", "0"), "--seed", 0, seed))
    return 1;
  reference.compile = compile;
  reference.inputFiles = request.line.all("--inputs");
  reference.inputs = request.line.all("--input");
  reference.seed = seed;
  OneDeviceOutcome one;
  if (!runOnOneDevice(reference, llvm::errs(), one))
    return 1;

  llvm::StringRef format = formatFor(one);
  TemporaryFile seeded(format), expected(format), outputs(format);
  std::vector<std::string> options = request.runOptions;
  if (!one.seeded.empty()) {
    llvm::errs() << "note: no input is given for "
                 << someOf(namesOf(one.seeded)) << ": seeded values (--seed "
                 << seed
                 << "), floats in [-1, 1] (optimizer states in [0, 1]), "
                    "integers in 0..1\n";
    if (!write(seeded, one.seeded))
      return 1;
    options.push_back("--inputs=" + seeded.str());
  }
  if (!write(expected, one.results))
    return 1;
  options.push_back("--expected=" + expected.str());
  std::string results = request.line.get("--outputs", outputs.str());
  if (!request.line.has("--outputs"))
    options.push_back("--outputs=" + results);
  int status = runChild(executable, options);
  if (!one.notNumbers.empty())
    llvm::errs() << "warning: NaN on one device in " << someOf(one.notNumbers)
                 << ": equal NaN say little; give --inputs, or --state for "
                    "optimizer states\n";
  if (status == 0)
    printAgreement(one, results, reference.steps);
  double tolerance = -1; // the type's
  (void)llvm::StringRef(request.line.get("--tolerance", "-1"))
      .getAsDouble(tolerance);
  if (status == 2)
    printMakers(one, results, tolerance);
  return status;
}

//===----------------------------------------------------------------------===//
// The main
//===----------------------------------------------------------------------===//

static void printHelp() {
  llvm::outs()
      << "plait-run: runs a program, on all ranks of its mesh\n\n"
         "  plait-run model [run options]\n"
         "  plait-run model.mlir [run options] [--check] [compile options]\n\n"
         "model is an executable that plait-compile made; a .mlir is compiled "
         "into a temporary one.\n\n"
         "Options\n"
      << helpTable(ownOptionSpecs()) << "\nRun options\n"
      << helpTable(runOptionSpecs()) << "\nCompile options\n"
      << helpTable(runnableCompileSpecs())
      << "\nExit status: 0 success, 1 bad options, program or files, 2 results "
         "differ, 3 a rank or a\ncollective failed.\n";
}

static bool isSourceFile(llvm::StringRef path) {
  return path.ends_with(".mlir") || path.ends_with(".mlirbc");
}

static int runSource(const RunRequest &request) {
  CompileOptions compile;
  std::string error;
  if (!readCompileOptions(request.line, compile, error))
    return usageError(error);
  compile.input = request.program;
  TemporaryFile executable("exe");
  compile.output = executable.str();
  if (int status = compileFile(compile, llvm::errs()))
    return status;
  if (request.line.has("--check"))
    return runChecked(request, compile, compile.output);
  return runChild(compile.output, request.runOptions);
}

int plait::runMain(llvm::ArrayRef<std::string> args) {
  RunRequest request;
  std::vector<std::string> rest = takeBlas(args, request.runOptions);
  std::vector<OptionSpec> specs(ownOptionSpecs());
  llvm::append_range(specs, runOptionSpecs());
  llvm::append_range(specs, runnableCompileSpecs());
  std::string error;
  std::optional<CommandLine> line = parseCommandLine(rest, specs, error);
  if (!line)
    return usageError(error);
  if (line->has("--help")) {
    printHelp();
    return 0;
  }
  if (line->has("--version")) {
    llvm::outs() << "plait-run " PLAIT_VERSION ", LLVM/MLIR "
                 << LLVM_VERSION_STRING << "\n";
    return 0;
  }
  if (line->positional.size() != 1)
    return usageError("one program is needed, got: " +
                      std::to_string(line->positional.size()));
  request.line = *line;
  request.program = line->positional.front();
  request.isSource = isSourceFile(request.program);
  for (const OptionSpec &spec : runOptionSpecs())
    for (const std::string &value : line->all(spec.name))
      request.runOptions.push_back(spec.name + "=" + value);
  if (std::string wrong = contradiction(request); !wrong.empty())
    return usageError(wrong);
  if (!llvm::sys::fs::exists(request.program))
    return usageError("cannot read '" + request.program +
                      "': no such file or directory");
  return request.isSource ? runSource(request)
                          : execute(request.program, request.runOptions);
}
