//===- Spmd.cpp - Declared types against inferred ones --------------------===//
#include "plait/analysis/Spmd.h"

#include "SpmdInference.h"
#include "SpmdState.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "plait/analysis/Ports.h"
#include "plait/dialects/coll/Coll.h"

using namespace mlir;
using namespace plait;

namespace plait::spmd {

//===----------------------------------------------------------------------===//
// Declared types
//===----------------------------------------------------------------------===//

/// Of a value that lies as `sharding` says along the axes of `visible`; its
/// local shape is `local`, its global one `global`.
static SpmdType declaredType(const Atoms &atoms, const Sharding &sharding,
                             ArrayRef<int64_t> global, ArrayRef<int64_t> local,
                             AtomMask visible) {
  SpmdType type;
  type.element = Element(atoms.size());
  for (auto [d, size] : llvm::enumerate(local)) {
    AtomList list;
    if (d < sharding.dims.size())
      for (uint8_t atom : atoms.of(sharding.dims[d].axes))
        if (visible >> atom & 1)
          list.push_back(atom);
    Dim dim = Dim::shard(list, size);
    type.element.set(maskOf(list), Kind::Sharded, nullptr);
    if (d < global.size() && size * atoms.extent(list) != global[d]) {
      dim.extent = global[d];
      type.element.pads.push_back({unsigned(d), {}});
    }
    type.dims.push_back(dim);
  }
  for (const PartialAxis &partial : sharding.partial)
    type.element.set(maskOf(atoms.of(partial.axis)) & visible, Kind::Partial,
                     nullptr, only(partial.combiner));
  return type;
}

/// What a dimension is that should be a shard `dim` and is none.
static std::string howWhole(const SpmdType &type, const Dim &dim,
                            const Atoms &atoms) {
  AtomMask varying = type.element.mask(Kind::Varying) & maskOf(dim.atoms);
  return varying ? ", elements that differ along " + atoms.names(varying) +
                       " in no order that is known"
                 : ", the same elements on all devices";
}

/// What keeps `type` from being `declared`; empty where nothing does.
static Reason mismatch(const SpmdType &type, const SpmdType &declared,
                       const Atoms &atoms, bool strict) {
  for (unsigned atom = 0; atom < atoms.size(); ++atom) {
    AxisType got = type.element.axes[atom];
    Kind wanted = declared.element.axes[atom].kind;
    std::string name = "'" + atoms.name(atom) + "'";
    if (wanted == Kind::Partial && got.kind == Kind::Partial)
      continue;
    if (got.kind == Kind::Partial)
      return {"must be combined over " + name +
                  ", over which it is still partial (" + str(got.combiners) +
                  (got.combiners ? "): each device has an addend"
                                 : "): only some device has it"),
              got.since, "partial since this op"};
    if (wanted == Kind::Invariant && got.kind != Kind::Invariant)
      return {"must be the same on all devices along " + name +
                  ", got: " + str(got.kind).str(),
              got.since, str(got.kind).str() + " since this op"};
  }
  for (auto [d, dim] : llvm::enumerate(declared.dims)) {
    const Dim &own = type.dims[d];
    bool fits = own.tag != Dim::Block || own.samePart(dim);
    if (!fits && strict)
      return {"must hold " + str(dim, atoms) + " of dimension " +
                  std::to_string(d) + ", got: " + str(own, atoms) +
                  (own.atoms == dim.atoms
                       ? ", parts of " + std::to_string(own.stride)
                   : own.isWhole() ? howWhole(type, dim, atoms)
                                   : ""),
              nullptr, ""};
  }
  for (const Pad &pad : type.element.pads)
    if (strict && pad.made && !pad.content && !declared.dims[pad.dim].extent &&
        type.dims[pad.dim].extent)
      return {"must hold elements of dimension " + std::to_string(pad.dim) +
                  " only, got: padding behind " +
                  std::to_string(type.dims[pad.dim].extent) + " of them",
              nullptr, ""};
  if (strict && !type.element.scale.isOne())
    return {"must be the value that one device computes, got: " +
                type.element.scale.str() + " times it: summed again" +
                summedOver(type.element.scale, atoms),
            type.element.scale.since, "it is summed again by this op"};
  return {};
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

namespace {
class Program {
public:
  Program(const Atoms &atoms, const SpmdOptions &options)
      : atoms(atoms), options(options) {}

  LogicalResult verify(func::FuncOp function);
  LogicalResult verify(ManualOp manual);
  /// `strict`: sums over shards are partial, and layouts must agree.
  LogicalResult verify(func::FuncOp function, bool strict);
  LogicalResult infer(func::FuncOp function, Inference &inference);

private:
  SpmdType declared(DictionaryAttr attributes, Type type);
  void sayOf(const llvm::DenseMap<Operation *, RowsFound> &claims);
  LogicalResult checkResult(Operation *at, Value value,
                            const SpmdType &declared, const Twine &what,
                            Inference &inference, bool strict);

  const Atoms &atoms;
  const SpmdOptions &options;
};
} // namespace

LogicalResult Program::checkResult(Operation *at, Value value,
                                   const SpmdType &declared, const Twine &what,
                                   Inference &inference, bool strict) {
  Reason first;
  for (const SpmdType &type : inference.of(value)) {
    Reason why = mismatch(type, declared, atoms, strict);
    if (why.text.empty())
      return success();
    if (first.text.empty())
      first = why;
  }
  Operation *maker = value.getDefiningOp() ? value.getDefiningOp() : at;
  InFlightDiagnostic error = maker->emitOpError() << what << ' ' << first.text;
  if (first.since && first.since != maker)
    error.attachNote(first.since->getLoc()) << first.sinceText;
  return error;
}

/// Counts claims, and explains which were not followed.
void Program::sayOf(const llvm::DenseMap<Operation *, RowsFound> &claims) {
  for (const auto &[claim, found] : claims) {
    bool followed = found.verdict != RowsFound::NotFollowed;
    if (options.counts) {
      ++options.counts->claims;
      options.counts->followed += followed;
    }
    if (options.explain && !followed)
      claim->emitRemark("of the rows of this exchange only the axes are "
                        "checked: they pass what cannot be followed")
              .attachNote(found.at->getLoc())
          << "this op";
  }
}

static Sharding shardingAttrOf(DictionaryAttr attributes, const Mesh &mesh,
                               int64_t rank) {
  auto sharding =
      attributes ? attributes.getAs<ShardingAttr>(kShardingAttr) : nullptr;
  return sharding ? sharding.toValue(mesh) : Sharding::replicatedOf(rank);
}

/// The shape of the whole; that of `type` where nothing is declared.
static ArrayRef<int64_t> globalShape(DictionaryAttr attributes,
                                     RankedTensorType type) {
  auto global = attributes ? attributes.getAs<TypeAttr>(kGlobalAttr) : nullptr;
  auto whole = global ? dyn_cast<RankedTensorType>(global.getValue()) : nullptr;
  return whole ? whole.getShape() : type.getShape();
}

static std::string nameOf(DictionaryAttr attributes, const char *kind,
                          unsigned number) {
  auto name = attributes ? attributes.getAs<StringAttr>(kNameAttr) : nullptr;
  return name ? "'" + name.str() + "'" : kind + std::to_string(number);
}

/// Whether it has collectives of that origin: "user", from a `plait.manual`
/// region, where no layout describes what operands are, or exchanges.
static bool hasCollectives(func::FuncOp function, StringRef origin) {
  return function
      .walk([&](plait::coll::CollectiveOpInterface op) {
        return op.getCollectiveSite().getOrigin() == origin
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

LogicalResult Program::verify(func::FuncOp function) {
  if (options.byHand || hasCollectives(function, "user"))
    return verify(function, false);
  if (!options.certain || !hasCollectives(function, kExchangeOrigin))
    return verify(function, true);
  {
    ScopedDiagnosticHandler silent(function.getContext(),
                                   [](Diagnostic &) { return success(); });
    if (succeeded(verify(function, true)))
      return success();
  }
  return verify(function, false);
}

/// What the attributes of an argument or result say.
SpmdType Program::declared(DictionaryAttr attributes, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor) { // a scalar
    SpmdType scalar;
    scalar.element = Element(atoms.size());
    return scalar;
  }
  return declaredType(
      atoms, shardingAttrOf(attributes, atoms.getMesh(), tensor.getRank()),
      globalShape(attributes, tensor), tensor.getShape(), ~AtomMask(0));
}

LogicalResult Program::infer(func::FuncOp function, Inference &inference) {
  Block &block = function.getBody().front();
  for (BlockArgument argument : block.getArguments())
    inference.set(argument,
                  {declared(function.getArgAttrDict(argument.getArgNumber()),
                            argument.getType())});
  return inference.visit(block);
}

LogicalResult Program::verify(func::FuncOp function, bool strict) {
  Inference inference(atoms, strict);
  LogicalResult visited = infer(function, inference);
  if (options.types)
    inference.show(function);
  sayOf(inference.claims());
  if (failed(visited))
    return failure();
  State state(function, atoms, inference);
  Operation *end = function.getBody().front().getTerminator();
  for (auto [i, value] : llvm::enumerate(end->getOperands())) {
    DictionaryAttr attributes = function.getResultAttrDict(i);
    std::string what = state.describeResult(i);
    if (what.empty())
      what = "result " + nameOf(attributes, "", i);
    if (failed(checkResult(end, value, declared(attributes, value.getType()),
                           what, inference, strict)))
      return failure();
  }
  return state.verify(options.explain);
}

LogicalResult Program::verify(ManualOp manual) {
  const Mesh &mesh = atoms.getMesh();
  AtomMask visible = maskOf(atoms.of(manual.getAxes().toValue(mesh)));
  Block &block = manual.getBody().front();
  Inference inference(atoms, /*strict=*/false);
  auto declared = [&](Attribute sharding, Type type) {
    auto shape = cast<RankedTensorType>(type).getShape();
    auto attr = dyn_cast<ShardingAttr>(sharding);
    return declaredType(
        atoms, attr ? attr.toValue(mesh) : Sharding::replicatedOf(shape.size()),
        {}, shape, visible);
  };
  for (auto [argument, sharding] :
       llvm::zip(block.getArguments(), manual.getInShardings()))
    inference.set(argument, {declared(sharding, argument.getType())});
  LogicalResult visited = inference.visit(block);
  if (options.types)
    inference.show(manual);
  if (failed(visited))
    return failure();
  for (auto [i, value, sharding] : llvm::enumerate(
           block.getTerminator()->getOperands(), manual.getOutShardings()))
    if (failed(checkResult(manual, value, declared(sharding, value.getType()),
                           "result " + Twine(i) + " of a manual region",
                           inference, false)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

namespace {
/// All (sub-)axes that a module names.
struct NamedAxes {
  llvm::SmallVector<AxisRef> refs;
  llvm::SmallVector<
      std::pair<llvm::SmallVector<AxisRef, 2>, llvm::SmallVector<AxisRef, 2>>>
      aligned;

  void add(ArrayRef<AxisRef> axes) { llvm::append_range(refs, axes); }
  void add(Attribute attribute, const Mesh &mesh) {
    auto sharding = dyn_cast_or_null<ShardingAttr>(attribute);
    if (sharding)
      llvm::append_range(refs, sharding.toValue(mesh).usedAxes());
  }
};
} // namespace

static NamedAxes namedAxes(ModuleOp module, const Mesh &mesh) {
  NamedAxes axes;
  module.walk([&](Operation *op) {
    if (auto function = dyn_cast<func::FuncOp>(op)) {
      for (unsigned i = 0; i < function.getNumArguments(); ++i)
        axes.add(function.getArgAttr(i, kShardingAttr), mesh);
      for (unsigned i = 0; i < function.getNumResults(); ++i)
        axes.add(function.getResultAttr(i, kShardingAttr), mesh);
    }
    if (auto collective = dyn_cast<coll::CollectiveOpInterface>(op))
      axes.add(collective.getCollectiveGroup().toValue(mesh));
    if (auto index = dyn_cast<coll::AxisIndexOp>(op))
      axes.add(index.getGroup().toValue(mesh));
    if (auto claim = dyn_cast<coll::RelocatedOp>(op))
      axes.add(claim.getGroup().toValue(mesh));
    if (auto ring = dyn_cast<coll::RingOp>(op))
      axes.add(ring.getGroup().toValue(mesh));
    auto pair = [&](auto permute) {
      axes.add(permute.getFrom().toValue(mesh));
      axes.add(permute.getTo().toValue(mesh));
      axes.aligned.push_back(
          {permute.getFrom().toValue(mesh), permute.getTo().toValue(mesh)});
    };
    if (auto permute = dyn_cast<coll::PermuteOp>(op))
      pair(permute);
    if (auto permute = dyn_cast<coll::PermuteStartOp>(op))
      pair(permute);
    if (auto manual = dyn_cast<ManualOp>(op)) {
      axes.add(manual.getAxes().toValue(mesh));
      for (Attribute sharding : manual.getInShardings())
        axes.add(sharding, mesh);
      for (Attribute sharding : manual.getOutShardings())
        axes.add(sharding, mesh);
    }
  });
  return axes;
}

/// Local: `partition` says the global type of each argument and result.
static bool isLocal(func::FuncOp function) {
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (function.getArgAttr(i, kGlobalAttr))
      return true;
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    if (function.getResultAttr(i, kGlobalAttr))
      return true;
  return false;
}

} // namespace plait::spmd

/// Nothing where the program is not verified: it has one device, or no single
/// mesh to speak of, or sub-axes that overlap.
static std::optional<spmd::Atoms> atomsOf(ModuleOp module) {
  MeshOp meshOp = onlyMesh(module);
  if (!meshOp)
    return std::nullopt;
  Mesh mesh = meshOp.getValue();
  spmd::NamedAxes axes = spmd::namedAxes(module, mesh);
  std::optional<spmd::Atoms> atoms =
      spmd::Atoms::create(mesh, axes.refs, axes.aligned);
  if (!atoms)
    meshOp.emitRemark("the program is not verified: its sub-axes overlap");
  return atoms;
}

LogicalResult plait::verifySpmd(ModuleOp module, const SpmdOptions &options) {
  std::optional<spmd::Atoms> atoms = atomsOf(module);
  if (!atoms)
    return success();
  spmd::Program program(*atoms, options);
  LogicalResult result = success();
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isDeclaration())
      continue;
    if (spmd::isLocal(function)) {
      if (failed(program.verify(function)))
        result = failure();
      continue;
    }
    function.walk([&](ManualOp manual) {
      if (failed(program.verify(manual)))
        result = failure();
    });
  }
  return result;
}

std::vector<bool>
plait::haveNoCopies(ModuleOp module,
                    ArrayRef<std::pair<Value, AxesAttr>> values) {
  std::vector<bool> result(values.size());
  std::optional<spmd::Atoms> atoms = atomsOf(module);
  if (!atoms || values.empty())
    return result;
  ScopedDiagnosticHandler silent(module.getContext(),
                                 [](Diagnostic &) { return success(); });
  SpmdOptions options;
  spmd::Program program(*atoms, options);
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isDeclaration() || !spmd::isLocal(function))
      continue;
    spmd::Inference inference(*atoms, /*strict=*/true);
    if (failed(program.infer(function, inference)))
      continue;
    for (auto [i, asked] : llvm::enumerate(values)) {
      auto [value, group] = asked;
      if (value.getParentRegion()->getParentOfType<func::FuncOp>() != function)
        continue;
      auto own = atoms->of(group.toValue(atoms->getMesh()));
      result[i] =
          llvm::all_of(inference.of(value), [&](const spmd::SpmdType &type) {
            return llvm::all_of(own, [&](uint8_t atom) {
              spmd::Kind kind = type.element.axes[atom].kind;
              return kind == spmd::Kind::Sharded || kind == spmd::Kind::Partial;
            });
          });
    }
  }
  return result;
}
