//===- KernelWorkspace.cpp - What the product kernel packs ----------------===//
//
// The account of the compiler, made from sizes and strides alone; the run's is
// `memory.workspace` of its statistics.
//
//===----------------------------------------------------------------------===//
#include "KernelWorkspace.h"

#include "mlir/IR/BuiltinTypes.h"
#include "plait/dialects/cpu/Cpu.h"

#include <algorithm>

using namespace mlir;
using namespace plait;

namespace {
/// One product as the kernel sees it: C has contiguous rows, or one row.
struct Product {
  int64_t m, n, k;
  int64_t bRow, bColumn; // strides
  Type a, b, c;
};

/// Sizes of blocks; depth is of bytes, so that a panel fills the same lines.
constexpr int64_t blockRows = 96, blockColumns = 1024, depthBytes = 2048;
constexpr int64_t panelBytes = 64;      // of one row of a panel of B
constexpr int64_t convertedRows = 1024; // of a C with another type
/// Fewer rows or columns read B where it lies.
constexpr int64_t fewRows = 64, fewColumns = 128;
} // namespace

static Type elementOf(Value buffer) {
  return cast<MemRefType>(buffer.getType()).getElementType();
}

static Product productOf(cpu::GemmOp op) {
  ArrayRef<int64_t> sizes = op.getSizes(), a = op.getAStrides(),
                    b = op.getBStrides(), c = op.getCStrides();
  Product product{sizes[1],
                  sizes[2],
                  sizes[3],
                  b[1],
                  b[2],
                  elementOf(op.getA()),
                  elementOf(op.getB()),
                  elementOf(op.getC())};
  // C^T = B^T A^T where that has contiguous rows, or one row.
  bool flip = product.m != 1 && (product.n == 1 || (c[2] != 1 && c[1] == 1));
  if (flip) {
    std::swap(product.m, product.n);
    std::swap(product.a, product.b);
    product.bRow = a[2];
    product.bColumn = a[1];
  }
  if (product.n == 1)
    product.bColumn = 1;
  if (product.k == 1)
    product.bRow = 1;
  return product;
}

static int64_t workspaceOf(const Product &p) {
  // Sums are of f32, or of f64 where anything is.
  bool wide = p.a.isF64() || p.b.isF64() || p.c.isF64();
  int64_t width = wide ? 8 : 4;
  auto isOfSums = [&](Type type) { return wide ? type.isF64() : type.isF32(); };
  if (p.m == 1 && (p.bColumn == 1 || p.bRow == 1))
    return p.k * width; // the row as it is multiplied
  int64_t depth = std::min(p.k, depthBytes / width);
  int64_t elements = 0;
  if (p.n > fewRows || !isOfSums(p.a))
    elements += std::min(p.m, blockRows) * depth;
  bool inPlace =
      isOfSums(p.b) && p.bColumn == 1 && (p.m <= fewRows || p.n <= fewColumns);
  // Where B is read in place, its last columns are not.
  elements +=
      (inPlace ? panelBytes / width : std::min(p.n, blockColumns)) * depth;
  if (!isOfSums(p.c))
    elements += std::min(p.m, convertedRows) * std::min(p.n, blockColumns);
  return elements * width;
}

int64_t plait::kernelWorkspaceBytes(ModuleOp module) {
  int64_t most = 0;
  module.walk([&](cpu::GemmOp op) {
    most = std::max(most, workspaceOf(productOf(op)));
  });
  return most;
}
