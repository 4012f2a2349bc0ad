//===- StructuredOps.cpp - Ops with linalg's structured interface ---------===//
//
// Loops over the iteration space in row major order and runs the body for each
// point. Where the body is acc + a * b on float32, the innermost loop is plain
// C++: matrix products are most of the work of a program.
//
//===----------------------------------------------------------------------===//

#include "Affine.h"
#include "Machine.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "plait/support/LinearTerms.h"
#include <cstring>

using namespace mlir;
using namespace plait::reference;

//===----------------------------------------------------------------------===//
// The plan
//===----------------------------------------------------------------------===//

namespace {
/// How one operand is read: its element's number is begin + sum of step * loop,
/// unless the map has divisions.
struct OperandPlan {
  bool isTensor = false;
  bool isRead = true;
  AffineMap map;
  bool isLinear = true;
  ScalarType type;
  int64_t begin = 0;
  SmallVector<int64_t> steps; // by loop
};

struct StructuredPlan : Plan {
  ScalarProgram program;
  SmallVector<int64_t> extents; // of the loops
  SmallVector<OperandPlan> operands;
  unsigned numInputs = 0;
  bool isProductSum = false; // acc + a * b on float32
};
} // namespace

/// Adds `factor * expr` to the plan's begin and steps; false where the
/// expression is not linear in the loops.
static bool addLinear(AffineExpr expr, int64_t factor, OperandPlan &plan) {
  std::optional<plait::LinearTerms> sum = plait::linearTerms(expr);
  if (!sum)
    return false;
  plan.begin += factor * sum->constant;
  for (auto [loop, step] : sum->terms)
    plan.steps[loop] += factor * step;
  return true;
}

/// The loops' extents: dimensions of operands that a loop walks alone.
static LogicalResult findExtents(linalg::LinalgOp op, StructuredPlan &plan) {
  plan.extents.assign(op.getNumLoops(), -1);
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!type)
      continue;
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [expr, size] : llvm::zip(map.getResults(), type.getShape()))
      if (auto dim = dyn_cast<AffineDimExpr>(expr))
        plan.extents[dim.getPosition()] = size;
  }
  for (auto [loop, extent] : llvm::enumerate(plan.extents))
    if (extent < 0)
      return op->emitError("the reference interpreter cannot tell the extent "
                           "of loop ")
             << loop;
  return success();
}

/// Every point's element must lie in the operand along each dimension.
static LogicalResult checkBounds(linalg::LinalgOp op, const OperandPlan &plan,
                                 ArrayRef<int64_t> shape,
                                 ArrayRef<int64_t> extents) {
  for (auto [dim, expr] : llvm::enumerate(plan.map.getResults())) {
    OperandPlan one;
    one.steps.assign(extents.size(), 0);
    if (!addLinear(expr, 1, one))
      continue; // checked at each point
    int64_t low = one.begin, high = one.begin;
    for (auto [step, extent] : llvm::zip(one.steps, extents))
      (step < 0 ? low : high) += step * (extent - 1);
    if (low < 0 || high >= shape[dim])
      return op->emitError("an indexing map must stay within dimension ")
             << dim << " of its operand, [0, " << shape[dim]
             << "), got: " << low << " to " << high;
  }
  return success();
}

static FailureOr<OperandPlan> planOperand(linalg::LinalgOp op,
                                          OpOperand &operand,
                                          const StructuredPlan &plan) {
  OperandPlan made;
  made.isRead = plan.program.reads(operand.getOperandNumber());
  made.map = op.getMatchingIndexingMap(&operand);
  made.steps.assign(plan.extents.size(), 0);
  auto type = dyn_cast<RankedTensorType>(operand.get().getType());
  if (!type) {
    std::optional<ScalarType> scalar = ScalarType::of(operand.get().getType());
    if (!scalar)
      return op->emitError("the reference interpreter cannot use an operand "
                           "of this type, got: ")
             << operand.get().getType();
    made.type = *scalar;
    return made;
  }
  if (!heldType(op, type))
    return failure();
  made.isTensor = true;
  made.type = *ScalarType::of(type.getElementType());
  SmallVector<int64_t> strides = stridesOf(type.getShape());
  for (auto [expr, stride] : llvm::zip(made.map.getResults(), strides))
    made.isLinear = made.isLinear && addLinear(expr, stride, made);
  bool isEmptyLoop = llvm::is_contained(plan.extents, 0);
  if (!isEmptyLoop &&
      failed(checkBounds(op, made, type.getShape(), plan.extents)))
    return failure();
  return made;
}

/// %0 = mulf %a, %b; %1 = addf %acc, %0; yield %1, all float32.
static bool isProductSum(linalg::LinalgOp op, const StructuredPlan &plan) {
  Block *body = op.getBlock();
  if (plan.operands.size() != 3 || plan.numInputs != 2 || plan.extents.empty())
    return false;
  for (const OperandPlan &operand : plan.operands)
    if (!operand.isTensor || !operand.isLinear || !operand.type.isFloat() ||
        operand.type.rounding != Rounding::Single)
      return false;
  auto add =
      body->getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!add || body->getOperations().size() != 3)
    return false;
  Value acc = body->getArgument(2);
  Value other = add.getLhs() == acc ? add.getRhs() : add.getLhs();
  auto mul = other.getDefiningOp<arith::MulFOp>();
  Value a = body->getArgument(0), b = body->getArgument(1);
  return mul && (add.getLhs() == acc || add.getRhs() == acc) &&
         ((mul.getLhs() == a && mul.getRhs() == b) ||
          (mul.getLhs() == b && mul.getRhs() == a));
}

static FailureOr<std::unique_ptr<StructuredPlan>>
planStructured(linalg::LinalgOp op) {
  auto plan = std::make_unique<StructuredPlan>();
  FailureOr<ScalarProgram> program = ScalarProgram::compile(*op.getBlock());
  if (failed(program) || failed(findExtents(op, *plan)))
    return failure();
  plan->program = std::move(*program);
  plan->numInputs = op.getNumDpsInputs();
  for (OpOperand &operand : op->getOpOperands()) {
    FailureOr<OperandPlan> made = planOperand(op, operand, *plan);
    if (failed(made))
      return failure();
    plan->operands.push_back(std::move(*made));
  }
  plan->isProductSum = isProductSum(op, *plan);
  return plan;
}

//===----------------------------------------------------------------------===//
// The run
//===----------------------------------------------------------------------===//

namespace {
/// One run of a plan on one device.
struct Run {
  linalg::LinalgOp op;
  const StructuredPlan &plan;
  SmallVector<Tensor> tensors;    // by operand
  SmallVector<const char *> from; // by operand; outputs read what they hold
  SmallVector<char *> to;         // by output
  SmallVector<Slot> registers;
  SmallVector<int64_t> point;
  SmallVector<int64_t> places; // by operand, elements

  LogicalResult start(Frame &frame);
  void enter(size_t loop);
  void runPoint();
  void runProductSum(size_t loop);
  void placeAt(size_t operand);
};
} // namespace

LogicalResult Run::start(Frame &frame) {
  size_t n = plan.operands.size();
  tensors.resize(n);
  from.resize(n);
  places.resize(n);
  point.assign(plan.extents.size(), 0);
  registers = plan.program.registers();
  for (size_t i = 0; i < n; ++i) {
    Value value = op->getOperand(i);
    if (!plan.operands[i].isTensor) {
      if (!frame.read(op, value, registers[plan.program.argument(i)]))
        return failure();
      continue;
    }
    if (!frame.read(op, value, tensors[i]))
      return failure();
    if (i >= plan.numInputs)
      to.push_back(tensors[i].mutableData());
    from[i] = i >= plan.numInputs ? to.back() : tensors[i].data();
    places[i] = plan.operands[i].begin;
  }
  return success(frame.readCaptures(op, plan.program, registers));
}

/// The element of an operand whose map is not linear.
void Run::placeAt(size_t operand) {
  SmallVector<int64_t> strides = stridesOf(tensors[operand].shape());
  places[operand] = 0;
  for (auto [expr, stride] :
       llvm::zip(plan.operands[operand].map.getResults(), strides))
    places[operand] += valueAt(expr, point) * stride;
  // Divisions were not checked ahead: stay inside.
  places[operand] = std::clamp<int64_t>(places[operand], 0,
                                        tensors[operand].numElements() - 1);
}

void Run::runPoint() {
  for (size_t i = 0; i < plan.operands.size(); ++i) {
    const OperandPlan &operand = plan.operands[i];
    if (!operand.isTensor)
      continue;
    if (!operand.isLinear)
      placeAt(i);
    if (operand.isRead)
      registers[plan.program.argument(i)] =
          load(operand.type, from[i] + places[i] * operand.type.bytes);
  }
  for (auto [dim, place] : plan.program.indices())
    registers[place].i = point[dim];
  plan.program.run(registers.data());
  for (size_t i = 0; i < to.size(); ++i) {
    const OperandPlan &operand = plan.operands[plan.numInputs + i];
    store(operand.type, registers[plan.program.results()[i]],
          to[i] + places[plan.numInputs + i] * operand.type.bytes);
  }
}

static float readFloat(const char *from) {
  float value;
  std::memcpy(&value, from, sizeof(value));
  return value;
}

/// The innermost loop of a matrix product.
void Run::runProductSum(size_t loop) {
  const char *a = from[0] + places[0] * 4, *b = from[1] + places[1] * 4;
  char *c = to[0] + places[2] * 4;
  int64_t stepA = plan.operands[0].steps[loop] * 4;
  int64_t stepB = plan.operands[1].steps[loop] * 4;
  int64_t stepC = plan.operands[2].steps[loop] * 4;
  for (int64_t i = 0; i < plan.extents[loop]; ++i) {
    float product = readFloat(a) * readFloat(b);
    float sum = readFloat(c) + product;
    std::memcpy(c, &sum, sizeof(sum));
    a += stepA;
    b += stepB;
    c += stepC;
  }
}

void Run::enter(size_t loop) {
  if (loop == plan.extents.size())
    return runPoint();
  if (plan.isProductSum && loop + 1 == plan.extents.size())
    return runProductSum(loop);
  SmallVector<int64_t> before = places;
  for (point[loop] = 0; point[loop] < plan.extents[loop]; ++point[loop]) {
    enter(loop + 1);
    for (size_t i = 0; i < places.size(); ++i)
      places[i] += plan.operands[i].steps[loop];
  }
  point[loop] = 0;
  places = before;
}

LogicalResult plait::reference::runStructured(Operation *op, Frame &frame) {
  auto structured = cast<linalg::LinalgOp>(op);
  if (!structured.hasPureTensorSemantics())
    return op->emitError("the reference interpreter runs structured ops on "
                         "tensors only");
  FailureOr<StructuredPlan *> plan = frame.machine.planOf<StructuredPlan>(
      op, [&] { return planStructured(structured); });
  if (failed(plan))
    return failure();
  Run run{structured, **plan, {}, {}, {}, {}, {}, {}};
  if (failed(run.start(frame)))
    return failure();
  run.enter(0);
  if (failed(checkFault(op, run.registers.data())))
    return failure();
  for (auto [i, result] : llvm::enumerate(op->getResults()))
    frame.machine.set(result, frame.device,
                      run.tensors[(*plan)->numInputs + i]);
  return success();
}
