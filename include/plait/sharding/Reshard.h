//===- Reshard.h - From any sharding to any sharding ------------*- C++ -*-===//
//
// The reshard planner: a shortest path from a source to a target layout over
// local slices and collectives. Pure: the partitioner turns the steps into
// `coll` ops, the tests execute them on arrays.
//
// Example: mesh <x=4, y=2>, f32 16x16x16, {y},{},{x} -> {},{x,y},{}: two
// all-to-alls, 2,560 bytes received per device; gathering everything and
// slicing receives 14,336.
//
// Uneven dimensions: a dimension whose extent is not divisible by the number of
// its shards is only moved by steps whose intermediate layouts are expressible
// as ceil-division shards with the data in place; where the smart step would
// misplace data, the planner gathers that dimension (all-gather of the padded
// shards, cut to the extent) and slices again. Never wrong, perhaps more bytes.
//
// How a step runs on local buffers, which have the shape localShape() gives,
// padding included; k is the size of `axes`, the new shape that of `after`:
//   cut(dim)    if the new size times k exceeds the old size, pad to that; then
//               take the piece at the device's linear coordinate over `axes`
//   join(dim)   concatenate the group's buffers by linear coordinate; if the
//               new size is less than that, drop the end
//   Slice cut(dim); AllGather join(dim); AllToAll cut(otherDim), exchange the
//   pieces, join(dim); ReduceScatter combine, cut(dim). What padding holds does
//   not matter to a reshard, and padding of the result holds anything.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_SHARDING_RESHARD_H
#define PLAIT_SHARDING_RESHARD_H

#include "plait/sharding/Sharding.h"

namespace plait {

/// What one step does. `axes` and `dim`, `otherDim` as below; every step names
/// the layout it leaves (`after`), so a consumer never has to re-derive it.
enum class StepKind {
  Slice,         // dim: cut along `axes`, appended minor to the dimension
  AllGather,     // dim: join over `axes`, the minor-most ones of the dimension
  AllToAll,      // `axes` are the minor-most of `dim` and become the minor-most
                 // of `otherDim`
  Permute,       // device at linear place i over `to` receives from the one at
                 // linear place i over `from` (same set of digits, other order)
  AllReduce,     // combine over partial `axes`
  ReduceScatter, // combine over partial `axes`, which then cut `dim` minor-most
};
llvm::StringRef str(StepKind kind);

struct ReshardStep {
  StepKind kind;
  int dim = -1;
  int otherDim = -1;
  llvm::SmallVector<AxisRef, 2> axes;
  llvm::SmallVector<AxisRef, 4> from, to; // Permute only
  Combiner combiner = Combiner::Sum;
  Sharding after;
  int64_t bytes = 0; // received by one device
};

struct ReshardPlan {
  llvm::SmallVector<ReshardStep, 4> steps;
  int64_t bytes = 0;
  double seconds = 0;
  int communications() const; // steps that are not slices
};

/// What a byte and a message cost; the same on every axis today. The default
/// counts a message as one byte: fewest bytes first, and of those the fewest
/// messages. A real latency makes the planner trade bytes for messages.
struct LinkModel {
  double latencySeconds = 1e-9;
  double bytesPerSecond = 1e9;
};

/// What makes `from` -> `to` no question for the planner, in words, or nothing.
std::optional<std::string> checkReshard(const Mesh &mesh, const Sharding &from,
                                        const Sharding &to);

/// Plans `from` -> `to` for a tensor of `shape` with elements of
/// `elementBytes`. Both are verified on `mesh`; open, priority and explicit
/// replication do not count. `to` may keep (a subset of) the partial axes of
/// `from`, with the same combiner, and adds none: checkReshard() finds nothing,
/// else this ends the process with its message. Uneven dimensions are allowed.
/// Deterministic.
///
/// Optimal in bytes, then in communications, over the step kinds above with at
/// most one permute, as long as the search stays within its bounds (meshes of
/// up to about 64 devices); beyond them the best it found, never worse than
/// reducing, gathering what differs and slicing. Answers are remembered per
/// thread, which changes nothing but the time.
ReshardPlan planReshard(const Mesh &mesh, llvm::ArrayRef<int64_t> shape,
                        int64_t elementBytes, const Sharding &from,
                        const Sharding &to, const LinkModel &link = {});

/// The bytes that one device receives in a collective over a group of
/// `groupSize` with a bandwidth-optimal algorithm, not rounded: all-reduce
/// 2(n-1)/n of the operand, all-gather (n-1)/n of the result, reduce-scatter
/// and all-to-all (n-1)/n of the operand, permute the operand.
double receivedBytes(StepKind kind, int64_t operandBytes, int64_t groupSize);

} // namespace plait

#endif // PLAIT_SHARDING_RESHARD_H
