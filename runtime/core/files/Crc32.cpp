//===- Crc32.cpp - The checksum of zip files ------------------------------===//
//
// Eight bytes per round: table t gives the remainder of a byte that t more
// bytes follow.
//
//===----------------------------------------------------------------------===//

#include "core/files/Formats.h"

#include <array>
#include <cstring>

namespace plait::runtime {

using Tables = std::array<std::array<uint32_t, 256>, 8>;

static Tables makeTables() {
  Tables tables{};
  for (uint32_t byte = 0; byte < 256; ++byte) {
    uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit)
      crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
    tables[0][byte] = crc;
  }
  for (int t = 1; t < 8; ++t)
    for (uint32_t byte = 0; byte < 256; ++byte) {
      uint32_t before = tables[t - 1][byte];
      tables[t][byte] = before >> 8 ^ tables[0][before & 255];
    }
  return tables;
}

uint32_t crc32(const void *data, uint64_t bytes, uint32_t crc) {
  static const Tables tables = makeTables();
  const uint8_t *at = static_cast<const uint8_t *>(data);
  crc = ~crc;
  for (; bytes >= 8; bytes -= 8, at += 8) {
    uint64_t word;
    std::memcpy(&word, at, 8);
    word ^= crc;
    crc = 0;
    for (int t = 0; t < 8; ++t)
      crc ^= tables[7 - t][word >> (8 * t) & 255];
  }
  for (; bytes > 0; --bytes, ++at)
    crc = crc >> 8 ^ tables[0][(crc ^ *at) & 255];
  return ~crc;
}

} // namespace plait::runtime
