//===- SampleBody.cpp - A scalar body, tried on numbers -------------------===//
#include "SampleBody.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cmath>
#include <limits>

using namespace mlir;

namespace plait {

//===----------------------------------------------------------------------===//
// The ops of a body
//===----------------------------------------------------------------------===//

static bool isOrdering(Operation *op) {
  return isa<arith::CmpFOp, arith::CmpIOp, arith::SelectOp, arith::MaximumFOp,
             arith::MinimumFOp, arith::MaxNumFOp, arith::MinNumFOp,
             arith::MaxSIOp, arith::MinSIOp, arith::MaxUIOp, arith::MinUIOp>(
             op) ||
         (isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp>(op) &&
          op->getResult(0).getType().isInteger(1));
}

static bool isArithmetic(Operation *op) {
  return isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp,
             arith::NegFOp, arith::AddIOp, arith::SubIOp, arith::MulIOp,
             arith::AndIOp, arith::OrIOp, arith::XOrIOp, arith::ExtFOp,
             arith::TruncFOp, arith::SIToFPOp, arith::IndexCastOp,
             arith::ExtSIOp, math::ExpOp, math::Exp2Op, math::ExpM1Op,
             math::LogOp, math::Log1pOp, math::SqrtOp, math::AbsFOp>(op);
}

/// Constants that draw no borders which samples could miss.
static bool isHarmless(Attribute value) {
  if (auto f = dyn_cast<FloatAttr>(value)) {
    double own = std::fabs(f.getValueAsDouble());
    return own == 0 || own == 0.5 || own == 1 || own == 2 || std::isinf(own) ||
           std::isnan(own);
  }
  auto i = dyn_cast<IntegerAttr>(value);
  return i && i.getValue().getSignificantBits() <= 3;
}

SampledBody::SampledBody(llvm::ArrayRef<Value> accumulators,
                         llvm::ArrayRef<Value> elements,
                         llvm::ArrayRef<Value> yielded)
    : accumulators(accumulators), elements(elements), yielded(yielded) {
  for (Value value :
       llvm::concat<const Value>(this->accumulators, this->elements)) {
    if (!value.getType().isIntOrIndexOrFloat())
      return;
    values[value] = {};
  }
  valid = llvm::all_of(this->yielded, [&](Value v) { return collect(v); });
  if (valid)
    classify();
}

bool SampledBody::collect(Value value) {
  if (values.count(value))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumResults() != 1 || op->getNumRegions() != 0)
    return false;
  Attribute constant;
  if (matchPattern(op, m_Constant(&constant))) {
    std::optional<Sample> sample = sampleOf(constant);
    if (!sample || !isHarmless(constant))
      return false;
    values[value] = *sample;
    return true;
  }
  if (!isOrdering(op) && !isArithmetic(op))
    return false;
  for (Value operand : op->getOperands())
    if (!collect(operand))
      return false;
  values[value] = {};
  ops.push_back(op);
  return true;
}

/// Sees whether numbers of one component meet their like only: then no more
/// than their order decides.
void SampledBody::classify() {
  llvm::DenseMap<Value, int> component;
  for (unsigned k = 0; k < accumulators.size(); ++k) {
    component[accumulators[k]] = k;
    auto [at, isNew] = component.try_emplace(elements[k], k);
    if (!isNew && at->second != int(k))
      return; // one number in two components
  }
  for (Operation *op : ops) {
    bool isLogic = isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp>(op);
    if (!isOrdering(op))
      return;
    if (isLogic)
      continue;
    auto data = op->getOperands();
    if (isa<arith::SelectOp>(op))
      data = data.drop_front();
    auto first = component.find(data[0]), second = component.find(data[1]);
    bool isChoiceOfBooleans =
        isa<arith::SelectOp>(op) && first == component.end() &&
        second == component.end() && op->getResult(0).getType().isInteger(1);
    if (isChoiceOfBooleans)
      continue;
    if (first == component.end() || second == component.end() ||
        first->second != second->second)
      return;
    if (!isa<arith::CmpFOp, arith::CmpIOp>(op))
      component[op->getResult(0)] = first->second;
  }
  for (auto [k, value] : llvm::enumerate(yielded)) {
    auto known = component.find(value);
    if (known == component.end() || known->second != int(k))
      return;
  }
  ordersOnly = true;
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

static int64_t signExtended(int64_t value, Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer || integer.getWidth() >= 64)
    return value;
  unsigned drop = 64 - integer.getWidth();
  return int64_t(uint64_t(value) << drop) >> drop;
}

/// The larger (sign 1) or smaller (sign -1), zeros ordered by their sign.
static double extreme(double a, double b, int sign, bool nanWins) {
  if (std::isnan(a) || std::isnan(b))
    return nanWins ? std::numeric_limits<double>::quiet_NaN()
                   : (std::isnan(a) ? b : a);
  if (a == b)
    return (std::signbit(a) ? sign < 0 : sign > 0) ? a : b;
  return (sign > 0 ? a > b : a < b) ? a : b;
}

Sample SampledBody::evaluate(Operation *op) {
  Sample a, b, c;
  a = values.lookup(op->getOperand(0));
  if (op->getNumOperands() > 1)
    b = values.lookup(op->getOperand(1));
  if (op->getNumOperands() > 2)
    c = values.lookup(op->getOperand(2));
  auto real = [](double value) { return Sample{value, 0}; };
  auto integer = [](int64_t value) { return Sample{0, value}; };
  auto u = [](int64_t value) { return uint64_t(value); };
  return llvm::TypeSwitch<Operation *, Sample>(op)
      .Case([&](arith::CmpFOp o) {
        return integer(-arith::applyCmpPredicate(
            o.getPredicate(), llvm::APFloat(a.real), llvm::APFloat(b.real)));
      })
      .Case([&](arith::CmpIOp o) {
        unsigned width = 64;
        if (auto type = dyn_cast<IntegerType>(o.getLhs().getType()))
          width = type.getWidth();
        return integer(-arith::applyCmpPredicate(
            o.getPredicate(), llvm::APInt(64, u(a.integer)).trunc(width),
            llvm::APInt(64, u(b.integer)).trunc(width)));
      })
      .Case([&](arith::SelectOp) { return a.integer ? b : c; })
      .Case([&](arith::MaximumFOp) {
        return real(extreme(a.real, b.real, 1, true));
      })
      .Case([&](arith::MinimumFOp) {
        return real(extreme(a.real, b.real, -1, true));
      })
      .Case([&](arith::MaxNumFOp) {
        return real(extreme(a.real, b.real, 1, false));
      })
      .Case([&](arith::MinNumFOp) {
        return real(extreme(a.real, b.real, -1, false));
      })
      .Case([&](arith::MaxSIOp) {
        return integer(std::max(a.integer, b.integer));
      })
      .Case([&](arith::MinSIOp) {
        return integer(std::min(a.integer, b.integer));
      })
      .Case([&](arith::MaxUIOp) { return u(a.integer) > u(b.integer) ? a : b; })
      .Case([&](arith::MinUIOp) { return u(a.integer) < u(b.integer) ? a : b; })
      .Case([&](arith::AndIOp) { return integer(a.integer & b.integer); })
      .Case([&](arith::OrIOp) { return integer(a.integer | b.integer); })
      .Case([&](arith::XOrIOp) { return integer(a.integer ^ b.integer); })
      .Case([&](arith::AddIOp) { return integer(u(a.integer) + u(b.integer)); })
      .Case([&](arith::SubIOp) { return integer(u(a.integer) - u(b.integer)); })
      .Case([&](arith::MulIOp) { return integer(u(a.integer) * u(b.integer)); })
      .Case<arith::IndexCastOp, arith::ExtSIOp>([&](auto) { return a; })
      .Case([&](arith::SIToFPOp) { return real(double(a.integer)); })
      .Case<arith::ExtFOp, arith::TruncFOp>([&](auto) { return a; })
      .Case([&](arith::AddFOp) { return real(a.real + b.real); })
      .Case([&](arith::SubFOp) { return real(a.real - b.real); })
      .Case([&](arith::MulFOp) { return real(a.real * b.real); })
      .Case([&](arith::DivFOp) { return real(a.real / b.real); })
      .Case([&](arith::NegFOp) { return real(-a.real); })
      .Case([&](math::ExpOp) { return real(std::exp(a.real)); })
      .Case([&](math::Exp2Op) { return real(std::exp2(a.real)); })
      .Case([&](math::ExpM1Op) { return real(std::expm1(a.real)); })
      .Case([&](math::LogOp) { return real(std::log(a.real)); })
      .Case([&](math::Log1pOp) { return real(std::log1p(a.real)); })
      .Case([&](math::SqrtOp) { return real(std::sqrt(a.real)); })
      .Case([&](math::AbsFOp) { return real(std::fabs(a.real)); });
}

SampleTuple SampledBody::operator()(const SampleTuple &first,
                                    const SampleTuple &second) {
  for (unsigned k = 0; k < size(); ++k) {
    values[accumulators[k]] = first[k];
    values[elements[k]] = second[k];
  }
  for (Operation *op : ops) {
    Sample result = evaluate(op);
    Type type = op->getResult(0).getType();
    result.integer = signExtended(result.integer, type);
    if (isa<FloatType>(type) && std::isfinite(result.real))
      magnitude = std::max(magnitude, std::fabs(result.real));
    values[op->getResult(0)] = result;
  }
  SampleTuple result;
  for (Value value : yielded)
    result.push_back(values.lookup(value));
  return result;
}

std::optional<Sample> sampleOf(Attribute value) {
  if (auto f = dyn_cast<FloatAttr>(value))
    return Sample{f.getValueAsDouble(), 0};
  auto i = dyn_cast<IntegerAttr>(value);
  if (!i || i.getValue().getSignificantBits() > 64)
    return std::nullopt;
  return Sample{0, i.getValue().getSExtValue()};
}

//===----------------------------------------------------------------------===//
// All orders
//===----------------------------------------------------------------------===//

/// Numbers of which three stand in any order to each other and to `extra`:
/// equal zeros that can be told apart, and NaN.
static llvm::SmallVector<Sample> orders(Type type, const Sample *extra) {
  llvm::SmallVector<Sample> numbers;
  if (isa<FloatType>(type)) {
    for (double value :
         {-0.0, 0.0, 1.0, 2.0, std::numeric_limits<double>::quiet_NaN()})
      numbers.push_back({value, 0});
    if (extra && extra->real != 0 && !std::isnan(extra->real)) {
      numbers.push_back(*extra);
      if (std::isfinite(extra->real))
        for (double near : {-1.0, 1.0})
          numbers.push_back({extra->real + near, 0});
    }
    return numbers;
  }
  if (type.isInteger(1))
    return {{0, 0}, {0, -1}};
  for (int64_t value : {-1, 0, 1, 2})
    numbers.push_back({0, value});
  if (extra && (extra->integer < -1 || extra->integer > 2)) {
    numbers.push_back(*extra);
    for (int64_t near : {-1, 1}) {
      int64_t next = uint64_t(extra->integer) + uint64_t(near);
      if (signExtended(next, type) == next)
        numbers.push_back({0, next});
    }
  }
  return numbers;
}

/// The same bits, but for the content of NaN.
static bool isSame(const Sample &a, const Sample &b) {
  if (std::isnan(a.real) || std::isnan(b.real))
    return std::isnan(a.real) && std::isnan(b.real);
  return a.real == b.real && std::signbit(a.real) == std::signbit(b.real) &&
         a.integer == b.integer;
}

static bool isSame(const SampleTuple &a, const SampleTuple &b) {
  return llvm::all_of(llvm::zip(a, b), [](auto pair) {
    return isSame(std::get<0>(pair), std::get<1>(pair));
  });
}

/// All tuples of numbers that matter.
static std::vector<SampleTuple> allTuples(const SampledBody &body,
                                          const SampleTuple *start) {
  std::vector<SampleTuple> tuples{{}};
  for (unsigned k = 0; k < body.size(); ++k) {
    std::vector<SampleTuple> longer;
    for (const SampleTuple &tuple : tuples)
      for (Sample number : orders(body.type(k), start ? &(*start)[k] : nullptr))
        longer.emplace_back(tuple).push_back(number);
    tuples = std::move(longer);
  }
  return tuples;
}

/// What a reduction from `start` may hold. Finite, since the body chooses among
/// its arguments.
static std::vector<SampleTuple> reached(SampledBody &body,
                                        const SampleTuple &start,
                                        llvm::ArrayRef<SampleTuple> elements) {
  std::vector<SampleTuple> states{start};
  for (size_t i = 0; i < states.size(); ++i)
    for (const SampleTuple &element : elements) {
      SampleTuple next = body(states[i], element);
      if (llvm::none_of(states, [&](const SampleTuple &known) {
            return isSame(known, next);
          }))
        states.push_back(next);
    }
  return states;
}

static bool holdsForAllOrders(SampledBody &body, const Question &question,
                              Property property) {
  constexpr double most = 1 << 18;
  std::vector<SampleTuple> elements = allTuples(body, question.start);
  if (std::pow(elements.size(), 2) > most)
    return false;
  std::vector<SampleTuple> states =
      question.start ? reached(body, *question.start, elements) : elements;
  unsigned count = question.states + question.elements;
  if (std::pow(states.size(), question.states) *
          std::pow(elements.size(), question.elements) >
      most)
    return false;
  llvm::SmallVector<unsigned> digits(count, 0);
  llvm::SmallVector<SampleTuple> point(count);
  while (true) {
    for (unsigned i = 0; i < count; ++i)
      point[i] = (i < question.states ? states : elements)[digits[i]];
    auto [left, right] = property(point);
    if (!isSame(left, right))
      return false;
    unsigned at = 0;
    while (at < count &&
           ++digits[at] == (at < question.states ? states : elements).size())
      digits[at++] = 0;
    if (at == count)
      return true;
  }
}

//===----------------------------------------------------------------------===//
// Many points
//===----------------------------------------------------------------------===//

namespace {
/// Draws numbers so that special cases meet often; the same on every run.
class Points {
public:
  Sample draw(Type type, const Sample *same) {
    unsigned kind = random() % 8;
    if (same && kind < 2)
      return *same;
    if (isa<FloatType>(type)) {
      constexpr double special[] = {0, 1, -1, 2, 0.5};
      if (kind < 4)
        return {special[random() % 5], 0};
      double unit = random() / double(std::mt19937::max());
      return {kind < 6 ? 6 * unit - 3 : 4 * unit, 0};
    }
    constexpr int64_t special[] = {0, 1, -1, 2, 3};
    int64_t value = kind < 6 ? special[random() % 5]
                             : int64_t(random()) - (int64_t(1) << 31);
    return {0, signExtended(value, type)};
  }

  unsigned upTo(unsigned most) { return random() % (most + 1); }

private:
  std::mt19937 random{20};
};
} // namespace

static bool isClose(const Sample &a, const Sample &b, double tolerance) {
  return a.integer == b.integer && std::fabs(a.real - b.real) <= tolerance;
}

/// A tuple of numbers, some of them those of `same`.
static SampleTuple drawTuple(Points &points, const SampledBody &body,
                             const SampleTuple *same) {
  SampleTuple tuple;
  for (unsigned k = 0; k < body.size(); ++k)
    tuple.push_back(points.draw(body.type(k), same ? &(*same)[k] : nullptr));
  return tuple;
}

/// What up to two elements make of `start`.
static SampleTuple drawState(Points &points, SampledBody &body,
                             const SampleTuple &start) {
  SampleTuple state = start;
  for (unsigned more = points.upTo(2); more > 0; --more)
    state = body(state, drawTuple(points, body, &start));
  return state;
}

static bool holdsAtPoints(SampledBody &body, const Question &question,
                          Property property) {
  constexpr unsigned tries = 600, enough = 150;
  constexpr double tooLarge = 1e6, precision = 1e-9;
  Points points;
  unsigned met = 0;
  for (unsigned i = 0; i < tries; ++i) {
    llvm::SmallVector<SampleTuple> point;
    for (unsigned t = 0; t < question.states + question.elements; ++t)
      point.push_back(
          question.start && t < question.states
              ? drawState(points, body, *question.start)
              : drawTuple(points, body, t ? &point[t - 1] : nullptr));
    body.magnitude = 1;
    auto [left, right] = property(point);
    bool defined = body.magnitude <= tooLarge;
    for (unsigned k = 0; k < body.size(); ++k)
      defined &= std::isfinite(left[k].real) && std::isfinite(right[k].real);
    if (!defined)
      continue;
    ++met;
    for (unsigned k = 0; k < body.size(); ++k)
      if (!isClose(left[k], right[k], precision * body.magnitude))
        return false;
  }
  return met >= enough;
}

bool holds(SampledBody &body, const Question &question, Property property) {
  if (!body.isValid())
    return false;
  return body.onlyOrders() ? holdsForAllOrders(body, question, property)
                           : holdsAtPoints(body, question, property);
}

} // namespace plait
