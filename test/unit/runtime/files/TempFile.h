//===- TempFile.h - Files of a test -----------------------------*- C++ -*-===//
#ifndef PLAIT_TEST_RUNTIME_FILES_TEMPFILE_H
#define PLAIT_TEST_RUNTIME_FILES_TEMPFILE_H

#include <cstdlib>
#include <dirent.h>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

namespace plait::runtime {

/// A folder that is removed with what is in it.
class TempFolder {
public:
  TempFolder() {
    std::string pattern = testing::TempDir() + "plait-XXXXXX";
    std::vector<char> writable(pattern.begin(), pattern.end());
    writable.push_back(0);
    folder = mkdtemp(writable.data());
  }
  ~TempFolder() {
    for (const std::string &name : list())
      unlink((folder + "/" + name).c_str());
    rmdir(folder.c_str());
  }

  std::string path(const std::string &name) const {
    return folder + "/" + name;
  }

  std::string write(const std::string &name, const std::string &bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
  }

  std::string read(const std::string &name) const {
    std::ifstream file(path(name), std::ios::binary);
    std::ostringstream out;
    out << file.rdbuf();
    return out.str();
  }

  std::vector<std::string> list() const {
    std::vector<std::string> names;
    DIR *directory = opendir(folder.c_str());
    while (dirent *entry = readdir(directory))
      if (std::string(entry->d_name) != "." &&
          std::string(entry->d_name) != "..")
        names.push_back(entry->d_name);
    closedir(directory);
    return names;
  }

private:
  std::string folder;
};

/// Little-endian bytes of a number.
inline std::string littleEndian(uint64_t value, int bytes) {
  std::string out;
  for (int i = 0; i < bytes; ++i)
    out += char(value >> (8 * i));
  return out;
}

} // namespace plait::runtime

#endif // PLAIT_TEST_RUNTIME_FILES_TEMPFILE_H
