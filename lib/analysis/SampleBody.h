//===- SampleBody.h - A scalar body, tried on numbers -----------*- C++ -*-===//
#ifndef PLAIT_ANALYSIS_SAMPLEBODY_H
#define PLAIT_ANALYSIS_SAMPLEBODY_H

#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <random>

namespace plait {

/// A float (any width is computed as double) or an integer, sign-extended.
struct Sample {
  double real = 0;
  int64_t integer = 0;
};
using SampleTuple = llvm::SmallVector<Sample, 3>;

/// f(first, second) of a body: `accumulators` and `elements` in, `yielded` out.
class SampledBody {
public:
  /// Not valid where an op between them is not known, see isValid().
  SampledBody(llvm::ArrayRef<mlir::Value> accumulators,
              llvm::ArrayRef<mlir::Value> elements,
              llvm::ArrayRef<mlir::Value> yielded);

  bool isValid() const { return valid; }
  /// Whether it only compares, chooses and takes maxima, component by
  /// component.
  bool onlyOrders() const { return ordersOnly; }

  SampleTuple operator()(const SampleTuple &first, const SampleTuple &second);
  /// The largest number met since the last reset.
  double magnitude = 0;

  mlir::Type type(unsigned component) const {
    return accumulators[component].getType();
  }
  unsigned size() const { return accumulators.size(); }

private:
  bool collect(mlir::Value value);
  void classify();
  Sample evaluate(mlir::Operation *op);

  llvm::SmallVector<mlir::Value, 3> accumulators, elements, yielded;
  llvm::SmallVector<mlir::Operation *> ops; // operands first
  llvm::DenseMap<mlir::Value, Sample> values;
  bool valid = false, ordersOnly = false;
};

/// What a property of tuples is asked of: first `states`, which accumulators
/// may hold, then `elements`. States are what a reduction reaches from `start`;
/// without one, any tuples.
struct Question {
  unsigned states = 0, elements = 0;
  const SampleTuple *start = nullptr;
};
/// Gives the two sides that must agree.
using Property = llvm::function_ref<std::pair<SampleTuple, SampleTuple>(
    llvm::ArrayRef<SampleTuple> tuples)>;
/// Whether a property holds: for all orders where the body only compares, else
/// at many points.
bool holds(SampledBody &body, const Question &question, Property property);

/// A constant as a number; nothing for other types.
std::optional<Sample> sampleOf(mlir::Attribute value);

} // namespace plait

#endif // PLAIT_ANALYSIS_SAMPLEBODY_H
