//===- SpmdInference.cpp - From arguments to results ----------------------===//
//
// Each op is typed by the rule of its family, for each combination of types
// that its operands may have; combinations that make no sense are dropped, and
// where none is left, the op is wrong. Control flow joins the types of both
// ways. A collective is only right where all members of its groups come to it:
// the conditions around it must be the same on them.
//
//===----------------------------------------------------------------------===//
#include "SpmdInference.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "plait/dialects/linalgx/Linalgx.h"
#include "plait/dialects/plait/Plait.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace plait::spmd {

/// Combinations of operands' types that are tried, and kept.
static constexpr size_t kMostCombinations = 512, kMostCandidates = 16;
/// Every round a carried type says less; there are few steps.
static constexpr int kMostRounds = 16;

InFlightDiagnostic report(Operation *op, const Reason &why) {
  InFlightDiagnostic error = op->emitOpError() << why.text;
  if (why.since && why.since != op)
    error.attachNote(why.since->getLoc()) << why.sinceText;
  return error;
}

static void keep(Candidates &all, SpmdType type) {
  if (!llvm::is_contained(all, type) && all.size() < kMostCandidates)
    all.push_back(std::move(type));
}

/// Where one way to read an op leaves less unknown than another, it is meant.
static void keepSharpest(Candidates &all) {
  auto unknown = [](const SpmdType &type) {
    return llvm::popcount(type.element.mask(Kind::Varying));
  };
  int least = INT_MAX;
  for (const SpmdType &type : all)
    least = std::min<int>(least, unknown(type));
  llvm::erase_if(all,
                 [&](const SpmdType &type) { return unknown(type) > least; });
}

Candidates &Inference::of(Value value) {
  Candidates &known = types[value];
  if (known.empty()) { // of no op that was visited
    SpmdType type;
    type.element = Element(atoms.size());
    auto shaped = dyn_cast<ShapedType>(value.getType());
    type.dims.assign(shaped ? shaped.getRank() : 0, Dim::unknown());
    type.element.set(~AtomMask(0), Kind::Varying, value.getDefiningOp());
    known.push_back(type);
  }
  return known;
}

AtomMask Inference::varying(Value value) {
  return of(value).front().element.notInvariant();
}

//===----------------------------------------------------------------------===//
// One op
//===----------------------------------------------------------------------===//

LogicalResult Inference::apply(Operation *op, Rule rule) {
  llvm::SetVector<Value> values(op->operand_begin(), op->operand_end());
  for (Value value : values)
    of(value); // may add entries: no reference is held yet
  llvm::SmallVector<unsigned> chosen(values.size(), 0);
  llvm::DenseMap<Value, unsigned> place;
  for (auto [i, value] : llvm::enumerate(values))
    place[value] = i;
  std::vector<Candidates> results(op->getNumResults());
  std::optional<Reason> first;
  bool done = false, any = false;
  for (size_t count = 0; !done && count < kMostCombinations; ++count) {
    llvm::SmallVector<SpmdType, 4> operands;
    for (Value operand : op->getOperands())
      operands.push_back(types[operand][chosen[place[operand]]]);
    Alternatives alternatives;
    Reason why;
    if (rule(operands, alternatives, why)) {
      any = true;
      for (auto &alternative : alternatives)
        for (auto [i, type] : llvm::enumerate(alternative))
          if (i < results.size())
            keep(results[i], std::move(type));
    } else if (!first) {
      first = why;
    }
    done = true; // the next combination, as one counts
    for (auto [i, value] : llvm::enumerate(values)) {
      if (++chosen[i] < types[value].size()) {
        done = false;
        break;
      }
      chosen[i] = 0;
    }
  }
  if (!any)
    return report(op, *first);
  for (auto [result, candidates] : llvm::zip(op->getResults(), results)) {
    keepSharpest(candidates);
    set(result, std::move(candidates));
  }
  return success();
}

/// The group's members come to it together, or not at all.
LogicalResult Inference::checkReached(Operation *op, AxesAttr axes) {
  AtomMask group = maskOf(atoms.of(axes.toValue(atoms.getMesh())));
  for (const Condition &condition : conditions) {
    AtomMask differs = group & condition.varying;
    if (!differs)
      continue;
    InFlightDiagnostic error =
        op->emitOpError("must be reached by all members of its group: the "
                        "condition around it differs along ")
        << atoms.names(differs);
    error.attachNote(condition.op->getLoc()) << "the condition";
    return error;
  }
  return success();
}

LogicalResult Inference::visitCollective(Operation *op) {
  auto collective = cast<coll::CollectiveOpInterface>(op);
  if (failed(checkReached(op, collective.getCollectiveGroup())))
    return failure();
  return apply(op, [&](Operands operands, Alternatives &out, Reason &why) {
    return inferCollective(rules, op, operands, out, why);
  });
}

/// The steps must do what they stand for; then that says what it gives.
LogicalResult Inference::visitRing(coll::RingOp op) {
  if (failed(checkReached(op, op.getGroup())))
    return failure();
  if (ringsChecked.insert(op).second)
    if (std::optional<RingFault> fault = checkRing(atoms, op))
      return report(fault->at, fault->why);
  Candidates gathered;
  Reason first, why;
  for (const SpmdType &type : of(op.getShard())) {
    Reason &reason = first.text.empty() ? first : why;
    if (std::optional<SpmdType> joined = inferGathered(
            rules, op, op.getGroup(), op.getShard(), op.getDim(), type, reason))
      keep(gathered, *joined);
  }
  if (gathered.empty())
    return report(op, first);
  Block &whole = op.getWhole().front();
  set(whole.getArgument(0), std::move(gathered));
  if (failed(visit(whole)))
    return failure();
  for (auto [result, yielded] :
       llvm::zip(op.getResults(), whole.getTerminator()->getOperands())) {
    if (failed(checkOwnSum(op, yielded)))
      return failure();
    set(result, of(yielded));
  }
  return success();
}

/// Each member adds blocks in another order: what several of them are to have
/// would be rounded in as many ways.
LogicalResult Inference::checkOwnSum(coll::RingOp op, Value sum) {
  if (isa<IntegerType>(getElementTypeOrSelf(sum)) || !addsBlocks(op, sum))
    return success();
  AtomMask group = maskOf(atoms.of(op.getGroup().toValue(atoms.getMesh())));
  AtomMask copied = group;
  for (const SpmdType &type : of(sum))
    copied &= ~type.element.notInvariant();
  if (!copied)
    return success();
  InFlightDiagnostic error =
      op.emitOpError("must not add blocks in another order on each device to "
                     "what is the same on all of them along ")
      << atoms.names(copied);
  error.attachNote(sum.getLoc()) << "the sum";
  return error;
}

/// Rows must be where the claim says; then their places are known, if they are
/// shards of the result.
LogicalResult Inference::visitRelocated(coll::RelocatedOp op) {
  bool isFirst = !found.contains(op);
  if (isFirst)
    found[op] = followRows(atoms, op);
  const RowsFound &rows = found[op];
  if (rows.verdict == RowsFound::Wrong)
    return report(rows.at, rows.why);
  bool placed = rows.verdict == RowsFound::Right;
  for (Value source : op.getSources()) {
    Reason first, why;
    bool fits = llvm::any_of(of(source), [&](const SpmdType &type) {
      return isSourceOf(atoms, op, source, type,
                        first.text.empty() ? first : why);
    });
    if (!fits && strict)
      return report(op, first);
    placed &= fits;
  }
  Candidates candidates = of(op.getAssembled());
  if (placed)
    for (SpmdType &type : candidates)
      placeRows(atoms, op, type);
  Candidates distinct;
  for (SpmdType &type : candidates)
    keep(distinct, std::move(type));
  set(op.getResult(), std::move(distinct));
  return success();
}

LogicalResult Inference::visit(Operation &op) {
  if (auto claim = dyn_cast<coll::RelocatedOp>(op))
    return visitRelocated(claim);
  if (auto ring = dyn_cast<coll::RingOp>(op))
    return visitRing(ring);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return visitFor(loop);
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return visitWhile(loop);
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return visitBranches(&op, branch.getCondition());
  if (auto branch = dyn_cast<scf::IndexSwitchOp>(op))
    return visitBranches(&op, branch.getArg());
  if (isa<KernelOp>(op))
    return visitInline(&op);
  if (isa<coll::CollectiveOpInterface>(op))
    return visitCollective(&op);
  if (auto wait = dyn_cast<coll::WaitOp>(op)) {
    if (op.getNumResults() == 1)
      set(op.getResult(0), of(wait.getRequest()));
    return success();
  }
  return apply(&op, [&](Operands operands, Alternatives &out, Reason &why) {
    if (auto structured = dyn_cast<linalg::LinalgOp>(op))
      return inferStructured(rules, structured, operands, out, why);
    if (isa<linalgx::LinalgxDialect>(op.getDialect()))
      return inferIndexed(rules, &op, operands, out, why);
    if (isa<tensor::TensorDialect>(op.getDialect()) ||
        op.hasTrait<OpTrait::ConstantLike>())
      return inferTensorOp(rules, &op, operands, out, why);
    if (OpTrait::hasElementwiseMappableTraits(&op) ||
        isa<coll::AxisIndexOp, arith::IndexCastOp, arith::IndexCastUIOp>(op))
      return inferElementwise(rules, &op, operands, out, why);
    return inferVague(rules, &op, operands, out, why);
  });
}

LogicalResult Inference::visit(Block &block) {
  for (Operation &op : block.without_terminator())
    if (failed(visit(op)))
      return failure();
  return success();
}

void Inference::show(Operation *root) {
  root->walk([&](Operation *op) {
    for (Value result : op->getResults()) {
      auto known = types.find(result);
      if (known == types.end())
        continue;
      std::string text;
      for (const SpmdType &type : known->second)
        text += (text.empty() ? "" : " or ") + str(type, atoms);
      op->emitRemark(text);
    }
  });
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

LogicalResult Inference::joinInto(Operation *op, Value into, Value with,
                                  bool &changed) {
  Candidates before = of(into), other = of(with), both;
  Reason first, why;
  for (const SpmdType &a : before)
    for (const SpmdType &b : other) {
      if (std::optional<SpmdType> joined = join(a, b, atoms, why))
        keep(both, *joined);
      else if (first.text.empty())
        first = why;
    }
  if (both.empty() && strict)
    return report(op, first);
  if (both.empty()) {
    SpmdType type = before.front();
    for (Dim &dim : type.dims)
      dim = Dim::unknown();
    AtomMask mask =
        type.element.notInvariant() | other.front().element.notInvariant();
    type.element = Element(atoms.size());
    type.element.set(mask, Kind::Varying, op);
    both.push_back(type);
  }
  changed |= !(both == before);
  set(into, both);
  return success();
}

void Inference::vary(ValueRange values, AtomMask mask, Operation *op) {
  if (!mask)
    return;
  for (Value value : values)
    for (SpmdType &type : of(value)) {
      type.element.set(mask, Kind::Varying, op);
      type.element.splat = {};
      type.element.form = {};
      type.element.constant = false;
      type.settle();
    }
}

LogicalResult Inference::visitFor(scf::ForOp op) {
  AtomMask differs = varying(op.getLowerBound()) | varying(op.getUpperBound()) |
                     varying(op.getStep());
  SpmdType counter;
  counter.element = Element(atoms.size());
  counter.element.set(differs, Kind::Varying, op);
  set(op.getInductionVar(), {counter});
  for (auto [argument, init] :
       llvm::zip(op.getRegionIterArgs(), op.getInitArgs()))
    set(argument, of(init));
  bool changed = true;
  for (int round = 0; changed && round < kMostRounds; ++round) {
    changed = false;
    conditions.push_back({op, differs});
    LogicalResult visited = visit(*op.getBody());
    conditions.pop_back();
    if (failed(visited))
      return failure();
    vary(op.getBody()->getTerminator()->getOperands(), differs, op);
    for (auto [argument, yielded] :
         llvm::zip(op.getRegionIterArgs(),
                   op.getBody()->getTerminator()->getOperands()))
      if (failed(joinInto(op, argument, yielded, changed)))
        return failure();
  }
  for (auto [result, argument] :
       llvm::zip(op.getResults(), op.getRegionIterArgs()))
    set(result, of(argument));
  return success();
}

LogicalResult Inference::visitWhile(scf::WhileOp op) {
  Block &before = *op.getBeforeBody(), &after = *op.getAfterBody();
  auto condition = cast<scf::ConditionOp>(before.getTerminator());
  for (auto [argument, init] : llvm::zip(before.getArguments(), op.getInits()))
    set(argument, of(init));
  bool changed = true;
  AtomMask differs = 0;
  for (int round = 0; changed && round < kMostRounds; ++round) {
    changed = false;
    conditions.push_back({condition, differs});
    LogicalResult visited = visit(before);
    if (succeeded(visited)) {
      for (auto [argument, passed] :
           llvm::zip(after.getArguments(), condition.getArgs()))
        set(argument, of(passed));
      visited = visit(after);
    }
    conditions.pop_back();
    if (failed(visited))
      return failure();
    AtomMask now = varying(condition.getCondition());
    changed |= now != differs;
    differs = now;
    vary(after.getTerminator()->getOperands(), differs, op);
    for (auto [argument, yielded] :
         llvm::zip(before.getArguments(), after.getTerminator()->getOperands()))
      if (failed(joinInto(op, argument, yielded, changed)))
        return failure();
  }
  for (auto [result, passed] : llvm::zip(op.getResults(), condition.getArgs()))
    set(result, of(passed));
  return success();
}

LogicalResult Inference::visitBranches(Operation *op, Value choice) {
  AtomMask differs = varying(choice);
  bool first = true, changed = false;
  for (Region &region : op->getRegions()) {
    if (region.empty())
      continue;
    conditions.push_back({op, differs});
    LogicalResult visited = visit(region.front());
    conditions.pop_back();
    if (failed(visited))
      return failure();
    for (auto [result, yielded] : llvm::zip(
             op->getResults(), region.front().getTerminator()->getOperands())) {
      if (first)
        set(result, of(yielded));
      else if (failed(joinInto(op, result, yielded, changed)))
        return failure();
    }
    first = false;
  }
  vary(op->getResults(), differs, op);
  return success();
}

LogicalResult Inference::visitInline(Operation *op) {
  Block &block = op->getRegion(0).front();
  if (failed(visit(block)))
    return failure();
  for (auto [result, yielded] :
       llvm::zip(op->getResults(), block.getTerminator()->getOperands()))
    set(result, of(yielded));
  return success();
}

} // namespace plait::spmd
