//===- Picture.h - How a tensor's blocks lie on devices ---------*- C++ -*-===//
//
// A tensor drawn as its blocks, in each the devices that hold it. Two
// dimensions make a panel; where more are split there is a panel for each index
// of the others. Devices that hold copies of a block are listed, `0 4`; those
// that hold addends of it are joined, `0+4`.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_INTEROP_PICTURE_H
#define PLAIT_INTEROP_PICTURE_H

#include "plait/sharding/Sharding.h"

#include <vector>

namespace plait::interop {

/// What is drawn.
struct Subject {
  std::string title, dtype;
  llvm::SmallVector<int64_t> shape;
  Mesh mesh;
  Sharding sharding; // closed
};

/// For a terminal; `color` by escape codes.
std::string drawText(llvm::ArrayRef<Subject> subjects, bool color);
/// One picture, all subjects below each other.
std::string drawSvg(llvm::ArrayRef<Subject> subjects);
/// A page with one picture per subject.
std::string drawHtml(llvm::ArrayRef<Subject> subjects);

} // namespace plait::interop

#endif // PLAIT_INTEROP_PICTURE_H
