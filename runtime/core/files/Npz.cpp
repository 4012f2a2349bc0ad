//===- Npz.cpp - Read and write .npz: a zip of .npy entries ---------------===//
//
// Reads stored and deflated entries with or without zip64, and checks each
// checksum. Writes stored entries, with zip64 fields where sizes need them.
//
//===----------------------------------------------------------------------===//

#include "core/Status.h"
#include "core/files/AtomicFile.h"
#include "core/files/Formats.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <set>

namespace plait::runtime {

namespace {

struct Entry {
  std::string name;
  uint32_t crc = 0, method = 0;
  uint64_t compressed = 0, size = 0, header = 0;
};

/// Little-endian fields of a file, every access checked against its end.
class Fields {
public:
  explicit Fields(const MappedFile &file) : file(file) {}

  uint64_t get(uint64_t at, int bytes) const {
    need(at, bytes);
    uint64_t value = 0;
    std::memcpy(&value, file.data() + at, bytes);
    return value;
  }

  void need(uint64_t at, uint64_t bytes) const {
    if (at > file.size() || bytes > file.size() - at)
      failUsage("'", file.path(), "' is cut short: it needs ", bytes,
                " bytes at ", at, ", the file has ", file.size());
  }

  std::string string(uint64_t at, uint64_t bytes) const {
    need(at, bytes);
    return std::string(reinterpret_cast<const char *>(file.data()) + at, bytes);
  }

  [[noreturn]] void fail(const std::string &what) const {
    failUsage("'", file.path(), "' is no sound .npz: ", what);
  }

private:
  const MappedFile &file;
};

/// Where the central directory lies.
struct Directory {
  uint64_t entries, offset, bytes;
};

} // namespace

/// The end record is the last 22 bytes but for a comment of up to 65535.
static Directory findDirectory(const MappedFile &file, const Fields &fields) {
  if (file.size() < 22)
    fields.fail("it has fewer bytes than an empty archive");
  uint64_t end = file.size() - 22, first = end > 65535 ? end - 65535 : 0;
  // A comment may hold the same four bytes: its length must lead to the end.
  auto isEnd = [&] {
    return fields.get(end, 4) == 0x06054b50 &&
           end + 22 + fields.get(end + 20, 2) == file.size();
  };
  while (!isEnd()) {
    if (end == first)
      fields.fail("it has no end of directory; is it complete?");
    --end;
  }
  Directory directory{fields.get(end + 10, 2), fields.get(end + 16, 4),
                      fields.get(end + 12, 4)};
  bool large = directory.entries == 0xffff || directory.offset == 0xffffffff ||
               directory.bytes == 0xffffffff;
  if (large && end >= 20 && fields.get(end - 20, 4) == 0x07064b50) {
    uint64_t record = fields.get(end - 20 + 8, 8);
    if (fields.get(record, 4) != 0x06064b50)
      fields.fail("its zip64 end of directory is not where it should be");
    fields.need(record, 56);
    directory = {fields.get(record + 32, 8), fields.get(record + 48, 8),
                 fields.get(record + 40, 8)};
  }
  fields.need(directory.offset, directory.bytes);
  return directory;
}

/// Sizes that do not fit 32 bits stand in an extra field, in this order.
static void readZip64(const Fields &fields, uint64_t at, uint64_t bytes,
                      Entry &entry) {
  uint64_t end = at + bytes;
  while (at + 4 <= end) {
    uint64_t id = fields.get(at, 2), length = fields.get(at + 2, 2);
    at += 4;
    if (length > end - at)
      fields.fail("an extra field leaves its entry");
    if (id == 1) {
      uint64_t field = at;
      for (uint64_t *value : {&entry.size, &entry.compressed, &entry.header})
        if (*value == 0xffffffff) {
          if (field + 8 > at + length)
            fields.fail("a zip64 field is too short");
          *value = fields.get(field, 8);
          field += 8;
        }
    }
    at += length;
  }
}

static std::vector<Entry> readDirectory(const MappedFile &file,
                                        const Fields &fields) {
  Directory directory = findDirectory(file, fields);
  if (directory.entries > directory.bytes / 46)
    fields.fail("its directory is too short for its entries");
  std::vector<Entry> entries;
  std::set<std::string> names;
  uint64_t at = directory.offset;
  for (uint64_t i = 0; i < directory.entries; ++i) {
    if (fields.get(at, 4) != 0x02014b50)
      fields.fail("a directory entry is not where it should be");
    Entry entry;
    uint64_t flags = fields.get(at + 8, 2);
    entry.method = fields.get(at + 10, 2);
    entry.crc = fields.get(at + 16, 4);
    entry.compressed = fields.get(at + 20, 4);
    entry.size = fields.get(at + 24, 4);
    uint64_t nameBytes = fields.get(at + 28, 2);
    uint64_t extraBytes = fields.get(at + 30, 2);
    uint64_t commentBytes = fields.get(at + 32, 2);
    entry.header = fields.get(at + 42, 4);
    entry.name = fields.string(at + 46, nameBytes);
    fields.need(at + 46 + nameBytes, extraBytes);
    readZip64(fields, at + 46 + nameBytes, extraBytes, entry);
    at += 46 + nameBytes + extraBytes + commentBytes;
    if (flags & 1)
      fields.fail("entry '" + entry.name + "' is encrypted");
    if (entry.method != 0 && entry.method != 8)
      fields.fail(text("entry '", entry.name, "' is compressed by method ",
                       entry.method, "; only stored and deflated are read"));
    if (!names.insert(entry.name).second)
      fields.fail("entry '" + entry.name + "' is there twice");
    entries.push_back(entry);
  }
  return entries;
}

/// Where the entry's data begin.
static uint64_t dataOffset(const MappedFile &file, const Fields &fields,
                           const Entry &entry) {
  if (fields.get(entry.header, 4) != 0x04034b50)
    fields.fail("entry '" + entry.name + "' is not where it should be");
  uint64_t begin = entry.header + 30 + fields.get(entry.header + 26, 2) +
                   fields.get(entry.header + 28, 2);
  fields.need(begin, entry.compressed);
  // Deflate makes at most 1032 bytes of one: more is a lie that would cost
  // memory.
  if (entry.method == 0 ? entry.size != entry.compressed
                        : entry.size / 1032 > entry.compressed)
    fields.fail(
        text("entry '", entry.name, "' cannot hold ", entry.size, " bytes"));
  return begin;
}

/// Entries that share bytes make a small file claim any amount of data.
static void checkApart(const Fields &fields, std::vector<Entry> entries) {
  std::sort(entries.begin(), entries.end(),
            [](const auto &a, const auto &b) { return a.header < b.header; });
  for (size_t i = 1; i < entries.size(); ++i)
    if (entries[i].header < entries[i - 1].header + 30 ||
        entries[i].header - entries[i - 1].header - 30 <
            entries[i - 1].compressed)
      fields.fail("entries '" + entries[i - 1].name + "' and '" +
                  entries[i].name + "' overlap");
}

static Tensor readEntry(const std::shared_ptr<const MappedFile> &file,
                        const Fields &fields, const Entry &entry) {
  uint64_t begin = dataOffset(*file, fields, entry);
  const uint8_t *data = file->data() + begin;
  std::shared_ptr<const void> owner = file;
  if (entry.method == 8) {
    auto *bytes = new (std::nothrow) uint8_t[entry.size + 1];
    if (!bytes)
      fields.fail(text("no memory for ", entry.size, " bytes of entry '",
                       entry.name, "'"));
    std::shared_ptr<uint8_t[]> memory(bytes);
    if (!inflate(data, entry.compressed, bytes, entry.size))
      fields.fail("entry '" + entry.name + "' has malformed compressed data");
    data = bytes;
    owner = memory;
  }
  if (crc32(data, entry.size) != entry.crc)
    fields.fail("entry '" + entry.name + "' has a wrong checksum");
  Tensor tensor =
      readNpy(data, entry.size, std::move(owner),
              text("'", file->path(), "': entry '", entry.name, "'"));
  tensor.name = entry.name.substr(0, entry.name.size() - 4);
  return tensor;
}

std::vector<Tensor> readNpz(std::shared_ptr<const MappedFile> file) {
  Fields fields(*file);
  std::vector<Entry> entries = readDirectory(*file, fields);
  checkApart(fields, entries);
  std::vector<Tensor> tensors;
  for (const Entry &entry : entries) {
    const std::string &name = entry.name;
    if (name.size() < 4 || name.compare(name.size() - 4, 4, ".npy") != 0)
      fields.fail("entry '" + name + "' is no .npy array");
    tensors.push_back(readEntry(file, fields, entry));
  }
  return tensors;
}

namespace {

/// Little-endian fields of a record.
class Record {
public:
  Record &put(uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i)
      out += char(value >> 8 * i);
    return *this;
  }
  std::string out;
};

} // namespace

/// The value of a 32-bit field: all ones where it stands in the zip64 field.
static uint64_t narrow(uint64_t value) {
  return value < 0xffffffff ? value : 0xffffffff;
}

/// The fields that local header and directory entry share: version, flags
/// (names are UTF-8), method, time, date (1980-01-01), checksum, sizes.
static void putCommon(Record &record, const Entry &entry) {
  record.put(45, 2).put(0x0800, 2).put(0, 2).put(0, 2).put(0x21, 2);
  record.put(entry.crc, 4).put(narrow(entry.size), 4);
  record.put(narrow(entry.size), 4).put(entry.name.size(), 2);
}

/// The zip64 field with those sizes that do not fit.
static std::string zip64Field(const Entry &entry, bool withOffset) {
  Record sizes;
  if (entry.size >= 0xffffffff)
    sizes.put(entry.size, 8).put(entry.size, 8);
  if (withOffset && entry.header >= 0xffffffff)
    sizes.put(entry.header, 8);
  if (sizes.out.empty())
    return "";
  return Record().put(1, 2).put(sizes.out.size(), 2).out + sizes.out;
}

static std::string localHeader(const Entry &entry) {
  std::string extra = zip64Field(entry, false);
  Record record;
  record.put(0x04034b50, 4);
  putCommon(record, entry);
  record.put(extra.size(), 2);
  return record.out + entry.name + extra;
}

static std::string directoryEntry(const Entry &entry) {
  std::string extra = zip64Field(entry, true);
  Record record;
  record.put(0x02014b50, 4).put(45, 2);
  putCommon(record, entry);
  record.put(extra.size(), 2).put(0, 2).put(0, 2).put(0, 2);
  record.put(0100644 << 16, 4).put(narrow(entry.header), 4);
  return record.out + entry.name + extra;
}

static std::string endRecords(uint64_t entries, uint64_t offset,
                              uint64_t bytes) {
  Record record;
  bool large = entries >= 0xffff || narrow(offset) == 0xffffffff ||
               narrow(bytes) == 0xffffffff;
  if (large) {
    record.put(0x06064b50, 4).put(44, 8).put(45, 2).put(45, 2).put(0, 8);
    record.put(entries, 8).put(entries, 8).put(bytes, 8).put(offset, 8);
    record.put(0x07064b50, 4).put(0, 4).put(offset + bytes, 8).put(1, 4);
  }
  uint64_t few = std::min<uint64_t>(entries, 0xffff);
  record.put(0x06054b50, 4).put(0, 4).put(few, 2).put(few, 2);
  record.put(narrow(bytes), 4).put(narrow(offset), 4).put(0, 2);
  return record.out;
}

void writeNpz(AtomicFile &file, const std::vector<TensorInfo> &infos,
              const TensorSource &source) {
  std::set<std::string> names;
  std::string directory;
  for (size_t i = 0; i < infos.size(); ++i) {
    std::string header = npyHeader(infos[i]);
    uint64_t bytes = checkedBytes(infos[i].dtype, infos[i].shape);
    const void *data = source(i);
    Entry entry;
    entry.name = infos[i].name + ".npy";
    if (entry.name.size() > 0xffff || !names.insert(entry.name).second)
      failUsage("cannot write '", file.getPath(), "': the name '",
                infos[i].name, "' is there twice or too long");
    entry.header = file.position();
    entry.size = header.size() + bytes;
    entry.crc = crc32(data, bytes, crc32(header.data(), header.size()));
    file.write(localHeader(entry));
    file.write(header);
    file.write(data, bytes);
    directory += directoryEntry(entry);
  }
  uint64_t offset = file.position();
  file.write(directory);
  file.write(endRecords(infos.size(), offset, directory.size()));
}

} // namespace plait::runtime
