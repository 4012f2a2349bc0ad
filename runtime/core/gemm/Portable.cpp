//===- Portable.cpp - The product kernel for any processor ----------------===//

#include "core/HalfFloat.h"
#include "core/gemm/Variant.h"
#include "plait/runtime/abi.h"

#define PLAIT_VECTOR_BYTES 16
#define PLAIT_TILE_ROWS 6

namespace plait::runtime {
namespace {

#include "core/gemm/Kernel.inc"

bool supported() { return true; }

} // namespace

const GemmVariant gemmPortable = {"portable", supported, workspaceBytes, run};

} // namespace plait::runtime
