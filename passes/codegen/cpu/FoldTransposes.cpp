//===- FoldTransposes.cpp - Transposes into contractions ------------------===//
//
// Before: %t = linalg.generic (a transpose of %x); linalg.generic mul-add of %t
// After:  linalg.generic mul-add of %x with another indexing map
// Before: %p = linalg.generic mul-add; %r = linalg.generic (a transpose of %p)
// After:  %r = linalg.generic mul-add, written in %r's order
//
// The product kernel takes any strides, so that a transpose around it only
// moves data through memory. Right because a transpose is another name for the
// same elements.
//
//===----------------------------------------------------------------------===//
#include "plait/passes/codegen/cpu/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace plait {
#define GEN_PASS_DEF_FOLDTRANSPOSESPASS
#include "plait/passes/codegen/cpu/Passes.h.inc"
} // namespace plait

using namespace mlir;
using namespace plait;

/// A generic that permutes its only input: from dimensions of its result to
/// dimensions of its input.
static std::optional<AffineMap> permutationOf(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1 ||
      op.getNumReductionLoops() != 0)
    return std::nullopt;
  Block *body = op.getBody();
  if (!llvm::hasSingleElement(body->getOperations()) ||
      body->getTerminator()->getOperand(0) != body->getArgument(0))
    return std::nullopt;
  AffineMap in = op.getMatchingIndexingMap(op.getDpsInputOperand(0));
  AffineMap out = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (!in.isPermutation() || !out.isPermutation())
    return std::nullopt;
  return in.compose(inversePermutation(out));
}

/// Whether the body is a sum of products of floats: what becomes a product.
static bool isContraction(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1 ||
      op.getNumReductionLoops() == 0 || !op.hasPureTensorSemantics())
    return false;
  auto add = op.getBody()
                 ->getTerminator()
                 ->getOperand(0)
                 .getDefiningOp<arith::AddFOp>();
  if (!add)
    return false;
  auto isProduct = [](Value value) {
    return static_cast<bool>(value.getDefiningOp<arith::MulFOp>());
  };
  return isProduct(add.getLhs()) || isProduct(add.getRhs());
}

static void setMap(linalg::GenericOp op, unsigned operand, AffineMap map) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps[operand] = map;
  op.setIndexingMapsAttr(Builder(op).getAffineMapArrayAttr(maps));
}

/// Reads the input of a transpose instead of its result.
static void foldInputs(linalg::GenericOp op) {
  for (OpOperand *input : op.getDpsInputOperands()) {
    auto transpose = input->get().getDefiningOp<linalg::GenericOp>();
    if (!transpose)
      continue;
    std::optional<AffineMap> permutation = permutationOf(transpose);
    if (!permutation)
      continue;
    AffineMap map = op.getMatchingIndexingMap(input);
    input->set(transpose.getDpsInputs()[0]);
    setMap(op, input->getOperandNumber(), permutation->compose(map));
    if (transpose->use_empty())
      transpose.erase();
  }
}

/// The init of `op` in the type of a transpose of its result: an empty tensor,
/// filled if the old one is; null for others.
static Value initLike(OpBuilder &builder, linalg::GenericOp op,
                      RankedTensorType type) {
  Value init = op.getDpsInits()[0];
  auto fill = init.getDefiningOp<linalg::FillOp>();
  if (!fill && !init.getDefiningOp<tensor::EmptyOp>())
    return {};
  Value empty = tensor::EmptyOp::create(builder, op.getLoc(), type.getShape(),
                                        type.getElementType());
  if (!fill)
    return empty;
  return linalg::FillOp::create(builder, op.getLoc(), fill.getInputs()[0],
                                empty)
      .getResult(0);
}

/// Writes the result in the order of the transpose that alone uses it.
static void foldResult(linalg::GenericOp op) {
  Value result = op.getResult(0);
  if (!result.hasOneUse())
    return;
  auto transpose = dyn_cast<linalg::GenericOp>(*result.user_begin());
  if (!transpose || transpose.getDpsInputs()[0] != result ||
      transpose->getBlock() != op->getBlock())
    return;
  std::optional<AffineMap> permutation = permutationOf(transpose);
  if (!permutation)
    return;
  OpBuilder builder(op);
  auto type = cast<RankedTensorType>(transpose.getResult(0).getType());
  Value init = initLike(builder, op, type);
  if (!init)
    return;
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  op.getDpsInitsMutable()[0].assign(init);
  setMap(op, op.getDpsInitOperand(0)->getOperandNumber(),
         inversePermutation(*permutation).compose(map));
  result.setType(type);
  transpose.getResult(0).replaceAllUsesWith(result);
  transpose.erase();
}

namespace {
struct FoldTransposes : plait::impl::FoldTransposesPassBase<FoldTransposes> {
  void runOnOperation() final {
    SmallVector<linalg::GenericOp> contractions;
    getOperation().walk([&](linalg::GenericOp op) {
      if (isContraction(op))
        contractions.push_back(op);
    });
    for (linalg::GenericOp op : contractions) {
      foldInputs(op);
      foldResult(op);
    }
  }
};
} // namespace
