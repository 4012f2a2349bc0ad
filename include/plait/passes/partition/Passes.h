//===- Passes.h - The partition stage ---------------------------*- C++ -*-===//
//
// From one sharding per value to local shapes and collectives. The contract is
// passes/partition/README.md.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_PARTITION_PASSES_H
#define PLAIT_PASSES_PARTITION_PASSES_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/Pass.h"
#include "plait/dialects/coll/Coll.h"
#include "plait/dialects/linalgx/Linalgx.h"
#include "plait/dialects/plait/Plait.h"

namespace plait {
namespace partition {
#define GEN_PASS_DECL
#include "plait/passes/partition/Passes.h.inc"
} // namespace partition

inline namespace partition_registration {
using namespace partition;
#define GEN_PASS_REGISTRATION
#include "plait/passes/partition/Passes.h.inc"
} // namespace partition_registration
} // namespace plait

#endif // PLAIT_PASSES_PARTITION_PASSES_H
