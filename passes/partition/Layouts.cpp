//===- Layouts.cpp - Shardings in types, and what changing them costs -----===//
#include "Layouts.h"

#include "plait/dialects/coll/Coll.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace plait::partition {

FailureOr<Layouts> Layouts::create(ModuleOp module) {
  Layouts layouts;
  auto meshes = module.getOps<MeshOp>();
  if (meshes.empty())
    return layouts;
  if (std::next(meshes.begin()) != meshes.end())
    return (*std::next(meshes.begin()))
        .emitError("a program is partitioned over one mesh, got: a second one");
  MeshOp mesh = *meshes.begin();
  layouts.meshSymbol = FlatSymbolRefAttr::get(mesh.getSymNameAttr());
  layouts.meshValue = mesh.getValue();
  return layouts;
}

const Sharding &Layouts::of(RankedTensorType type) {
  std::unique_ptr<Sharding> &known = shardings[type];
  if (!known) {
    ShardingAttr attr = shardingOf(type);
    known = std::make_unique<Sharding>(
        attr && hasMesh() ? attr.toValue(meshValue).closed(meshValue)
                          : Sharding::replicatedOf(type.getRank()));
  }
  return *known;
}

const Sharding &Layouts::of(Value value) {
  return of(cast<RankedTensorType>(value.getType()));
}

RankedTensorType Layouts::with(RankedTensorType type,
                               const Sharding &sharding) {
  if (!hasMesh())
    return type;
  Sharding closed = sharding.closed(meshValue);
  llvm::sort(closed.partial, [](const PartialAxis &a, const PartialAxis &b) {
    return a.axis < b.axis;
  });
  return withSharding(type, ShardingAttr::get(meshSymbol, meshValue, closed));
}

RankedTensorType Layouts::canonical(RankedTensorType type) {
  RankedTensorType &known = canonicals[type];
  if (!known)
    known = with(type, of(type));
  return known;
}

RankedTensorType Layouts::local(RankedTensorType type) {
  RankedTensorType &known = locals[type];
  if (!known)
    known = RankedTensorType::get(localShape(type.getShape(), of(type)),
                                  type.getElementType());
  return known;
}

Type Layouts::local(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? Type(local(tensor)) : type;
}

const ReshardPlan &Layouts::plan(RankedTensorType from, RankedTensorType to) {
  std::unique_ptr<ReshardPlan> &known = plans[{from, to}];
  if (!known) {
    Sharding target = of(to);
    llvm::SmallVector<PartialAxis, 2> added = addedPartial(of(from), target);
    llvm::erase_if(target.partial, [&](const PartialAxis &part) {
      return llvm::is_contained(added, part);
    });
    known = std::make_unique<ReshardPlan>(planReshard(
        meshValue, from.getShape(), coll::elementBytes(from.getElementType()),
        of(from), target));
  }
  return *known;
}

double Layouts::cost(RankedTensorType from, RankedTensorType to) {
  if (from == to)
    return 0;
  const ReshardPlan &found = plan(from, to);
  return found.bytes + bytesPerMessage * found.communications();
}

AxesAttr Layouts::axes(llvm::ArrayRef<AxisRef> refs) const {
  return AxesAttr::get(meshSymbol, meshValue, refs);
}

std::string Layouts::names(llvm::ArrayRef<AxisRef> refs) const {
  std::string text;
  for (AxisRef ref : refs)
    text += (text.empty() ? "" : ", ") + meshValue.str(ref);
  return text;
}

llvm::SmallVector<AxisRef, 2> partialAxes(const Sharding &sharding) {
  return llvm::map_to_vector<2>(
      sharding.partial, [](const PartialAxis &part) { return part.axis; });
}

Sharding withoutPartial(Sharding sharding) {
  sharding.partial.clear();
  return sharding;
}

llvm::SmallVector<PartialAxis, 2> addedPartial(const Sharding &from,
                                               const Sharding &to) {
  llvm::SmallVector<PartialAxis, 2> added;
  for (const PartialAxis &part : to.partial)
    if (!llvm::is_contained(from.partial, part))
      added.push_back(part);
  return added;
}

} // namespace plait::partition
