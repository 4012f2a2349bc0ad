//===- Equivalence.cpp - N devices give what one device gives -------------===//

#include "Equivalence.h"

#include "ForeignCode.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "plait/analysis/Collectives.h"
#include "plait/dialects/coll/Coll.h"
#include "plait/dialects/linalgx/Linalgx.h"

using namespace mlir;
using namespace plait;
using namespace plait::test;
using reference::Outcome;
using reference::Tensor;

void test::nameArguments(func::FuncOp main) {
  Builder b(main.getContext());
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    if (!main.getArgAttr(i, kNameAttr))
      main.setArgAttr(i, kNameAttr, b.getStringAttr("arg" + std::to_string(i)));
}

void test::buildStages(OpPassManager &pm, Stage last,
                       const PipelineOptions &options) {
  for (Stage stage : kStages) {
    if (stage >= Stage::Propagate)
      buildStage(stage, pm, options);
    if (stage == last)
      break;
  }
}

void test::insertStageDialects(DialectRegistry &registry) {
  registry.insert<affine::AffineDialect, arith::ArithDialect,
                  complex::ComplexDialect, linalg::LinalgDialect,
                  math::MathDialect, scf::SCFDialect, tensor::TensorDialect,
                  PlaitDialect, coll::CollDialect, linalgx::LinalgxDialect>();
}

void test::dropOps(ModuleOp module, StringRef name) {
  module.walk([&](Operation *op) {
    if (op->getName().getStringRef() != name || op->getNumOperands() == 0 ||
        op->getNumResults() != 1 ||
        op->getOperand(0).getType() != op->getResult(0).getType())
      return;
    op->getResult(0).replaceAllUsesWith(op->getOperand(0));
    op->erase();
  });
}

//===----------------------------------------------------------------------===//
// What collectives move
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

static LogicalResult compareResult(func::FuncOp local, StringRef name,
                                   const Tensor &got, const Tensor &expected,
                                   double tolerance, double &worst) {
  int64_t element = 0;
  double difference = reference::relativeDifference(got, expected, element);
  bool exact = isa<IntegerType>(expected.elementType());
  if (!(difference <= (exact ? 0.0 : tolerance)))
    return local.emitError("result '")
           << name << "' must be what one device gives, "
           << expected.spell(element) << " at element " << element
           << ", got: " << got.spell(element);
  worst = std::max(worst, difference);
  return success();
}

FailureOr<Comparison> test::compareWithOneDevice(
    func::FuncOp local, const std::vector<Tensor> &inputs,
    const std::vector<Tensor> &expected, double tolerance) {
  Ports ports = portsOf(local);
  std::vector<std::vector<Tensor>> parts(ports.mesh.numDevices());
  for (auto [place, arguments] : llvm::enumerate(parts))
    for (auto [value, port] : llvm::zip_equal(inputs, ports.arguments))
      arguments.push_back(shardOf(value, port.sharding, ports.mesh, place));
  FailureOr<Outcome> outcome =
      reference::interpret(local, parts, foreignCode());
  if (failed(outcome) || failed(checkPrediction(local, outcome->sites)))
    return failure();
  Comparison comparison;
  comparison.devices = parts.size();
  for (auto [i, port] : llvm::enumerate(ports.results)) {
    std::vector<Tensor> mine;
    for (const std::vector<Tensor> &results : outcome->results)
      mine.push_back(results[i]);
    FailureOr<Tensor> whole =
        wholeOf(mine, port.shape, port.sharding, ports.mesh, local, port.name);
    if (failed(whole) ||
        failed(compareResult(local, port.name, *whole, expected[i], tolerance,
                             comparison.worst)))
      return failure();
  }
  comparison.sites = std::move(outcome->sites);
  return comparison;
}
