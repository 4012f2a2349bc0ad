//===- VerifyHelpers.h - Checks that several verifiers share ----*- C++ -*-===//
//
// Each check reports at the op: the rule, then `got:` and the value. Sizes that
// are not known fit everything.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_DIALECTS_INPUT_STABLEHLO_VERIFYHELPERS_H
#define PLAIT_DIALECTS_INPUT_STABLEHLO_VERIFYHELPERS_H

#include "plait/dialects/input/stablehlo/Stablehlo.h"

namespace plait::stablehlo {

using Shape = llvm::SmallVector<int64_t, 6>;

/// `[1, 2, 3]`, an unknown size as `?`.
std::string listText(llvm::ArrayRef<int64_t> list);
/// `(tensor<f32>, tensor<i32>)`.
std::string typesText(mlir::TypeRange types);

inline bool isKnown(int64_t size) { return !mlir::ShapedType::isDynamic(size); }
/// Whether the sizes are equal, or one is not known.
bool sizesFit(int64_t a, int64_t b);
bool shapesFit(llvm::ArrayRef<int64_t> a, llvm::ArrayRef<int64_t> b);
/// Whether the types are equal but for sizes that are not known.
bool typesFit(mlir::Type a, mlir::Type b);
bool typesFit(mlir::TypeRange a, mlir::TypeRange b);

inline mlir::RankedTensorType tensorOf(mlir::Value value) {
  return llvm::cast<mlir::RankedTensorType>(value.getType());
}
/// A tensor of rank 0.
mlir::RankedTensorType scalarOf(mlir::Type element);

//===----------------------------------------------------------------------===//
// Numbers and lists
//===----------------------------------------------------------------------===//

/// `name` must be in [0, rank).
mlir::LogicalResult checkDim(mlir::Operation *op, llvm::StringRef name,
                             int64_t dim, int64_t rank);

enum class DimOrder { Any, Sorted };
/// `name` must be different dimensions in [0, rank), maybe sorted.
mlir::LogicalResult checkDims(mlir::Operation *op, llvm::StringRef name,
                              llvm::ArrayRef<int64_t> dims, int64_t rank,
                              DimOrder order = DimOrder::Any);

/// `name` must have `count` entries.
mlir::LogicalResult checkCount(mlir::Operation *op, llvm::StringRef name,
                               int64_t actual, int64_t count);

/// Every entry of `name` must be at least `least`.
mlir::LogicalResult checkAtLeast(mlir::Operation *op, llvm::StringRef name,
                                 llvm::ArrayRef<int64_t> values, int64_t least);

/// `precision_config`, if given, must have two entries or none.
mlir::LogicalResult checkPrecision(mlir::Operation *op,
                                   std::optional<mlir::ArrayAttr> precision);

//===----------------------------------------------------------------------===//
// Types and bodies
//===----------------------------------------------------------------------===//

/// `name` must have a type that fits `shape` and `element`.
mlir::LogicalResult checkTensor(mlir::Operation *op, llvm::StringRef name,
                                mlir::Type actual,
                                llvm::ArrayRef<int64_t> shape,
                                mlir::Type element);

/// `name` must have a type that fits `expected`.
mlir::LogicalResult checkType(mlir::Operation *op, llvm::StringRef name,
                              mlir::Type actual, mlir::Type expected);
/// As above, for each of several values.
mlir::LogicalResult checkTypes(mlir::Operation *op, llvm::StringRef name,
                               mlir::TypeRange actual,
                               mlir::TypeRange expected);

/// The body `name` must take `arguments`, end in stablehlo.return, and return
/// `results`.
mlir::LogicalResult checkBody(mlir::Operation *op, llvm::StringRef name,
                              mlir::Region &body, mlir::TypeRange arguments,
                              mlir::TypeRange results);

/// What the body returns; none if it does not end in stablehlo.return.
mlir::TypeRange bodyResults(mlir::Region &body);

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

/// One dimension of a window over a tensor.
struct WindowDim {
  int64_t size = 1;
  int64_t stride = 1;
  int64_t low = 0, high = 0;
  int64_t baseDilation = 1;
  int64_t windowDilation = 1;
};

/// The number of positions along a dimension of `size` elements, that is
/// floor((dilated size + low + high - dilated window) / stride) + 1, and 0
/// where the window does not fit. Unknown if `size` is. Never overflows.
int64_t windowPositions(int64_t size, const WindowDim &window);

/// `padding`, if given, must be a pair per dimension.
mlir::LogicalResult
checkPaddingShape(mlir::Operation *op,
                  std::optional<mlir::DenseIntElementsAttr> padding,
                  int64_t rank);

} // namespace plait::stablehlo

#endif // PLAIT_DIALECTS_INPUT_STABLEHLO_VERIFYHELPERS_H
