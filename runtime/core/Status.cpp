//===- Status.cpp - How a failure travels and what it says ----------------===//

#include "core/Status.h"

#include <algorithm>
#include <numeric>

namespace plait::runtime {

std::string oneLine(const std::string &message) {
  constexpr size_t longest = 1000;
  std::string out = message.substr(0, longest);
  for (char &c : out)
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7f)
      c = '?';
  return message.size() > longest ? out + "..." : out;
}

std::string spellList(const std::vector<int64_t> &values) {
  std::string out = "[";
  for (size_t i = 0; i < values.size(); ++i)
    out += (i ? ", " : "") + std::to_string(values[i]);
  return out + "]";
}

/// Insertions, deletions and replacements that turn `a` into `b`.
static size_t editDistance(const std::string &a, const std::string &b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t(0));
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row.back();
}

std::string didYouMean(const std::string &name,
                       const std::vector<std::string> &candidates) {
  const std::string *best = nullptr;
  size_t bestDistance = std::max<size_t>(2, name.size() / 3) + 1;
  for (const std::string &candidate : candidates) {
    // A distance costs the product of both lengths: names longer than this are
    // not typed by hand.
    if (candidate.size() > 512 || name.size() > 512)
      continue;
    size_t distance = editDistance(name, candidate);
    if (distance < bestDistance) {
      bestDistance = distance;
      best = &candidate;
    }
  }
  return best ? "; did you mean '" + *best + "'?" : std::string();
}

int64_t checkedProduct(const std::vector<int64_t> &values) {
  int64_t product = 1;
  bool overflow = false, zero = false;
  for (int64_t value : values) {
    if (value < 0)
      return -1;
    zero |= value == 0;
    overflow |= __builtin_mul_overflow(product, value, &product);
  }
  if (zero)
    return 0;
  return overflow ? -1 : product;
}

} // namespace plait::runtime
