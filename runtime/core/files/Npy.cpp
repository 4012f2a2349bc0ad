//===- Npy.cpp - Read and write .npy images -------------------------------===//
//
// "\x93NUMPY", version, header length, a Python dictionary as text:
// {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }, then the data.
//
//===----------------------------------------------------------------------===//

#include "core/DType.h"
#include "core/Status.h"
#include "core/files/Formats.h"

#include <algorithm>
#include <cstring>

namespace plait::runtime {

namespace {

/// Reads the dictionary: strings, True and False, tuples of integers, nothing
/// else, and no key but the three.
class HeaderParser {
public:
  HeaderParser(std::string header, std::string where)
      : header(std::move(header)), where(std::move(where)) {}

  void parse() {
    expect('{');
    while (!accept('}')) {
      std::string key = string();
      expect(':');
      if (key == "descr" && descr.empty())
        descr = string();
      else if (key == "fortran_order" && !seenOrder)
        seenOrder = true, fortranOrder = boolean();
      else if (key == "shape" && !seenShape)
        seenShape = true, shape = tuple();
      else
        fail("has key '" + key + "' too many");
      if (!accept(','))
        peek() == '}' ? void() : fail("lacks a comma");
    }
    if (peek() != '\0' || descr.empty() || !seenOrder || !seenShape)
      fail("must have descr, fortran_order and shape");
  }

  std::string descr;
  bool fortranOrder = false;
  std::vector<int64_t> shape;

private:
  [[noreturn]] void fail(const std::string &what) {
    failUsage(where, ": the .npy header ", what);
  }

  char peek() {
    while (at < header.size() && std::strchr(" \t\n\r", header[at]))
      ++at;
    return at < header.size() ? header[at] : '\0';
  }

  bool accept(char c) {
    bool found = peek() == c;
    at += found;
    return found;
  }

  void expect(char c) {
    if (!accept(c))
      fail(text("lacks '", c, "' at byte ", at));
  }

  std::string string() {
    char quote = peek();
    if (quote != '\'' && quote != '"')
      fail(text("lacks a string at byte ", at, "; structured types are not ",
                "supported"));
    size_t end = header.find(quote, at + 1);
    if (end == std::string::npos)
      fail("has a string without end");
    std::string value = header.substr(at + 1, end - at - 1);
    at = end + 1;
    return value;
  }

  bool boolean() {
    peek();
    for (bool value : {false, true}) {
      const char *word = value ? "True" : "False";
      if (header.compare(at, std::strlen(word), word) == 0) {
        at += std::strlen(word);
        return value;
      }
    }
    fail("must say True or False for fortran_order");
  }

  std::vector<int64_t> tuple() {
    std::vector<int64_t> sizes;
    expect('(');
    while (!accept(')')) {
      sizes.push_back(integer());
      if (sizes.size() > maxRank)
        fail("has too many dimensions");
      if (!accept(',') && peek() != ')')
        fail("lacks a comma in its shape");
    }
    return sizes;
  }

  int64_t integer() {
    int64_t value = 0;
    if (peek() < '0' || peek() > '9')
      fail("must have integers of 0 or more in its shape");
    for (; at < header.size() && header[at] >= '0' && header[at] <= '9'; ++at)
      if (__builtin_mul_overflow(value, 10, &value) ||
          __builtin_add_overflow(value, header[at] - '0', &value))
        fail("has a size that is too large");
    return value;
  }

  std::string header, where;
  size_t at = 0;
  bool seenOrder = false, seenShape = false;
};

} // namespace

/// Copies column-major data into row-major memory.
static std::shared_ptr<const void>
fromFortran(const uint8_t *data, const std::vector<int64_t> &shape,
            int64_t width, int64_t bytes) {
  std::shared_ptr<uint8_t[]> out(new uint8_t[bytes]);
  std::vector<int64_t> step(shape.size(), width), index(shape.size(), 0);
  for (size_t d = 1; d < shape.size(); ++d)
    step[d] = step[d - 1] * shape[d - 1];
  int64_t from = 0;
  for (int64_t to = 0; to < bytes; to += width) {
    std::memcpy(out.get() + to, data + from, width);
    for (size_t d = shape.size(); d-- > 0;) {
      from += step[d];
      if (++index[d] < shape[d])
        break;
      from -= step[d] * shape[d];
      index[d] = 0;
    }
  }
  return out;
}

/// Where the dictionary lies; checks magic and version.
static std::string headerText(const uint8_t *data, uint64_t size,
                              const std::string &where, uint64_t &dataBegin) {
  if (size < 10 || std::memcmp(data, "\x93NUMPY", 6) != 0)
    failUsage(where, " is no .npy array");
  int version = data[6];
  if (version < 1 || version > 3)
    failUsage(where, ": the .npy version must be 1, 2 or 3, got: ", version);
  uint64_t length = data[8] | data[9] << 8, begin = 10;
  if (version > 1) {
    if (size < 12)
      failUsage(where, " is cut short");
    length |= uint64_t(data[10]) << 16 | uint64_t(data[11]) << 24;
    begin = 12;
  }
  if (length > size - begin || length > maxHeaderBytes)
    failUsage(where, " is cut short: its header has ", length,
              " bytes, got: ", size - begin);
  dataBegin = begin + length;
  return std::string(reinterpret_cast<const char *>(data) + begin, length);
}

Tensor readNpy(const uint8_t *data, uint64_t size,
               std::shared_ptr<const void> owner, const std::string &where) {
  uint64_t begin = 0;
  HeaderParser header(headerText(data, size, where, begin), where);
  header.parse();

  const std::string &descr = header.descr;
  std::optional<plait_dtype> dtype;
  if (std::strchr("<=|", descr[0]))
    dtype = dtypeFromNpy(descr.substr(1));
  if (!dtype)
    failUsage(where, ": type '", descr, "' is not supported",
              descr[0] == '>' ? "; save it in little-endian order" : "");

  Tensor tensor;
  tensor.dtype = *dtype;
  tensor.shape = header.shape;
  int64_t bytes = checkedBytes(*dtype, tensor.shape);
  if (bytes < 0 || uint64_t(bytes) != size - begin)
    failUsage(where, ": ", spellType(*dtype, tensor.shape), " has ",
              bytes < 0 ? std::string("too many") : std::to_string(bytes),
              " bytes, got: ", size - begin);
  tensor.data = data + begin;
  tensor.owner = std::move(owner);
  if (header.fortranOrder && tensor.shape.size() > 1 && bytes > 0) {
    tensor.owner =
        fromFortran(data + begin, tensor.shape, byteWidth(*dtype), bytes);
    tensor.data = tensor.owner.get();
  }
  return tensor;
}

std::string npyHeader(const TensorInfo &info) {
  const char *name = dtypeInfo(info.dtype).npy;
  bool bytewise = byteWidth(info.dtype) == 1;
  std::string dict = text("{'descr': '", bytewise ? "|" : "<", name,
                          "', 'fortran_order': False, 'shape': (");
  for (int64_t size : info.shape)
    dict += std::to_string(size) + ", ";
  dict += "), }";
  // NumPy pads so that the data begin at a multiple of 64.
  dict.append(63 - (10 + dict.size()) % 64, ' ');
  dict += '\n';
  std::string out = "\x93NUMPY";
  out += '\x01';
  out += '\x00';
  out += char(dict.size() & 0xff);
  out += char(dict.size() >> 8);
  return out + dict;
}

} // namespace plait::runtime
