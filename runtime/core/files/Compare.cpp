//===- Compare.cpp - The rule of --expected -------------------------------===//
//
// A tensor agrees where max |a-b| <= T * max |b|; for complex numbers |.| is
// the absolute value. NaN equals NaN and an infinity itself; against anything
// else they differ whatever T is. Only finite b count for max |b|.
//
//===----------------------------------------------------------------------===//

#include "core/DType.h"
#include "core/HalfFloat.h"
#include "core/Status.h"
#include "plait/runtime/TensorFile.h"

#include <cmath>
#include <complex>
#include <cstring>
#include <limits>

namespace plait::runtime {

double defaultTolerance(int32_t dtype) {
  switch (dtype) {
  case PLAIT_F64:
  case PLAIT_C128:
    return 1e-10;
  case PLAIT_F32:
  case PLAIT_C64:
    return 1e-4;
  case PLAIT_F16:
  case PLAIT_BF16:
    return 2e-2;
  default:
    return 0;
  }
}

template <typename T>
static T load(const Tensor &tensor, int64_t index) {
  // Mapped data need not be aligned.
  T value;
  std::memcpy(&value,
              static_cast<const char *>(tensor.data) + index * sizeof(T),
              sizeof(T));
  return value;
}

/// An element as a number; integers go another way, to stay exact.
static std::complex<double> loadFloat(const Tensor &tensor, int64_t index) {
  switch (tensor.dtype) {
  case PLAIT_F16:
    return toFloat(load<F16>(tensor, index));
  case PLAIT_BF16:
    return toFloat(load<Bf16>(tensor, index));
  case PLAIT_F32:
    return load<float>(tensor, index);
  case PLAIT_F64:
    return load<double>(tensor, index);
  case PLAIT_C64:
    return load<std::complex<float>>(tensor, index);
  default:
    return load<std::complex<double>>(tensor, index);
  }
}

/// A 64-bit pattern that holds any integer.
static int64_t loadInteger(const Tensor &tensor, int64_t index) {
  switch (tensor.dtype) {
  case PLAIT_I8:
    return load<int8_t>(tensor, index);
  case PLAIT_I16:
    return load<int16_t>(tensor, index);
  case PLAIT_I32:
    return load<int32_t>(tensor, index);
  case PLAIT_U16:
    return load<uint16_t>(tensor, index);
  case PLAIT_U32:
    return load<uint32_t>(tensor, index);
  case PLAIT_I64:
  case PLAIT_U64:
    return load<int64_t>(tensor, index);
  default:
    return load<uint8_t>(tensor, index);
  }
}

std::string spellElement(const Tensor &tensor, int64_t index) {
  if (tensor.dtype == PLAIT_BOOL)
    return loadInteger(tensor, index) ? "true" : "false";
  if (tensor.dtype == PLAIT_U64)
    return std::to_string(uint64_t(loadInteger(tensor, index)));
  if (isInteger(tensor.dtype))
    return std::to_string(loadInteger(tensor, index));
  std::ostringstream out;
  bool wide = tensor.dtype == PLAIT_F64 || tensor.dtype == PLAIT_C128;
  bool half = tensor.dtype == PLAIT_F16 || tensor.dtype == PLAIT_BF16;
  out.precision(wide ? 17 : half ? 5 : 9);
  std::complex<double> value = loadFloat(tensor, index);
  out << value.real();
  if (isComplex(tensor.dtype))
    out << (std::signbit(value.imag()) ? "" : "+") << value.imag() << "j";
  return out.str();
}

/// |a - b| where NaN equals NaN and an infinity itself.
static double distance(double a, double b) {
  if (a == b || (std::isnan(a) && std::isnan(b)))
    return 0;
  double difference = std::abs(a - b);
  return std::isfinite(difference) ? difference
                                   : std::numeric_limits<double>::infinity();
}

static double distance(std::complex<double> a, std::complex<double> b) {
  return std::hypot(distance(a.real(), b.real()), distance(a.imag(), b.imag()));
}

/// `[1, 0, 2]` of the element with row-major number `index`.
static std::string spellPosition(int64_t index,
                                 const std::vector<int64_t> &shape) {
  std::vector<int64_t> position(shape.size());
  for (size_t d = shape.size(); d-- > 0; index /= shape[d])
    position[d] = index % shape[d];
  return spellList(position);
}

static std::string describe(const Tensor &got, const Tensor &expected,
                            int64_t index, const std::string &rule) {
  return text("'", expected.name, "' differs at ",
              spellPosition(index, expected.shape), ": got ",
              spellElement(got, index), ", expected ",
              spellElement(expected, index), "; ", rule);
}

static bool integersAgree(const Tensor &got, const Tensor &expected,
                          std::string *difference, int64_t &element) {
  int64_t differing = 0, first = -1, count = expected.numElements();
  for (int64_t i = 0; i < count; ++i)
    if (loadInteger(got, i) != loadInteger(expected, i)) {
      first = differing++ ? first : i;
    }
  if (differing) {
    element = first;
    *difference = describe(got, expected, first,
                           text(differing, " of ", count, " elements differ"));
  }
  return differing == 0;
}

namespace {
/// The largest |got - expected|, the largest finite |expected|, and where the
/// former is.
struct Worst {
  double off = 0, largest = 0;
  int64_t at = 0;
};
} // namespace

static Worst worstOf(const Tensor &got, const Tensor &expected) {
  Worst worst;
  for (int64_t i = 0, count = expected.numElements(); i < count; ++i) {
    std::complex<double> a = loadFloat(got, i), b = loadFloat(expected, i);
    double size = std::abs(b), off = distance(a, b);
    if (std::isfinite(size) && size > worst.largest)
      worst.largest = size;
    if (off > worst.off) {
      worst.off = off;
      worst.at = i;
    }
  }
  return worst;
}

double relativeDifference(const Tensor &got, const Tensor &expected) {
  if (!isFloat(got.dtype) && !isComplex(got.dtype))
    return 0;
  Worst worst = worstOf(got, expected);
  return worst.off == 0 ? 0 : worst.off / worst.largest;
}

bool tensorsAgree(const Tensor &got, const Tensor &expected, double tolerance,
                  std::string *difference, int64_t *worst) {
  int64_t unused = 0, &element = worst ? *worst : unused;
  element = -1;
  if (got.dtype != expected.dtype || got.shape != expected.shape) {
    *difference = text("'", expected.name, "' differs: got ",
                       spellType(got.dtype, got.shape), ", expected ",
                       spellType(expected.dtype, expected.shape));
    return false;
  }
  if (!isFloat(got.dtype) && !isComplex(got.dtype))
    return integersAgree(got, expected, difference, element);
  if (tolerance < 0)
    tolerance = defaultTolerance(got.dtype);

  const auto [off, largest, at] = worstOf(got, expected);
  if (off <= tolerance * largest)
    return true;
  element = at;
  *difference = describe(got, expected, at,
                         text("max |a-b| must be at most ", tolerance, " x ",
                              largest, ", got: ", off));
  return false;
}

} // namespace plait::runtime
