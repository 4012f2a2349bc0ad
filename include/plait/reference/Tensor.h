//===- Tensor.h - Values of the reference interpreter -----------*- C++ -*-===//
//
// A tensor is its element type, its shape and its bytes, row major. Elements
// lie as C has them: booleans and integers below 8 bits take one byte, complex
// numbers two floats. Copies share their bytes; who writes asks for its own.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_REFERENCE_TENSOR_H
#define PLAIT_REFERENCE_TENSOR_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/SmallVector.h"
#include <complex>
#include <memory>
#include <string>
#include <vector>

namespace plait::reference {

class Tensor {
public:
  Tensor() = default;
  /// Elements are zero at first. `elementType` must be one that
  /// `isSupported` accepts.
  Tensor(mlir::Type elementType, llvm::ArrayRef<int64_t> shape);

  static bool isSupported(mlir::Type elementType);

  mlir::Type elementType() const { return element; }
  llvm::ArrayRef<int64_t> shape() const { return dims; }
  int64_t rank() const { return dims.size(); }
  int64_t dim(int64_t i) const { return dims[i]; }
  int64_t numElements() const;
  int64_t elementBytes() const { return bytesOfElement; }
  int64_t numBytes() const { return numElements() * bytesOfElement; }

  const char *data() const { return bytes ? bytes->data() : nullptr; }
  /// The bytes, for writing: copied first if another tensor shares them.
  char *mutableData();

  /// The same elements in another shape of as many elements.
  Tensor reshaped(llvm::ArrayRef<int64_t> shape) const;
  /// The same bytes as another element type of as many bytes.
  Tensor reinterpreted(mlir::Type elementType) const;

  /// Element `index` (row major) as a number; integers as signed, or as
  /// unsigned where the type says so, booleans as 0 and 1.
  std::complex<double> number(int64_t index) const;
  /// Element `index` in words.
  std::string spell(int64_t index) const;

  /// Same shape, element type and bits.
  bool operator==(const Tensor &o) const;
  bool operator!=(const Tensor &o) const { return !(*this == o); }

private:
  mlir::Type element;
  llvm::SmallVector<int64_t, 4> dims;
  int64_t bytesOfElement = 0;
  std::shared_ptr<std::vector<char>> bytes;
};

/// Row major strides, in elements.
llvm::SmallVector<int64_t> stridesOf(llvm::ArrayRef<int64_t> shape);

/// A dense or splat constant; nullopt for other attributes.
std::optional<Tensor> tensorOf(mlir::ElementsAttr elements);

/// Sets every element to what no program should read: NaN, or a large odd
/// integer.
void poison(Tensor &tensor);

/// Seeded values: floats in [-1, 1], integers and booleans 0 or 1. The same
/// seed gives the same values everywhere.
Tensor randomTensor(mlir::Type elementType, llvm::ArrayRef<int64_t> shape,
                    uint64_t seed);

/// Replaces every negative real float by its absolute value.
void dropSigns(Tensor &tensor);

/// Seeded integers in [low, high], as any element type: sums and products of
/// few of them are exact, in whatever order.
Tensor randomIntegers(mlir::Type elementType, llvm::ArrayRef<int64_t> shape,
                      uint64_t seed, int64_t low, int64_t high);

/// Copies a box of `sizes` elements; both sides have an offset and a stride
/// per dimension. The caller has checked the bounds.
void copyBox(const Tensor &from, llvm::ArrayRef<int64_t> fromOffsets,
             llvm::ArrayRef<int64_t> fromStrides, Tensor &to,
             llvm::ArrayRef<int64_t> toOffsets,
             llvm::ArrayRef<int64_t> toStrides, llvm::ArrayRef<int64_t> sizes);
/// The same with strides of 1.
void copyBox(const Tensor &from, llvm::ArrayRef<int64_t> fromOffsets,
             Tensor &to, llvm::ArrayRef<int64_t> toOffsets,
             llvm::ArrayRef<int64_t> sizes);

/// How far `got` is from `expected`: max |a-b| / max |b|, 0 where all elements
/// are equal (NaN equals NaN), infinity where shapes, types, or a NaN or an
/// infinity differ. Integers count as numbers. `worst` is the element.
double relativeDifference(const Tensor &got, const Tensor &expected,
                          int64_t &worst);

} // namespace plait::reference

#endif // PLAIT_REFERENCE_TENSOR_H
