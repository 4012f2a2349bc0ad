//===- WriteSdy.cpp - Shardings back into the user's program --------------===//
//
// Before: func.func @main(%x: tensor<8x4xf32> {sdy.sharding = <@m, [{"x"},
// {?}]>},
//                         %w: tensor<4x4xf32>)
// After:  func.func @main(%x: tensor<8x4xf32> {sdy.sharding = <@m, [{"x"},
// {}]>},
//                         %w: tensor<4x4xf32> {sdy.sharding = <@m, [{}, {}]>})
//
//===----------------------------------------------------------------------===//
#include "plait/interop/WriteSdy.h"

#include "ToSdy.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "plait/dialects/input/sdy/Sdy.h"
#include "plait/dialects/input/stablehlo/Stablehlo.h"
#include "plait/dialects/plait/Plait.h"
#include "plait/dialects/plait/PortAttrs.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace plait::interop {

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// An op of which import makes constraints on its results.
static bool statesSharding(Operation *op) {
  return isa<sdy::ShardingConstraintOp, sdy::ReshardOp>(op) ||
         (op->getNumResults() == 1 && op->hasAttr(sdy::kShardingAttr));
}

void numberConstraints(ModuleOp module) {
  int64_t number = 0;
  Builder b(module.getContext());
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (statesSharding(op))
      op->setLoc(FusedLoc::get(b.getContext(), {op->getLoc()},
                               b.getI64IntegerAttr(number)));
    ++number;
  });
}

/// Arguments of a loop's body: its number, then their places.
static void numberCarried(stablehlo::WhileOp loop, int64_t number) {
  Builder b(loop.getContext());
  for (BlockArgument argument : loop.getBody().getArguments())
    argument.setLoc(FusedLoc::get(
        b.getContext(), {argument.getLoc()},
        b.getDenseI64ArrayAttr({number, argument.getArgNumber()})));
}

void numberOps(ModuleOp module) {
  int64_t number = 0;
  Builder b(module.getContext());
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto loop = dyn_cast<stablehlo::WhileOp>(op))
      numberCarried(loop, number);
    op->setLoc(FusedLoc::get(b.getContext(), {op->getLoc()},
                             b.getI64IntegerAttr(number++)));
  });
}

SmallVector<Operation *> opsByNumber(ModuleOp module) {
  SmallVector<Operation *> ops;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) { ops.push_back(op); });
  return ops;
}

std::optional<int64_t> numberIn(Location location) {
  while (auto call = dyn_cast<CallSiteLoc>(location))
    location = call.getCallee();
  auto fused = dyn_cast<FusedLoc>(location);
  auto number =
      fused ? dyn_cast_or_null<IntegerAttr>(fused.getMetadata()) : nullptr;
  return number ? std::optional(number.getInt()) : std::nullopt;
}

std::optional<CarriedNumber> carriedIn(Location location) {
  while (auto call = dyn_cast<CallSiteLoc>(location))
    location = call.getCallee();
  auto fused = dyn_cast<FusedLoc>(location);
  auto numbers = fused
                     ? dyn_cast_or_null<DenseI64ArrayAttr>(fused.getMetadata())
                     : DenseI64ArrayAttr();
  if (!numbers || numbers.size() != 2)
    return std::nullopt;
  return CarriedNumber{numbers[0], numbers[1]};
}

//===----------------------------------------------------------------------===//
// Shardings
//===----------------------------------------------------------------------===//

static sdy::AxisRefAttr toSdy(AxisRefAttr axis, const Mesh &mesh) {
  int position = mesh.find(axis.getName());
  bool isWhole = axis.isWhole() ||
                 (position >= 0 && axis.getSize() == mesh.axes[position].size);
  return sdy::AxisRefAttr::get(axis.getContext(), axis.getName(),
                               isWhole ? 1 : axis.getPre(),
                               isWhole ? 0 : axis.getSize());
}

static SmallVector<sdy::AxisRefAttr> toSdy(ArrayRef<AxisRefAttr> axes,
                                           const Mesh &mesh) {
  return llvm::map_to_vector(
      axes, [&](AxisRefAttr axis) { return toSdy(axis, mesh); });
}

std::optional<sdy::ReductionKind> toSdy(Combiner combiner) {
  switch (combiner) {
  case Combiner::Sum:
    return sdy::ReductionKind::SUM;
  case Combiner::Max:
    return sdy::ReductionKind::MAX;
  case Combiner::Min:
    return sdy::ReductionKind::MIN;
  default:
    return std::nullopt;
  }
}

FailureOr<sdy::TensorShardingAttr> toSdy(ShardingAttr sharding,
                                         const Mesh &mesh, Location location) {
  MLIRContext *context = sharding.getContext();
  SmallVector<sdy::DimensionShardingAttr> dims;
  for (DimShardingAttr dim : sharding.getDims())
    dims.push_back(sdy::DimensionShardingAttr::get(
        context, toSdy(dim.getAxes(), mesh), /*isClosed=*/true, std::nullopt));
  SmallVector<sdy::AxisRefAttr> unreduced;
  auto kind = sdy::ReductionKind::SUM;
  for (PartialAxisAttr partial : sharding.getPartial()) {
    std::optional<sdy::ReductionKind> own = toSdy(partial.getCombiner());
    if (!own || (!unreduced.empty() && *own != kind))
      return emitError(location, "sdy must reduce the parts of a value by one "
                                 "of sum, max and min, got: ")
             << str(partial.getCombiner());
    kind = *own;
    unreduced.push_back(toSdy(partial.getAxis(), mesh));
  }
  return sdy::TensorShardingAttr::get(context, sharding.getMesh(), dims,
                                      /*replicatedAxes=*/{}, unreduced, kind);
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

namespace {
class SdyWriter {
public:
  SdyWriter(ModuleOp original, func::FuncOp found, MeshOp meshOp)
      : original(original), found(found), meshOp(meshOp),
        mesh(meshOp.getValue()), ops(opsByNumber(original)) {}

  LogicalResult run() {
    if (failed(writeMesh()) || failed(writeBoundary()) ||
        failed(writeConstraints()))
      return failure();
    setPartitions();
    return verify(original);
  }

private:
  LogicalResult writeMesh() {
    MLIRContext *context = original.getContext();
    SmallVector<sdy::MeshAxisAttr> axes;
    for (const MeshAxis &axis : mesh.axes)
      axes.push_back(sdy::MeshAxisAttr::get(context, axis.name, axis.size));
    auto attr = sdy::MeshAttr::get(context, axes, mesh.deviceIds);
    Operation *old = original.lookupSymbol(meshOp.getSymNameAttr());
    if (auto oldMesh = dyn_cast_or_null<sdy::MeshOp>(old)) {
      if (oldMesh.getMesh() != attr) {
        oldMesh.setMeshAttr(attr);
        // JAX's copy of the axes, which would contradict.
        oldMesh->removeDiscardableAttr("stablehlo.mesh");
      }
      return success();
    }
    if (old)
      return old->emitError("the mesh must have a name of its own, got: @")
             << meshOp.getSymName();
    OpBuilder b = OpBuilder::atBlockBegin(original.getBody());
    sdy::MeshOp::create(b, original.getLoc(), meshOp.getSymName(), attr);
    return success();
  }

  /// The sharding that was found becomes sdy's attribute.
  LogicalResult writePort(DictionaryAttr found, NamedAttrList &attributes,
                          Location location) {
    auto attr = found ? found.getAs<ShardingAttr>(kShardingAttr) : nullptr;
    if (!attr)
      return success();
    auto sharding = toSdy(attr, mesh, location);
    if (failed(sharding))
      return failure();
    attributes.set(sdy::kShardingAttr, *sharding);
    return success();
  }

  LogicalResult writeBoundary() {
    auto main = original.lookupSymbol<func::FuncOp>("main");
    PortAttrs ports(main);
    for (unsigned i = 0; i < main.getNumArguments(); ++i)
      if (failed(writePort(found.getArgAttrDict(i), ports.argument(i),
                           main.getArgument(i).getLoc())))
        return failure();
    // Checks of values give the imported main more results.
    for (unsigned i = 0; i < main.getNumResults(); ++i)
      if (failed(writePort(found.getResultAttrDict(i), ports.result(i),
                           main.getLoc())))
        return failure();
    ports.apply();
    return success();
  }

  /// By the user's op what its constraints became; null where they differ.
  llvm::MapVector<int64_t, ShardingAttr> collectConstraints() {
    llvm::MapVector<int64_t, ShardingAttr> became;
    found.walk([&](ConstraintOp constraint) {
      std::optional<int64_t> number = numberIn(constraint.getLoc());
      if (!number)
        return;
      auto [known, isNew] = became.insert({*number, constraint.getSharding()});
      if (!isNew && known->second != constraint.getSharding())
        known->second = {};
    });
    return became;
  }

  LogicalResult writeConstraints() {
    for (auto [number, attr] : collectConstraints()) {
      if (!attr || number >= int64_t(ops.size()))
        continue;
      auto sharding = toSdy(attr, mesh, ops[number]->getLoc());
      if (failed(sharding))
        return failure();
      complete(ops[number], *sharding);
    }
    return success();
  }

  static void complete(Operation *op, sdy::TensorShardingAttr sharding) {
    if (auto constraint = dyn_cast<sdy::ShardingConstraintOp>(op))
      constraint.setShardingAttr(sharding);
    else if (auto reshard = dyn_cast<sdy::ReshardOp>(op))
      reshard.setShardingAttr(sharding);
    else
      op->setAttr(sdy::kShardingAttr, sdy::TensorShardingPerValueAttr::get(
                                          op->getContext(), sharding));
  }

  /// XLA partitions for as many devices.
  void setPartitions() {
    Builder b(original.getContext());
    original->setAttr("mhlo.num_partitions",
                      b.getI32IntegerAttr(mesh.numDevices()));
    if (!original->hasAttr("mhlo.num_replicas"))
      original->setAttr("mhlo.num_replicas", b.getI32IntegerAttr(1));
  }

  ModuleOp original;
  func::FuncOp found;
  MeshOp meshOp;
  Mesh mesh;
  SmallVector<Operation *> ops; // by number
};
} // namespace

/// The mesh that the shardings of `main` name.
static MeshOp meshOf(func::FuncOp main) {
  ShardingAttr any;
  for (unsigned i = 0; !any && i < main.getNumArguments(); ++i)
    any = main.getArgAttrOfType<ShardingAttr>(i, kShardingAttr);
  for (unsigned i = 0; !any && i < main.getNumResults(); ++i)
    any = main.getResultAttrOfType<ShardingAttr>(i, kShardingAttr);
  return any ? lookupMesh(main, any.getMesh()) : MeshOp();
}

LogicalResult writeSdy(ModuleOp original, ModuleOp propagated) {
  auto found = propagated.lookupSymbol<func::FuncOp>("main");
  MeshOp mesh = found ? meshOf(found) : MeshOp();
  if (!mesh || mesh.getValue().axes.empty())
    return original.emitError("the program must have a mesh, its own or that "
                              "of --mesh, for shardings to be written");
  return SdyWriter(original, found, mesh).run();
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

/// A constant that would be printed as the bytes of its bits, which newer
/// versions of MLIR lay out differently.
static bool hasLongBooleans(ModuleOp module) {
  auto isLong = [](Attribute attribute) {
    auto elements = dyn_cast<DenseElementsAttr>(attribute);
    return elements && elements.getElementType().isInteger(1) &&
           !elements.isSplat() && elements.getNumElements() > 1;
  };
  WalkResult walk = module.walk([&](Operation *op) {
    for (NamedAttribute attribute : op->getAttrs())
      if (isLong(attribute.getValue()))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return walk.wasInterrupted();
}

void printForJax(ModuleOp module, llvm::raw_ostream &out) {
  OpPrintingFlags flags;
  flags.enableDebugInfo();
  if (hasLongBooleans(module))
    flags.printLargeElementsAttrWithHex(-1);
  module.print(out, flags);
  out << "\n";
}

} // namespace plait::interop
