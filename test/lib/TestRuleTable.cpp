//===- TestRuleTable.cpp - All ways of splitting an op --------------------===//
//
// Each function of the module shows one op. Every way of giving the axes of
// four meshes to the op's factors is executed on simulated devices and compared
// with one device; all values are small integers, so results must be equal.
//
// An assignment runs in up to three ways:
// - arguments and results lie as it says, and the stages do what they like;
// - the partitioner must also split the op so (where it can be split so);
// - arguments and results lie anyhow, and the partitioner must split it so.
// The same again with operands that are sums over split dimensions, where the
// op is linear in them: then parts of the sums may pass through it.
//
// The op is the one that defines the first result, or the first one with the
// name that the function's attribute `op` says. Ops without a rule (control
// flow) have the dimensions of their results as factors; arguments of a
// result's shape lie alike.
//
//===----------------------------------------------------------------------===//
#include "Equivalence.h"
#include "ForeignCode.h"
#include "RuleTable.h"
#include "TestPasses.h"

#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/PrettyStackTrace.h"
#include <map>
#include <random>

using namespace mlir;
using namespace plait;
using namespace plait::test;
using reference::Outcome;
using reference::Tensor;

//===----------------------------------------------------------------------===//
// Ways of splitting it
//===----------------------------------------------------------------------===//

static std::vector<Mesh> meshes() {
  auto mesh = [](std::initializer_list<int64_t> sizes) {
    Mesh result;
    for (int64_t size : sizes)
      result.axes.push_back({std::string(1, 'x' + result.axes.size()), size});
    return result;
  };
  return {mesh({2}), mesh({3}), mesh({2, 2}), mesh({2, 3})};
}

/// Every axis on any factor or none; of axes on one factor, each order.
static void assign(const Mesh &mesh, unsigned axis, FactorAxes &axes,
                   std::vector<FactorAxes> &all) {
  if (axis == mesh.axes.size()) {
    all.push_back(axes);
    return;
  }
  assign(mesh, axis + 1, axes, all);
  for (unsigned f = 0; f < axes.size(); ++f)
    for (unsigned at = 0; at <= axes[f].size(); ++at) {
      axes[f].insert(axes[f].begin() + at, mesh.whole(axis));
      assign(mesh, axis + 1, axes, all);
      axes[f].erase(axes[f].begin() + at);
    }
}

/// How a tensor lies; a factor that it has twice splits its first dimension.
static Sharding lying(const TensorFactors &factors, const FactorAxes &axes) {
  Sharding sharding = Sharding::replicatedOf(factors.size());
  llvm::SmallVector<bool> seen(axes.size());
  for (auto [dim, list] : llvm::enumerate(factors))
    for (int factor : list) {
      if (!seen[factor])
        llvm::append_range(sharding.dims[dim].axes, axes[factor]);
      seen[factor] = true;
    }
  return sharding;
}

static Sharding lyingAnyhow(const Mesh &mesh, unsigned rank,
                            std::mt19937_64 &random) {
  Sharding sharding = Sharding::replicatedOf(rank);
  for (unsigned axis = 0; axis < mesh.axes.size(); ++axis)
    if (unsigned dim = random() % (rank + 1); dim < rank)
      sharding.dims[dim].axes.push_back(mesh.whole(axis));
  return sharding;
}

/// Whether the partitioner can split the op so.
static bool canBeDictated(const Subject &subject, const FactorAxes &axes) {
  std::optional<ShardingRule> rule = shardingRuleOf(subject.op);
  if (!rule)
    return false;
  FactorAxes own(axes.begin(), axes.begin() + subject.numOwn);
  for (auto [factor, list] : llvm::zip_equal(rule->factors, own))
    if (!list.empty() && !isSplittable(factor))
      return false;
  return isExpressible(*rule, own);
}

static std::string str(const Mesh &mesh) {
  std::string text;
  for (const MeshAxis &axis : mesh.axes)
    text +=
        (text.empty() ? "" : ",") + axis.name + "=" + std::to_string(axis.size);
  return text;
}

static std::string str(const Mesh &mesh, const FactorAxes &axes) {
  std::string text = "[";
  for (auto [f, list] : llvm::enumerate(axes)) {
    text += f ? ", " : "";
    for (AxisRef axis : list)
      text += mesh.str(axis);
    text += list.empty() ? "-" : "";
  }
  return text + "]";
}

//===----------------------------------------------------------------------===//
// One run
//===----------------------------------------------------------------------===//

namespace {
enum class Way { Free, Dictated, Anyhow };

struct Run {
  const Subject &subject;
  const Mesh &mesh;
  const FactorAxes &axes;
  Way way;
  uint64_t number;
};

struct Reference {
  std::vector<Tensor> inputs, expected;
};
} // namespace

static llvm::StringRef str(Way way) {
  return way == Way::Free       ? "free"
         : way == Way::Dictated ? "dictated"
                                : "anyhow";
}

static std::string str(const Run &run) {
  func::FuncOp function = run.subject.function;
  return ("@" + function.getName() + " on " + str(run.mesh) + " split " +
          str(run.mesh, run.axes) + " " + str(run.way) + " #" +
          Twine(run.number))
      .str();
}

static void dictate(Operation *op, const Mesh &mesh,
                    llvm::ArrayRef<llvm::SmallVector<AxisRef, 2>> axes) {
  Builder b(op->getContext());
  llvm::SmallVector<Attribute> lists;
  for (const auto &list : axes) {
    llvm::SmallVector<Attribute> names;
    for (AxisRef axis : list)
      names.push_back(b.getStringAttr(mesh.axes[axis.axis].name));
    lists.push_back(b.getArrayAttr(names));
  }
  op->setAttr("test.factor_axes", b.getArrayAttr(lists));
}

/// A program of the function alone, sharded as the run says.
static OwningOpRef<ModuleOp> programOf(const Run &run) {
  func::FuncOp function = run.subject.function;
  OwningOpRef<ModuleOp> module = ModuleOp::create(function.getLoc());
  OpBuilder b = OpBuilder::atBlockEnd(module->getBody());
  MeshOp::create(b, function.getLoc(), "mesh",
                 MeshAttr::get(b.getContext(), run.mesh));
  IRMapping mapping;
  auto main = cast<func::FuncOp>(b.clone(*function, mapping));
  main.setName("main");
  main->removeAttr("op");
  nameArguments(main);
  std::mt19937_64 random(run.number);
  auto symbol = FlatSymbolRefAttr::get(b.getContext(), "mesh");
  auto layoutOf = [&](Type type, const TensorFactors &factors) -> Attribute {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      return {};
    if (run.way == Way::Anyhow)
      return ShardingAttr::get(symbol, run.mesh,
                               lyingAnyhow(run.mesh, tensor.getRank(), random));
    if (factors.empty())
      return {};
    return ShardingAttr::get(symbol, run.mesh, lying(factors, run.axes));
  };
  for (auto [i, type] : llvm::enumerate(main.getArgumentTypes()))
    if (Attribute layout = layoutOf(type, run.subject.rule.operands[i]))
      main.setArgAttr(i, kShardingAttr, layout);
  for (auto [i, type] : llvm::enumerate(main.getResultTypes()))
    if (Attribute layout = layoutOf(type, run.subject.rule.results[i]))
      main.setResultAttr(i, kShardingAttr, layout);
  if (run.way != Way::Free && canBeDictated(run.subject, run.axes))
    if (Operation *op = mapping.lookupOrNull(run.subject.op))
      dictate(op, run.mesh,
              llvm::ArrayRef(run.axes).take_front(run.subject.numOwn));
  return module;
}

/// Whether devices must combine parts where the op is split as dictated.
static bool mustCommunicate(const Run &run) {
  if (run.way != Way::Dictated || run.subject.splitsSums(run.axes))
    return false;
  return llvm::any_of(run.subject.rule.results, [&](const TensorFactors &dims) {
    return !dims.empty() &&
           !partialFrom(run.subject.rule, dims, run.axes, Combiner::Sum)
                .empty();
  });
}

/// What is wrong, or nothing.
static std::optional<std::string> outcomeOf(const Run &run, PassManager &stages,
                                            const Reference &reference,
                                            llvm::StringRef drop) {
  std::string message;
  ScopedDiagnosticHandler handler(
      run.subject.function->getContext(), [&](Diagnostic &diagnostic) {
        if (message.empty() &&
            diagnostic.getSeverity() == DiagnosticSeverity::Error)
          message = diagnostic.str();
        return success();
      });
  OwningOpRef<ModuleOp> program = programOf(run);
  auto failed = [&] {
    return message.empty() ? "failed without a message" : message;
  };
  if (mlir::failed(stages.run(*program)))
    return failed();
  if (!drop.empty())
    dropOps(*program, drop);
  FailureOr<Comparison> found =
      compareWithOneDevice(program->lookupSymbol<func::FuncOp>("main"),
                           reference.inputs, reference.expected, 0);
  if (mlir::failed(found))
    return failed();
  if (mustCommunicate(run) && found->sites.empty())
    return "parts must be combined, got no collective: not split as dictated";
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
/// What was found of one op.
struct Row {
  int64_t functions = 0, assignments = 0, runs = 0, wrong = 0;

  Row &operator+=(const Row &o) {
    functions += o.functions;
    assignments += o.assignments;
    runs += o.runs;
    wrong += o.wrong;
    return *this;
  }
};

struct TestRuleTablePass
    : PassWrapper<TestRuleTablePass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestRuleTablePass)

  TestRuleTablePass() = default;
  TestRuleTablePass(const TestRuleTablePass &o) : PassWrapper(o) {}

  llvm::StringRef getArgument() const final { return "plait-test-rule-table"; }
  llvm::StringRef getDescription() const final {
    return "Executes every way of splitting each function's op over the axes "
           "of four meshes";
  }
  void getDependentDialects(DialectRegistry &registry) const final {
    insertStageDialects(registry);
  }

  void runOnOperation() override {
    std::map<std::string, Row> table;
    Row total;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (!only.empty() && function.getName() != only.getValue())
        continue;
      std::optional<Subject> subject = subjectOf(function);
      if (!subject)
        return signalPassFailure();
      FailureOr<Row> row =
          complete ? FailureOr<Row>(Row{1, 0, 0, 0}) : tabulate(*subject);
      if (failed(row))
        return signalPassFailure();
      table[subject->op->getName().getStringRef().str()] += *row;
      total += *row;
    }
    if (complete)
      return checkComplete(table);
    for (auto &[name, row] : table)
      print(name, row);
    print("total", total);
    if (total.wrong || !total.runs)
      signalPassFailure();
  }

  static void print(llvm::StringRef name, const Row &row) {
    llvm::outs() << name << ": " << row.functions << " functions, "
                 << row.assignments << " assignments, " << row.runs << " runs, "
                 << row.wrong << " wrong\n";
  }

  FailureOr<Row> tabulate(const Subject &subject) {
    Row row{1, 0, 0, 0};
    if (failed(tabulate(subject, row)))
      return failure();
    for (auto &arguments : summable(subject)) {
      OwningOpRef<ModuleOp> module =
          ModuleOp::create(UnknownLoc::get(&getContext()));
      if (failed(tabulate(summed(subject, *module, arguments), row)))
        return failure();
    }
    return row;
  }

  LogicalResult tabulate(const Subject &subject, Row &row) {
    func::FuncOp function = subject.function;
    auto inputs = seededInputs(function, seed, Values::Integral);
    if (failed(inputs))
      return failure();
    FailureOr<Outcome> outcome =
        reference::interpret(function, {*inputs}, foreignCode());
    if (failed(outcome))
      return failure();
    Reference reference{*inputs, outcome->results.front()};
    PassManager stages(&getContext());
    buildStages(stages, Stage::Partition);
    bool sums = subject.numOwn < subject.rule.factors.size();
    for (const Mesh &mesh : meshes()) {
      std::vector<FactorAxes> all;
      FactorAxes axes(subject.rule.factors.size());
      assign(mesh, 0, axes, all);
      for (const FactorAxes &assignment : all)
        if (!sums || subject.splitsSums(assignment))
          tryAll(subject, mesh, assignment, stages, reference, row);
    }
    return success();
  }

  void tryAll(const Subject &subject, const Mesh &mesh, const FactorAxes &axes,
              PassManager &stages, const Reference &reference, Row &row) {
    ++row.assignments;
    for (Way way : {Way::Free, Way::Dictated, Way::Anyhow}) {
      if (way == Way::Dictated && !canBeDictated(subject, axes))
        continue;
      Run run{subject, mesh, axes, way, uint64_t(row.runs++)};
      std::string text = str(run);
      llvm::PrettyStackTraceFormat trace("%s", text.c_str());
      std::optional<std::string> wrong =
          outcomeOf(run, stages, reference, drop);
      if (wrong && row.wrong++ < shown)
        emitError(subject.op->getLoc()) << text << ": " << *wrong;
    }
  }

  /// Every op with a rule that import leaves must be shown by a function. Named
  /// linalg ops become generic at import.
  void checkComplete(const std::map<std::string, Row> &table) {
    for (RegisteredOperationName name :
         getContext().getRegisteredOperations()) {
      bool isNamed = name.getDialectNamespace() == "linalg" &&
                     name.getStringRef() != "linalg.generic" &&
                     name.getStringRef() != "linalg.fill";
      if (!name.hasInterface<ShardingRuleOpInterface>() || isNamed)
        continue;
      bool isShown = table.count(name.getStringRef().str());
      llvm::outs() << name.getStringRef() << ": "
                   << (isShown ? "shown" : "missing") << '\n';
      if (isShown)
        continue;
      getOperation().emitError("the table must show every op that has a "
                               "sharding rule, got none of: ")
          << name.getStringRef();
      signalPassFailure();
    }
  }

  Option<int64_t> seed{*this, "seed", llvm::cl::desc("Of the inputs"),
                       llvm::cl::init(1)};
  Option<int64_t> shown{*this, "shown",
                        llvm::cl::desc("Errors per function to show"),
                        llvm::cl::init(3)};
  Option<bool> complete{
      *this, "complete",
      llvm::cl::desc("Only check that every op with a rule has a function"),
      llvm::cl::init(false)};
  Option<std::string> drop{
      *this, "drop",
      llvm::cl::desc("A fault, to test the table: leave out ops of that name")};
  Option<std::string> only{*this, "only",
                           llvm::cl::desc("The only function to look at")};
};
} // namespace

void plait::test::registerRuleTablePass() {
  PassRegistration<TestRuleTablePass>();
}
