//===- Tensor.cpp - Values of the reference interpreter -------------------===//

#include "plait/reference/Tensor.h"

#include "Scalar.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <cstring>
#include <limits>

using namespace mlir;
using namespace plait::reference;

//===----------------------------------------------------------------------===//
// The class
//===----------------------------------------------------------------------===//

bool Tensor::isSupported(Type elementType) {
  std::optional<ScalarType> type = ScalarType::of(elementType);
  return type && type->bytes <= 16;
}

Tensor::Tensor(Type elementType, ArrayRef<int64_t> shape)
    : element(elementType), dims(shape) {
  if (std::optional<ScalarType> type = ScalarType::of(elementType))
    bytesOfElement = type->bytes;
  bytes = std::make_shared<std::vector<char>>(numBytes(), 0);
}

int64_t Tensor::numElements() const { return ShapedType::getNumElements(dims); }

char *Tensor::mutableData() {
  if (bytes.use_count() > 1)
    bytes = std::make_shared<std::vector<char>>(*bytes);
  return bytes->data();
}

Tensor Tensor::reshaped(ArrayRef<int64_t> shape) const {
  Tensor other = *this;
  other.dims.assign(shape.begin(), shape.end());
  return other;
}

Tensor Tensor::reinterpreted(Type elementType) const {
  Tensor other = *this;
  other.element = elementType;
  return other;
}

std::complex<double> Tensor::number(int64_t index) const {
  ScalarType type = *ScalarType::of(element);
  Slot slot = load(type, data() + index * bytesOfElement);
  if (type.isFloat())
    return slot.d;
  if (type.isComplex())
    return slot.complex();
  if (type.width == 1 || element.isUnsignedInteger())
    return static_cast<double>(unsignedOf(slot.i, type.width));
  return static_cast<double>(slot.i);
}

std::string Tensor::spell(int64_t index) const {
  ScalarType type = *ScalarType::of(element);
  Slot slot = load(type, data() + index * bytesOfElement);
  std::string text;
  llvm::raw_string_ostream out(text);
  unsigned digits = type.width == 64 ? 17 : type.width == 32 ? 9 : 5;
  auto print = [&](double value) {
    out << llvm::format("%.*g", digits, value);
  };
  if (type.isComplex()) {
    out << '(';
    print(slot.parts[0]);
    out << ',';
    print(slot.parts[1]);
    out << ')';
  } else if (type.isFloat()) {
    print(slot.d);
  } else if (type.width == 1) {
    out << (slot.i ? "true" : "false");
  } else if (element.isUnsignedInteger()) {
    out << static_cast<uint64_t>(unsignedOf(slot.i, type.width));
  } else {
    out << static_cast<int64_t>(slot.i);
  }
  return text;
}

bool Tensor::operator==(const Tensor &o) const {
  return element == o.element && dims == o.dims &&
         std::memcmp(data(), o.data(), numBytes()) == 0;
}

SmallVector<int64_t> plait::reference::stridesOf(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> strides(shape.size(), 1);
  for (int64_t i = static_cast<int64_t>(shape.size()) - 2; i >= 0; --i)
    strides[i] = strides[i + 1] * shape[i + 1];
  return strides;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// Stores `values` one after the other, or one again and again.
template <typename Range, typename ToSlot>
static void fill(Tensor &tensor, const Range &values, ToSlot toSlot) {
  ScalarType type = *ScalarType::of(tensor.elementType());
  char *to = tensor.mutableData();
  for (const auto &value : values) {
    store(type, toSlot(value), to);
    to += type.bytes;
  }
}

static Slot slotOfFloat(const APFloat &value, Type type) {
  return *slotOf(FloatAttr::get(type, value));
}

static std::optional<Tensor> tensorOfDense(DenseElementsAttr elements) {
  Type type = elements.getElementType();
  if (!Tensor::isSupported(type))
    return std::nullopt;
  Tensor tensor(type, elements.getType().getShape());
  unsigned width = ScalarType::of(type)->width;
  if (!elements.isSplat() && width % 8 == 0 &&
      static_cast<int64_t>(elements.getRawData().size()) == tensor.numBytes()) {
    std::memcpy(tensor.mutableData(), elements.getRawData().data(),
                tensor.numBytes());
    return tensor;
  }
  if (auto complex = dyn_cast<ComplexType>(type)) {
    Type part = complex.getElementType();
    fill(tensor, elements.getValues<std::complex<APFloat>>(),
         [&](const std::complex<APFloat> &value) {
           Slot slot;
           slot.parts[0] = slotOfFloat(value.real(), part).d;
           slot.parts[1] = slotOfFloat(value.imag(), part).d;
           return slot;
         });
  } else if (isa<FloatType>(type)) {
    fill(tensor, elements.getValues<APFloat>(),
         [&](const APFloat &value) { return slotOfFloat(value, type); });
  } else {
    fill(tensor, elements.getValues<APInt>(), [&](const APInt &value) {
      return *slotOf(IntegerAttr::get(type, value));
    });
  }
  return tensor;
}

std::optional<Tensor> plait::reference::tensorOf(ElementsAttr elements) {
  if (auto dense = dyn_cast<DenseElementsAttr>(elements))
    return tensorOfDense(dense);
  auto resource = dyn_cast<DenseResourceElementsAttr>(elements);
  if (!resource || !Tensor::isSupported(elements.getElementType()))
    return std::nullopt;
  AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  Tensor tensor(elements.getElementType(), elements.getShapedType().getShape());
  if (!blob ||
      static_cast<int64_t>(blob->getData().size()) != tensor.numBytes())
    return std::nullopt;
  std::memcpy(tensor.mutableData(), blob->getData().data(), tensor.numBytes());
  return tensor;
}

void plait::reference::poison(Tensor &tensor) {
  ScalarType type = *ScalarType::of(tensor.elementType());
  Slot slot;
  if (type.isInteger())
    slot.i = wrap(static_cast<Int128>(0x5a5a5a5a5a5a5a5b), type.width);
  else
    slot.parts[0] = slot.parts[1] = std::numeric_limits<double>::quiet_NaN();
  char *to = tensor.mutableData();
  for (int64_t i = 0, e = tensor.numElements(); i < e; ++i)
    store(type, slot, to + i * type.bytes);
}

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

namespace {
/// One side of a copy: where the first element lies and how far it is to the
/// next one along each dimension, in bytes.
struct Side {
  int64_t begin = 0;
  SmallVector<int64_t> steps;
};
} // namespace

static Side sideOf(const Tensor &tensor, ArrayRef<int64_t> offsets,
                   ArrayRef<int64_t> strides) {
  Side side;
  SmallVector<int64_t> rows = stridesOf(tensor.shape());
  for (auto [row, offset, stride] : llvm::zip_equal(rows, offsets, strides)) {
    side.begin += row * offset * tensor.elementBytes();
    side.steps.push_back(row * stride * tensor.elementBytes());
  }
  return side;
}

static void copyLevel(const char *from, const Side &source, char *to,
                      const Side &target, ArrayRef<int64_t> sizes, size_t dim,
                      int64_t bytes) {
  if (dim == sizes.size()) {
    std::memcpy(to, from, bytes);
    return;
  }
  if (dim + 1 == sizes.size() && source.steps[dim] == bytes &&
      target.steps[dim] == bytes) {
    std::memcpy(to, from, bytes * sizes[dim]);
    return;
  }
  for (int64_t i = 0; i < sizes[dim]; ++i)
    copyLevel(from + i * source.steps[dim], source, to + i * target.steps[dim],
              target, sizes, dim + 1, bytes);
}

void plait::reference::copyBox(const Tensor &from,
                               ArrayRef<int64_t> fromOffsets,
                               ArrayRef<int64_t> fromStrides, Tensor &to,
                               ArrayRef<int64_t> toOffsets,
                               ArrayRef<int64_t> toStrides,
                               ArrayRef<int64_t> sizes) {
  if (ShapedType::getNumElements(sizes) == 0)
    return;
  Side source = sideOf(from, fromOffsets, fromStrides);
  Side target = sideOf(to, toOffsets, toStrides);
  copyLevel(from.data() + source.begin, source, to.mutableData() + target.begin,
            target, sizes, 0, from.elementBytes());
}

void plait::reference::copyBox(const Tensor &from,
                               ArrayRef<int64_t> fromOffsets, Tensor &to,
                               ArrayRef<int64_t> toOffsets,
                               ArrayRef<int64_t> sizes) {
  SmallVector<int64_t> ones(sizes.size(), 1);
  copyBox(from, fromOffsets, ones, to, toOffsets, ones, sizes);
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

static double distance(double a, double b) {
  if (a == b || (std::isnan(a) && std::isnan(b)))
    return 0;
  double difference = std::abs(a - b);
  return std::isfinite(difference) ? difference
                                   : std::numeric_limits<double>::infinity();
}

double plait::reference::relativeDifference(const Tensor &got,
                                            const Tensor &expected,
                                            int64_t &worst) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  worst = 0;
  if (got.elementType() != expected.elementType() ||
      got.shape() != expected.shape())
    return kInfinity;
  double largest = 0, farthest = 0;
  for (int64_t i = 0, e = got.numElements(); i < e; ++i) {
    std::complex<double> a = got.number(i), b = expected.number(i);
    double size = std::abs(b);
    double away =
        std::hypot(distance(a.real(), b.real()), distance(a.imag(), b.imag()));
    if (std::isfinite(size))
      largest = std::max(largest, size);
    if (away > farthest) {
      farthest = away;
      worst = i;
    }
  }
  if (farthest == 0)
    return 0;
  return largest == 0 ? kInfinity : farthest / largest;
}
