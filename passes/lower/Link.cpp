//===- Link.cpp - Objects to executables and libraries --------------------===//

#include "Link.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <dlfcn.h>

using namespace llvm;
using namespace plait;
using namespace plait::lower;

namespace {
/// A compiler driver that links, and whether it takes -fuse-ld=lld.
struct Driver {
  std::string program;
  bool lld = false;
};
} // namespace

/// `name` beside LLVM's tools, else in the PATH; empty where there is none.
static std::string findTool(StringRef name) {
  if (ErrorOr<std::string> path =
          sys::findProgramByName(name, {PLAIT_LLVM_TOOLS_DIR}))
    return *path;
  ErrorOr<std::string> path = sys::findProgramByName(name);
  return path ? *path : std::string();
}

static Expected<Driver> findDriver() {
  bool hasLld = !findTool("ld.lld").empty();
  for (StringRef name : {"clang++", "clang++-22", "c++", "g++"}) {
    std::string program = findTool(name);
    if (!program.empty())
      return Driver{program, hasLld && name.starts_with("clang")};
  }
  return createStringError("no compiler driver to link with: looked for "
                           "clang++, c++ and g++ in the PATH");
}

/// The folder of the library or program that holds this code.
static std::string ownFolder() {
  Dl_info info;
  if (dladdr(reinterpret_cast<void *>(&ownFolder), &info) && info.dli_fname) {
    SmallString<256> real;
    if (!sys::fs::real_path(info.dli_fname, real))
      return sys::path::parent_path(real).str();
  }
  return ".";
}

static Expected<std::string> findRuntime(const EmitOptions &options) {
  if (!options.runtimeLibrary.empty())
    return options.runtimeLibrary;
  std::string self = sys::fs::getMainExecutable(nullptr, nullptr);
  std::string tried;
  for (const std::string &folder :
       {ownFolder(), sys::path::parent_path(self).str()})
    for (StringRef inside : {".", "../lib", "../lib/x86_64-linux-gnu"}) {
      SmallString<256> path(folder);
      sys::path::append(path, inside, "libPlaitRuntime.a");
      sys::path::remove_dots(path, /*remove_dot_dot=*/true);
      if (sys::fs::exists(path))
        return path.str().str();
      tried += (tried.empty() ? "" : ", ") + path.str().str();
    }
  return createStringError("no runtime to link with: looked for " + tried);
}

/// Runs the driver; its messages are the error's.
static Error runDriver(const Driver &driver, ArrayRef<StringRef> arguments) {
  SmallString<128> log;
  if (std::error_code code =
          sys::fs::createTemporaryFile("plait-link", "log", log))
    return createStringError(code, "no temporary file: " + code.message());
  FileRemover removeLog(log);
  std::optional<StringRef> redirects[] = {std::nullopt, StringRef(log),
                                          StringRef(log)};
  std::string message;
  int status = sys::ExecuteAndWait(driver.program, arguments, std::nullopt,
                                   redirects, 0, 0, &message);
  if (status == 0)
    return Error::success();
  if (auto text = MemoryBuffer::getFile(log))
    message += (*text)->getBuffer().str();
  return createStringError("linking failed: " + driver.program + ": " +
                           message);
}

Error plait::lower::link(LinkKind kind, ArrayRef<std::string> objects,
                         StringRef output, const EmitOptions &options) {
  Expected<Driver> driver = findDriver();
  if (!driver)
    return driver.takeError();
  // Beside the output, so that the rename stays on one file system.
  SmallString<256> temporary;
  std::string model = (output + ".%%%%%%").str();
  if (std::error_code code = sys::fs::createUniqueFile(model, temporary))
    return createStringError(code, "cannot write '" + output.str() +
                                       "': " + code.message());
  FileRemover removeTemporary(temporary);
  SmallVector<std::string> arguments = {driver->program, "-o",
                                        temporary.str().str()};
  if (driver->lld)
    arguments.push_back("-fuse-ld=lld");
  if (kind == LinkKind::Relocatable)
    arguments.append({"-r", "-nostdlib"});
  if (kind == LinkKind::SharedLibrary)
    arguments.push_back("-shared");
  arguments.append(objects.begin(), objects.end());
  if (kind == LinkKind::Executable) {
    Expected<std::string> runtime = findRuntime(options);
    if (!runtime)
      return runtime.takeError();
    arguments.append({*runtime, "-Wl,--gc-sections", "-pthread", "-ldl"});
  }
  if (kind != LinkKind::Relocatable)
    arguments.push_back("-lm");
  SmallVector<StringRef> references(arguments.begin(), arguments.end());
  if (Error error = runDriver(*driver, references))
    return error;
  if (std::error_code code = sys::fs::rename(temporary, output))
    return createStringError(code, "cannot write '" + output.str() +
                                       "': " + code.message());
  removeTemporary.releaseFile();
  return Error::success();
}
