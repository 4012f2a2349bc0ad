//===- Axes.h - Lists of axes and sub-axes, names of factors ----*- C++ -*-===//
//
// Private to the dialect. A list of axes is read major first: "x":(1)2 then
// "x":(2)2 is the same as "x":(1)4, and as "x" on an axis of size 4.
//
//===----------------------------------------------------------------------===//

#ifndef PLAIT_DIALECTS_INPUT_SDY_AXES_H
#define PLAIT_DIALECTS_INPUT_SDY_AXES_H

#include "plait/dialects/input/sdy/Sdy.h"

#include <string>

namespace plait::sdy {

/// Writes an axis as in text: "x" or "x":(1)2.
void printAxis(llvm::raw_ostream &os, AxisRefAttr axis);
std::string toString(AxisRefAttr axis);

/// Is there a device coordinate that both axes split? Parts of one axis that
/// do not nest, such as (1)2 and (3)2, count as overlapping too.
bool overlap(AxisRefAttr a, AxisRefAttr b);

/// Reports the first axis that is used, also in part, a second time.
mlir::LogicalResult
verifyNoOverlap(llvm::ArrayRef<AxisRefAttr> axes,
                llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

/// Joins neighbours that are parts of one axis, so that lists which split
/// alike are equal.
llvm::SmallVector<AxisRefAttr> mergeAxes(llvm::ArrayRef<AxisRefAttr> axes,
                                         MeshAttr mesh);

/// The same for sets: sorted in the order of the mesh first.
llvm::SmallVector<AxisRefAttr> mergeAxisSet(llvm::ArrayRef<AxisRefAttr> axes,
                                            MeshAttr mesh);

/// i, j, .., z, z_1, z_2, ..
std::string factorName(int64_t factor);

/// Reads names of factors written in a row, such as `ijz_1`; nothing if one
/// is not a name.
std::optional<llvm::SmallVector<int64_t>> parseFactors(llvm::StringRef word);

} // namespace plait::sdy

#endif // PLAIT_DIALECTS_INPUT_SDY_AXES_H
