//===- TensorFile.cpp - Named tensors in files ----------------------------===//

#include "plait/runtime/TensorFile.h"
#include "core/DType.h"
#include "core/Status.h"
#include "core/files/AtomicFile.h"
#include "core/files/Formats.h"

namespace plait::runtime {

int64_t Tensor::numElements() const { return checkedProduct(shape); }

int64_t Tensor::numBytes() const { return checkedBytes(dtype, shape); }

int64_t checkedBytes(int32_t dtype, const std::vector<int64_t> &shape) {
  int64_t bytes = 0, elements = checkedProduct(shape);
  if (elements < 0 ||
      __builtin_mul_overflow(elements, byteWidth(dtype), &bytes))
    return -1;
  return bytes;
}

std::string spellType(int32_t dtype, const std::vector<int64_t> &shape) {
  return dtypeInfo(dtype).numpy + spellList(shape);
}

static bool hasExtension(const std::string &path, const std::string &wanted) {
  return path.size() > wanted.size() &&
         path.compare(path.size() - wanted.size(), wanted.size(), wanted) == 0;
}

/// Says what to do about a file whose name tells no format.
[[noreturn]] static void failExtension(const std::string &path) {
  failUsage("'", path, "' must end in .safetensors or .npz",
            hasExtension(path, ".npy")
                ? "; a single .npy is given as --input NAME=FILE.npy"
                : "");
}

void checkTensorPath(const std::string &path) {
  if (!hasExtension(path, ".safetensors") && !hasExtension(path, ".npz"))
    failExtension(path);
  checkWritable(path);
}

std::vector<Tensor> readTensors(const std::string &path) {
  // A missing file is told before a wrong extension: it is the likelier slip.
  std::shared_ptr<const MappedFile> file = MappedFile::open(path);
  if (hasExtension(path, ".safetensors"))
    return readSafeTensors(file);
  if (hasExtension(path, ".npz"))
    return readNpz(file);
  failExtension(path);
}

Tensor readNpyTensor(const std::string &path) {
  std::shared_ptr<const MappedFile> file = MappedFile::open(path);
  return readNpy(file->data(), file->size(), file, "'" + path + "'");
}

void writeTensors(AtomicFile &file, const std::vector<TensorInfo> &infos,
                  const TensorSource &source) {
  checkTensorPath(file.getPath());
  if (hasExtension(file.getPath(), ".npz"))
    writeNpz(file, infos, source);
  else
    writeSafeTensors(file, infos, source);
}

/// Runs `body`; turns what it throws into `*error`.
template <typename Body>
static bool guarded(std::string *error, Body body) {
  try {
    body();
    return true;
  } catch (const std::exception &failure) {
    *error = oneLine(failure.what());
    return false;
  }
}

bool readTensorFile(const std::string &path, std::vector<Tensor> *tensors,
                    std::string *error) {
  return guarded(error, [&] { *tensors = readTensors(path); });
}

bool readNpyFile(const std::string &path, Tensor *tensor, std::string *error) {
  return guarded(error, [&] { *tensor = readNpyTensor(path); });
}

bool checkOutputPath(const std::string &path, std::string *error) {
  return guarded(error, [&] { checkTensorPath(path); });
}

bool writeTensorFile(const std::string &path,
                     const std::vector<Tensor> &tensors, std::string *error) {
  return guarded(error, [&] {
    std::vector<TensorInfo> infos;
    for (const Tensor &tensor : tensors)
      infos.push_back({tensor.name, tensor.dtype, tensor.shape});
    checkTensorPath(path); // before a file is made
    AtomicFile file(path);
    writeTensors(file, infos, [&](size_t i) { return tensors[i].data; });
    file.commit();
  });
}

} // namespace plait::runtime
