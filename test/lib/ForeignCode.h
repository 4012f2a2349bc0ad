//===- ForeignCode.h - Foreign code of tests --------------------*- C++ -*-===//
#ifndef PLAIT_TEST_LIB_FOREIGNCODE_H
#define PLAIT_TEST_LIB_FOREIGNCODE_H

#include "plait/reference/Interpreter.h"

namespace plait::test {

/// Code that only the simulated devices of tests have, on f32:
/// - test.product: x[i, k] and y[k, j] to the sum over k of their products;
/// - test.shares: x[i, j] to x[i, j] times the sum over j of x[i, j], and that
///   sum.
const reference::ForeignCode &foreignCode();

} // namespace plait::test

#endif // PLAIT_TEST_LIB_FOREIGNCODE_H
