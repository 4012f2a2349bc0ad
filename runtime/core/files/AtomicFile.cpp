//===- AtomicFile.cpp - Write a file whole or not at all ------------------===//

#include "core/files/AtomicFile.h"
#include "core/Status.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace plait::runtime {

/// `path` without its last component; "." where it has only one.
static std::string folderOf(const std::string &path) {
  size_t slash = path.rfind('/');
  if (slash == std::string::npos)
    return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

/// The path behind symbolic links, so that a rename replaces the file that a
/// link names and not the link.
static std::string resolve(const std::string &path) {
  char resolved[PATH_MAX];
  return realpath(path.c_str(), resolved) ? resolved : path;
}

/// True for what must be written in place: /dev/stdout, a pipe.
static bool isDevice(const std::string &path) {
  struct stat info;
  return stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode);
}

void checkWritable(const std::string &path) {
  struct stat info;
  if (path.empty() || path.back() == '/')
    failUsage("cannot write '", path, "': it must name a file");
  if (stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode))
    failUsage("cannot write '", path, "': it is a folder");
  std::string folder = folderOf(resolve(path));
  if (stat(folder.c_str(), &info) != 0)
    failUsage("cannot write '", path, "': folder '", folder,
              "' is not there; make it first");
  if (!S_ISDIR(info.st_mode))
    failUsage("cannot write '", path, "': '", folder, "' is no folder");
  if (!isDevice(path) && access(folder.c_str(), W_OK | X_OK) != 0)
    failUsage("cannot write '", path, "': folder '", folder,
              "' says: ", std::strerror(errno));
}

AtomicFile::AtomicFile(const std::string &path)
    : path(path), target(resolve(path)) {
  checkWritable(path);
  if (isDevice(target)) {
    file = open(target.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    temporary = text(target, ".tmp-", getpid());
    file =
        open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  }
  if (file < 0)
    fail("opening it");
}

AtomicFile::~AtomicFile() {
  if (file >= 0)
    close(file);
  if (!temporary.empty())
    unlink(temporary.c_str());
}

void AtomicFile::write(const void *data, uint64_t bytes) {
  const char *from = static_cast<const char *>(data);
  while (bytes > 0) {
    // One call of the kernel takes less than 2 GiB.
    ssize_t done =
        ::write(file, from, std::min<uint64_t>(bytes, uint64_t(1) << 30));
    if (done < 0 && errno == EINTR)
      continue;
    if (done <= 0)
      fail("writing to it");
    from += done;
    bytes -= done;
    written += done;
  }
}

void AtomicFile::flush() {
  if (temporary.empty() || file < 0)
    return;
  if (fsync(file) != 0)
    fail("flushing it");
  int closed = close(file);
  file = -1;
  if (closed != 0)
    fail("closing it");
}

void AtomicFile::commit() {
  flush();
  if (temporary.empty())
    return;
  if (rename(temporary.c_str(), target.c_str()) != 0)
    fail("renaming it");
  temporary.clear();
  // The rename itself lies in the folder. A file system that cannot flush a
  // folder has nothing to add.
  int folder = open(folderOf(target).c_str(), O_RDONLY | O_CLOEXEC);
  if (folder >= 0) {
    fsync(folder);
    close(folder);
  }
}

void AtomicFile::fail(const char *what) {
  int reason = errno;
  // A destructor does not run for an object whose constructor throws.
  if (file >= 0)
    close(file);
  file = -1;
  if (!temporary.empty() && reason != EEXIST)
    unlink(temporary.c_str());
  temporary.clear();
  failUsage("cannot write '", path, "': ", what,
            " says: ", std::strerror(reason));
}

} // namespace plait::runtime
