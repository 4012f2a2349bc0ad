//===- TestInterpret.cpp - Runs a program and prints its results ----------===//
//
// On one device, or on `devices` simulated ones that each get inputs of their
// own. Inputs are seeded, or come from a file by name, as may what is expected.
//
//===----------------------------------------------------------------------===//
#include "Simulation.h"
#include "TestPasses.h"

#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassRegistry.h"
#include "plait/pipeline/TensorFiles.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace plait;
using namespace plait::test;
using reference::Outcome;
using reference::Tensor;

static void print(const Tensor &tensor) {
  llvm::outs() << "tensor<";
  for (int64_t size : tensor.shape())
    llvm::outs() << size << 'x';
  llvm::outs() << tensor.elementType() << "> [";
  for (int64_t i = 0; i < tensor.numElements(); ++i)
    llvm::outs() << (i ? ", " : "") << tensor.spell(i);
  llvm::outs() << "]\n";
}

namespace {
struct TestInterpretPass
    : PassWrapper<TestInterpretPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestInterpretPass)

  TestInterpretPass() = default;
  TestInterpretPass(const TestInterpretPass &o) : PassWrapper(o) {}

  llvm::StringRef getArgument() const final { return "plait-test-interpret"; }
  llvm::StringRef getDescription() const final {
    return "Interprets the program and prints its results";
  }

  void runOnOperation() override {
    FailureOr<func::FuncOp> main = programOf(getOperation());
    if (failed(main) || failed(run(*main)))
      signalPassFailure();
  }

  LogicalResult run(func::FuncOp main) {
    std::vector<std::vector<Tensor>> arguments;
    for (int64_t device = 0; device < devices; ++device) {
      FailureOr<std::vector<Tensor>> values = seededInputs(main, seed + device);
      if (failed(values) || failed(readInputs(main, inputs, *values)))
        return failure();
      arguments.push_back(*values);
    }
    FailureOr<Outcome> outcome = reference::interpret(main, arguments);
    if (failed(outcome))
      return failure();
    if (!expected.empty())
      return compare(main, outcome->results.front());
    for (auto [device, results] : llvm::enumerate(outcome->results))
      for (auto [i, result] : llvm::enumerate(results)) {
        if (devices > 1)
          llvm::outs() << "device " << device << ' ';
        llvm::outs() << "result" << i << ": ";
        print(result);
      }
    if (!outcome->sites.empty())
      llvm::outs() << "collectives: " << describe(outcome->sites) << '\n';
    return success();
  }

  LogicalResult compare(func::FuncOp main, ArrayRef<Tensor> results) {
    FailureOr<std::vector<runtime::Tensor>> file = readFile(main, expected);
    if (failed(file))
      return failure();
    double worst = 0;
    int64_t compared = 0;
    for (auto [i, result] : llvm::enumerate(results)) {
      auto name = main.getResultAttrOfType<StringAttr>(i, kNameAttr);
      for (const runtime::Tensor &tensor : *file) {
        if (!name || tensor.name != name.getValue())
          continue;
        Tensor wanted = fromFile(tensor, result.elementType());
        int64_t element = 0;
        double difference =
            reference::relativeDifference(result, wanted, element);
        ++compared;
        worst = std::max(worst, difference);
        if (!(difference <= tolerance))
          main.emitError("result ")
              << name << " must be " << wanted.spell(element) << " at element "
              << element << ", got: " << result.spell(element)
              << " (relative to the largest: "
              << llvm::formatv("{0:E2}", difference).str() << ")";
      }
    }
    llvm::outs() << compared << " of " << results.size()
                 << " results compared, max relative difference "
                 << llvm::format("%.1e", worst) << '\n';
    return success(worst <= tolerance);
  }

  Option<int64_t> seed{*this, "seed", llvm::cl::desc("Of the inputs"),
                       llvm::cl::init(1)};
  Option<int64_t> devices{*this, "devices",
                          llvm::cl::desc("How many devices to simulate"),
                          llvm::cl::init(1)};
  Option<std::string> inputs{*this, "inputs",
                             llvm::cl::desc("A file with arguments by name")};
  Option<std::string> expected{*this, "expected",
                               llvm::cl::desc("A file with results by name")};
  Option<double> tolerance{*this, "tolerance",
                           llvm::cl::desc("max |a-b| / max |b| of floats"),
                           llvm::cl::init(1e-5)};
};
} // namespace

void plait::test::registerInterpretPass() {
  PassRegistration<TestInterpretPass>();
}
