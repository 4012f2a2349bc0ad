//===- MappedFile.cpp - Read a file by mapping it -------------------------===//

#include "core/files/MappedFile.h"
#include "core/Status.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace plait::runtime {

/// Closes a descriptor at the end of its scope.
struct Descriptor {
  int number;
  ~Descriptor() {
    if (number >= 0)
      close(number);
  }
};

std::shared_ptr<const MappedFile> MappedFile::open(const std::string &path) {
  // Without O_NONBLOCK, opening a pipe that nobody writes would hang.
  Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (file.number < 0)
    failUsage("cannot read '", path, "': ", std::strerror(errno));
  struct stat info;
  if (fstat(file.number, &info) != 0)
    failUsage("cannot read '", path, "': ", std::strerror(errno));
  if (!S_ISREG(info.st_mode))
    failUsage("cannot read '", path, "': it must be a regular file");
  uint64_t size = info.st_size;
  if (size == 0)
    failUsage("'", path, "' is empty");
  void *bytes = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number, 0);
  if (bytes == MAP_FAILED)
    failUsage("cannot map '", path, "' of ", size,
              " bytes: ", std::strerror(errno));
  return std::shared_ptr<const MappedFile>(
      new MappedFile(path, static_cast<const uint8_t *>(bytes), size));
}

MappedFile::~MappedFile() { munmap(const_cast<uint8_t *>(bytes), numBytes); }

} // namespace plait::runtime
