//===- TestBesideOneDevice.cpp - Hand-written SPMD against one device -----===//
//
// A module has a program for one device, `@one_device`, and local programs that
// should compute the same. Each of these runs on simulated devices, with its
// parts of the arguments that `@one_device` names by `test.value`. One line per
// result says whether it is what one device gives, else where it first differs:
// the device by its coordinates, the element, both values, the op that made it.
//
//===----------------------------------------------------------------------===//
#include "Equivalence.h"
#include "TestPasses.h"

#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassRegistry.h"
#include "plait/support/UserLocation.h"

using namespace mlir;
using namespace plait;
using namespace plait::test;
using reference::Outcome;
using reference::Tensor;

static FailureOr<std::vector<Tensor>> argumentsOf(func::FuncOp whole) {
  std::vector<Tensor> values;
  for (unsigned i = 0; i < whole.getNumArguments(); ++i) {
    auto elements = whole.getArgAttrOfType<ElementsAttr>(i, "test.value");
    std::optional<Tensor> value =
        elements ? reference::tensorOf(elements) : std::nullopt;
    if (!value || elements.getShapedType() != whole.getArgumentTypes()[i])
      return whole.emitError("argument ")
             << i << " must have a 'test.value' of its type";
    values.push_back(*value);
  }
  return values;
}

static std::string spell(const Tensor &tensor) {
  std::string text;
  for (int64_t i = 0; i < tensor.numElements(); ++i)
    text += (i ? ", " : "") + tensor.spell(i);
  return "[" + text + "]";
}

/// "device 1 (x=1)".
static std::string spellDevice(const Mesh &mesh, int64_t place) {
  std::string text;
  int64_t rest = place;
  for (const MeshAxis &axis : llvm::reverse(mesh.axes)) {
    text = axis.name + "=" + std::to_string(rest % axis.size) +
           (text.empty() ? "" : ", ") + text;
    rest /= axis.size;
  }
  return "device " + std::to_string(place) + " (" + text + ")";
}

/// Which element of `part`, that `place` holds, is not that of the whole.
static std::optional<std::string>
differenceOn(const Mesh &mesh, const Port &port, int64_t place,
             const Tensor &part, const Tensor &whole, double tolerance) {
  ShardBox box = shardBox(mesh, port.shape, port.sharding, place);
  llvm::SmallVector<int64_t> zeros(box.size.size(), 0);
  Tensor own(part.elementType(), box.size), expected = own;
  reference::copyBox(part, zeros, own, zeros, box.size);
  reference::copyBox(whole, box.offset, expected, zeros, box.size);
  int64_t element = 0;
  if (reference::relativeDifference(own, expected, element) <= tolerance)
    return std::nullopt;
  std::string index;
  for (int64_t d = box.size.size() - 1, rest = element; d >= 0; --d) {
    index = std::to_string(rest % box.size[d] + box.offset[d]) +
            (index.empty() ? "" : ", ") + index;
    rest /= box.size[d];
  }
  return spellDevice(mesh, place) + " at [" + index + "]: got " +
         own.spell(element) + ", one device gives " + expected.spell(element);
}

namespace {
struct TestBesideOneDevicePass
    : PassWrapper<TestBesideOneDevicePass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestBesideOneDevicePass)

  TestBesideOneDevicePass() = default;
  TestBesideOneDevicePass(const TestBesideOneDevicePass &o) : PassWrapper(o) {}

  llvm::StringRef getArgument() const final {
    return "plait-test-beside-one-device";
  }
  llvm::StringRef getDescription() const final {
    return "Compares local programs with '@one_device' of the same module";
  }

  void runOnOperation() override {
    auto whole = getOperation().lookupSymbol<func::FuncOp>("one_device");
    if (!whole) {
      getOperation().emitError("must have a function 'one_device'");
      return signalPassFailure();
    }
    FailureOr<std::vector<Tensor>> values = argumentsOf(whole);
    if (failed(values))
      return signalPassFailure();
    FailureOr<Outcome> expected = reference::interpret(whole, {*values});
    if (failed(expected))
      return signalPassFailure();
    for (auto local : getOperation().getOps<func::FuncOp>())
      if (local != whole &&
          failed(compare(local, *values, expected->results.front())))
        signalPassFailure();
    llvm::outs().flush();
  }

  LogicalResult compare(func::FuncOp local, const std::vector<Tensor> &values,
                        const std::vector<Tensor> &expected) {
    nameArguments(local);
    Ports ports = portsOf(local);
    if (ports.arguments.size() != values.size() ||
        ports.results.size() != expected.size())
      return local.emitError(
          "must have the arguments and results of 'one_device'");
    std::vector<std::vector<Tensor>> parts(ports.mesh.numDevices());
    for (auto [place, arguments] : llvm::enumerate(parts))
      for (auto [value, port] : llvm::zip_equal(values, ports.arguments))
        arguments.push_back(shardOf(value, port.sharding, ports.mesh, place));
    FailureOr<Outcome> outcome = reference::interpret(local, parts);
    if (failed(outcome))
      return failure();
    for (auto [i, port] : llvm::enumerate(ports.results)) {
      std::optional<std::string> difference;
      for (auto [place, results] : llvm::enumerate(outcome->results))
        if (!difference)
          difference = differenceOn(ports.mesh, port, place, results[i],
                                    expected[i], tolerance);
      report(local, i, port.name, difference, expected[i]);
    }
    return success();
  }

  void report(func::FuncOp local, unsigned number, StringRef name,
              const std::optional<std::string> &difference,
              const Tensor &expected) {
    llvm::outs() << '@' << local.getName() << ": result '" << name << "' ";
    if (!difference) {
      llvm::outs() << "is that of one device: " << spell(expected) << '\n';
      return;
    }
    llvm::outs() << "differs on " << *difference;
    Operation *end = local.getBody().front().getTerminator();
    if (Operation *maker = end->getOperand(number).getDefiningOp())
      llvm::outs() << "; made by " << maker->getName() << " at "
                   << userLocation(maker->getLoc());
    llvm::outs() << '\n';
  }

  Option<double> tolerance{*this, "tolerance",
                           llvm::cl::desc("max |a-b| / max |b| of floats"),
                           llvm::cl::init(1e-6)};
};
} // namespace

void plait::test::registerBesideOneDevicePass() {
  PassRegistration<TestBesideOneDevicePass>();
}
