//===- TestEquivalence.cpp - N devices give what one device gives ---------===//
//
// Interprets the program on one device, takes a copy through the stages, runs
// that on N simulated devices with its parts of the same inputs, puts the
// results together and compares. Devices that hold the same part must agree bit
// for bit, and what collectives move must be what the compiler predicts.
//
//===----------------------------------------------------------------------===//
#include "Simulation.h"
#include "TestPasses.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "plait/analysis/Collectives.h"
#include "plait/dialects/coll/Coll.h"
#include "plait/dialects/linalgx/Linalgx.h"
#include "plait/pipeline/Pipeline.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace plait;
using namespace plait::test;
using reference::Outcome;
using reference::Tensor;

/// Ports know arguments by name; core programs written by hand have none.
static void nameArguments(func::FuncOp main) {
  Builder b(main.getContext());
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    if (!main.getArgAttr(i, kNameAttr))
      main.setArgAttr(i, kNameAttr, b.getStringAttr("arg" + std::to_string(i)));
}

static LogicalResult runStages(ModuleOp module, Stage last) {
  PassManager pm(module.getContext());
  for (Stage stage : kStages) {
    if (stage >= Stage::Propagate)
      buildStage(stage, pm, {});
    if (stage == last)
      break;
  }
  return pm.run(module);
}

/// Sites in branches, which a run may pass by.
static llvm::SmallDenseSet<int64_t> sitesInBranches(func::FuncOp main) {
  llvm::SmallDenseSet<int64_t> sites;
  main.walk([&](coll::CollectiveOpInterface op) {
    if (op->getParentOfType<scf::IfOp>() ||
        op->getParentOfType<scf::IndexSwitchOp>())
      sites.insert(op.getCollectiveSite().getId());
  });
  return sites;
}

/// Counted from tensors against computed from types.
static LogicalResult checkPrediction(func::FuncOp main,
                                     ArrayRef<reference::SiteCount> counted) {
  llvm::SmallDenseSet<int64_t> inBranches = sitesInBranches(main);
  for (const CollectiveSite &site : listCollectives(main)) {
    auto it = llvm::find_if(counted, [&](const reference::SiteCount &c) {
      return c.site == site.site;
    });
    int64_t bytes = it == counted.end() ? 0 : it->receivedBytes;
    int64_t executions = it == counted.end() ? 0 : it->executions;
    bool isLess = inBranches.contains(site.site) &&
                  executions <= site.count.value_or(executions) &&
                  bytes <= site.bytesPerDevice;
    if (!site.count || isLess)
      continue;
    if (executions != *site.count || bytes != site.bytesPerDevice)
      return main.emitError("site ")
             << site.site << " (" << site.kind << ") must run " << *site.count
             << " times and receive " << site.bytesPerDevice
             << " bytes as predicted, got: " << executions << " times and "
             << bytes << " bytes";
  }
  return success();
}

namespace {
struct TestEquivalencePass
    : PassWrapper<TestEquivalencePass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestEquivalencePass)

  TestEquivalencePass() = default;
  TestEquivalencePass(const TestEquivalencePass &o) : PassWrapper(o) {}

  llvm::StringRef getArgument() const final { return "plait-test-equivalence"; }
  llvm::StringRef getDescription() const final {
    return "Compares the partitioned program on N simulated devices with the "
           "program on one";
  }
  void getDependentDialects(DialectRegistry &registry) const final {
    registry.insert<affine::AffineDialect, arith::ArithDialect,
                    complex::ComplexDialect, linalg::LinalgDialect,
                    math::MathDialect, scf::SCFDialect, tensor::TensorDialect,
                    PlaitDialect, coll::CollDialect, linalgx::LinalgxDialect>();
  }

  void runOnOperation() override {
    FailureOr<func::FuncOp> main = programOf(getOperation());
    if (failed(main))
      return signalPassFailure();
    nameArguments(*main);
    OwningOpRef<ModuleOp> clone = getOperation().clone();
    if (failed(compare(*main, *clone)))
      signalPassFailure();
  }

  LogicalResult compare(func::FuncOp main, ModuleOp clone) {
    std::optional<Stage> last = parseStage(stage);
    if (!last || *last < Stage::Partition || *last > Stage::Overlap)
      return main.emitError("'stage' must be partition, fuse or overlap, "
                            "got: ")
             << stage.getValue();
    FailureOr<std::vector<Tensor>> values = seededInputs(main, seed);
    if (failed(values) || failed(readInputs(main, inputs, *values)))
      return failure();
    FailureOr<Outcome> global = reference::interpret(main, {*values});
    if (failed(global) || failed(runStages(clone, *last)))
      return failure();
    FailureOr<func::FuncOp> local = programOf(clone);
    if (failed(local))
      return failure();
    return compareDevices(*local, *values, global->results.front());
  }

  LogicalResult compareDevices(func::FuncOp local,
                               const std::vector<Tensor> &values,
                               const std::vector<Tensor> &expected) {
    Ports ports = portsOf(local);
    std::vector<std::vector<Tensor>> parts(ports.mesh.numDevices());
    for (auto [place, arguments] : llvm::enumerate(parts))
      for (auto [value, port] : llvm::zip_equal(values, ports.arguments))
        arguments.push_back(shardOf(value, port.sharding, ports.mesh, place));
    FailureOr<Outcome> outcome = reference::interpret(local, parts);
    if (failed(outcome) || failed(checkPrediction(local, outcome->sites)))
      return failure();
    double worst = 0;
    for (auto [i, port] : llvm::enumerate(ports.results)) {
      std::vector<Tensor> mine;
      for (const std::vector<Tensor> &results : outcome->results)
        mine.push_back(results[i]);
      FailureOr<Tensor> whole = wholeOf(mine, port.shape, port.sharding,
                                        ports.mesh, local, port.name);
      if (failed(whole) ||
          failed(compareResult(local, port.name, *whole, expected[i], worst)))
        return failure();
    }
    llvm::outs() << "equivalence: " << parts.size() << " devices, "
                 << expected.size() << " results, max relative difference "
                 << llvm::format("%.1e", worst)
                 << ", collectives: " << describe(outcome->sites) << '\n';
    return success();
  }

  LogicalResult compareResult(func::FuncOp local, StringRef name,
                              const Tensor &got, const Tensor &expected,
                              double &worst) {
    int64_t element = 0;
    double difference = reference::relativeDifference(got, expected, element);
    bool exact = isa<IntegerType>(expected.elementType());
    if (!(difference <= (exact ? 0.0 : tolerance.getValue())))
      return local.emitError("result '")
             << name << "' must be what one device gives, "
             << expected.spell(element) << " at element " << element
             << ", got: " << got.spell(element);
    worst = std::max(worst, difference);
    return success();
  }

  Option<int64_t> seed{*this, "seed", llvm::cl::desc("Of the inputs"),
                       llvm::cl::init(1)};
  Option<std::string> inputs{*this, "inputs",
                             llvm::cl::desc("A file with arguments by name")};
  Option<double> tolerance{*this, "tolerance",
                           llvm::cl::desc("max |a-b| / max |b| of floats"),
                           llvm::cl::init(1e-5)};
  Option<std::string> stage{
      *this, "stage",
      llvm::cl::desc("The last stage: partition, fuse or overlap"),
      llvm::cl::init("partition")};
};
} // namespace

void plait::test::registerEquivalencePass() {
  PassRegistration<TestEquivalencePass>();
}
