//===- Arena.h - Offsets for buffers with lifetimes -------------*- C++ -*-===//
//
// Pure values. Two buffers whose lifetimes share a position share no byte.
//
// Example: sizes 64, 64, 128 with lifetimes [0,1], [1,2], [3,4]: the third gets
// offset 0, the first and second share the arena side by side: 128 bytes.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_CODEGEN_CPU_ARENA_H
#define PLAIT_PASSES_CODEGEN_CPU_ARENA_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace plait::codegen {

inline constexpr int64_t kArenaAlignment = 64;

/// A buffer of `bytes`, in use at the positions first .. last, both included.
struct Lifetime {
  int64_t bytes = 0;
  int64_t first = 0;
  int64_t last = 0;
};

struct ArenaPlan {
  llvm::SmallVector<int64_t> offsets; // one per lifetime, in bytes, aligned
  int64_t bytes = 0;
};

/// Greedy: each buffer in turn at the offset that wastes least between those
/// placed whose lifetime it meets, in the best of several orders (largest
/// first, longest first, ...), improved while it is above the bound. The same
/// plan for the same lifetimes, always.
ArenaPlan planArena(llvm::ArrayRef<Lifetime> lifetimes);

/// The largest number of bytes in use at one position: no plan is smaller.
int64_t liveBound(llvm::ArrayRef<Lifetime> lifetimes);

} // namespace plait::codegen

#endif // PLAIT_PASSES_CODEGEN_CPU_ARENA_H
