//===- SourceFixes.cpp - What must be rewritten before parsing ------------===//
//
// One walk over the text finds the constants, skipping strings and comments.
// Most texts have none, so the text is copied in large pieces.
//
//===----------------------------------------------------------------------===//

#include "plait/dialects/input/stablehlo/SourceFixes.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <cstdint>
#include <optional>

using llvm::StringRef;

namespace {
/// A constant `dense<"0xDIGITS"> : tensor<DIMSxi1>` in the text.
struct HexConstant {
  StringRef digits;
  int64_t elements = 0;
};
} // namespace

static StringRef skipBlanks(StringRef text) { return text.ltrim(" \t\n\r"); }

/// Reads `: tensor<2x3xi1` and returns the number of elements; none if the type
/// is another one or its size is not static.
static std::optional<int64_t> readBooleanTensor(StringRef text) {
  text = skipBlanks(text);
  if (!text.consume_front(":"))
    return std::nullopt;
  text = skipBlanks(text);
  if (!text.consume_front("tensor<") && !text.consume_front("vector<"))
    return std::nullopt;
  int64_t elements = 1;
  while (true) {
    text = skipBlanks(text);
    if (text.consume_front("i1")) {
      bool ends = text.empty() || !llvm::isAlnum(text.front());
      return ends ? std::optional<int64_t>(elements) : std::nullopt;
    }
    int64_t size;
    if (text.consumeInteger(10, size) || !text.consume_front("x") || size < 0)
      return std::nullopt;
    if (__builtin_mul_overflow(elements, size, &elements))
      return std::nullopt;
  }
}

/// Reads a constant of booleans that starts at `text`.
static std::optional<HexConstant> readConstant(StringRef text) {
  if (!text.consume_front("dense<"))
    return std::nullopt;
  text = skipBlanks(text);
  if (!text.consume_front("\"0x"))
    return std::nullopt;
  HexConstant constant;
  constant.digits = text.take_while([](char c) { return llvm::isHexDigit(c); });
  text = text.drop_front(constant.digits.size());
  if (!text.consume_front("\""))
    return std::nullopt;
  text = skipBlanks(text);
  if (!text.consume_front(">"))
    return std::nullopt;
  std::optional<int64_t> elements = readBooleanTensor(text);
  if (!elements)
    return std::nullopt;
  constant.elements = *elements;
  return constant;
}

/// The digits of the packed form; none unless there is one byte, 00 or 01, per
/// element. Of one element both forms are the same.
static std::optional<std::string> pack(const HexConstant &constant) {
  StringRef digits = constant.digits;
  if (constant.elements < 2 || digits.size() % 2 != 0 ||
      int64_t(digits.size() / 2) != constant.elements)
    return std::nullopt;
  llvm::SmallVector<uint8_t> bytes((constant.elements + 7) / 8, 0);
  for (int64_t i = 0; i < constant.elements; ++i) {
    char value = digits[2 * i + 1];
    if (digits[2 * i] != '0' || (value != '0' && value != '1'))
      return std::nullopt;
    bytes[i / 8] |= uint8_t(value - '0') << (i % 8);
  }
  return llvm::toHex(bytes);
}

/// The length of the string or the comment that starts at `text`, else 0.
static size_t skippedLength(StringRef text) {
  if (text.starts_with("//"))
    return std::min(text.find('\n'), text.size());
  if (text.front() != '"')
    return 0;
  size_t end = 1;
  while (end < text.size() && text[end] != '"' && text[end] != '\n')
    end += text[end] == '\\' ? 2 : 1;
  return std::min(end + 1, text.size());
}

std::string plait::stablehlo::repackBooleanHexConstants(StringRef text) {
  std::string result;
  result.reserve(text.size());
  size_t at = 0;
  while (at < text.size()) {
    size_t next = std::min(text.find_first_of("\"/d", at), text.size());
    result.append(text.data() + at, next - at);
    if ((at = next) == text.size())
      break;
    StringRef rest = text.drop_front(at);
    if (std::optional<HexConstant> constant = readConstant(rest)) {
      size_t head = constant->digits.data() - rest.data();
      size_t whole = head + constant->digits.size() + 1; // and the quote
      std::optional<std::string> packed = pack(*constant);
      std::string digits = packed ? *packed : constant->digits.str();
      result.append(rest.data(), head);
      result.append(digits).push_back('"');
      result.append(constant->digits.size() - digits.size(), ' ');
      at += whole;
      continue;
    }
    size_t length = std::max<size_t>(skippedLength(rest), 1);
    result.append(rest.data(), length);
    at += length;
  }
  return result;
}
