//===- SafeTensors.cpp - Read and write .safetensors ----------------------===//
//
// u64 little-endian header length, JSON header, data. The header maps names to
// {"dtype", "shape", "data_offsets": [begin, end]}, offsets relative to the
// data; the tensors cover the data without gaps or overlaps.
//
//===----------------------------------------------------------------------===//

#include "core/DType.h"
#include "core/Status.h"
#include "core/files/AtomicFile.h"
#include "core/files/Formats.h"

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <set>

namespace plait::runtime {

using Json = nlohmann::json;

/// Header length and where the header ends; everything else is relative to it.
static uint64_t headerBytes(const MappedFile &file) {
  uint64_t length = 0;
  if (file.size() < 8)
    failUsage("'", file.path(), "' is cut short: a safetensors file begins ",
              "with 8 bytes of header length, got: ", file.size());
  std::memcpy(&length, file.data(), 8);
  if (length > maxHeaderBytes)
    failUsage("'", file.path(), "': the safetensors header must have at most ",
              maxHeaderBytes, " bytes, got: ", length);
  if (length > file.size() - 8)
    failUsage("'", file.path(), "' is cut short: its header has ", length,
              " bytes, the file only ", file.size() - 8, " after its length");
  return length;
}

/// Parses the header and refuses what the JSON library would let pass: a name
/// that is there twice (the last would win) and nesting beyond the format's.
static Json parseHeader(const MappedFile &file, uint64_t length) {
  const char *begin = reinterpret_cast<const char *>(file.data()) + 8;
  if (length == 0 || *begin != '{')
    failUsage("'", file.path(), "': a safetensors header must begin with '{'");
  std::set<std::string> names;
  auto watch = [&](int depth, Json::parse_event_t event, Json &value) {
    if (depth > 8)
      failUsage("'", file.path(), "': the safetensors header nests too deep");
    if (event == Json::parse_event_t::key && depth == 1 &&
        !names.insert(value.get<std::string>()).second)
      failUsage("'", file.path(), "': tensor '", value.get<std::string>(),
                "' is there twice");
    return true;
  };
  try {
    return Json::parse(begin, begin + length, watch);
  } catch (const Json::exception &error) {
    failUsage("'", file.path(),
              "': the safetensors header is no JSON: ", error.what());
  }
}

/// The integer at `value`, which must be a size.
static int64_t sizeOf(const Json &value, const std::string &where) {
  if (!value.is_number_unsigned() ||
      value.get<uint64_t>() > uint64_t(INT64_MAX))
    failUsage(where, ": sizes and offsets must be integers of 0 or more, ",
              "got: ", value.dump());
  return value.get<int64_t>();
}

static const Json &field(const Json &entry, const char *name, bool list,
                         const std::string &where) {
  auto found = entry.is_object() ? entry.find(name) : entry.end();
  if (found == entry.end() || (list ? !found->is_array() : !found->is_string()))
    failUsage(where, ": '", name, "' must be a ", list ? "list" : "string");
  return *found;
}

/// One tensor of the header. `begin` and `end` are its data offsets.
static Tensor readEntry(const std::string &name, const Json &entry,
                        const std::string &path, int64_t &begin, int64_t &end) {
  std::string where = text("'", path, "': tensor '", name, "'");
  std::string dtypeName = field(entry, "dtype", false, where);
  std::optional<plait_dtype> dtype = dtypeFromSafeTensors(dtypeName);
  if (!dtype)
    failUsage(where, " has type ", dtypeName, ", which Plait does not know");
  Tensor tensor;
  tensor.name = name;
  tensor.dtype = *dtype;
  for (const Json &size : field(entry, "shape", true, where))
    tensor.shape.push_back(sizeOf(size, where));
  const Json &offsets = field(entry, "data_offsets", true, where);
  if (offsets.size() != 2 || tensor.shape.size() > maxRank)
    failUsage(where, ": it must have two offsets and at most ", maxRank,
              " dimensions");
  begin = sizeOf(offsets[0], where);
  end = sizeOf(offsets[1], where);
  int64_t bytes = checkedBytes(tensor.dtype, tensor.shape);
  if (begin > end || bytes != end - begin)
    failUsage(where, ": ", spellType(tensor.dtype, tensor.shape),
              " must span its offsets, got: ", begin, " to ", end);
  return tensor;
}

std::vector<Tensor> readSafeTensors(std::shared_ptr<const MappedFile> file) {
  uint64_t length = headerBytes(*file);
  Json header = parseHeader(*file, length);
  const uint8_t *data = file->data() + 8 + length;
  int64_t dataBytes = file->size() - 8 - length;

  struct Entry {
    int64_t begin, end;
    Tensor tensor;
  };
  std::vector<Entry> entries;
  for (const auto &[name, value] : header.items()) {
    if (name == "__metadata__")
      continue;
    Entry entry{};
    entry.tensor = readEntry(name, value, file->path(), entry.begin, entry.end);
    entry.tensor.data = data + entry.begin;
    entry.tensor.owner = file;
    entries.push_back(std::move(entry));
  }
  std::sort(entries.begin(), entries.end(), [](const auto &a, const auto &b) {
    return std::tie(a.begin, a.end) < std::tie(b.begin, b.end);
  });

  std::vector<Tensor> tensors;
  int64_t expected = 0;
  for (Entry &entry : entries) {
    if (entry.begin != expected)
      failUsage("'", file->path(), "': tensor '", entry.tensor.name,
                "' must begin where the one before ends, at ", expected,
                ", got: ", entry.begin);
    expected = entry.end;
    tensors.push_back(std::move(entry.tensor));
  }
  if (expected > dataBytes)
    failUsage("'", file->path(), "' is cut short: its tensors need ", expected,
              " bytes, got: ", dataBytes);
  if (expected < dataBytes)
    failUsage("'", file->path(), "': ", dataBytes - expected,
              " bytes at the end belong to no tensor");
  return tensors;
}

void writeSafeTensors(AtomicFile &file, const std::vector<TensorInfo> &infos,
                      const TensorSource &source) {
  nlohmann::ordered_json header = nlohmann::ordered_json::object();
  int64_t offset = 0;
  for (const TensorInfo &info : infos) {
    const char *name = dtypeInfo(info.dtype).safetensors;
    if (!name)
      failUsage("cannot write '", info.name, "': safetensors has no ",
                dtypeInfo(info.dtype).numpy, "; write a .npz instead");
    if (header.contains(info.name))
      failUsage("cannot write '", file.getPath(), "': '", info.name,
                "' is there twice");
    int64_t end = offset + checkedBytes(info.dtype, info.shape);
    header[info.name] = {{"dtype", name},
                         {"shape", info.shape},
                         {"data_offsets", {offset, end}}};
    offset = end;
  }
  std::string json;
  try {
    json = header.dump();
  } catch (const Json::exception &) {
    failUsage("cannot write '", file.getPath(),
              "': a tensor's name is not UTF-8");
  }
  json.append((8 - json.size() % 8) % 8, ' '); // data begins aligned
  uint64_t length = json.size();

  file.write(&length, 8);
  file.write(json);
  for (size_t i = 0; i < infos.size(); ++i)
    file.write(source(i), checkedBytes(infos[i].dtype, infos[i].shape));
}

} // namespace plait::runtime
