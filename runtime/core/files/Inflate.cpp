//===- Inflate.cpp - Decompress raw deflate (RFC 1951) --------------------===//
//
// Decodes into memory of known size, so that output beyond it is an error and
// no window is needed: a match copies from the output itself. Codes are looked
// up in one table over the longest code's bits, reversed as deflate packs them.
//
//===----------------------------------------------------------------------===//

#include "core/files/Formats.h"

#include <array>
#include <cstring>
#include <vector>

namespace plait::runtime {

namespace {

constexpr int maxCodeBits = 15;

/// Bits of the input, least significant first. Reading past the end gives
/// zeros and is found out by `overrun`.
class BitReader {
public:
  BitReader(const uint8_t *data, uint64_t size) : data(data), size(size) {}

  /// At least 32 bits, without taking them.
  uint32_t peek() {
    while (available <= 32) {
      buffer |= uint64_t(at < size ? data[at] : 0) << available;
      ++at;
      available += 8;
    }
    return uint32_t(buffer);
  }
  void skip(int bits) {
    buffer >>= bits;
    available -= bits;
  }
  uint32_t take(int bits) {
    uint32_t value = peek() & ((uint64_t(1) << bits) - 1);
    skip(bits);
    return value;
  }
  void alignToByte() { skip(available % 8); }

  /// True where more bits were taken than there are.
  bool overrun() const { return at > size + available / 8; }

private:
  const uint8_t *data;
  uint64_t size, at = 0;
  uint64_t buffer = 0;
  int available = 0;
};

/// A canonical Huffman code. An entry is symbol * 16 + length; length 0 marks
/// bits that no code begins with.
class HuffmanTable {
public:
  /// False where the lengths give more codes than there is room for, or fewer
  /// (but one single code may stand alone, as RFC 1951 allows).
  bool build(const uint8_t *lengths, int count) {
    std::array<int, maxCodeBits + 1> counts{}, next{};
    for (int i = 0; i < count; ++i)
      ++counts[lengths[i]];
    counts[0] = 0;
    int left = 1, used = 0;
    for (int bits = 1; bits <= maxCodeBits; ++bits) {
      left = left * 2 - counts[bits];
      if (left < 0)
        return false;
      next[bits] = bits > 1 ? (next[bits - 1] + counts[bits - 1]) * 2 : 0;
      used += counts[bits];
    }
    if (left > 0 && used > 1)
      return false;
    table.assign(1 << maxCodeBits, 0);
    for (int symbol = 0; symbol < count; ++symbol)
      if (int bits = lengths[symbol])
        fill(next[bits]++, bits, symbol);
    return true;
  }

  /// The next symbol, -1 where the input fits no code.
  int decode(BitReader &in) const {
    uint16_t entry = table[in.peek() & ((1 << maxCodeBits) - 1)];
    in.skip(entry & 15);
    return entry & 15 ? entry >> 4 : -1;
  }

private:
  void fill(int code, int bits, int symbol) {
    int reversed = 0;
    for (int i = 0; i < bits; ++i)
      reversed |= (code >> i & 1) << (bits - 1 - i);
    for (int i = reversed; i < 1 << maxCodeBits; i += 1 << bits)
      table[i] = uint16_t(symbol << 4 | bits);
  }

  std::vector<uint16_t> table;
};

class Inflater {
public:
  Inflater(const uint8_t *input, uint64_t inputBytes, uint8_t *output,
           uint64_t outputBytes)
      : in(input, inputBytes), output(output), size(outputBytes) {}

  bool run() {
    bool last = false;
    while (!last) {
      last = in.take(1);
      uint32_t kind = in.take(2);
      bool good = kind == 0   ? stored()
                  : kind == 1 ? fixedTables() && compressed()
                  : kind == 2 ? dynamicTables() && compressed()
                              : false;
      if (!good || in.overrun())
        return false;
    }
    return at == size;
  }

private:
  bool stored() {
    in.alignToByte();
    uint32_t length = in.take(16), complement = in.take(16);
    if (length != (complement ^ 0xffff) || length > size - at)
      return false;
    for (uint32_t i = 0; i < length; ++i)
      output[at++] = uint8_t(in.take(8));
    return true;
  }

  bool fixedTables() {
    uint8_t lengths[288];
    for (int i = 0; i < 288; ++i)
      lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    uint8_t distanceLengths[32];
    std::memset(distanceLengths, 5, 32);
    return literals.build(lengths, 288) && distances.build(distanceLengths, 32);
  }

  bool dynamicTables() {
    static const uint8_t order[19] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                      11, 4,  12, 3, 13, 2, 14, 1, 15};
    int numLiterals = in.take(5) + 257, numDistances = in.take(5) + 1;
    int numLengths = in.take(4) + 4;
    if (numLiterals > 286 || numDistances > 30)
      return false;
    uint8_t lengths[320] = {};
    for (int i = 0; i < numLengths; ++i)
      lengths[order[i]] = uint8_t(in.take(3));
    HuffmanTable codes;
    if (!codes.build(lengths, 19))
      return false;
    std::memset(lengths, 0, sizeof(lengths));
    int count = 0, total = numLiterals + numDistances;
    while (count < total) {
      int symbol = codes.decode(in);
      if (symbol < 0 || (symbol == 16 && count == 0))
        return false;
      uint8_t value = symbol < 16    ? uint8_t(symbol)
                      : symbol == 16 ? lengths[count - 1]
                                     : 0;
      int repeat = symbol < 16    ? 1
                   : symbol == 16 ? 3 + in.take(2)
                   : symbol == 17 ? 3 + in.take(3)
                                  : 11 + in.take(7);
      if (repeat > total - count)
        return false;
      std::memset(lengths + count, value, repeat);
      count += repeat;
    }
    return lengths[256] != 0 && literals.build(lengths, numLiterals) &&
           distances.build(lengths + numLiterals, numDistances);
  }

  bool compressed() {
    while (true) {
      int symbol = literals.decode(in);
      if (symbol < 0 || symbol > 285 || in.overrun())
        return false;
      if (symbol == 256)
        return true;
      if (symbol < 256) {
        if (at == size)
          return false;
        output[at++] = uint8_t(symbol);
      } else if (!match(symbol - 257)) {
        return false;
      }
    }
  }

  /// Copies an earlier part of the output; the two may overlap.
  bool match(int lengthCode) {
    uint32_t length = 258;
    if (lengthCode < 28) {
      int extra = lengthCode < 8 ? 0 : lengthCode / 4 - 1;
      length = (lengthCode < 8 ? lengthCode : (4 + lengthCode % 4) << extra);
      length += 3 + in.take(extra);
    }
    int code = distances.decode(in);
    if (code < 0 || code > 29)
      return false;
    int extra = code < 4 ? 0 : code / 2 - 1;
    uint64_t distance = (code < 4 ? code : (2 + code % 2) << extra) + 1;
    distance += in.take(extra);
    if (distance > at || length > size - at)
      return false;
    for (uint32_t i = 0; i < length; ++i, ++at)
      output[at] = output[at - distance];
    return true;
  }

  BitReader in;
  uint8_t *output;
  uint64_t size, at = 0;
  HuffmanTable literals, distances;
};

} // namespace

bool inflate(const uint8_t *input, uint64_t inputBytes, uint8_t *output,
             uint64_t outputBytes) {
  return Inflater(input, inputBytes, output, outputBytes).run();
}

} // namespace plait::runtime
