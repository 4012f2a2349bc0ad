//===- Formats.h - The file formats, one reader and writer each -*- C++ -*-===//
//
// Readers trust nothing: every size is checked against the file before it is
// used, every sum and product against overflow. A malformed file is a Failure
// that names the file and what is wrong in it.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_RUNTIME_CORE_FILES_FORMATS_H
#define PLAIT_RUNTIME_CORE_FILES_FORMATS_H

#include "core/files/AtomicFile.h"
#include "core/files/MappedFile.h"
#include "plait/runtime/TensorFile.h"

#include <functional>

namespace plait::runtime {

/// Header bytes that a reader accepts, as the public safetensors reader does.
constexpr uint64_t maxHeaderBytes = 100000000;
constexpr size_t maxRank = 64;

/// Name, type and shape of a tensor that is going to be written.
struct TensorInfo {
  std::string name;
  int32_t dtype;
  std::vector<int64_t> shape;
};

/// Gives the data of tensor `index`; valid until the next call.
using TensorSource = std::function<const void *(size_t index)>;

/// Bytes of a tensor, -1 where they do not fit int64_t.
int64_t checkedBytes(int32_t dtype, const std::vector<int64_t> &shape);

std::vector<Tensor> readSafeTensors(std::shared_ptr<const MappedFile> file);
void writeSafeTensors(AtomicFile &file, const std::vector<TensorInfo> &infos,
                      const TensorSource &source);

/// A .npy image somewhere in memory that `owner` keeps. `where` begins
/// messages. Fortran order is turned into row-major.
Tensor readNpy(const uint8_t *data, uint64_t size,
               std::shared_ptr<const void> owner, const std::string &where);
std::string npyHeader(const TensorInfo &info);

std::vector<Tensor> readNpz(std::shared_ptr<const MappedFile> file);
void writeNpz(AtomicFile &file, const std::vector<TensorInfo> &infos,
              const TensorSource &source);

/// By the extension of the path. These throw where TensorFile.h returns false.
std::vector<Tensor> readTensors(const std::string &path);
Tensor readNpyTensor(const std::string &path);
/// Into `file`, which the caller commits.
void writeTensors(AtomicFile &file, const std::vector<TensorInfo> &infos,
                  const TensorSource &source);
void checkTensorPath(const std::string &path);

/// Fills `output` exactly from a raw deflate stream; false where the stream is
/// malformed, ends early or holds more.
bool inflate(const uint8_t *input, uint64_t inputBytes, uint8_t *output,
             uint64_t outputBytes);

/// CRC-32 of zip and gzip; `crc` is that of the bytes before, 0 at first.
uint32_t crc32(const void *data, uint64_t bytes, uint32_t crc = 0);

} // namespace plait::runtime

#endif // PLAIT_RUNTIME_CORE_FILES_FORMATS_H
