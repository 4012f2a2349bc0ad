//===- MatchGemm.cpp - Contractions as calls of the product kernel --------===//
//
// Before: linalg.fill ins(%zero) outs(%c)
//         linalg.generic ins(%a, %b) outs(%c) { c + a * b }
// After:  cpu.gemm %a, %b, %c sizes [...] strides [...], [...], [...]
//
// Linear indexing maps become strides (Contraction.h), so that nothing is
// transposed or copied: also convolutions, whose rows of a window are one K.
// Loops that the kernel lacks stand around the call, with the buffers' starts
// moved.
//
//===----------------------------------------------------------------------===//
#include "Contraction.h"
#include "Views.h"
#include "plait/passes/codegen/cpu/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "plait/dialects/cpu/Cpu.h"
#include "plait/support/LinearTerms.h"

namespace plait {
#define GEN_PASS_DEF_MATCHGEMMPASS
#include "plait/passes/codegen/cpu/Passes.h.inc"
} // namespace plait

using namespace mlir;
using namespace plait;
using namespace plait::codegen;

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

/// `value` without a widening.
static Value stripExtension(Value value) {
  auto extension = value.getDefiningOp<arith::ExtFOp>();
  return extension ? extension.getIn() : value;
}

/// Whether the body is c + a * b, in any order, factors widened or not.
static bool isMultiplyAdd(linalg::GenericOp op) {
  Block *body = op.getBody();
  auto yield = cast<linalg::YieldOp>(body->getTerminator());
  auto add = yield.getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!add || body->getNumArguments() != 3)
    return false;
  Value sum = body->getArgument(2);
  Value term = add.getLhs() == sum ? add.getRhs() : add.getLhs();
  auto product = term.getDefiningOp<arith::MulFOp>();
  if ((add.getLhs() != sum && add.getRhs() != sum) || !product)
    return false;
  Value a = stripExtension(product.getLhs());
  Value b = stripExtension(product.getRhs());
  return (a == body->getArgument(0) && b == body->getArgument(1)) ||
         (a == body->getArgument(1) && b == body->getArgument(0));
}

/// The kernel's types: all alike, or bf16 and f16 into f32.
static bool hasKernelTypes(linalg::GenericOp op) {
  auto element = [&](unsigned index) -> Type {
    auto type = dyn_cast<MemRefType>(op->getOperand(index).getType());
    return type ? type.getElementType() : Type();
  };
  Type a = element(0), b = element(1), c = element(2);
  if (!a || a != b || !c)
    return false;
  if (a.isF32() || a.isF64())
    return c == a;
  return (a.isBF16() || a.isF16()) && (c == a || c.isF32());
}

/// Adds to `loops` how far each moves along `expr`, a sum of loop dimensions
/// times constants, per `stride` of operand `operand`. Fails on other
/// expressions.
static LogicalResult addStrides(AffineExpr expr, int64_t stride, int operand,
                                MutableArrayRef<ContractionLoop> loops) {
  std::optional<LinearTerms> sum = linearTerms(expr);
  if (!sum || sum->constant != 0)
    return failure();
  for (auto [number, factor] : sum->terms) {
    if (factor <= 0)
      return failure();
    loops[number].in[operand] = true;
    loops[number].strides[operand] += stride * factor;
  }
  return success();
}

/// The loops with their strides; nothing where a map is not linear or a stride
/// is not static. A convolution's window is linear too: its input moves with
/// the window as with the position.
static std::optional<SmallVector<ContractionLoop>>
readLoops(linalg::GenericOp op) {
  SmallVector<ContractionLoop> loops(op.getNumLoops());
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  for (auto [loop, size] : llvm::zip_equal(loops, sizes))
    loop.size = size;
  for (OpOperand &operand : op->getOpOperands()) {
    auto [strides, offset] =
        cast<MemRefType>(operand.get().getType()).getStridesAndOffset();
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [expr, stride] : llvm::zip_equal(map.getResults(), strides))
      if (ShapedType::isDynamic(stride) ||
          failed(addStrides(expr, stride, operand.getOperandNumber(), loops)))
        return std::nullopt;
  }
  return loops;
}

//===----------------------------------------------------------------------===//
// Zero fills
//===----------------------------------------------------------------------===//

static bool usesRoot(Operation *op, Value root) {
  return op
      ->walk([&](Operation *inner) {
        for (Value operand : inner->getOperands())
          if (isa<MemRefType>(operand.getType()) && viewRoot(operand) == root)
            return WalkResult::interrupt();
        return WalkResult::advance();
      })
      .wasInterrupted();
}

/// The zero fill of all of `buffer` after which nothing touched it before `op`.
static linalg::FillOp findZeroFill(Operation *op, Value buffer) {
  Value whole = reshapeRoot(buffer), root = viewRoot(buffer);
  for (Operation *before = op->getPrevNode(); before;
       before = before->getPrevNode()) {
    auto fill = dyn_cast<linalg::FillOp>(before);
    if (fill && reshapeRoot(fill.getOutputs()[0]) == whole)
      return matchPattern(fill.getInputs()[0], m_AnyZeroFloat())
                 ? fill
                 : linalg::FillOp();
    if (!isView(before) && usesRoot(before, root))
      return {};
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// A view of the buffer that starts `shift` elements after `buffer`'s start.
static Value shifted(OpBuilder &builder, Location loc, Value buffer,
                     Value shift) {
  auto type = cast<MemRefType>(buffer.getType());
  auto [strides, offset] = type.getStridesAndOffset();
  Value start;
  if (ShapedType::isDynamic(offset))
    start = memref::ExtractStridedMetadataOp::create(builder, loc, buffer)
                .getOffset();
  else
    start = arith::ConstantIndexOp::create(builder, loc, offset);
  Value at = arith::AddIOp::create(builder, loc, start, shift);
  auto layout =
      StridedLayoutAttr::get(builder.getContext(), ShapedType::kDynamic, {1});
  auto viewType = MemRefType::get({1}, type.getElementType(), layout);
  return memref::ReinterpretCastOp::create(
      builder, loc, viewType, buffer, OpFoldResult(at),
      ArrayRef<OpFoldResult>{builder.getIndexAttr(1)},
      ArrayRef<OpFoldResult>{builder.getIndexAttr(1)});
}

/// Builds loops over `outer` with the shifts of A, B, C per iteration; gives
/// the buffers to use inside, and leaves the builder there.
static void enterLoops(OpBuilder &builder, Location loc,
                       ArrayRef<ContractionLoop> outer, Value buffers[3]) {
  Value shifts[3] = {};
  for (const ContractionLoop &loop : outer) {
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantIndexOp::create(builder, loc, value);
    };
    auto nest = scf::ForOp::create(builder, loc, constant(0),
                                   constant(loop.size), constant(1));
    builder.setInsertionPointToStart(nest.getBody());
    for (int operand = 0; operand < 3; ++operand) {
      if (loop.strides[operand] == 0)
        continue;
      Value step = arith::MulIOp::create(builder, loc, nest.getInductionVar(),
                                         constant(loop.strides[operand]));
      shifts[operand] =
          shifts[operand]
              ? arith::AddIOp::create(builder, loc, shifts[operand], step)
                    .getResult()
              : step;
    }
  }
  for (int operand = 0; operand < 3; ++operand)
    if (shifts[operand])
      buffers[operand] =
          shifted(builder, loc, buffers[operand], shifts[operand]);
}

static void matchGemm(linalg::GenericOp op) {
  if (!op.hasPureBufferSemantics() || op.getNumDpsInputs() != 2 ||
      op.getNumDpsInits() != 1 || !isMultiplyAdd(op) || !hasKernelTypes(op))
    return;
  std::optional<SmallVector<ContractionLoop>> loops = readLoops(op);
  if (!loops)
    return;
  std::optional<BatchedProducts> split = splitContraction(*loops);
  if (!split)
    return;
  const BatchedProducts &p = *split;
  OpBuilder builder(op);
  Value buffers[3] = {op->getOperand(p.swapped), op->getOperand(!p.swapped),
                      op->getOperand(2)};
  // With a loop over k outside, the fill stays and every call adds.
  linalg::FillOp fill =
      p.outerReduces ? linalg::FillOp() : findZeroFill(op, op->getOperand(2));
  enterLoops(builder, op.getLoc(), p.outer, buffers);
  auto strides = [&](int operand, ArrayRef<ContractionLoop> dims) {
    SmallVector<int64_t> values;
    for (const ContractionLoop &dim : dims)
      values.push_back(dim.strides[operand]);
    return builder.getDenseI64ArrayAttr(values);
  };
  cpu::GemmOp::create(builder, op.getLoc(), buffers[0], buffers[1], buffers[2],
                      fill ? UnitAttr() : builder.getUnitAttr(),
                      builder.getDenseI64ArrayAttr(
                          {p.batch.size, p.m.size, p.n.size, p.k.size}),
                      strides(0, {p.batch, p.m, p.k}),
                      strides(1, {p.batch, p.k, p.n}),
                      strides(2, {p.batch, p.m, p.n}));
  if (fill)
    fill.erase();
  op.erase();
}

namespace {
struct MatchGemm : plait::impl::MatchGemmPassBase<MatchGemm> {
  void runOnOperation() final { getOperation().walk(matchGemm); }
};
} // namespace
