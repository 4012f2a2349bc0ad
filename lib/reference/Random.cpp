//===- Random.cpp - Seeded inputs -----------------------------------------===//
//
// SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number
// generators, 2014): one 64-bit state, the same sequence on every machine.
//
//===----------------------------------------------------------------------===//

#include "Scalar.h"
#include "plait/reference/Tensor.h"

#include <cmath>

using namespace mlir;
using namespace plait::reference;

static uint64_t next(uint64_t &state) {
  state += 0x9e3779b97f4a7c15;
  uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

/// In [-1, 1), a multiple of 2^-20: few digits, so that small types keep most.
static double nextReal(uint64_t &state) {
  return static_cast<double>(next(state) >> 43) / (1 << 20) - 1;
}

Tensor plait::reference::randomTensor(Type elementType, ArrayRef<int64_t> shape,
                                      uint64_t seed) {
  Tensor tensor(elementType, shape);
  ScalarType type = *ScalarType::of(elementType);
  uint64_t state = seed;
  state = next(state); // neighbouring seeds give unrelated sequences
  char *to = tensor.mutableData();
  for (int64_t i = 0, e = tensor.numElements(); i < e; ++i, to += type.bytes) {
    Slot slot;
    if (type.isInteger()) {
      slot.i = wrap(next(state) >> 63, type.width);
    } else {
      slot.parts[0] = nextReal(state);
      slot.parts[1] = type.isComplex() ? nextReal(state) : 0;
    }
    store(type, slot, to);
  }
  return tensor;
}

void plait::reference::dropSigns(Tensor &tensor) {
  ScalarType type = *ScalarType::of(tensor.elementType());
  if (type.isInteger() || type.isComplex())
    return;
  char *at = tensor.mutableData();
  for (int64_t i = 0, e = tensor.numElements(); i < e; ++i, at += type.bytes) {
    Slot slot;
    slot.parts[0] = std::fabs(tensor.number(i).real());
    slot.parts[1] = 0;
    store(type, slot, at);
  }
}

Tensor plait::reference::randomIntegers(Type elementType,
                                        ArrayRef<int64_t> shape, uint64_t seed,
                                        int64_t low, int64_t high) {
  Tensor tensor(elementType, shape);
  ScalarType type = *ScalarType::of(elementType);
  uint64_t state = seed;
  state = next(state);
  uint64_t range = high > low ? high - low + 1 : 1;
  auto draw = [&] { return low + static_cast<int64_t>(next(state) % range); };
  char *to = tensor.mutableData();
  for (int64_t i = 0, e = tensor.numElements(); i < e; ++i, to += type.bytes) {
    Slot slot;
    if (type.isInteger()) {
      slot.i = wrap(draw(), type.width);
    } else {
      slot.parts[0] = static_cast<double>(draw());
      slot.parts[1] = type.isComplex() ? static_cast<double>(draw()) : 0;
    }
    store(type, slot, to);
  }
  return tensor;
}
