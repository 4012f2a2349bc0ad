//===- AtomicFile.h - Write a file whole or not at all ----------*- C++ -*-===//
//
// Writes go to a temporary file beside the target. `commit` flushes it to disk
// and renames it; without a commit the destructor removes it. So a reader sees
// the old file or the complete new one.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_RUNTIME_CORE_FILES_ATOMICFILE_H
#define PLAIT_RUNTIME_CORE_FILES_ATOMICFILE_H

#include <cstdint>
#include <string>

namespace plait::runtime {

/// Throws Failure where a file could not be put at `path`: its folder is not
/// there or not writable, or a folder has that name.
void checkWritable(const std::string &path);

class AtomicFile {
public:
  explicit AtomicFile(const std::string &path);
  AtomicFile(const AtomicFile &) = delete;
  AtomicFile &operator=(const AtomicFile &) = delete;
  ~AtomicFile();

  void write(const void *data, uint64_t bytes);
  void write(const std::string &data) { write(data.data(), data.size()); }
  uint64_t position() const { return written; }
  /// Flushes to disk and closes: what can still fail is the rename.
  void flush();
  void commit();
  const std::string &getPath() const { return path; } // as the user wrote it

private:
  [[noreturn]] void fail(const char *what);

  std::string path;
  std::string target;    // behind symbolic links
  std::string temporary; // empty for a device, which is written directly
  int file = -1;
  uint64_t written = 0;
};

} // namespace plait::runtime

#endif // PLAIT_RUNTIME_CORE_FILES_ATOMICFILE_H
