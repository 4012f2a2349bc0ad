//===- MalformedTest.cpp - Truncated and mutated files --------------------===//
//
// No input may crash a reader, run for ever or be taken for something it is
// not: run this with the sanitizers. Fixed seeds, so that a failure repeats.
//
//===----------------------------------------------------------------------===//

#include "core/files/Formats.h"
#include "files/TempFile.h"

#include <random>

using namespace plait::runtime;

namespace {

/// A sound file of each format.
std::string soundFile(const TempFolder &folder, const std::string &extension) {
  static const float w[6] = {1, -2, 3, -4, 5, -6};
  static const int64_t step = 12;
  std::vector<Tensor> tensors(3);
  tensors[0].name = "params['w']";
  tensors[0].shape = {2, 3};
  tensors[0].data = w;
  tensors[1].name = "step";
  tensors[1].dtype = PLAIT_I64;
  tensors[1].data = &step;
  tensors[2].name = "empty";
  tensors[2].shape = {0, 4};
  tensors[2].data = w;
  if (extension == ".npy")
    return npyHeader({"", PLAIT_F32, {2, 3}}) +
           std::string(reinterpret_cast<const char *>(w), 24);
  std::string error;
  EXPECT_TRUE(
      writeTensorFile(folder.path("sound" + extension), tensors, &error))
      << error;
  return folder.read("sound" + extension);
}

/// Reads all bytes of all tensors, for the address sanitizer.
uint64_t touch(const std::vector<Tensor> &tensors) {
  uint64_t sum = 0;
  for (const Tensor &tensor : tensors)
    for (int64_t i = 0; i < tensor.numBytes(); ++i)
      sum += static_cast<const uint8_t *>(tensor.data)[i];
  return sum;
}

class MalformedTest : public testing::TestWithParam<const char *> {
protected:
  /// True where the file is accepted. A refusal has one line.
  bool read(const std::string &bytes) {
    // A new file each time: some file systems flush one that is overwritten.
    unlink(folder.path(std::string("a") + GetParam()).c_str());
    std::string path = folder.write(std::string("a") + GetParam(), bytes);
    std::vector<Tensor> tensors(1);
    std::string error;
    bool accepted = std::string(GetParam()) == ".npy"
                        ? readNpyFile(path, &tensors[0], &error)
                        : readTensorFile(path, &tensors, &error);
    if (accepted) {
      touch(tensors);
      return true;
    }
    EXPECT_FALSE(error.empty());
    EXPECT_EQ(error.find('\n'), std::string::npos) << error;
    return false;
  }

  TempFolder folder;
};

TEST_P(MalformedTest, SoundFileIsAccepted) {
  EXPECT_TRUE(read(soundFile(folder, GetParam())));
}

TEST_P(MalformedTest, EveryPrefixIsRefused) {
  std::string sound = soundFile(folder, GetParam());
  for (size_t length = 0; length < sound.size(); ++length)
    EXPECT_FALSE(read(sound.substr(0, length))) << length;
}

TEST_P(MalformedTest, TrailingBytesAreRefused) {
  std::string sound = soundFile(folder, GetParam());
  EXPECT_FALSE(read(sound + "x"));
}

TEST_P(MalformedTest, SurvivesFlippedBits) {
  std::string sound = soundFile(folder, GetParam());
  std::mt19937 random(11);
  for (int i = 0; i < 3000; ++i) {
    std::string bytes = sound;
    for (unsigned n = 1 + random() % 3; n > 0; --n)
      bytes[random() % bytes.size()] ^= char(1 << random() % 8);
    read(bytes);
  }
}

TEST_P(MalformedTest, SurvivesExtremeBytes) {
  std::string sound = soundFile(folder, GetParam());
  for (size_t at = 0; at < sound.size(); ++at)
    for (char value : {'\0', '\xff', '\x7f', '9', '"'}) {
      std::string bytes = sound;
      bytes[at] = value;
      read(bytes);
    }
}

TEST_P(MalformedTest, SurvivesRemovedAndDoubledParts) {
  std::string sound = soundFile(folder, GetParam());
  std::mt19937 random(13);
  for (int i = 0; i < 1000; ++i) {
    size_t begin = random() % sound.size();
    size_t length = 1 + random() % 16;
    std::string part = sound.substr(begin, length), bytes = sound;
    if (i % 2)
      bytes.erase(begin, length);
    else
      bytes.insert(random() % sound.size(), part);
    read(bytes);
  }
}

TEST_P(MalformedTest, SurvivesNoise) {
  std::mt19937 random(17);
  std::string sound = soundFile(folder, GetParam());
  for (int i = 0; i < 500; ++i) {
    std::string bytes = sound.substr(0, random() % 16);
    for (unsigned n = random() % 300; n > 0; --n)
      bytes += char(random());
    read(bytes);
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, MalformedTest,
                         testing::Values(".safetensors", ".npz", ".npy"),
                         [](const auto &info) {
                           return std::string(info.param + 1);
                         });

} // namespace
