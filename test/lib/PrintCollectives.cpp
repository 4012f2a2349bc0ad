//===- PrintCollectives.cpp - What a program sends, for tests -------------===//
//
// One line per kind and axes: how often it runs and what a device receives, in
// a step. Then one line with all of them.
//
//===----------------------------------------------------------------------===//
#include "TestPasses.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassRegistry.h"
#include "plait/analysis/Collectives.h"
#include "plait/dialects/coll/Coll.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace mlir;

namespace {
struct Sum {
  int64_t count = 0, bytes = 0;

  void add(const plait::CollectiveSite &site) {
    // In a loop of unknown length: one trip.
    count += site.count.value_or(1);
    bytes += site.bytesPerDevice;
  }
};

struct PrintCollectivesPass
    : PassWrapper<PrintCollectivesPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PrintCollectivesPass)

  llvm::StringRef getArgument() const final {
    return "plait-test-print-collectives";
  }
  llvm::StringRef getDescription() const final {
    return "Prints collectives of a local program by kind and axes";
  }

  void runOnOperation() override {
    std::map<std::string, Sum> sums;
    Sum total;
    for (const auto &site : plait::listCollectives(getOperation())) {
      sums[site.kind + " over " + llvm::join(site.axes, ",")].add(site);
      total.add(site);
    }
    for (auto &[name, sum] : sums)
      llvm::outs() << name << ": " << sum.count << ", " << sum.bytes
                   << " bytes\n";
    llvm::outs() << "collectives: " << total.count << ", " << total.bytes
                 << " bytes\n";
  }
};
} // namespace

void plait::test::registerPrintCollectivesPass() {
  PassRegistration<PrintCollectivesPass>();
}
