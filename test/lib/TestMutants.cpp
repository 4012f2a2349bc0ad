//===- TestMutants.cpp - Wrong collectives must be rejected ---------------===//
//
// Partitions a program, which the SPMD verifier must accept, and breaks one
// collective at a time: leaves it out, does it twice, gives it another group or
// another combiner. A mutant that gives other results on simulated devices must
// be rejected; one that gives the same does not count.
//
//===----------------------------------------------------------------------===//
#include "Equivalence.h"
#include "TestPasses.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassRegistry.h"
#include "plait/analysis/Spmd.h"
#include "plait/dialects/coll/Coll.h"
#include <random>

using namespace mlir;
using namespace plait;
using namespace plait::test;
using reference::Tensor;

namespace {
enum class Fault { Drop, Double, Group, Combiner };

StringRef str(Fault fault) {
  switch (fault) {
  case Fault::Drop:
    return "drop";
  case Fault::Double:
    return "double";
  case Fault::Group:
    return "group";
  case Fault::Combiner:
    return "combiner";
  }
  return "";
}

/// Breaks one collective.
class Mutation {
public:
  Mutation(coll::CollectiveOpInterface op, std::mt19937 &random)
      : op(op), random(random), b(op), loc(op->getLoc()),
        mesh(lookupMesh(op, op.getCollectiveGroup().getMesh()).getValue()),
        group(op.getCollectiveGroup().toValue(mesh)) {}

  /// False where that fault cannot be put there.
  bool apply(Fault fault);

private:
  bool drop();
  bool twice();
  bool regroup();
  bool recombine();
  llvm::SmallVector<llvm::SmallVector<AxisRef, 2>> otherGroups(bool sameSize);
  Value ownSlice(Value value, int64_t dim);
  Value copies(Value value, int64_t dim);
  int64_t below(int64_t bound) { return random() % uint64_t(bound); }
  Value operand() { return op.getCollectiveOperand(); }
  AxesAttr axes(ArrayRef<AxisRef> refs) {
    return AxesAttr::get(op.getCollectiveGroup().getMesh(), mesh, refs);
  }

  coll::CollectiveOpInterface op;
  std::mt19937 &random;
  OpBuilder b;
  Location loc;
  Mesh mesh;
  llvm::SmallVector<AxisRef, 2> group;
};
} // namespace

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

/// What a device would cut for itself.
Value Mutation::ownSlice(Value value, int64_t dim) {
  auto type = cast<RankedTensorType>(value.getType());
  int64_t size = type.getDimSize(dim) / sizeOf(group);
  Value index = coll::AxisIndexOp::create(b, loc, b.getIndexType(),
                                          op.getCollectiveGroup());
  Value by = arith::ConstantIndexOp::create(b, loc, size);
  llvm::SmallVector<OpFoldResult> offsets(type.getRank(), b.getIndexAttr(0));
  llvm::SmallVector<OpFoldResult> strides(type.getRank(), b.getIndexAttr(1));
  llvm::SmallVector<OpFoldResult> sizes;
  for (int64_t own : type.getShape())
    sizes.push_back(b.getIndexAttr(own));
  offsets[dim] = arith::MulIOp::create(b, loc, index, by).getResult();
  sizes[dim] = b.getIndexAttr(size);
  return tensor::ExtractSliceOp::create(b, loc, value, offsets, sizes, strides);
}

/// As if all had the device's shard.
Value Mutation::copies(Value value, int64_t dim) {
  llvm::SmallVector<Value> all(sizeOf(group), value);
  return tensor::ConcatOp::create(b, loc, dim, all);
}

bool Mutation::drop() {
  Value local = operand();
  if (auto gather = dyn_cast<coll::AllGatherOp>(*op))
    local = copies(local, gather.getDim());
  else if (auto scatter = dyn_cast<coll::ReduceScatterOp>(*op))
    local = ownSlice(local, scatter.getDim());
  else if (auto exchange = dyn_cast<coll::AllToAllOp>(*op))
    local = copies(ownSlice(local, exchange.getSplit()), exchange.getConcat());
  op->getResult(0).replaceAllUsesWith(local);
  op->erase();
  return true;
}

bool Mutation::twice() {
  if (isa<coll::AllReduceOp, coll::PermuteOp>(*op)) {
    Operation *again = b.clone(*op);
    op->setOperand(0, again->getResult(0));
    return true;
  }
  auto scatter = dyn_cast<coll::ReduceScatterOp>(*op);
  if (!scatter)
    return false;
  op->setOperand(
      0, coll::AllReduceOp::create(b, loc, operand().getType(), operand(),
                                   Value(), scatter.getCombinerAttr(),
                                   scatter.getGroup(), scatter.getSite())
             .getResult());
  return true;
}

/// Lists of up to three axes, or halves of axes, that are not the group's.
llvm::SmallVector<llvm::SmallVector<AxisRef, 2>>
Mutation::otherGroups(bool sameSize) {
  llvm::SmallVector<AxisRef> parts;
  for (auto [i, axis] : llvm::enumerate(mesh.axes)) {
    if (axis.size == 1)
      continue;
    parts.push_back(mesh.whole(i));
    if (axis.size == 4) {
      parts.push_back({int(i), 1, 2});
      parts.push_back({int(i), 2, 2});
    }
  }
  llvm::SmallVector<llvm::SmallVector<AxisRef, 2>> lists{{}}, found;
  for (int length = 0; length < 3; ++length) {
    llvm::SmallVector<llvm::SmallVector<AxisRef, 2>> longer;
    for (const auto &list : lists)
      for (const AxisRef &part : parts) {
        if (llvm::any_of(list,
                         [&](const AxisRef &o) { return o.overlaps(part); }))
          continue;
        longer.push_back(list);
        longer.back().push_back(part);
        if (normalized(longer.back()) != normalized(group) &&
            (!sameSize || sizeOf(longer.back()) == sizeOf(group)))
          found.push_back(longer.back());
      }
    lists = longer;
  }
  return found;
}

bool Mutation::regroup() {
  if (isa<coll::BroadcastOp>(*op))
    return false;
  bool sameSize = !isa<coll::AllReduceOp>(*op);
  auto groups = otherGroups(sameSize);
  if (groups.empty())
    return false;
  AxesAttr other = axes(groups[below(groups.size())]);
  if (auto permute = dyn_cast<coll::PermuteOp>(*op)) {
    if (permute.getMemberSources()) {
      permute.setFromAttr(other);
      permute.setToAttr(other);
      permute.setGroupAttr(other);
    } else { // the way back, which is the same where two axes change places
      AxesAttr from = permute.getFrom();
      permute.setFromAttr(permute.getTo());
      permute.setToAttr(from);
    }
    return true;
  }
  op->setAttr("group", other);
  return true;
}

bool Mutation::recombine() {
  auto attr = op->getAttrOfType<CombinerAttr>("combiner");
  if (!attr)
    return false;
  auto type = cast<RankedTensorType>(operand().getType()).getElementType();
  llvm::SmallVector<Combiner> all{Combiner::Sum, Combiner::Prod};
  if (!isa<ComplexType>(type))
    all.append({Combiner::Max, Combiner::Min});
  if (isa<IntegerType>(type))
    all.append({Combiner::And, Combiner::Or, Combiner::Xor});
  llvm::erase(all, attr.getValue());
  op->setAttr("combiner",
              CombinerAttr::get(op->getContext(), all[below(all.size())]));
  return true;
}

bool Mutation::apply(Fault fault) {
  switch (fault) {
  case Fault::Drop:
    return drop();
  case Fault::Double:
    return twice();
  case Fault::Group:
    return regroup();
  case Fault::Combiner:
    return recombine();
  }
  return false;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
/// What a program gives, put together; nothing where devices disagree on what
/// they must hold alike, or where it cannot run.
using Results = std::optional<std::vector<Tensor>>;

Results run(func::FuncOp local, const std::vector<Tensor> &values) {
  Ports ports = portsOf(local);
  std::vector<std::vector<Tensor>> parts(ports.mesh.numDevices());
  for (auto [place, arguments] : llvm::enumerate(parts))
    for (auto [value, port] : llvm::zip_equal(values, ports.arguments))
      arguments.push_back(shardOf(value, port.sharding, ports.mesh, place));
  FailureOr<reference::Outcome> outcome = reference::interpret(local, parts);
  if (failed(outcome))
    return std::nullopt;
  std::vector<Tensor> results;
  for (auto [i, port] : llvm::enumerate(ports.results)) {
    std::vector<Tensor> mine;
    for (const std::vector<Tensor> &own : outcome->results)
      mine.push_back(own[i]);
    FailureOr<Tensor> whole =
        wholeOf(mine, port.shape, port.sharding, ports.mesh, local, port.name);
    if (failed(whole))
      return std::nullopt;
    results.push_back(*whole);
  }
  return results;
}

bool isSame(const Results &a, const Results &b, double tolerance) {
  if (!a || !b)
    return false;
  return llvm::all_of(llvm::zip_equal(*a, *b), [&](auto pair) {
    int64_t worst = 0;
    return reference::relativeDifference(std::get<0>(pair), std::get<1>(pair),
                                         worst) <= tolerance;
  });
}

struct TestMutantsPass : PassWrapper<TestMutantsPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestMutantsPass)

  TestMutantsPass() = default;
  TestMutantsPass(const TestMutantsPass &o) : PassWrapper(o) {}

  llvm::StringRef getArgument() const final { return "plait-test-mutants"; }
  llvm::StringRef getDescription() const final {
    return "Breaks collectives of the partitioned program; the SPMD verifier "
           "must notice";
  }
  void getDependentDialects(DialectRegistry &registry) const final {
    insertStageDialects(registry);
  }

  void runOnOperation() override {
    FailureOr<func::FuncOp> main = programOf(getOperation());
    if (failed(main))
      return signalPassFailure();
    nameArguments(*main);
    FailureOr<std::vector<Tensor>> values =
        seededInputs(*main, seed, Values::Integral);
    OwningOpRef<ModuleOp> correct = getOperation().clone();
    PassManager pm(&getContext());
    buildStages(pm, Stage::Partition);
    if (failed(values) || failed(pm.run(*correct)))
      return signalPassFailure();
    SpmdCounts claims;
    SpmdOptions options;
    options.counts = &claims;
    if (failed(verifySpmd(*correct, options))) // an error stands where
      return signalPassFailure();
    if (claims.claims)
      llvm::outs() << "claims: " << claims.claims << ", " << claims.followed
                   << " followed\n";
    mutate(*correct, *values);
  }

  void mutate(ModuleOp correct, const std::vector<Tensor> &values) {
    FailureOr<func::FuncOp> local = programOf(correct);
    if (failed(local))
      return signalPassFailure();
    int64_t sites = 0;
    bool byHand = false;
    bool mayHang = false; // a loop whose end a mutant may never reach
    correct.walk([&](Operation *op) {
      sites += isa<coll::CollectiveOpInterface>(op);
      mayHang |= isa<scf::WhileOp>(op);
      // What a collective of the user must be, nothing but itself says.
      if (auto collective = dyn_cast<coll::CollectiveOpInterface>(op))
        byHand |= collective.getCollectiveSite().getOrigin() == "user";
    });
    if (mayHang || byHand)
      sites = 0;
    Results expected;
    int64_t counted = 0, same = 0, caught = 0, rows = 0, rowsCaught = 0;
    std::mt19937 random(seed);
    for (int64_t tries = 0; sites > 0 && counted < count && tries < 3 * count;
         ++tries) {
      if (!expected) {
        ScopedDiagnosticHandler silent(&getContext(),
                                       [](Diagnostic &) { return success(); });
        expected = run(*local, values);
        if (!expected)
          break;
      }
      OwningOpRef<ModuleOp> mutant = correct.clone();
      std::string what = breakOne(*mutant, random() % uint64_t(sites),
                                  Fault(random() % 4), random);
      if (what.empty())
        continue;
      std::string noticed;
      ScopedDiagnosticHandler silent(&getContext(), [&](Diagnostic &found) {
        if (noticed.empty())
          noticed = found.str();
        return success();
      });
      bool rejected = failed(verifySpmd(*mutant));
      FailureOr<func::FuncOp> program = programOf(*mutant);
      std::string message = noticed;
      if (failed(program) || isSame(run(*program, values), expected, 1e-5)) {
        ++same;
        continue;
      }
      ++counted;
      caught += rejected;
      bool exchange = StringRef(what).contains(kExchangeOrigin);
      rows += exchange;
      rowsCaught += exchange && rejected;
      if (!rejected)
        llvm::outs() << "missed: " << what << '\n';
      else if (list)
        llvm::outs() << "caught: " << what << ": " << message << '\n';
    }
    llvm::outs() << "mutants: " << counted << " wrong, " << caught
                 << " caught, " << same << " not wrong; exchanges: " << rows
                 << " wrong, " << rowsCaught << " caught\n";
    llvm::outs().flush();
  }

  /// Breaks the collective of that number; says how, or nothing where it cannot
  /// or is no valid program.
  std::string breakOne(ModuleOp module, uint64_t number, Fault fault,
                       std::mt19937 &random) {
    coll::CollectiveOpInterface chosen;
    module.walk([&](coll::CollectiveOpInterface op) {
      if (number-- == 0)
        chosen = op;
    });
    if (!chosen)
      return "";
    std::string what = (str(fault) + " " + chosen->getName().getStringRef() +
                        " site " + Twine(chosen.getCollectiveSite().getId()) +
                        " " + chosen.getCollectiveSite().getOrigin())
                           .str();
    ScopedDiagnosticHandler silent(&getContext(),
                                   [](Diagnostic &) { return success(); });
    if (!Mutation(chosen, random).apply(fault) || failed(mlir::verify(module)))
      return "";
    return what;
  }

  Option<int64_t> seed{*this, "seed", llvm::cl::desc("Of inputs and mutants"),
                       llvm::cl::init(1)};
  Option<int64_t> count{*this, "count",
                        llvm::cl::desc("How many wrong mutants are made"),
                        llvm::cl::init(4)};
  Option<bool> list{*this, "list",
                    llvm::cl::desc("Say of each mutant what was noticed"),
                    llvm::cl::init(false)};
};
} // namespace

void plait::test::registerMutantsPass() { PassRegistration<TestMutantsPass>(); }
