//===- PrintShardingRules.cpp - Rules as remarks, for tests ---------------===//
//
// At every op with tensors: its rule, checked for consistency, as a remark.
//
//===----------------------------------------------------------------------===//
#include "TestPasses.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassRegistry.h"
#include "plait/analysis/ShardingRules.h"
#include "plait/dialects/plait/Plait.h"

using namespace mlir;

namespace {
struct PrintShardingRulesPass
    : PassWrapper<PrintShardingRulesPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PrintShardingRulesPass)

  llvm::StringRef getArgument() const final {
    return "plait-test-print-sharding-rules";
  }
  llvm::StringRef getDescription() const final {
    return "Prints the sharding rule of each op with tensors";
  }

  void runOnOperation() override {
    getOperation().walk([](Operation *op) {
      auto isTensor = [](Type type) { return isa<RankedTensorType>(type); };
      if (isa<func::FuncOp, func::ReturnOp>(op) ||
          (llvm::none_of(op->getOperandTypes(), isTensor) &&
           llvm::none_of(op->getResultTypes(), isTensor)))
        return;
      std::optional<plait::ShardingRule> rule = plait::shardingRuleOf(op);
      llvm::outs() << op->getName() << ": "
                   << (rule ? plait::str(*rule) : "no rule") << '\n';
      if (rule)
        check(op, *rule);
    });
  }

  static llvm::SmallVector<llvm::SmallVector<int64_t>>
  shapesOf(ValueRange values) {
    llvm::SmallVector<llvm::SmallVector<int64_t>> shapes;
    for (Value value : values) {
      shapes.emplace_back();
      if (auto type = dyn_cast<RankedTensorType>(value.getType()))
        llvm::append_range(shapes.back(), type.getShape());
    }
    return shapes;
  }

  static void check(Operation *op, const plait::ShardingRule &rule) {
    if (std::optional<std::string> wrong = plait::check(
            rule, shapesOf(op->getOperands()), shapesOf(op->getResults())))
      op->emitError("wrong sharding rule: ") << *wrong;
  }
};
} // namespace

void plait::test::registerTestPasses() {
  PassRegistration<PrintShardingRulesPass>();
  registerBesideOneDevicePass();
  registerEquivalencePass();
  registerInterpretPass();
  registerMutantsPass();
  registerRuleTablePass();
  registerPrintCollectivesPass();
  registerPrintLivenessPass();
}
