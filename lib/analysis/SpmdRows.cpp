//===- SpmdRows.cpp - Rows of a dimension, as runs ------------------------===//
#include "SpmdRows.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace plait::spmd {

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

/// Bits and all: negative zero is another number.
static bool hasNoBits(Attribute constant) {
  if (auto number = dyn_cast<FloatAttr>(constant))
    return number.getValue().isPosZero();
  if (auto number = dyn_cast<IntegerAttr>(constant))
    return number.getValue().isZero();
  auto parts = dyn_cast<ArrayAttr>(constant); // complex
  return parts && llvm::all_of(parts, hasNoBits);
}

RowScalar RowScalar::of(Attribute constant) {
  return {hasNoBits(constant) ? Attribute() : constant, Value()};
}

RowScalar RowScalar::of(Value value) {
  Attribute constant;
  if (value && matchPattern(value, m_Constant(&constant)))
    return of(constant);
  return {Attribute(), value};
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

int64_t lengthOf(ArrayRef<RowRun> runs) {
  int64_t length = 0;
  for (const RowRun &run : runs)
    length += run.length;
  return length;
}

RowRuns taken(ArrayRef<RowRun> runs, int64_t begin, int64_t length,
              int64_t step) {
  RowRuns result;
  while (length > 0) {
    int64_t at = begin;
    const RowRun *run = runs.begin();
    while (run != runs.end() && at >= run->length)
      at -= (run++)->length;
    if (run == runs.end() || at < 0)
      return result; // too few: shorter than it was asked for
    int64_t room = step > 0 ? run->length - 1 - at : at;
    int64_t count = std::min(length, room / std::abs(step) + 1);
    RowRun part = *run;
    part.length = count;
    part.first = run->rowAt(at);
    part.step = run->step * step;
    result.push_back(part);
    begin += count * step;
    length -= count;
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

RowRanges intersection(const RowRanges &a, const RowRanges &b) {
  RowRanges result;
  for (auto [begin, end] : a)
    for (auto [from, to] : b)
      if (std::max(begin, from) < std::min(end, to))
        result.push_back({std::max(begin, from), std::min(end, to)});
  return result; // in order, as both are
}

RowRanges complement(const RowRanges &ranges, int64_t size) {
  RowRanges result;
  int64_t at = 0;
  for (auto [begin, end] : ranges) {
    if (at < begin)
      result.push_back({at, begin});
    at = end;
  }
  if (at < size)
    result.push_back({at, size});
  return result;
}

RowRanges unionOf(const RowRanges &a, const RowRanges &b, int64_t size) {
  return complement(intersection(complement(a, size), complement(b, size)),
                    size);
}

RowRuns spliced(const RowRanges &ranges, ArrayRef<RowRun> inside,
                ArrayRef<RowRun> outside) {
  RowRuns result;
  int64_t at = 0;
  for (auto [begin, end] : ranges) {
    llvm::append_range(result, taken(outside, at, begin - at));
    llvm::append_range(result, taken(inside, begin, end - begin));
    at = end;
  }
  llvm::append_range(result, taken(outside, at, lengthOf(outside) - at));
  return result;
}

} // namespace plait::spmd
