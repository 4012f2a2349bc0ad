//===- Mesh.cpp - Devices in a grid of named axes -------------------------===//
//
// Digits: an axis of size A is read as the mixed-radix number pre, size, post
// with A = pre * size * post; a sub-axis is the middle digit.
//
//===----------------------------------------------------------------------===//
#include "plait/sharding/Mesh.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace plait {

/// How far apart in an axis two neighbours along `ref` stand.
static int64_t postOf(const Mesh &mesh, AxisRef ref) {
  return mesh.axes[ref.axis].size / ref.end();
}

/// How far apart in device places two neighbours along `ref` stand.
static int64_t strideOf(const Mesh &mesh, AxisRef ref) {
  int64_t stride = postOf(mesh, ref);
  for (size_t i = ref.axis + 1; i < mesh.axes.size(); ++i)
    stride *= mesh.axes[i].size;
  return stride;
}

int64_t Mesh::numDevices() const {
  int64_t n = 1;
  for (const MeshAxis &axis : axes)
    n *= axis.size;
  return n;
}

int Mesh::find(llvm::StringRef name) const {
  for (auto [i, axis] : llvm::enumerate(axes))
    if (axis.name == name)
      return i;
  return -1;
}

llvm::SmallVector<int64_t, 4> Mesh::coordinates(int64_t place) const {
  llvm::SmallVector<int64_t, 4> result(axes.size());
  for (size_t i = axes.size(); i-- > 0;) {
    result[i] = place % axes[i].size;
    place /= axes[i].size;
  }
  return result;
}

int64_t Mesh::coordinate(int64_t place, AxisRef ref) const {
  return place / strideOf(*this, ref) % ref.size;
}

int64_t Mesh::linearCoordinate(int64_t place,
                               llvm::ArrayRef<AxisRef> refs) const {
  int64_t linear = 0;
  for (AxisRef ref : refs)
    linear = linear * ref.size + coordinate(place, ref);
  return linear;
}

llvm::SmallVector<int64_t> Mesh::group(int64_t place,
                                       llvm::ArrayRef<AxisRef> refs) const {
  for (AxisRef ref : refs)
    place -= coordinate(place, ref) * strideOf(*this, ref);
  llvm::SmallVector<int64_t> places{place};
  for (AxisRef ref : refs) {
    llvm::SmallVector<int64_t> next;
    for (int64_t base : places)
      for (int64_t i = 0; i < ref.size; ++i)
        next.push_back(base + i * strideOf(*this, ref));
    places = std::move(next);
  }
  return places;
}

/// A name that the parser of shardings would not read as one word is quoted.
static std::string quotedIfOdd(llvm::StringRef name) {
  auto plain = [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; };
  if (!name.empty() && llvm::all_of(name, plain))
    return name.str();
  std::string text = "\"";
  for (char c : name) {
    if (c == '"' || c == '\\')
      text += '\\';
    text += c;
  }
  return text + '"';
}

std::string Mesh::str(AxisRef ref) const {
  std::string text = quotedIfOdd(axes[ref.axis].name);
  if (ref == whole(ref.axis))
    return text;
  return text + ":(" + std::to_string(ref.pre) + ")" + std::to_string(ref.size);
}

int64_t sizeOf(llvm::ArrayRef<AxisRef> refs) {
  int64_t n = 1;
  for (AxisRef ref : refs)
    n *= ref.size;
  return n;
}

llvm::SmallVector<AxisRef, 2> normalized(llvm::ArrayRef<AxisRef> refs) {
  llvm::SmallVector<AxisRef, 2> result;
  for (AxisRef ref : refs) {
    bool joins = !result.empty() && result.back().axis == ref.axis &&
                 result.back().end() == ref.pre;
    if (joins)
      result.back().size *= ref.size;
    else
      result.push_back(ref);
  }
  return result;
}

std::optional<
    std::pair<llvm::SmallVector<AxisRef, 2>, llvm::SmallVector<AxisRef, 2>>>
splitAt(llvm::ArrayRef<AxisRef> refs, int64_t size) {
  if (size < 1)
    return std::nullopt;
  std::pair<llvm::SmallVector<AxisRef, 2>, llvm::SmallVector<AxisRef, 2>> parts;
  for (AxisRef ref : refs) {
    if (size == 1) {
      parts.second.push_back(ref);
    } else if (size % ref.size == 0) {
      parts.first.push_back(ref);
      size /= ref.size;
    } else if (ref.size % size == 0) {
      parts.first.push_back({ref.axis, ref.pre, size});
      parts.second.push_back({ref.axis, ref.pre * size, ref.size / size});
      size = 1;
    } else {
      return std::nullopt;
    }
  }
  if (size != 1)
    return std::nullopt;
  return parts;
}

} // namespace plait
