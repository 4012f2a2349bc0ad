//===- ManualOps.cpp - plait.manual in a global program -------------------===//
//
// The one device of a global program runs the region on all devices of the
// mesh: each gets its part of the operands along the manual axes, and the parts
// of the results are put together.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

#include "plait/dialects/plait/Plait.h"

using namespace mlir;
using namespace plait;
using namespace plait::reference;

namespace {
/// The manual axes of a sharding only: the others do not cut the region's
/// values.
struct Cut {
  const Mesh &mesh;
  SmallVector<AxisRef, 2> manual;

  Sharding of(Attribute attribute) const {
    Sharding sharding = cast<ShardingAttr>(attribute).toValue(mesh);
    Sharding cut = Sharding::replicatedOf(sharding.rank());
    for (auto [to, from] : llvm::zip(cut.dims, sharding.dims))
      for (AxisRef axis : from.axes)
        if (llvm::any_of(manual, [&](AxisRef m) { return m.contains(axis); }))
          to.axes.push_back(axis);
    return cut;
  }
};
} // namespace

static Tensor partOf(const Tensor &whole, const Sharding &cut, const Mesh &mesh,
                     int64_t place) {
  ShardBox box = shardBox(mesh, whole.shape(), cut, place);
  Tensor part(whole.elementType(), localShape(whole.shape(), cut));
  SmallVector<int64_t> zeros(whole.rank(), 0);
  poison(part);
  copyBox(whole, box.offset, part, zeros, box.size);
  return part;
}

static LogicalResult runManual(ManualOp op, Machine &machine, Devices on) {
  MeshOp found = lookupMesh(op, op.getAxes().getMesh());
  if (!found)
    return op.emitError("must name a mesh of the module");
  if (machine.numDevices() != 1)
    return op.emitError("the reference interpreter runs 'plait.manual' in "
                        "global programs only");
  Mesh mesh = found.getValue();
  Cut cut{mesh, op.getAxes().toValue(mesh)};
  Machine inner(mesh.numDevices(), machine.foreign);
  auto all = llvm::to_vector(llvm::seq<int>(0, mesh.numDevices()));
  Block &body = op.getBody().front();
  for (auto [operand, argument, sharding] :
       llvm::zip(op.getOperands(), body.getArguments(), op.getInShardings())) {
    Tensor whole;
    if (!machine.read(op, operand, on.front(), whole))
      return failure();
    for (int device : all)
      inner.set(argument, device,
                partOf(whole, cut.of(sharding), mesh, device));
  }
  if (failed(inner.runBlock(body, all)))
    return failure();
  Operation *end = body.getTerminator();
  for (auto [value, result, sharding] :
       llvm::zip(end->getOperands(), op.getResults(), op.getOutShardings())) {
    auto type = heldType(op, result.getType());
    if (!type)
      return failure();
    Tensor whole(type.getElementType(), type.getShape());
    SmallVector<int64_t> zeros(type.getRank(), 0);
    for (int device : llvm::reverse(all)) {
      Tensor part;
      if (!inner.read(end, value, device, part))
        return failure();
      ShardBox box = shardBox(mesh, type.getShape(), cut.of(sharding), device);
      copyBox(part, zeros, whole, box.offset, box.size);
    }
    machine.set(result, on.front(), whole);
  }
  return success();
}

void plait::reference::addManualOps(OpTable &table) { table.add(runManual); }
