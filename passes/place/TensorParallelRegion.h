//===- TensorParallelRegion.h - What splits together ------------*- C++ -*-===//
//
// A region is what must be split over the axis if the columns of one weight
// are: the values that the split flows through by the factors of the ops, the
// weights that meet them, and the sums in which it ends.
//
// Example, y = gelu(x w + b) v with the columns of w split: w by columns, b
// alike, x w + b and gelu of it, v by rows. The region begins at x, whose
// gradient is a sum over the axis, and ends at y, which is a sum too:
//
//   x [b, h] --(w [h, f/n])-- x w --(b [f/n])-- gelu --(v [f/n, h])-- y = sum
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_PLACE_TENSORPARALLELREGION_H
#define PLAIT_PASSES_PLACE_TENSORPARALLELREGION_H

#include "TensorParallelAxes.h"
#include "TensorParallelStep.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include <functional>

namespace plait::place {

/// A product of an activation (or data) with a weight, summed over a dimension.
struct WeightProduct {
  mlir::Operation *op;
  unsigned weight, data; // operands
};
/// `op` as such a product, or nothing.
std::optional<WeightProduct> asWeightProduct(mlir::Operation *op, Step &step);
/// Whether `op` sums products of two of its inputs.
bool isContraction(mlir::Operation *op, Step &step);

/// Where a region begins: columns of a weight, that is, a dimension of a
/// product's result that only the weight has.
struct Seed {
  WeightProduct product;
  int factor;
};
/// All seeds of the forward part, in program order.
llvm::SmallVector<Seed> findSeeds(Step &step);

enum class Part { Columns, Rows, Table, Alike };

struct Region {
  llvm::MapVector<mlir::Value, Split> splits;
  llvm::MapVector<mlir::Operation *, Split> factors; // per op that it crosses
  /// Activations that a split weight reads whole: their gradients are sums.
  llvm::SetVector<mlir::Value> begins;
  /// Ops whose results are sums over the axis.
  llvm::SetVector<mlir::Operation *> ends;
  /// Whether one of them sums products, as the rows of a later weight do.
  bool sumsProducts = false;
  /// How each weight, as an op reads it, is split.
  llvm::MapVector<mlir::Value, Part> weights;
  /// Weights that are split where they are used, but not as they are stored:
  /// those whose columns are slices.
  llvm::SetVector<mlir::Value> stored;
  /// Operations per step that it divides, and bytes that it reduces.
  double flops = 0, bytes = 0;
  /// Why it cannot be split, and where.
  std::string fault;
  mlir::Operation *faultAt = nullptr;
  /// Only because the axis does not divide a dimension, such as heads, beyond
  /// the seed.
  bool uneven = false;

  bool hasFault() const { return faultAt != nullptr; }
};

/// The region of `seed` split over `axis` of `mesh`.
Region growRegion(const Seed &seed, Step &step, AxisRef axis, const Mesh &mesh);

/// How far a region extends beyond the forward part.
struct Reach {
  /// Whether it goes on through an op that can be split so.
  std::function<bool(mlir::Operation *, const ShardingRule &, const Split &)>
      crosses = [](mlir::Operation *, const ShardingRule &, const Split &) {
        return true;
      };
  bool splitsWeights = true;
};

/// The region with what is split along with it in the whole step, as far as it
/// can be: `splits`, `factors`, `begins` and `ends`.
Region extendRegion(const Region &region, Step &step, AxisRef axis,
                    const Mesh &mesh, const Reach &reach = {});

/// Whether dimensions have that factor.
bool has(const TensorFactors &dims, int factor);

/// Whether both regions can be split over one axis: no value or op is split in
/// two ways.
bool agree(const Region &a, const Region &b);

} // namespace plait::place

#endif // PLAIT_PASSES_PLACE_TENSORPARALLELREGION_H
