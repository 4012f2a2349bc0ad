//===- Contraction.cpp - A contraction as batched products ----------------===//

#include "Contraction.h"

#include "llvm/ADT/STLExtras.h"

using namespace plait::codegen;

namespace {
enum Class { Batch, M, N, K, None };
} // namespace

static Class classOf(const ContractionLoop &loop) {
  auto [a, b, c] = loop.in;
  if (c)
    return a && b ? Batch : a ? M : b ? N : None;
  return a && b ? K : None;
}

/// Sorts by stride, outermost first, and joins neighbours whose strides nest.
static void mergeNested(llvm::SmallVectorImpl<ContractionLoop> &loops) {
  llvm::stable_sort(
      loops, [](const ContractionLoop &x, const ContractionLoop &y) {
        // C decides, then A, then B: C is written.
        return std::tuple(x.strides[2], x.strides[0], x.strides[1]) >
               std::tuple(y.strides[2], y.strides[0], y.strides[1]);
      });
  llvm::SmallVector<ContractionLoop> merged;
  for (const ContractionLoop &inner : loops) {
    bool nests = !merged.empty();
    if (nests)
      for (int operand = 0; operand < 3; ++operand)
        nests &= merged.back().strides[operand] ==
                 inner.strides[operand] * inner.size;
    if (nests) {
      merged.back().size *= inner.size;
      merged.back().strides = inner.strides;
    } else {
      merged.push_back(inner);
    }
  }
  loops.assign(merged.begin(), merged.end());
}

/// A loop of at least this size keeps the kernel's tile busy.
static constexpr int64_t kWideEnough = 16;

/// Takes one loop of a class for the kernel: the innermost, or the longest
/// where that one is short. The others go outside.
static ContractionLoop
takeInner(llvm::SmallVectorImpl<ContractionLoop> &loops,
          llvm::SmallVectorImpl<ContractionLoop> &outer) {
  auto taken = std::prev(loops.end());
  if (taken->size < kWideEnough)
    for (auto loop = loops.begin(); loop != loops.end(); ++loop)
      if (loop->size > taken->size)
        taken = loop;
  ContractionLoop inner = *taken;
  loops.erase(taken);
  outer.append(loops.begin(), loops.end());
  return inner;
}

static void swapOperands(BatchedProducts &products) {
  auto swapStrides = [](ContractionLoop &loop) {
    std::swap(loop.strides[0], loop.strides[1]);
    std::swap(loop.in[0], loop.in[1]);
  };
  for (ContractionLoop &loop : products.outer)
    swapStrides(loop);
  for (ContractionLoop *loop :
       {&products.batch, &products.m, &products.n, &products.k})
    swapStrides(*loop);
  std::swap(products.m, products.n);
  products.swapped = true;
}

std::optional<BatchedProducts>
plait::codegen::splitContraction(llvm::ArrayRef<ContractionLoop> loops) {
  llvm::SmallVector<ContractionLoop> classes[4];
  for (const ContractionLoop &loop : loops) {
    if (loop.size == 1)
      continue;
    Class which = classOf(loop);
    if (which == None || loop.size == 0)
      return std::nullopt;
    classes[which].push_back(loop);
  }
  if (classes[M].empty() || classes[N].empty() || classes[K].empty())
    return std::nullopt;
  for (auto &list : classes)
    mergeNested(list);
  BatchedProducts products;
  products.outer.assign(classes[Batch].begin(), classes[Batch].end());
  products.m = takeInner(classes[M], products.outer);
  products.n = takeInner(classes[N], products.outer);
  // The kernel's own batch loop: the longest of those left, K's apart.
  if (!products.outer.empty()) {
    auto longest = llvm::max_element(
        products.outer, [](const ContractionLoop &x, const ContractionLoop &y) {
          return x.size < y.size;
        });
    products.batch = *longest;
    products.outer.erase(longest);
  }
  products.outerReduces = classes[K].size() > 1;
  products.k = takeInner(classes[K], products.outer);
  if (products.n.strides[2] != 1 && products.m.strides[2] == 1)
    swapOperands(products);
  return products;
}
