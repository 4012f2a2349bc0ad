//===- RandomBits.cpp - rng_bit_generator, element by element -------------===//
//
// Both generators are functions of a key and a counter (J. Salmon et al.,
// "Parallel random numbers: as easy as 1, 2, 3", 2011), so each element
// computes the block it lies in and takes its word: no order, and any cut of
// the result is right. The layout of words is XLA's (DEFAULT is PHILOX, as on
// its CPU).
//
//===----------------------------------------------------------------------===//
#include "CoreOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "plait/dialects/input/stablehlo/Stablehlo.h"

using namespace mlir;

namespace plait::import_ {

namespace {
/// Short names for integer arithmetic.
struct Words {
  ScalarBuilder &s;
  Type i32 = s.b.getI32Type(), i64 = s.b.getI64Type();

  Value c32(uint32_t v) { return s.integer(i32, APInt(32, v)); }
  Value c64(uint64_t v) { return s.integer(i64, APInt(64, v)); }
  Value add(Value a, Value b) { return s.make<arith::AddIOp>(a, b); }
  Value mul(Value a, Value b) { return s.make<arith::MulIOp>(a, b); }
  Value exor(Value a, Value b) { return s.make<arith::XOrIOp>(a, b); }
  Value low(Value wide) { return s.make<arith::TruncIOp>(i32, wide); }
  Value high(Value wide) { return low(s.make<arith::ShRUIOp>(wide, c64(32))); }
  Value widen(Value word) { return s.make<arith::ExtUIOp>(i64, word); }
  Value join(Value low, Value high) {
    return s.make<arith::OrIOp>(widen(low),
                                s.make<arith::ShLIOp>(widen(high), c64(32)));
  }
  Value rotate(Value word, uint32_t by) {
    return s.make<arith::OrIOp>(s.make<arith::ShLIOp>(word, c32(by)),
                                s.make<arith::ShRUIOp>(word, c32(32 - by)));
  }
  Value isEqual(Value a, Value b) {
    return s.make<arith::CmpIOp>(arith::CmpIPredicate::eq, a, b);
  }
  Value choose(Value condition, Value yes, Value no) {
    return s.make<arith::SelectOp>(condition, yes, no);
  }
  Value index(int64_t dim) {
    Value i = s.make<linalg::IndexOp>(dim);
    return s.make<arith::IndexCastOp>(i64, i);
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// philox4x32 with 10 rounds.
static SmallVector<Value> philox(SmallVector<Value> c, Value k0, Value k1,
                                 Words &w) {
  for (int round = 0; round < 10; ++round) {
    Value a = w.mul(w.widen(c[0]), w.c64(0xD2511F53u));
    Value b = w.mul(w.widen(c[2]), w.c64(0xCD9E8D57u));
    c = {w.exor(w.exor(w.high(b), c[1]), k0), w.low(b),
         w.exor(w.exor(w.high(a), c[3]), k1), w.low(a)};
    k0 = w.add(k0, w.c32(0x9E3779B9u));
    k1 = w.add(k1, w.c32(0xBB67AE85u));
  }
  return c;
}

/// threefry2x32 with 20 rounds.
static SmallVector<Value> threefry(Value x0, Value x1, Value k0, Value k1,
                                   Words &w) {
  static constexpr uint32_t kRotations[2][4] = {{13, 15, 26, 6},
                                                {17, 29, 16, 24}};
  Value keys[3] = {k0, k1, w.exor(w.exor(k0, k1), w.c32(0x1BD11BDAu))};
  x0 = w.add(x0, keys[0]);
  x1 = w.add(x1, keys[1]);
  for (uint32_t group = 0; group < 5; ++group) {
    for (uint32_t by : kRotations[group % 2]) {
      x0 = w.add(x0, x1);
      x1 = w.exor(w.rotate(x1, by), x0);
    }
    x0 = w.add(x0, keys[(group + 1) % 3]);
    x1 = w.add(x1, w.add(keys[(group + 2) % 3], w.c32(group + 1)));
  }
  return {x0, x1};
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

namespace {
/// The state as scalars, and what is drawn.
struct Draw {
  SmallVector<Value> state; // i64: key, counter, perhaps its high half
  RankedTensorType type;    // of the result
  unsigned width;           // of its elements
};
} // namespace

/// The place of the element in row-major order of `shape`, the index along
/// `dim` replaced by `along`.
static Value placeIn(ArrayRef<int64_t> shape, int64_t dim, Value along,
                     Words &w) {
  Value place = w.c64(0);
  for (auto [i, size] : llvm::enumerate(shape)) {
    Value index = int64_t(i) == dim ? along : w.index(i);
    place = w.add(w.mul(place, w.c64(size)), index);
  }
  return place;
}

/// The word of a Philox element: four words a counter, in row-major order.
static Value philoxElement(const Draw &draw, Words &w) {
  Value place = placeIn(draw.type.getShape(), -1, {}, w);
  bool wide = draw.width == 64;
  unsigned perBlock = wide ? 2 : 4;
  Value block = w.s.make<arith::DivUIOp>(place, w.c64(perBlock));
  Value part = w.s.make<arith::RemUIOp>(place, w.c64(perBlock));
  Value key = draw.state[0], counter = w.add(draw.state[1], block);
  SmallVector<Value> words{w.low(counter), w.high(counter)};
  Value top = key;
  if (draw.state.size() == 3) {
    Value wrapped =
        w.s.make<arith::CmpIOp>(arith::CmpIPredicate::ult, counter, block);
    top = w.add(draw.state[2], w.s.make<arith::ExtUIOp>(w.i64, wrapped));
  }
  words.append({w.low(top), w.high(top)});
  words = philox(words, w.low(key), w.high(key), w);
  if (wide)
    return w.choose(w.isEqual(part, w.c64(0)), w.join(words[0], words[1]),
                    w.join(words[2], words[3]));
  Value word = words[3];
  for (int i = 2; i >= 0; --i)
    word = w.choose(w.isEqual(part, w.c64(i)), words[i], word);
  return word;
}

/// The dimension along which the two words of a Threefry block stand: the first
/// even one, else the largest; -1 for a scalar.
static int64_t splitDim(ArrayRef<int64_t> shape) {
  int64_t largest = -1;
  for (auto [dim, size] : llvm::enumerate(shape)) {
    if (size % 2 == 0)
      return dim;
    if (largest < 0 || size > shape[largest])
      largest = dim;
  }
  return largest;
}

/// The shape of the counters: one per pair of words.
static SmallVector<int64_t> counterShape(const Draw &draw) {
  SmallVector<int64_t> shape(draw.type.getShape());
  int64_t dim = splitDim(shape);
  if (draw.width != 64 && dim >= 0)
    shape[dim] = (shape[dim] + 1) / 2;
  return shape;
}

static Value threefryElement(const Draw &draw, Words &w) {
  int64_t dim = splitDim(draw.type.getShape());
  bool wide = draw.width == 64;
  Value half, second;
  if (!wide && dim >= 0) {
    Value along = w.index(dim);
    half = w.s.make<arith::DivUIOp>(along, w.c64(2));
    second = w.isEqual(w.s.make<arith::RemUIOp>(along, w.c64(2)), w.c64(1));
  }
  Value place = placeIn(counterShape(draw), wide ? -1 : dim, half, w);
  Value key = draw.state[0], counter = w.add(draw.state[1], place);
  SmallVector<Value> words =
      threefry(w.low(counter), w.high(counter), w.low(key), w.high(key), w);
  if (wide)
    return w.join(words[0], words[1]);
  return second ? w.choose(second, words[1], words[0]) : words[0];
}

//===----------------------------------------------------------------------===//
// The op
//===----------------------------------------------------------------------===//

static int64_t product(ArrayRef<int64_t> sizes) {
  int64_t result = 1;
  for (int64_t size : sizes)
    result *= size;
  return result;
}

/// The state after the draw: the counter moved on, with carry.
static Value nextState(Converter &c, Location loc, const Draw &draw,
                       int64_t blocks, RankedTensorType type) {
  ScalarBuilder s{c.b, loc};
  Words w{s};
  Value step = w.c64(blocks);
  SmallVector<Value> next{draw.state[0], w.add(draw.state[1], step)};
  if (draw.state.size() == 3) {
    Value wrapped =
        s.make<arith::CmpIOp>(arith::CmpIPredicate::ult, next[1], step);
    next.push_back(
        w.add(draw.state[2], s.make<arith::ExtUIOp>(w.i64, wrapped)));
  }
  return tensor::FromElementsOp::create(c.b, loc, type, next);
}

static LogicalResult convertBits(stablehlo::RngBitGeneratorOp op,
                                 Converter &c) {
  Location loc = op.getLoc();
  RankedTensorType state = Converter::coreTensor(op.getOutputState());
  RankedTensorType type = Converter::coreTensor(op.getOutput());
  bool isThreefry = op.getRngAlgorithm() == stablehlo::RngAlgorithm::THREE_FRY;
  auto element = dyn_cast<IntegerType>(type.getElementType());
  if (!element || element.getWidth() < 8)
    return op.emitOpError("is not supported on ") << type.getElementType();
  if (!state.getElementType().isInteger(64) || state.getRank() != 1 ||
      state.getDimSize(0) < 2 || state.getDimSize(0) > (isThreefry ? 2 : 3))
    return op.emitOpError("must have a state of 2 words of 64 bits (PHILOX: 2 "
                          "or 3), got: ")
           << state;
  Draw draw{{}, type, element.getWidth()};
  Value initial = c.lookup(op.getInitialState());
  for (int64_t i = 0; i < state.getDimSize(0); ++i) {
    Value index = arith::ConstantIndexOp::create(c.b, loc, i);
    draw.state.push_back(tensor::ExtractOp::create(c.b, loc, initial, index));
  }
  Operation *made = generic(
      c.b, loc, {}, empty(c.b, loc, type),
      AffineMap::getMultiDimIdentityMap(type.getRank(), c.b.getContext()), {},
      [&](ScalarBuilder &s, ValueRange) -> FailureOr<SmallVector<Value>> {
        Words w{s};
        Value word =
            isThreefry ? threefryElement(draw, w) : philoxElement(draw, w);
        if (draw.width < 32)
          word = s.make<arith::TruncIOp>(element, word);
        return SmallVector<Value>{word};
      });
  int64_t words = product(type.getShape()) * (draw.width == 64 ? 2 : 1);
  int64_t blocks = isThreefry ? product(counterShape(draw)) : (words + 3) / 4;
  c.map(op.getOutput(), made->getResult(0));
  c.map(op.getOutputState(), nextState(c, loc, draw, blocks, state));
  return success();
}

/// The same state at each place and in each run would give the same numbers.
static LogicalResult refuseRng(stablehlo::RngOp op, Converter &) {
  return op.emitOpError("is not supported: it draws from a state that no value "
                        "carries; rng_bit_generator draws from one that does");
}

void addRandomOps(OpTable &table) {
  table.add(convertBits);
  table.add(refuseRng);
}

} // namespace plait::import_
