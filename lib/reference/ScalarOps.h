//===- ScalarOps.h - Templates for tables of scalar ops ---------*- C++ -*-===//
#ifndef PLAIT_LIB_REFERENCE_SCALAROPS_H
#define PLAIT_LIB_REFERENCE_SCALAROPS_H

#include "ScalarProgram.h"

namespace plait::reference {

using RealUnary = double (*)(double);
using RealBinary = double (*)(double, double);

template <RealUnary F, Rounding R>
void runReal1(const Instruction &i, Slot *r) {
  r[i.to].d = rounded<R>(F(r[i.from[0]].d), i.type);
}
template <RealBinary F, Rounding R>
void runReal2(const Instruction &i, Slot *r) {
  r[i.to].d = rounded<R>(F(r[i.from[0]].d, r[i.from[1]].d), i.type);
}

/// The function for a float result, by how the type rounds.
template <RealUnary F>
ScalarFn real(mlir::Operation *, Instruction &instruction) {
  if (!instruction.type.isFloat() || !instruction.operandType.isFloat())
    return nullptr;
  switch (instruction.type.rounding) {
  case Rounding::Double:
    return runReal1<F, Rounding::Double>;
  case Rounding::Single:
    return runReal1<F, Rounding::Single>;
  case Rounding::Small:
    return runReal1<F, Rounding::Small>;
  }
  return nullptr;
}
template <RealBinary F>
ScalarFn real(mlir::Operation *, Instruction &instruction) {
  if (!instruction.type.isFloat())
    return nullptr;
  switch (instruction.type.rounding) {
  case Rounding::Double:
    return runReal2<F, Rounding::Double>;
  case Rounding::Single:
    return runReal2<F, Rounding::Single>;
  case Rounding::Small:
    return runReal2<F, Rounding::Small>;
  }
  return nullptr;
}

/// A function that needs no choice, for any types.
template <ScalarFn F>
ScalarFn always(mlir::Operation *, Instruction &) {
  return F;
}
/// The same, for integers.
template <ScalarFn F>
ScalarFn integer(mlir::Operation *, Instruction &instruction) {
  return instruction.type.isInteger() && instruction.operandType.isInteger()
             ? F
             : nullptr;
}

inline void raise(Slot *registers, Fault fault) {
  registers[0].i = static_cast<int>(fault);
}

} // namespace plait::reference

#endif // PLAIT_LIB_REFERENCE_SCALAROPS_H
