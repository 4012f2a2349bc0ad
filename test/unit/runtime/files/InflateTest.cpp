//===- InflateTest.cpp - Raw deflate streams ------------------------------===//
//
// Streams were made by zlib; `hex` gives their bytes.
//
//===----------------------------------------------------------------------===//

#include "core/files/Formats.h"

#include <gtest/gtest.h>
#include <random>

using namespace plait::runtime;

static std::string hex(const std::string &digits) {
  std::string out;
  for (size_t i = 0; i + 1 < digits.size(); i += 2)
    out += char(std::stoi(digits.substr(i, 2), nullptr, 16));
  return out;
}

static bool inflateTo(const std::string &stream, std::string &out) {
  return inflate(reinterpret_cast<const uint8_t *>(stream.data()),
                 stream.size(), reinterpret_cast<uint8_t *>(out.data()),
                 out.size());
}

static const std::string fixedStream = hex("cb48cdc9c957c8009300");

static const std::string zeroStream =
    hex("edc13101000000c2a0de4b6f0d0fa00000000000000000000000000000000000000000"
        "0000000000000000000000000000000000000000000000000000000000000000000000"
        "0000000000000000000000000000000000000000000000000000000000000000000000"
        "000000000000805703");

/// 150 terms of a sequence with enough symbols for codes of its own.
static std::string makeText() {
  std::string text;
  for (int i = 0; i < 150; ++i)
    text +=
        std::to_string(i * i % 97) + ", " + std::to_string(i * 7 % 13) + "; ";
  return text;
}
static const std::string dynamicText = makeText();
static const std::string dynamicStream =
    hex("459351b2c3200c03afc201f808186c33b9ffbd1e92dc97af4e53d8d8d2f6e9ed79dbe8"
        "2ddeb67a1b6f3bbde57de2bdcdb7cddddb799bdd6f760fdcdfc63deef7e47a5bde6be3"
        "deb0def63d8aebf7ca8adefc6d31499e24db20da27d967936d46763c648f29f636b28f"
        "8bbd16e16714dc083f8bf0fd909e826fc267109e49f85e84cf82e721dc7f836fc247c1"
        "d30977277ca5469fa48f245da91c4d9e9bf0a85462131e267828163c051ca75c771e11"
        "82b88f8d374dbdf7680ad34c8063c6a58901c7065bfb008efd5cdb3eda3d94c4974b12"
        "8ec48ef233a509f8111c59038eecb79a007c088e9e1eb516eaf06b14fd4e967dd4bcc9"
        "03c0a764a9545283fb4f16a5628a1cb685dcfb1771913c482e53c415f6083b34f2acb0"
        "4d4d825eba46e9ca41525395acdfc86589290eecc6386489551cc8c1954ae91aa5ab12"
        "4ce559b27e61237a3a2878158992b62a031c0dbafa2c5da37455f729134ad64f1348c3"
        "d127e9308a9ae8cf5393c33d9789a56b94aefa483d2c593fc1ff00");

TEST(Inflate, Stored) {
  std::string out(5, 0);
  EXPECT_TRUE(inflateTo(hex("010500faff68656c6c6f"), out));
  EXPECT_EQ(out, "hello");
}

TEST(Inflate, FixedCodes) {
  std::string out(12, 0);
  EXPECT_TRUE(inflateTo(fixedStream, out));
  EXPECT_EQ(out, "hello hello ");
}

TEST(Inflate, DynamicCodes) {
  std::string out(dynamicText.size(), 0);
  EXPECT_TRUE(inflateTo(dynamicStream, out));
  EXPECT_EQ(out, dynamicText);
}

TEST(Inflate, LongMatches) {
  std::string out(100000, 0);
  EXPECT_TRUE(inflateTo(zeroStream, out));
  EXPECT_EQ(out, std::string(100000, 'z'));
}

TEST(Inflate, SizeMustBeExact) {
  for (size_t size : {0, 4, 6, 100}) {
    std::string out(size, 0);
    EXPECT_FALSE(inflateTo(hex("010500faff68656c6c6f"), out)) << size;
  }
  for (size_t size : {11, 13}) {
    std::string out(size, 0);
    EXPECT_FALSE(inflateTo(fixedStream, out)) << size;
  }
}

TEST(Inflate, EveryPrefixIsRefused) {
  for (const std::string &stream : {fixedStream, dynamicStream})
    for (size_t length = 0; length + 1 < stream.size(); ++length) {
      std::string out(stream == fixedStream ? 12 : dynamicText.size(), 0);
      EXPECT_FALSE(inflateTo(stream.substr(0, length), out)) << length;
    }
}

TEST(Inflate, Malformed) {
  for (const char *stream : {"07",                     // block of kind 3
                             "0105000000",             // complement wrong
                             "05e0ffffffffffffffffff", // too many codes
                             "4b04000000", // distance before the beginning
                             "ffffffffffffffffffff"}) {
    std::string out(12, 0);
    EXPECT_FALSE(inflateTo(hex(stream), out)) << stream;
  }
}

/// Flipped bits may decode to something, but never out of bounds (run this with
/// the address sanitizer) and never for ever.
TEST(Inflate, SurvivesMutations) {
  std::mt19937 random(3);
  for (int i = 0; i < 20000; ++i) {
    std::string stream = i % 2 ? dynamicStream : fixedStream;
    for (unsigned n = random() % 4 + 1; n > 0; --n)
      stream[random() % stream.size()] ^= char(1 << random() % 8);
    std::string out(dynamicText.size(), 0);
    inflateTo(stream, out);
  }
}

TEST(Inflate, SurvivesNoise) {
  std::mt19937 random(5);
  for (int i = 0; i < 20000; ++i) {
    std::string stream(random() % 200, 0);
    for (char &c : stream)
      c = char(random());
    std::string out(random() % 1000, 0);
    inflateTo(stream, out);
  }
}

TEST(Crc32, KnownValues) {
  EXPECT_EQ(crc32("", 0), 0u);
  EXPECT_EQ(crc32("123456789", 9), 0xcbf43926u);
  std::string text = "The quick brown fox jumps over the lazy dog";
  EXPECT_EQ(crc32(text.data(), text.size()), 0x414fa339u);
}

TEST(Crc32, InPieces) {
  std::string text(1000, 'x');
  for (size_t i = 0; i < text.size(); ++i)
    text[i] = char(i * 31);
  uint32_t whole = crc32(text.data(), text.size());
  for (size_t cut : {0, 1, 7, 8, 500, 999})
    EXPECT_EQ(
        crc32(text.data() + cut, text.size() - cut, crc32(text.data(), cut)),
        whole);
}
