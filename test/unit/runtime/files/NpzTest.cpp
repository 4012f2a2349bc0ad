//===- NpzTest.cpp - Read and write .npz ----------------------------------===//

#include "core/files/Formats.h"
#include "files/TempFile.h"

using namespace plait::runtime;

namespace {

/// One entry, as the parts that a test may falsify.
struct Entry {
  std::string name, stored;
  uint32_t crc = 0, method = 0, flags = 0;
  uint32_t size = 0;
};

std::string array(const std::vector<float> &values) {
  TensorInfo info{"", PLAIT_F32, {int64_t(values.size())}};
  return npyHeader(info) +
         std::string(reinterpret_cast<const char *>(values.data()),
                     values.size() * 4);
}

Entry entryOf(const std::string &name, const std::string &npy) {
  Entry entry{name, npy};
  entry.crc = crc32(npy.data(), npy.size());
  entry.size = uint32_t(npy.size());
  return entry;
}

std::string common(const Entry &e) {
  return littleEndian(20, 2) + littleEndian(e.flags, 2) +
         littleEndian(e.method, 2) + littleEndian(0, 4) +
         littleEndian(e.crc, 4) + littleEndian(e.stored.size(), 4) +
         littleEndian(e.size, 4) + littleEndian(e.name.size(), 2);
}

std::string zip(const std::vector<Entry> &entries,
                const std::string &comment = "") {
  std::string file, directory;
  for (const Entry &e : entries) {
    directory += "PK\x01\x02" + littleEndian(20, 2) + common(e) +
                 littleEndian(0, 2) + littleEndian(0, 2) + littleEndian(0, 2) +
                 littleEndian(0, 2) + littleEndian(0, 4) +
                 littleEndian(file.size(), 4) + e.name;
    file += "PK\x03\x04" + common(e) + littleEndian(0, 2) + e.name + e.stored;
  }
  uint64_t offset = file.size();
  return file + directory + "PK\x05\x06" + littleEndian(0, 4) +
         littleEndian(entries.size(), 2) + littleEndian(entries.size(), 2) +
         littleEndian(directory.size(), 4) + littleEndian(offset, 4) +
         littleEndian(comment.size(), 2) + comment;
}

std::string read(const std::string &bytes, std::vector<Tensor> &tensors) {
  TempFolder folder;
  std::string error;
  readTensorFile(folder.write("a.npz", bytes), &tensors, &error);
  return error;
}

void expectRefusal(const std::string &bytes, const std::string &part) {
  std::vector<Tensor> tensors;
  std::string error = read(bytes, tensors);
  EXPECT_NE(error.find(part), std::string::npos)
      << "'" << part << "' not in '" << error << "'";
  EXPECT_NE(error.find("a.npz"), std::string::npos) << error;
}

} // namespace

TEST(Npz, StoredEntries) {
  std::vector<Tensor> tensors;
  EXPECT_EQ(read(zip({entryOf("x.npy", array({1, 2})),
                      entryOf("params['w'].npy", array({-3}))},
                     "a comment"),
                 tensors),
            "");
  ASSERT_EQ(tensors.size(), 2u);
  EXPECT_EQ(tensors[0].name, "x");
  EXPECT_EQ(tensors[1].name, "params['w']");
  EXPECT_EQ(spellElement(tensors[1], 0), "-3");
}

/// A stored block of deflate, as np.savez_compressed may write.
TEST(Npz, DeflatedEntries) {
  std::string npy = array({5, 6, 7});
  Entry entry = entryOf("x.npy", npy);
  entry.method = 8;
  entry.stored = "\x01" + littleEndian(npy.size(), 2) +
                 littleEndian(npy.size() ^ 0xffff, 2) + npy;
  std::vector<Tensor> tensors;
  EXPECT_EQ(read(zip({entry}), tensors), "");
  ASSERT_EQ(tensors.size(), 1u);
  EXPECT_EQ(spellElement(tensors[0], 2), "7");
}

TEST(NpzMalformed, Archive) {
  expectRefusal("x", "fewer bytes");
  expectRefusal(std::string(100, 'x'), "no end of directory");
  std::string good = zip({entryOf("x.npy", array({1}))});
  for (size_t length = 1; length < good.size(); ++length)
    expectRefusal(good.substr(0, length), "'");
}

TEST(NpzMalformed, Checksum) {
  Entry entry = entryOf("x.npy", array({1, 2}));
  entry.crc ^= 1;
  expectRefusal(zip({entry}), "wrong checksum");
  std::string bytes = zip({entryOf("x.npy", array({1, 2}))});
  bytes[30 + 5 + 130] ^= 1; // in the data
  expectRefusal(bytes, "wrong checksum");
}

TEST(NpzMalformed, Entries) {
  Entry entry = entryOf("x.npy", array({1}));
  entry.flags = 1;
  expectRefusal(zip({entry}), "is encrypted");
  entry = entryOf("x.npy", array({1}));
  entry.method = 12;
  expectRefusal(zip({entry}), "compressed by method 12");
  expectRefusal(zip({entryOf("x.txt", array({1}))}), "is no .npy array");
  expectRefusal(zip({entryOf("x.npy", "hello world, no array")}),
                "is no .npy array");
  expectRefusal(
      zip({entryOf("x.npy", array({1})), entryOf("x.npy", array({1}))}),
      "is there twice");
}

TEST(NpzMalformed, ClaimsOfSize) {
  Entry entry = entryOf("x.npy", array({1}));
  entry.size += 4;
  expectRefusal(zip({entry}), "cannot hold");
  entry = entryOf("x.npy", array({1}));
  entry.method = 8;
  entry.size = 0xfffffff0; // a bomb: no stream of this length holds that
  expectRefusal(zip({entry}), "cannot hold");
  entry.size = 200;
  expectRefusal(zip({entry}), "malformed compressed data");
}

/// Two directory entries for one place.
TEST(NpzMalformed, Overlap) {
  std::string npy = array({1});
  std::string bytes = zip({entryOf("a.npy", npy), entryOf("b.npy", npy)});
  size_t second = bytes.rfind("b.npy") - 4; // the offset of the second entry
  bytes.replace(second, 4, littleEndian(0, 4));
  expectRefusal(bytes, "overlap");
}

TEST(NpzMalformed, DirectoryOutside) {
  std::string bytes = zip({entryOf("x.npy", array({1}))});
  std::string moved = bytes;
  moved.replace(moved.size() - 6, 4, littleEndian(0xfffffff0, 4));
  expectRefusal(moved, "is cut short");
  std::string many = bytes;
  many.replace(many.size() - 12, 2, littleEndian(60000, 2));
  expectRefusal(many, "too short for its entries");
}
