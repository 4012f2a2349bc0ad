//===- Examples.h - Whether an argument of a batch has examples -*- C++ -*-===//
//
// Examples are rows that are all treated alike, so that any device may take
// any of them. The key of a random generator comes with the batch as well, but
// its rows are the words of one state.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_PLACE_EXAMPLES_H
#define PLAIT_PASSES_PLACE_EXAMPLES_H

#include "mlir/IR/Value.h"

namespace plait::place {

/// Whether all that reads `value`, of rank 1, reads one element of it, each
/// always the same: loops carry it to such readers, or to nowhere. What reads
/// rows of more dimensions so reads batches of a stack.
bool readsWordsApart(mlir::Value value);

} // namespace plait::place

#endif // PLAIT_PASSES_PLACE_EXAMPLES_H
