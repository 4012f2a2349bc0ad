//===- BatchNorm.cpp - batch_norm_* as reductions and arithmetic ----------===//
//
// With n elements per feature, all per feature but x and dy:
//
//   inference  y = scale (x - mean) / sqrt(variance + epsilon) + offset
//   training   the same, with mean = sum x / n and
//              variance = sum (x - mean)^2 / n
//   grad       dx = scale / sqrt(variance + epsilon) / n *
//                   (n dy - sum dy - (x - mean) sum(dy (x - mean)) /
//                                    (variance + epsilon))
//              dscale = sum dy (x - mean) / sqrt(variance + epsilon)
//              doffset = sum dy
//
// Narrow floats are computed in f32.
//
//===----------------------------------------------------------------------===//
#include "Hlo.h"

using namespace mlir;

namespace plait::import_ {

namespace {
using namespace stablehlo;

/// One normalisation: what it reads, in the type that it computes in.
struct Norm {
  Hlo &h;
  ArrayRef<int64_t> shape;
  int64_t feature;
  Type narrow, wide;
  double epsilon, count;
  SmallVector<int64_t> others;

  Norm(Hlo &h, Value operand, int64_t feature, const APFloat &epsilon)
      : h(h), shape(Hlo::shapeOf(operand)), feature(feature),
        narrow(Hlo::elementOf(operand)),
        wide(narrow.getIntOrFloatBitWidth() < 32 ? h.b.getF32Type() : narrow),
        epsilon(epsilon.convertToDouble()), count(1),
        others(dimsWithout(shape.size(), feature)) {
    for (int64_t dim : others)
      count *= shape[dim];
  }

  Value widen(Value v) { return h.convert(v, wide); }
  SmallVector<Value> narrowed(ArrayRef<Value> values) {
    return llvm::map_to_vector(values,
                               [&](Value v) { return h.convert(v, narrow); });
  }
  Value add(Value a, Value b) { return h.make<AddOp>(a, b); }
  Value sub(Value a, Value b) { return h.make<SubtractOp>(a, b); }
  Value mul(Value a, Value b) { return h.make<MultiplyOp>(a, b); }
  Value div(Value a, Value b) { return h.make<DivideOp>(a, b); }
  Value like(Value v, double value) {
    return h.splat(Hlo::shapeOf(v), wide, value);
  }
  /// A vector of features over the whole operand.
  Value spread(Value vector) { return h.broadcast(vector, shape, feature); }
  Value sum(Value whole) { return h.sum(whole, others); }
  Value mean(Value whole) {
    Value total = sum(whole);
    return div(total, like(total, count));
  }
  Value stabilized(Value variance) {
    return add(variance, like(variance, epsilon));
  }
  Value deviation(Value variance) {
    return h.make<SqrtOp>(stabilized(variance));
  }
  Value centered(Value x, Value mean) { return sub(x, spread(mean)); }
  Value normalized(Value x, Value scale, Value offset, Value mean,
                   Value variance) {
    Value scaled = mul(spread(scale), centered(x, mean));
    return add(div(scaled, spread(deviation(variance))), spread(offset));
  }
};
} // namespace

static LogicalResult convertInference(BatchNormInferenceOp op, Converter &c) {
  return convertAs(op, c, [&](Hlo &h, ValueRange v) -> SmallVector<Value> {
    Norm n(h, v[0], op.getFeatureIndex(), op.getEpsilon());
    return n.narrowed({n.normalized(n.widen(v[0]), n.widen(v[1]), n.widen(v[2]),
                                    n.widen(v[3]), n.widen(v[4]))});
  });
}

static LogicalResult convertTraining(BatchNormTrainingOp op, Converter &c) {
  return convertAs(op, c, [&](Hlo &h, ValueRange v) -> SmallVector<Value> {
    Norm n(h, v[0], op.getFeatureIndex(), op.getEpsilon());
    Value x = n.widen(v[0]), mean = n.mean(x);
    Value from = n.centered(x, mean), variance = n.mean(n.mul(from, from));
    return n.narrowed(
        {n.normalized(x, n.widen(v[1]), n.widen(v[2]), mean, variance), mean,
         variance});
  });
}

static LogicalResult convertGrad(BatchNormGradOp op, Converter &c) {
  return convertAs(op, c, [&](Hlo &h, ValueRange v) -> SmallVector<Value> {
    Norm n(h, v[0], op.getFeatureIndex(), op.getEpsilon());
    Value x = n.widen(v[0]), scale = n.widen(v[1]), mean = n.widen(v[2]);
    Value variance = n.widen(v[3]), dy = n.widen(v[4]);
    Value from = n.centered(x, mean), deviation = n.deviation(variance);
    Value sum = n.sum(dy), moment = n.sum(n.mul(dy, from));
    Value slope = n.div(moment, n.stabilized(variance));
    Value rest = n.sub(n.sub(n.mul(dy, n.like(dy, n.count)), n.spread(sum)),
                       n.mul(from, n.spread(slope)));
    Value factor = n.div(n.div(scale, deviation), n.like(scale, n.count));
    return n.narrowed(
        {n.mul(n.spread(factor), rest), n.div(moment, deviation), sum});
  });
}

void addBatchNormOps(OpTable &table) {
  table.add(convertInference);
  table.add(convertTraining);
  table.add(convertGrad);
}

} // namespace plait::import_
