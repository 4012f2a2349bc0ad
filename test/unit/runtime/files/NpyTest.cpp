//===- NpyTest.cpp - Read .npy arrays -------------------------------------===//

#include "files/TempFile.h"
#include "plait/runtime/TensorFile.h"

using namespace plait::runtime;

namespace {

std::string npy(const std::string &dict, const std::string &data,
                int version = 1) {
  std::string out = "\x93NUMPY";
  out += char(version);
  out += '\0';
  return out + littleEndian(dict.size(), version == 1 ? 2 : 4) + dict + data;
}

bool read(const std::string &bytes, Tensor &tensor, std::string &error) {
  TempFolder folder;
  return readNpyFile(folder.write("a.npy", bytes), &tensor, &error);
}

void expectRefusal(const std::string &bytes, const std::string &part) {
  Tensor tensor;
  std::string error;
  EXPECT_FALSE(read(bytes, tensor, error)) << "accepted, expected: " << part;
  EXPECT_NE(error.find(part), std::string::npos)
      << "'" << part << "' not in '" << error << "'";
  EXPECT_NE(error.find("a.npy"), std::string::npos) << error;
}

std::string floats(std::vector<float> values) {
  return std::string(reinterpret_cast<char *>(values.data()),
                     values.size() * 4);
}

} // namespace

TEST(Npy, NumPysOwnSpelling) {
  Tensor tensor;
  std::string error;
  ASSERT_TRUE(read(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (3, "
                       "2), }            \n",
                       floats({0, 1, 2, 3, 4, 5})),
                   tensor, error))
      << error;
  EXPECT_EQ(tensor.dtype, PLAIT_F32);
  EXPECT_EQ(tensor.shape, std::vector<int64_t>({3, 2}));
  EXPECT_EQ(spellElement(tensor, 5), "5");
}

TEST(Npy, OtherSpellings) {
  for (const char *dict :
       {"{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}",
        "{\"shape\":(2,),\"descr\":\"<f4\",\"fortran_order\":False}\n",
        "{'descr': '=f4', 'fortran_order': False, 'shape': (2,), }\n"})
    for (int version : {1, 2, 3}) {
      Tensor tensor;
      std::string error;
      EXPECT_TRUE(read(npy(dict, floats({1, 2}), version), tensor, error))
          << error;
      EXPECT_EQ(tensor.shape, std::vector<int64_t>({2}));
    }
}

TEST(Npy, Scalars) {
  Tensor tensor;
  std::string error;
  ASSERT_TRUE(
      read(npy("{'descr': '|b1', 'fortran_order': False, 'shape': ()}", "\x01"),
           tensor, error));
  EXPECT_EQ(tensor.dtype, PLAIT_BOOL);
  EXPECT_TRUE(tensor.shape.empty());
  EXPECT_EQ(spellElement(tensor, 0), "true");
}

TEST(Npy, BfloatIsTwoVoidBytes) {
  Tensor tensor;
  std::string error;
  for (const char *descr : {"<V2", "|V2"}) {
    ASSERT_TRUE(read(npy("{'descr': '" + std::string(descr) +
                             "', 'fortran_order': False, 'shape': (1,)}",
                         "\xc0\x3f"),
                     tensor, error))
        << error;
    EXPECT_EQ(tensor.dtype, PLAIT_BF16);
    EXPECT_EQ(spellElement(tensor, 0), "1.5");
  }
}

/// The same 2 x 3 array in both orders.
TEST(Npy, FortranOrderIsTurned) {
  Tensor tensor;
  std::string error;
  ASSERT_TRUE(
      read(npy("{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3)}",
               floats({0, 3, 1, 4, 2, 5})),
           tensor, error))
      << error;
  for (int64_t i = 0; i < 6; ++i)
    EXPECT_EQ(spellElement(tensor, i), std::to_string(i));
}

TEST(Npy, FortranOrderInThreeDimensions) {
  std::vector<float> columns;
  for (int z = 0; z < 4; ++z)
    for (int y = 0; y < 3; ++y)
      for (int x = 0; x < 2; ++x)
        columns.push_back(float(x * 12 + y * 4 + z));
  Tensor tensor;
  std::string error;
  ASSERT_TRUE(
      read(npy("{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3, 4)}",
               floats(columns)),
           tensor, error));
  for (int64_t i = 0; i < 24; ++i)
    EXPECT_EQ(spellElement(tensor, i), std::to_string(i));
}

TEST(NpyMalformed, Image) {
  expectRefusal("short", "is no .npy array");
  expectRefusal("\x93NUMPX" + std::string(20, 'x'), "is no .npy array");
  std::string versioned = npy("{}", "");
  versioned[6] = 4;
  expectRefusal(versioned, "version must be 1, 2 or 3");
  std::string cut = npy("{'descr'}", "");
  expectRefusal(cut.substr(0, cut.size() - 3), "is cut short");
  std::string tiny = std::string("\x93NUMPY\x02\x00\x00\x00", 10);
  expectRefusal(tiny, "is cut short");
}

TEST(NpyMalformed, Dictionary) {
  auto refuse = [](const std::string &dict, const std::string &part) {
    expectRefusal(npy(dict, floats({1, 2})), part);
  };
  refuse("", "lacks '{'");
  refuse("{", "lacks a string");
  refuse("{}", "must have descr, fortran_order and shape");
  refuse("{'descr': '<f4', 'shape': (2,)}", "must have descr");
  refuse("{'descr': '<f4', 'descr': '<f4'}", "key 'descr' too many");
  refuse("{'other': 1}", "key 'other' too many");
  refuse("{'descr: 1}", "without end");
  refuse("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,)}",
         "structured types are not supported");
  refuse("{'descr': '<f4', 'fortran_order': 0, 'shape': (2,)}",
         "True or False");
  refuse("{'descr': '<f4', 'fortran_order': False, 'shape': (-2,)}",
         "0 or more");
  refuse("{'descr': '<f4', 'fortran_order': False, 'shape': (2 2)}",
         "lacks a comma");
  refuse("{'descr': '<f4', 'fortran_order': False, 'shape': "
         "(99999999999999999999,)}",
         "too large");
  refuse("{'descr': '<f4', 'fortran_order': False, 'shape': (2,)} x",
         "must have descr");
  std::string many = "(";
  for (int i = 0; i < 100; ++i)
    many += "1,";
  refuse("{'descr': '<f4', 'fortran_order': False, 'shape': " + many + ")}",
         "too many dimensions");
}

TEST(NpyMalformed, Types) {
  for (const char *descr : {"<U4", "|O", "<M8[ns]", "<f16", "f4", ">i2"})
    expectRefusal(npy(std::string("{'descr': '") + descr +
                          "', 'fortran_order': False, 'shape': (2,)}",
                      floats({1, 2})),
                  "is not supported");
  expectRefusal(npy("{'descr': '>f4', 'fortran_order': False, 'shape': (2,)}",
                    floats({1, 2})),
                "little-endian");
}

TEST(NpyMalformed, Sizes) {
  expectRefusal(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (3,)}",
                    floats({1, 2})),
                "has 12 bytes, got: 8");
  expectRefusal(npy("{'descr': '<f4', 'fortran_order': False, 'shape': (1,)}",
                    floats({1, 2})),
                "has 4 bytes, got: 8");
  expectRefusal(npy("{'descr': '<f8', 'fortran_order': False, 'shape': "
                    "(4611686018427387904, 8)}",
                    floats({1, 2})),
                "too many bytes");
}
