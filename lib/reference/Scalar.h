//===- Scalar.h - One number in a register ----------------------*- C++ -*-===//
//
// A register holds an integer sign-extended from its width (true is -1), a
// float as a double, or a complex number as two. A float of 32 bits or less is
// rounded after every op: for + - * / and sqrt that gives the same bits as
// computing in the type, since a double has more than twice its digits.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_LIB_REFERENCE_SCALAR_H
#define PLAIT_LIB_REFERENCE_SCALAR_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include <complex>
#include <optional>

namespace plait::reference {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 UInt128;

union Slot {
  Int128 i;
  double d;
  double parts[2];

  std::complex<double> complex() const { return {parts[0], parts[1]}; }
  void set(std::complex<double> value) {
    parts[0] = value.real();
    parts[1] = value.imag();
  }
};

enum class Rounding { Double, Single, Small };

/// How one element type computes and lies in memory.
struct ScalarType {
  enum class Kind { Integer, Float, Complex };

  Kind kind = Kind::Integer;
  unsigned width = 64; // of an integer, or of a float (a part)
  unsigned bytes = 8;  // in memory
  Rounding rounding = Rounding::Double;
  const llvm::fltSemantics *semantics = nullptr; // of a float (a part)

  bool isInteger() const { return kind == Kind::Integer; }
  bool isFloat() const { return kind == Kind::Float; }
  bool isComplex() const { return kind == Kind::Complex; }

  /// Integers, floats and index, and complex numbers of floats; else nullopt.
  static std::optional<ScalarType> of(mlir::Type type);
};

/// The low `width` bits, sign-extended.
inline Int128 wrap(Int128 value, unsigned width) {
  unsigned shift = 128 - width;
  return static_cast<Int128>(static_cast<UInt128>(value) << shift) >> shift;
}
/// The low `width` bits as an unsigned number.
inline UInt128 unsignedOf(Int128 value, unsigned width) {
  unsigned shift = 128 - width;
  return static_cast<UInt128>(value) << shift >> shift;
}

/// `value` as a number of a type below 32 bits.
double roundSmall(double value, const llvm::fltSemantics &semantics);

template <Rounding R>
double rounded(double value, const ScalarType &type) {
  if constexpr (R == Rounding::Double)
    return value;
  else if constexpr (R == Rounding::Single)
    return static_cast<float>(value);
  else
    return roundSmall(value, *type.semantics);
}
inline double rounded(double value, const ScalarType &type) {
  switch (type.rounding) {
  case Rounding::Double:
    return value;
  case Rounding::Single:
    return static_cast<float>(value);
  case Rounding::Small:
    break;
  }
  return roundSmall(value, *type.semantics);
}

/// One element from and to memory, which need not be aligned.
Slot load(const ScalarType &type, const char *from);
void store(const ScalarType &type, Slot value, char *to);

/// An integer, float or complex constant; nullopt for another attribute.
std::optional<Slot> slotOf(mlir::Attribute attribute);

} // namespace plait::reference

#endif // PLAIT_LIB_REFERENCE_SCALAR_H
