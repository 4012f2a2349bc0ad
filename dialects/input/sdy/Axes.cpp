//===- Axes.cpp - Lists of axes and sub-axes, names of factors ------------===//

#include "Axes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

#include <limits>

using namespace mlir;

namespace plait::sdy {

void printAxis(raw_ostream &os, AxisRefAttr axis) {
  os << '"';
  llvm::printEscapedString(axis.getName(), os);
  os << '"';
  if (axis.isSubAxis())
    os << ":(" << axis.getPreSize() << ')' << axis.getSubSize();
}

std::string toString(AxisRefAttr axis) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printAxis(os, axis);
  return text;
}

bool overlap(AxisRefAttr a, AxisRefAttr b) {
  if (a.getName() != b.getName())
    return false;
  if (!a.isSubAxis() || !b.isSubAxis())
    return true;
  if (a.getPreSize() > b.getPreSize())
    std::swap(a, b);
  // Sizes are at most 65536, so the product fits.
  return b.getPreSize() % (a.getPreSize() * a.getSubSize()) != 0;
}

LogicalResult
verifyNoOverlap(ArrayRef<AxisRefAttr> axes,
                llvm::function_ref<InFlightDiagnostic()> emitError) {
  llvm::StringMap<SmallVector<AxisRefAttr, 2>> seen;
  for (AxisRefAttr axis : axes) {
    SmallVector<AxisRefAttr, 2> &same = seen[axis.getName()];
    for (AxisRefAttr other : same) {
      if (axis == other)
        return emitError() << "an axis must be used at most once, got: "
                           << toString(axis) << " twice";
      if (overlap(axis, other))
        return emitError() << "sub-axes must not overlap, got: "
                           << toString(other) << " and " << toString(axis);
    }
    same.push_back(axis);
  }
  return success();
}

/// Joins `next` to `axis` if it continues it.
static bool join(AxisRefAttr &axis, AxisRefAttr next) {
  if (axis.getName() != next.getName() || !axis.isSubAxis() ||
      !next.isSubAxis() ||
      next.getPreSize() != axis.getPreSize() * axis.getSubSize())
    return false;
  axis = AxisRefAttr::get(axis.getContext(), axis.getName(), axis.getPreSize(),
                          axis.getSubSize() * next.getSubSize());
  return true;
}

SmallVector<AxisRefAttr> mergeAxes(ArrayRef<AxisRefAttr> axes, MeshAttr mesh) {
  SmallVector<AxisRefAttr> merged;
  for (AxisRefAttr axis : axes)
    if (merged.empty() || !join(merged.back(), axis))
      merged.push_back(axis);
  for (AxisRefAttr &axis : merged)
    if (axis.isSubAxis() &&
        axis.getSubSize() == mesh.getAxisSize(axis.getName()))
      axis = AxisRefAttr::get(axis.getContext(), axis.getName());
  return merged;
}

SmallVector<AxisRefAttr> mergeAxisSet(ArrayRef<AxisRefAttr> axes,
                                      MeshAttr mesh) {
  SmallVector<AxisRefAttr> sorted(axes);
  llvm::sort(sorted, [&](AxisRefAttr a, AxisRefAttr b) {
    return std::pair(mesh.getAxisIndex(a.getName()), a.getPreSize()) <
           std::pair(mesh.getAxisIndex(b.getName()), b.getPreSize());
  });
  return mergeAxes(sorted, mesh);
}

constexpr int64_t kLastLetter = 'z' - 'i';

std::string factorName(int64_t factor) {
  if (factor <= kLastLetter)
    return std::string(1, static_cast<char>('i' + factor));
  return "z_" + std::to_string(factor - kLastLetter);
}

std::optional<SmallVector<int64_t>> parseFactors(StringRef word) {
  SmallVector<int64_t> factors;
  while (!word.empty()) {
    if (word.front() < 'i' || word.front() > 'z')
      return std::nullopt;
    factors.push_back(word.front() - 'i');
    word = word.drop_front();
    if (!word.consume_front("_"))
      continue;
    int64_t number = 0;
    if (factors.back() != kLastLetter || word.consumeInteger(10, number) ||
        number < 1 || number > std::numeric_limits<int32_t>::max())
      return std::nullopt;
    factors.back() = kLastLetter + number;
  }
  return factors;
}

} // namespace plait::sdy
