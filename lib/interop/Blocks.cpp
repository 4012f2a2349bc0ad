//===- Blocks.cpp - A tensor as blocks on devices -------------------------===//
#include "Blocks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace llvm;

namespace plait::interop {

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// "data 1, model 0": the coordinates of part `index` over `axes`.
static std::string whereText(const Mesh &mesh, ArrayRef<AxisRef> axes,
                             int64_t index) {
  std::vector<std::string> parts(axes.size());
  for (size_t i = axes.size(); i-- > 0; index /= axes[i].size)
    parts[i] = mesh.str(axes[i]) + " " + std::to_string(index % axes[i].size);
  return join(parts, ", ");
}

static std::vector<Cut> cutsOf(const Mesh &mesh, int64_t size,
                               ArrayRef<AxisRef> axes) {
  int64_t shards = sizeOf(axes), length = shardSize(size, shards);
  std::vector<Cut> cuts;
  for (int64_t i = 0; i < shards; ++i) {
    int64_t begin = std::min(i * length, size);
    int64_t end = std::min(begin + length, size);
    cuts.push_back(
        {begin, end, length - (end - begin), whereText(mesh, axes, i)});
  }
  return cuts;
}

int64_t Blocks::blockOf(ArrayRef<int64_t> index) const {
  int64_t block = 0;
  for (auto [own, dim] : zip_equal(index, cuts))
    block = block * int64_t(dim.size()) + own;
  return block;
}

Blocks blocksOf(const Subject &subject) {
  const Mesh &mesh = subject.mesh;
  Blocks blocks;
  int64_t count = 1;
  for (auto [size, dim] : zip_equal(subject.shape, subject.sharding.dims)) {
    blocks.cuts.push_back(cutsOf(mesh, size, dim.axes));
    count *= blocks.cuts.back().size();
  }
  SmallVector<AxisRef, 2> partial;
  for (const PartialAxis &axis : subject.sharding.partial)
    partial.push_back(axis.axis);
  blocks.addends = sizeOf(partial);
  blocks.copies = mesh.numDevices() / (count * blocks.addends);
  blocks.holders.resize(count);
  // Devices of a block that differ only along partial axes are one copy, known
  // by its member of coordinate 0.
  std::map<std::pair<int64_t, int64_t>, Addends> copies;
  for (int64_t place = 0; place < mesh.numDevices(); ++place) {
    SmallVector<int64_t> index;
    for (const DimSharding &dim : subject.sharding.dims)
      index.push_back(mesh.linearCoordinate(place, dim.axes));
    int64_t block = blocks.blockOf(index);
    blocks.blockAt.push_back(block);
    int64_t rank = mesh.deviceIds.empty() ? place : mesh.deviceIds[place];
    copies[{block, mesh.group(place, partial).front()}].push_back(rank);
  }
  for (auto &[key, addends] : copies)
    blocks.holders[key.first].push_back(addends);
  return blocks;
}

//===----------------------------------------------------------------------===//
// Panels
//===----------------------------------------------------------------------===//

const std::vector<Cut> &Panel::cutsOf(int dim, const Blocks &blocks) const {
  static const std::vector<Cut> one = {{0, 1, 0, ""}};
  return dim < 0 ? one : blocks.cuts[dim];
}

int64_t Panel::blockAt(const Blocks &blocks, int64_t row,
                       int64_t column) const {
  SmallVector<int64_t> index(blocks.cuts.size(), 0);
  for (auto [dim, part] : outer)
    index[dim] = part;
  if (rows >= 0)
    index[rows] = row;
  if (columns >= 0)
    index[columns] = column;
  return blocks.blockOf(index);
}

std::vector<std::string> Panel::titles(const Blocks &blocks) const {
  std::vector<std::string> titles;
  for (auto [dim, part] : outer) {
    const Cut &cut = blocks.cuts[dim][part];
    titles.push_back("dimension " + std::to_string(dim) + ": " +
                     rangeText(cut) + " at " + cut.where);
  }
  return titles;
}

/// One panel for each part of the outer dimensions, the last one fastest.
static std::vector<Panel> expand(Panel panel, ArrayRef<int> outer,
                                 const Blocks &blocks) {
  std::vector<Panel> panels = {std::move(panel)};
  for (int dim : outer) {
    std::vector<Panel> next;
    for (const Panel &before : panels)
      for (size_t part = 0; part < blocks.cuts[dim].size(); ++part) {
        next.push_back(before);
        next.back().outer.push_back({dim, int64_t(part)});
      }
    panels = std::move(next);
  }
  return panels;
}

std::vector<Panel> panelsOf(const Subject &subject, const Blocks &blocks) {
  SmallVector<int> split, whole;
  for (auto [dim, sharding] : enumerate(subject.sharding.dims))
    (sharding.axes.empty() ? whole : split).push_back(dim);
  // Dimensions that are whole fill up a panel, the last ones first.
  while (split.size() < 2 && !whole.empty())
    split.push_back(whole.pop_back_val());
  sort(split);
  Panel panel;
  if (!split.empty())
    panel.columns = split.pop_back_val();
  if (!split.empty())
    panel.rows = split.pop_back_val();
  return expand(panel, split, blocks);
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

std::string holdersText(ArrayRef<Addends> copies) {
  std::vector<std::string> parts;
  for (size_t i = 0; i < copies.size();) {
    // A run of single devices: 0-7.
    size_t end = i + 1;
    while (end < copies.size() && copies[i].size() == 1 &&
           copies[end].size() == 1 && copies[end][0] == copies[end - 1][0] + 1)
      ++end;
    if (end - i >= 3) {
      parts.push_back(std::to_string(copies[i][0]) + "-" +
                      std::to_string(copies[end - 1][0]));
      i = end;
      continue;
    }
    parts.push_back(join(
        map_range(copies[i], [](int64_t rank) { return std::to_string(rank); }),
        "+"));
    ++i;
  }
  return join(parts, " ");
}

std::string rangeText(const Cut &cut) {
  if (cut.isEmpty())
    return "none";
  if (cut.end == cut.begin + 1)
    return std::to_string(cut.begin);
  return std::to_string(cut.begin) + ".." + std::to_string(cut.end - 1);
}

std::string shapeText(ArrayRef<int64_t> shape) {
  if (shape.empty())
    return "one element";
  return join(
      map_range(shape, [](int64_t size) { return std::to_string(size); }),
      " x ");
}

std::string meshText(const Mesh &mesh) {
  if (mesh.axes.empty())
    return "one device";
  std::vector<std::string> axes;
  for (const MeshAxis &axis : mesh.axes)
    axes.push_back(axis.name + "=" + std::to_string(axis.size));
  return join(axes, " x ") + ", " + numberText(mesh.numDevices()) + " devices";
}

std::string numberText(int64_t number) {
  std::string digits = std::to_string(number);
  for (int64_t i = int64_t(digits.size()) - 3; i > 0; i -= 3)
    digits.insert(i, ",");
  return digits;
}

static std::string axesText(const Mesh &mesh, ArrayRef<AxisRef> axes) {
  return join(map_range(axes, [&](AxisRef ref) { return mesh.str(ref); }),
              ", ");
}

/// The axes that split nothing and combine nothing.
static std::string replicatedOver(const Subject &subject) {
  SmallVector<AxisRef, 4> used = subject.sharding.dimAxes();
  for (const PartialAxis &axis : subject.sharding.partial)
    used.push_back(axis.axis);
  std::vector<std::string> free;
  for (auto [i, axis] : enumerate(subject.mesh.axes)) {
    AxisRef whole = subject.mesh.whole(i);
    int64_t taken = 1;
    for (AxisRef ref : used)
      if (ref.overlaps(whole))
        taken *= ref.size;
    if (axis.size > taken)
      free.push_back(taken == 1 ? axis.name : "the rest of " + axis.name);
  }
  return join(free, ", ");
}

std::vector<std::string> factsOf(const Subject &subject, const Blocks &blocks) {
  std::vector<std::string> facts;
  const Mesh &mesh = subject.mesh;
  SmallVector<int64_t> local = localShape(subject.shape, subject.sharding);
  std::string first = "each device holds " + shapeText(local) + " of " +
                      shapeText(subject.shape);
  if (subject.sharding.dimAxes().empty())
    first = "each device holds all of it";
  facts.push_back(first);
  if (blocks.copies > 1)
    facts.push_back(std::to_string(blocks.copies) +
                    " copies of each block, over " + replicatedOver(subject));
  for (const PartialAxis &axis : subject.sharding.partial)
    facts.push_back("partial: the " + std::to_string(axis.axis.size) +
                    " devices along " + mesh.str(axis.axis) +
                    " hold parts that combine by " + str(axis.combiner).str());
  for (auto [dim, cuts] : enumerate(blocks.cuts)) {
    int64_t padding = 0;
    for (const Cut &cut : cuts)
      padding += cut.padding;
    if (padding > 0)
      facts.push_back(
          "dimension " + std::to_string(dim) + " does not divide over " +
          axesText(mesh, subject.sharding.dims[dim].axes) + ": " +
          std::to_string(padding) + " of " +
          std::to_string(subject.shape[dim] + padding) + " places are padding");
  }
  return facts;
}

} // namespace plait::interop
