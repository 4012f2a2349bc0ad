//===- SafeTensorsTest.cpp - Read and write .safetensors ------------------===//

#include "Values.h"
#include "files/TempFile.h"
#include "plait/runtime/TensorFile.h"

using namespace plait::runtime;

namespace {

std::string image(const std::string &header, const std::string &data) {
  return littleEndian(header.size(), 8) + header + data;
}

/// What the reader says about a file; empty where it accepts it.
std::string refusal(const std::string &bytes) {
  TempFolder folder;
  std::vector<Tensor> tensors;
  std::string error;
  if (readTensorFile(folder.write("a.safetensors", bytes), &tensors, &error))
    return "";
  EXPECT_FALSE(error.empty());
  EXPECT_NE(error.find("a.safetensors"), std::string::npos) << error;
  return error;
}

void expectRefusal(const std::string &header, const std::string &data,
                   const std::string &part) {
  std::string error = refusal(image(header, data));
  EXPECT_NE(error.find(part), std::string::npos)
      << "'" << part << "' not in '" << error << "'";
}

const std::string data8(8, 'x');

} // namespace

TEST(SafeTensors, ReadsAPublicExample) {
  // As the Python package writes it: padded header, metadata, two tensors.
  TempFolder folder;
  std::string header =
      R"({"__metadata__":{"format":"np"},"w":{"dtype":"F32","shape":[2,1],)"
      R"("data_offsets":[0,8]},"step":{"dtype":"I64","shape":[],)"
      R"("data_offsets":[8,16]}}  )";
  float w[] = {1.5f, -2};
  int64_t step = -7;
  std::string data(reinterpret_cast<char *>(w), 8);
  data.append(reinterpret_cast<char *>(&step), 8);
  std::vector<Tensor> tensors;
  std::string error;
  ASSERT_TRUE(readTensorFile(folder.write("a.safetensors", image(header, data)),
                             &tensors, &error))
      << error;
  ASSERT_EQ(tensors.size(), 2u);
  EXPECT_EQ(tensors[0].name, "w");
  EXPECT_EQ(tensors[0].shape, std::vector<int64_t>({2, 1}));
  EXPECT_EQ(spellElement(tensors[0], 1), "-2");
  EXPECT_EQ(tensors[1].name, "step");
  EXPECT_EQ(spellElement(tensors[1], 0), "-7");
}

class FormatTest : public testing::TestWithParam<const char *> {};

/// Every type, scalars, empty tensors and strange names survive both formats.
TEST_P(FormatTest, RoundTrip) {
  TempFolder folder;
  std::string extension = GetParam(), error;
  std::vector<Values> values;
  std::vector<Tensor> tensors;
  for (int32_t dtype = 0; dtype < numDTypes; ++dtype) {
    if (dtype == PLAIT_C128 && extension == ".safetensors")
      continue;
    for (std::vector<int64_t> shape :
         {std::vector<int64_t>{}, {3}, {2, 0}, {2, 3, 1}}) {
      Tensor tensor;
      tensor.name =
          "params['w.0'][" + std::to_string(tensors.size()) + "]/\xc3\xa4";
      tensor.dtype = dtype;
      tensor.shape = shape;
      values.push_back(
          testValues(dtype, tensor.numElements(), int64_t(tensors.size())));
      tensors.push_back(tensor);
    }
  }
  for (size_t i = 0; i < tensors.size(); ++i)
    tensors[i].data = values[i].data();
  std::string path = folder.path("a" + extension);
  ASSERT_TRUE(writeTensorFile(path, tensors, &error)) << error;
  std::vector<Tensor> read;
  ASSERT_TRUE(readTensorFile(path, &read, &error)) << error;
  ASSERT_EQ(read.size(), tensors.size());
  for (size_t i = 0; i < read.size(); ++i) {
    // Tensors of no bytes share their offset: the reader may swap them.
    size_t j = 0;
    while (j < read.size() && read[j].name != tensors[i].name)
      ++j;
    ASSERT_LT(j, read.size());
    std::string difference;
    EXPECT_EQ(read[j].shape, tensors[i].shape);
    EXPECT_TRUE(tensorsAgree(read[j], tensors[i], 0, &difference))
        << difference;
  }
  EXPECT_EQ(folder.list().size(), 1u);
}

TEST_P(FormatTest, NoTensors) {
  TempFolder folder;
  std::string path = folder.path(std::string("a") + GetParam()), error;
  ASSERT_TRUE(writeTensorFile(path, {}, &error)) << error;
  std::vector<Tensor> read(3);
  ASSERT_TRUE(readTensorFile(path, &read, &error)) << error;
  EXPECT_TRUE(read.empty());
}

TEST_P(FormatTest, NameTwiceIsRefused) {
  TempFolder folder;
  Tensor tensor;
  tensor.name = "x";
  float value = 1;
  tensor.data = &value;
  std::string error;
  EXPECT_FALSE(writeTensorFile(folder.path(std::string("a") + GetParam()),
                               {tensor, tensor}, &error));
  EXPECT_NE(error.find("twice"), std::string::npos) << error;
  EXPECT_TRUE(folder.list().empty());
}

INSTANTIATE_TEST_SUITE_P(Formats, FormatTest,
                         testing::Values(".safetensors", ".npz"),
                         [](const auto &info) {
                           return std::string(info.param + 1);
                         });

TEST(SafeTensors, DataIsAligned) {
  TempFolder folder;
  Tensor tensor;
  tensor.name = "odd name";
  double value = 3;
  tensor.dtype = PLAIT_F64;
  tensor.data = &value;
  std::string error, path = folder.path("a.safetensors");
  ASSERT_TRUE(writeTensorFile(path, {tensor}, &error));
  std::vector<Tensor> read;
  ASSERT_TRUE(readTensorFile(path, &read, &error));
  EXPECT_EQ(reinterpret_cast<uintptr_t>(read[0].data) % 8, 0u);
}

TEST(SafeTensors, ComplexDoubleHasNoName) {
  TempFolder folder;
  Tensor tensor;
  tensor.name = "z";
  tensor.dtype = PLAIT_C128;
  double value[] = {1, 2};
  tensor.data = value;
  std::string error;
  EXPECT_FALSE(writeTensorFile(folder.path("a.safetensors"), {tensor}, &error));
  EXPECT_NE(error.find("write a .npz instead"), std::string::npos) << error;
}

TEST(SafeTensorsMalformed, Header) {
  EXPECT_NE(refusal("1234567").find("cut short"), std::string::npos);
  EXPECT_NE(refusal(std::string(8, '\xff')).find("at most 100000000"),
            std::string::npos);
  EXPECT_NE(refusal(littleEndian(100, 8) + "{}").find("cut short"),
            std::string::npos);
  EXPECT_NE(refusal(littleEndian(0, 8)).find("begin with '{'"),
            std::string::npos);
  expectRefusal("[]", "", "begin with '{'");
  expectRefusal("{\"a\":", "", "is no JSON");
  expectRefusal("{\"a\": \"\xff\"}", "", "is no JSON");
  expectRefusal("{\"a\": " + std::string(50, '[') + std::string(50, ']') + "}",
                "", "nests too deep");
}

TEST(SafeTensorsMalformed, Entries) {
  expectRefusal(R"({"a": 3})", "", "'dtype' must be a string");
  expectRefusal(R"({"a": {"dtype": "F32"}})", "", "'shape' must be a list");
  expectRefusal(R"({"a": {"dtype": "F8", "shape": [], "data_offsets": [0,1]}})",
                "x", "type F8");
  expectRefusal(
      R"({"a": {"dtype": "F32", "shape": [-2], "data_offsets": [0,8]}})", data8,
      "0 or more");
  expectRefusal(
      R"({"a": {"dtype": "F32", "shape": [2.0], "data_offsets": [0,8]}})",
      data8, "0 or more");
  expectRefusal(R"({"a": {"dtype": "F32", "shape": [2], "data_offsets": [0]}})",
                data8, "two offsets");
  expectRefusal(
      R"({"a": {"dtype": "F32", "shape": [2], "data_offsets": [8,0]}})", data8,
      "must span its offsets");
  expectRefusal(
      R"({"a": {"dtype": "F32", "shape": [3], "data_offsets": [0,8]}})", data8,
      "must span its offsets");
}

TEST(SafeTensorsMalformed, Overflow) {
  expectRefusal(R"({"a": {"dtype": "F32", "shape": [4611686018427387904, 4],)"
                R"( "data_offsets": [0, 0]}})",
                "", "must span its offsets");
  expectRefusal(R"({"a": {"dtype": "F32", "shape": [18446744073709551615],)"
                R"( "data_offsets": [0, 8]}})",
                data8, "0 or more");
}

TEST(SafeTensorsMalformed, GapsAndOverlaps) {
  expectRefusal(
      R"({"a": {"dtype": "F32", "shape": [1], "data_offsets": [0,4]},)"
      R"( "b": {"dtype": "F32", "shape": [1], "data_offsets": [2,6]}})",
      data8, "must begin where the one before ends");
  expectRefusal(
      R"({"a": {"dtype": "F32", "shape": [1], "data_offsets": [4,8]}})", data8,
      "must begin where the one before ends");
  expectRefusal(
      R"({"a": {"dtype": "F32", "shape": [1], "data_offsets": [0,4]}})", data8,
      "belong to no tensor");
  expectRefusal(
      R"({"a": {"dtype": "F32", "shape": [3], "data_offsets": [0,12]}})", data8,
      "is cut short");
}

TEST(SafeTensorsMalformed, NameTwice) {
  expectRefusal(
      R"({"a": {"dtype": "F32", "shape": [1], "data_offsets": [0,4]},)"
      R"( "a": {"dtype": "F32", "shape": [1], "data_offsets": [4,8]}})",
      data8, "'a' is there twice");
}

TEST(TensorFile, Extensions) {
  TempFolder folder;
  std::vector<Tensor> tensors;
  std::string error;
  EXPECT_FALSE(readTensorFile(folder.write("a.txt", "x"), &tensors, &error));
  EXPECT_NE(error.find("must end in .safetensors or .npz"), std::string::npos);
  EXPECT_FALSE(readTensorFile(folder.write("a.npy", "x"), &tensors, &error));
  EXPECT_NE(error.find("--input NAME=FILE.npy"), std::string::npos);
  EXPECT_FALSE(checkOutputPath(folder.path("a.bin"), &error));
  EXPECT_TRUE(checkOutputPath(folder.path("a.npz"), &error));
  EXPECT_FALSE(checkOutputPath(folder.path("no/a.npz"), &error));
  EXPECT_NE(error.find("is not there"), std::string::npos);
}
