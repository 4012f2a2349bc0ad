//===- DeviceGroups.cpp - Lists of devices as axes of a mesh --------------===//
#include "DeviceGroups.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace plait::import_ {

using llvm::ArrayRef;
using llvm::SmallVector;

/// Per device the place where it stands; empty where ids are out of range.
static SmallVector<int64_t> placesOf(const Mesh &mesh) {
  int64_t n = mesh.numDevices();
  SmallVector<int64_t> places(n, -1);
  for (int64_t place = 0; place < n; ++place) {
    int64_t device = mesh.deviceIds.empty() ? place : mesh.deviceIds[place];
    if (device < 0 || device >= n)
      return {};
    places[device] = place;
  }
  return places;
}

/// The smallest sub-axes: one per prime factor of each axis, major first.
static SmallVector<AxisRef> digitsOf(const Mesh &mesh) {
  SmallVector<AxisRef> digits;
  for (auto [i, axis] : llvm::enumerate(mesh.axes)) {
    int64_t pre = 1, rest = axis.size;
    for (int64_t factor = 2; rest > 1; ++factor)
      for (; rest % factor == 0; rest /= factor) {
        digits.push_back({static_cast<int>(i), pre, factor});
        pre *= factor;
      }
  }
  return digits;
}

/// Every row must be the group of its first place.
static bool areGroups(const Rows &rows, ArrayRef<AxisRef> axes,
                      const Mesh &mesh) {
  return llvm::all_of(rows, [&](ArrayRef<int64_t> row) {
    return mesh.group(row.front(), axes) == row;
  });
}

/// Devices to places; nothing for a device that does not exist, rows of
/// different length, or a device that is in no row or in two.
static std::optional<Rows> rowsOfPlaces(const Rows &rows, const Mesh &mesh) {
  SmallVector<int64_t> places = placesOf(mesh);
  SmallVector<bool> used(places.size(), false);
  size_t count = 0;
  Rows result;
  for (ArrayRef<int64_t> row : rows) {
    if (row.empty() || row.size() != rows.front().size())
      return std::nullopt;
    result.emplace_back();
    for (int64_t device : row) {
      if (device < 0 || device >= int64_t(places.size()) || used[device])
        return std::nullopt;
      used[device] = true;
      ++count;
      result.back().push_back(places[device]);
    }
  }
  if (result.empty() || count != places.size())
    return std::nullopt;
  return result;
}

std::optional<SmallVector<AxisRef, 2>> axesOf(const Rows &rows,
                                              const Mesh &mesh) {
  std::optional<Rows> places = rowsOfPlaces(rows, mesh);
  if (!places)
    return std::nullopt;
  // The digits that vary within a row, each order of them tried.
  SmallVector<AxisRef> varying;
  ArrayRef<int64_t> first = places->front();
  for (AxisRef digit : digitsOf(mesh))
    if (llvm::any_of(first, [&](int64_t place) {
          return mesh.coordinate(place, digit) !=
                 mesh.coordinate(first.front(), digit);
        }))
      varying.push_back(digit);
  if (sizeOf(varying) != int64_t(first.size()) || varying.size() > 8)
    return std::nullopt;
  std::sort(varying.begin(), varying.end());
  do {
    if (areGroups(*places, varying, mesh))
      return normalized(varying);
  } while (std::next_permutation(varying.begin(), varying.end()));
  return std::nullopt;
}

std::optional<SmallVector<SmallVector<AxisRef, 2>>>
axesWithin(const Mesh &other, const Mesh &mesh) {
  if (other.numDevices() != mesh.numDevices())
    return std::nullopt;
  SmallVector<SmallVector<AxisRef, 2>> result;
  for (size_t axis = 0; axis < other.axes.size(); ++axis) {
    AxisRef whole = other.whole(axis);
    Rows rows;
    for (int64_t place = 0; place < other.numDevices(); ++place) {
      if (other.coordinate(place, whole) != 0)
        continue;
      rows.emplace_back();
      for (int64_t member : other.group(place, whole))
        rows.back().push_back(
            other.deviceIds.empty() ? member : other.deviceIds[member]);
    }
    auto axes = axesOf(rows, mesh);
    if (!axes)
      return std::nullopt;
    result.push_back(*axes);
  }
  return result;
}

/// The pattern over `axes`, if all groups have the same.
static std::optional<SmallVector<int64_t>>
patternOver(ArrayRef<AxisRef> axes, ArrayRef<int64_t> sourceOf,
            const Mesh &mesh) {
  SmallVector<int64_t> sources(sizeOf(axes), -2);
  for (int64_t place = 0; place < int64_t(sourceOf.size()); ++place) {
    int64_t member = mesh.linearCoordinate(place, axes), source = -1;
    if (sourceOf[place] >= 0) {
      // The source must be of the same group.
      if (!llvm::is_contained(mesh.group(place, axes), sourceOf[place]))
        return std::nullopt;
      source = mesh.linearCoordinate(sourceOf[place], axes);
    }
    if (sources[member] != -2 && sources[member] != source)
      return std::nullopt;
    sources[member] = source;
  }
  return sources;
}

std::optional<Exchange> exchangeOf(ArrayRef<std::pair<int64_t, int64_t>> pairs,
                                   const Mesh &mesh) {
  SmallVector<int64_t> places = placesOf(mesh);
  SmallVector<int64_t> sourceOf(places.size(), -1); // per place
  for (auto [source, target] : pairs) {
    int64_t n = places.size();
    if (source < 0 || source >= n || target < 0 || target >= n)
      return std::nullopt;
    sourceOf[places[target]] = places[source];
  }
  // Subsets of the axes, small ones first; all axes always show a pattern.
  SmallVector<SmallVector<AxisRef, 2>> subsets;
  for (unsigned bits = 0; bits < (1u << mesh.axes.size()); ++bits) {
    subsets.emplace_back();
    for (size_t axis = 0; axis < mesh.axes.size(); ++axis)
      if (bits >> axis & 1)
        subsets.back().push_back(mesh.whole(axis));
  }
  llvm::stable_sort(subsets, [](const auto &a, const auto &b) {
    return a.size() < b.size();
  });
  for (const SmallVector<AxisRef, 2> &axes : subsets)
    if (std::optional<SmallVector<int64_t>> sources =
            patternOver(axes, sourceOf, mesh))
      return Exchange{axes, *sources};
  return std::nullopt;
}

} // namespace plait::import_
