//===- MappedFile.h - Read a file by mapping it -----------------*- C++ -*-===//
#ifndef PLAIT_RUNTIME_CORE_FILES_MAPPEDFILE_H
#define PLAIT_RUNTIME_CORE_FILES_MAPPEDFILE_H

#include <cstdint>
#include <memory>
#include <string>

namespace plait::runtime {

/// The bytes of a regular file, mapped privately for reading.
class MappedFile {
public:
  /// Throws Failure where the file cannot be read or is no regular file.
  static std::shared_ptr<const MappedFile> open(const std::string &path);

  MappedFile(const MappedFile &) = delete;
  MappedFile &operator=(const MappedFile &) = delete;
  ~MappedFile();

  const uint8_t *data() const { return bytes; }
  uint64_t size() const { return numBytes; }
  const std::string &path() const { return name; }

private:
  MappedFile(std::string path, const uint8_t *bytes, uint64_t size)
      : name(std::move(path)), bytes(bytes), numBytes(size) {}

  std::string name;
  const uint8_t *bytes;
  uint64_t numBytes;
};

} // namespace plait::runtime

#endif // PLAIT_RUNTIME_CORE_FILES_MAPPEDFILE_H
