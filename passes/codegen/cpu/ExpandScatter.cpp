//===- ExpandScatter.cpp - Scatters on buffers into loops -----------------===//
//
// Before: linalgx.scatter ins(%i, %u) outs(%x) ... { body }
// After:  for each update element, row major:
//           cell = start + batch + window
//           if cell lies in %x: x[cell] = body(x[cell], u)
//
// Sequential, so that repeated indices combine in the order of the updates.
//
//===----------------------------------------------------------------------===//
#include "GatherIndex.h"
#include "plait/passes/codegen/cpu/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "plait/dialects/linalgx/Linalgx.h"

namespace plait {
#define GEN_PASS_DEF_EXPANDSCATTERPASS
#include "plait/passes/codegen/cpu/Passes.h.inc"
} // namespace plait

using namespace mlir;
using namespace plait;
using namespace plait::codegen;

/// The start as an index. An unsigned one that does not fit becomes negative
/// or huge, and is outside either way.
static Value readStart(OpBuilder &builder, linalgx::ScatterOp op,
                       ArrayRef<Value> where) {
  Location loc = op.getLoc();
  Value raw = memref::LoadOp::create(builder, loc, op.getIndices(), where);
  Type index = builder.getIndexType();
  if (isa<IndexType>(raw.getType()))
    return raw;
  // Beyond all positions, also with a window's offset added.
  if (op.getUnsignedIndices() && raw.getType().isInteger(64))
    raw = arith::MinUIOp::create(
        builder, loc, raw,
        arith::ConstantIntOp::create(builder, loc, INT64_MAX, 64));
  return op.getUnsignedIndices()
             ? arith::IndexCastUIOp::create(builder, loc, index, raw)
                   .getResult()
             : arith::IndexCastOp::create(builder, loc, index, raw);
}

/// Whether each index lies in its dimension: one unsigned comparison each.
static Value isInside(OpBuilder &builder, Location loc, ArrayRef<Value> cell,
                      MemRefType type) {
  Value inside = arith::ConstantIntOp::create(builder, loc, 1, 1);
  for (auto [index, size] : llvm::zip_equal(cell, type.getShape())) {
    Value limit = arith::ConstantIndexOp::create(builder, loc, size);
    Value fits = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                       index, limit);
    inside = arith::AndIOp::create(builder, loc, inside, fits);
  }
  return inside;
}

/// x[cell] = body(x[cell], u[position]) for all inits and updates.
static void update(OpBuilder &builder, linalgx::ScatterOp op,
                   ArrayRef<Value> position, ArrayRef<Value> cell) {
  Location loc = op.getLoc();
  Block &body = op.getBody().front();
  size_t count = op.getInits().size();
  IRMapping mapping;
  for (size_t i = 0; i < count; ++i) {
    mapping.map(body.getArgument(i),
                memref::LoadOp::create(builder, loc, op.getInits()[i], cell)
                    .getResult());
    mapping.map(
        body.getArgument(count + i),
        memref::LoadOp::create(builder, loc, op.getUpdates()[i], position)
            .getResult());
  }
  for (Operation &inner : body.without_terminator())
    builder.clone(inner, mapping);
  for (auto [value, init] :
       llvm::zip_equal(body.getTerminator()->getOperands(), op.getInits()))
    memref::StoreOp::create(builder, loc, mapping.lookupOrDefault(value), init,
                            cell);
}

static void expandScatter(linalgx::ScatterOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  auto type = cast<MemRefType>(op.getInits()[0].getType());
  auto updates = cast<MemRefType>(op.getUpdates()[0].getType());
  auto indices = cast<MemRefType>(op.getIndices().getType());
  SmallVector<Value> lower, upper, step;
  for (int64_t size : updates.getShape()) {
    lower.push_back(arith::ConstantIndexOp::create(builder, loc, 0));
    upper.push_back(arith::ConstantIndexOp::create(builder, loc, size));
    step.push_back(arith::ConstantIndexOp::create(builder, loc, 1));
  }
  GatherIndex index(op.getDims(), updates.getRank(), type.getRank(),
                    indices.getRank());
  scf::buildLoopNest(builder, loc, lower, upper, step,
                     [&](OpBuilder &b, Location, ValueRange position) {
                       SmallVector<Value> at(position);
                       SmallVector<Value> cell = index.cell(
                           b, loc, at,
                           [&](ArrayRef<Value> where, int64_t) -> Value {
                             return readStart(b, op, where);
                           });
                       Value inside = isInside(b, loc, cell, type);
                       auto branch = scf::IfOp::create(b, loc, inside, false);
                       OpBuilder then = branch.getThenBodyBuilder();
                       update(then, op, at, cell);
                     });
  op.erase();
}

namespace {
struct ExpandScatter : plait::impl::ExpandScatterPassBase<ExpandScatter> {
  void runOnOperation() final { getOperation().walk(expandScatter); }
};
} // namespace
