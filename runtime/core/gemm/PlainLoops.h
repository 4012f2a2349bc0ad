//===- PlainLoops.h - Products of integers and complex numbers --*- C++ -*-===//
#ifndef PLAIT_RUNTIME_CORE_GEMM_PLAINLOOPS_H
#define PLAIT_RUNTIME_CORE_GEMM_PLAINLOOPS_H

#include "core/gemm/Variant.h"

namespace plait::runtime {

/// Integers of any types: sums are taken modulo 2^64 and cut to C's width,
/// which gives what arithmetic in C's width gives.
void multiplyIntegers(const Product &product);

/// A, B and C of one complex type.
void multiplyComplex(const Product &product);

} // namespace plait::runtime

#endif // PLAIT_RUNTIME_CORE_GEMM_PLAINLOOPS_H
