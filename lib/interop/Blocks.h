//===- Blocks.h - A tensor as blocks on devices -----------------*- C++ -*-===//
//
// What all pictures are made of. Pure.
//
// Example: 10 rows over "data"=4 are the cuts [0,3) [3,6) [6,9) [9,10), the
// last with 2 rows of padding.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_LIB_INTEROP_BLOCKS_H
#define PLAIT_LIB_INTEROP_BLOCKS_H

#include "plait/interop/Picture.h"

namespace plait::interop {

/// One part of a dimension.
struct Cut {
  int64_t begin, end;  // global; begin == end: nothing is left for it
  int64_t padding = 0; // of the device's buffer, behind the end
  std::string where;   // "data 1", or "data 1, model 0"; empty: all devices
  bool isEmpty() const { return begin == end; }
};

/// Devices that hold addends of one copy: one device where nothing is partial.
using Addends = llvm::SmallVector<int64_t, 2>;

struct Blocks {
  /// Per dimension of the tensor.
  std::vector<std::vector<Cut>> cuts;
  /// Per block, row major over the cuts: the copies, by rank.
  std::vector<llvm::SmallVector<Addends, 2>> holders;
  /// The block that the device at each place of the mesh holds.
  std::vector<int64_t> blockAt;
  int64_t copies = 1, addends = 1;

  /// The block at these indices.
  int64_t blockOf(llvm::ArrayRef<int64_t> index) const;
};
Blocks blocksOf(const Subject &subject);

/// Two dimensions of the tensor at given parts of all others. A direction that
/// the tensor lacks has one part without a name.
struct Panel {
  int rows = -1, columns = -1; // dimensions
  /// Of the dimensions that have a panel per part: which, and its part.
  llvm::SmallVector<std::pair<int, int64_t>> outer;

  const std::vector<Cut> &cutsOf(int dim, const Blocks &blocks) const;
  int64_t blockAt(const Blocks &blocks, int64_t row, int64_t column) const;
  /// "dimension 0: 0..3 at x 0", one per outer dimension.
  std::vector<std::string> titles(const Blocks &blocks) const;
};
/// Split dimensions come first, the last two make a panel.
std::vector<Panel> panelsOf(const Subject &subject, const Blocks &blocks);

/// "0 4", "0-7", "0+1 2+3": the devices of a block.
std::string holdersText(llvm::ArrayRef<Addends> copies);
/// "0..15"; "none" of a cut that is left with nothing.
std::string rangeText(const Cut &cut);
/// "64 x 256".
std::string shapeText(llvm::ArrayRef<int64_t> shape);
/// "data=4 x model=2, 8 devices".
std::string meshText(const Mesh &mesh);
/// "12,288".
std::string numberText(int64_t number);
/// Sentences below the title: what a device holds, copies, addends, padding.
std::vector<std::string> factsOf(const Subject &subject, const Blocks &blocks);

} // namespace plait::interop

#endif // PLAIT_LIB_INTEROP_BLOCKS_H
