//===- TestEquivalence.cpp - N devices give what one device gives ---------===//
//
// Interprets the program on one device, takes a copy through the stages, runs
// that on N simulated devices with its parts of the same inputs, puts the
// results together and compares (Equivalence.h).
//
//===----------------------------------------------------------------------===//
#include "Equivalence.h"
#include "ForeignCode.h"
#include "TestPasses.h"
#include "plait/analysis/Spmd.h"

#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace plait;
using namespace plait::test;
using reference::Outcome;
using reference::Tensor;

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
    insertStageDialects(registry);
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
    FailureOr<std::vector<Tensor>> values =
        seededInputs(main, seed, integers ? Values::Integral : Values::Real);
    if (failed(values) || failed(readInputs(main, inputs, *values)))
      return failure();
    PassManager pm(clone.getContext());
    PipelineOptions options;
    if (rings)
      options.ringBytes = 0;
    buildStages(pm, *last, options);
    FailureOr<Outcome> global =
        reference::interpret(main, {*values}, foreignCode());
    if (failed(global) || failed(pm.run(clone)))
      return failure();
    if (!drop.empty())
      dropOps(clone, drop);
    FailureOr<func::FuncOp> local = programOf(clone);
    // Behind fuse nobody says what a ring's steps are for.
    bool verifies = rings && *last == Stage::Partition;
    if (failed(local) || (verifies && failed(verifySpmd(clone, certainly()))))
      return failure();
    FailureOr<Comparison> found = compareWithOneDevice(
        *local, *values, global->results.front(), tolerance);
    if (failed(found))
      return failure();
    llvm::outs() << "equivalence: " << found->devices << " devices, "
                 << global->results.front().size()
                 << " results, max relative difference "
                 << llvm::format("%.1e", found->worst)
                 << ", collectives: " << describe(found->sites) << '\n';
    llvm::outs().flush(); // a crash in the next program must not lose it
    return success();
  }

  /// What plait-compile refuses behind partition.
  static SpmdOptions certainly() {
    SpmdOptions options;
    options.certain = true;
    return options;
  }

  Option<int64_t> seed{*this, "seed", llvm::cl::desc("Of the inputs"),
                       llvm::cl::init(1)};
  Option<bool> integers{*this, "integers",
                        llvm::cl::desc("Inputs are small integers: exact"),
                        llvm::cl::init(false)};
  Option<std::string> inputs{*this, "inputs",
                             llvm::cl::desc("A file with arguments by name")};
  Option<double> tolerance{*this, "tolerance",
                           llvm::cl::desc("max |a-b| / max |b| of floats"),
                           llvm::cl::init(1e-5)};
  Option<std::string> stage{
      *this, "stage",
      llvm::cl::desc("The last stage: partition, fuse or overlap"),
      llvm::cl::init("partition")};
  Option<bool> rings{*this, "rings",
                     llvm::cl::desc("Whatever can be goes round in a ring, and "
                                    "the SPMD verifier must agree"),
                     llvm::cl::init(false)};
  Option<std::string> drop{
      *this, "drop",
      llvm::cl::desc("A fault, to test the tests: leave out ops of that name")};
};
} // namespace

void plait::test::registerEquivalencePass() {
  PassRegistration<TestEquivalencePass>();
}
