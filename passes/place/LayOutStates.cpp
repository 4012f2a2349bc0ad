//===- LayOutStates.cpp - Shardings of arguments from a placement ---------===//
//
// Before: %w {plait.state = parameter}, %m {optimizer}, %x {batch}
// After:  ZeRO-3 over "data": %w and %m sharded alike over "data", closed; %x's
//         first dimension over "data"; the placement is resolved.
//
// Last of the passes that carry out a placement: those before it choose the
// same dimensions from the same shardings.
//
//===----------------------------------------------------------------------===//
#include "plait/passes/place/Passes.h"

#include "Examples.h"
#include "PlacedProgram.h"
#include "StateLayout.h"
#include "TrainingStep.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringSet.h"

#define DEBUG_TYPE "plait-place-lay-out-states"

namespace plait::place {
#define GEN_PASS_DEF_LAYOUTSTATESPASS
#include "plait/passes/place/Passes.h.inc"
} // namespace plait::place

using namespace mlir;
using namespace plait;
using namespace plait::place;

namespace {
struct LayOutStatesPass : place::impl::LayOutStatesPassBase<LayOutStatesPass>,
                          PlacedProgram {
  void runOnOperation() override {
    if (!read(getOperation()))
      return;
    if (failed(checkStates()) || failed(checkRoles()))
      return signalPassFailure();
    layOutParameters();
    for (unsigned i = 0; i < main.getNumArguments(); ++i)
      layOutOther(i);
    op.setResolved(true);
  }

  bool has(StateKind kind) {
    for (unsigned i = 0; i < main.getNumArguments(); ++i)
      if (stateOf(main, i) == kind)
        return true;
    return false;
  }

  /// A placement speaks of states: some argument must have one.
  LogicalResult checkStates() {
    if (!has(StateKind::Parameter))
      return op.emitError("a placement needs to know which arguments are "
                          "parameters; give --state NAME=parameter");
    bool splitsBatch = llvm::any_of(placement.roles, [](const AxisUse &use) {
      return use.role == AxisRole::Batch;
    });
    if (splitsBatch && !has(StateKind::Batch))
      return op.emitError("a placement that splits the batch needs to know "
                          "which arguments are examples; give --state "
                          "NAME=batch");
    return success();
  }

  /// Roles other than batch and storage are carried out by passes before: they
  /// leave the axis on an argument or a constraint.
  LogicalResult checkRoles() {
    llvm::StringSet<> used;
    getOperation().walk([&](Operation *inner) {
      inner->getAttrDictionary().walk(
          [&](AxisRefAttr axis) { used.insert(axis.getName()); });
    });
    for (const AxisUse &use : placement.roles)
      if (use.role != AxisRole::Batch && use.role != AxisRole::Storage &&
          !used.contains(use.axis))
        return op.emitError("an axis must divide something of the program, "
                            "got: '")
               << use.axis << "' with role " << str(use.role)
               << ", over which nothing is split";
    return success();
  }

  void set(unsigned argument, const Sharding &sharding) {
    ShardingAttr attr = attribute(sharding);
    main.setArgAttr(argument, kShardingAttr, attr);
    // The result that replaces it lies like it.
    if (auto alias = main.getArgAttrOfType<IntegerAttr>(argument, kAliasAttr))
      if (main.getResultAttr(alias.getInt(), kShardingAttr))
        main.setResultAttr(alias.getInt(), kShardingAttr, attr);
  }

  void layOutParameters() {
    SmallVector<AxisRef, 2> storage = storageAxes(placement, mesh);
    for (const Parameter &parameter : TrainingStep::read(main).parameters) {
      Sharding base = place::statedSharding(main, parameter.argument, mesh);
      auto dims = chooseDims(parameter.type().getShape(), base, storage,
                             parameter.stacked);
      for (unsigned number : parameter.optimizer) {
        auto type = dyn_cast<RankedTensorType>(main.getArgumentTypes()[number]);
        if (!type || type.getShape() != parameter.type().getShape() ||
            !done.insert(number).second)
          continue;
        bool own = bool(main.getArgAttr(number, kShardingAttr));
        set(number,
            extend(own ? place::statedSharding(main, number, mesh) : base, dims,
                   axesOf(placement, TrainingState::Optimizer, mesh)));
      }
      set(parameter.argument,
          extend(base, dims,
                 parameterAxes(placement, mesh, parameter.isTrained())));
      done.insert(parameter.argument);
    }
  }

  /// Batches, and optimizer states that no parameter of their shape meets.
  void layOutOther(unsigned argument) {
    auto type = dyn_cast<RankedTensorType>(main.getArgumentTypes()[argument]);
    std::optional<StateKind> state = stateOf(main, argument);
    if (!type || !state || done.contains(argument))
      return;
    Sharding base = place::statedSharding(main, argument, mesh);
    if (*state == StateKind::Optimizer) {
      SmallVector<AxisRef, 2> axes =
          axesOf(placement, TrainingState::Optimizer, mesh);
      set(argument,
          extend(base, chooseDims(type.getShape(), base, axes, {}), axes));
    } else if (*state == StateKind::Batch && type.getRank() > 0) {
      layOutBatch(argument, base);
    }
  }

  /// The rows of examples over the devices; all of what is no examples.
  void layOutBatch(unsigned argument, const Sharding &base) {
    SmallVector<AxisRef, 2> axes = batchAxes(placement, mesh);
    SmallVector<AxisDim, 2> chosen;
    StringRef reason = whyNoExamples(argument, sizeOf(axes));
    if (reason.empty())
      for (AxisRef axis : axes)
        chosen.push_back({axis, dimOfExamples(argument)});
    else
      remark::missed(main.getArgument(argument).getLoc(),
                     remark::RemarkOpts::name("Batch").category(DEBUG_TYPE))
          << remark::add("{0} is whole on each device", nameOf(main, argument))
          << remark::reason("{0}", reason);
    set(argument, extend(base, chosen, axes));
  }

  /// A stack of batches, of which a loop reads one at a time, is no batch.
  int dimOfExamples(unsigned argument) {
    SmallVector<int> stacked;
    for (Operation *user : main.getArgument(argument).getUsers())
      isStackSlice(user, stacked);
    auto type = cast<RankedTensorType>(main.getArgumentTypes()[argument]);
    for (int dim = 0; dim < type.getRank(); ++dim)
      if (!llvm::is_contained(stacked, dim))
        return dim;
    return 0;
  }

  int64_t rowsOf(unsigned argument) {
    auto type = cast<RankedTensorType>(main.getArgumentTypes()[argument]);
    return type.getDimSize(dimOfExamples(argument));
  }

  /// Empty where an argument of the batch has examples.
  StringRef whyNoExamples(unsigned argument, int64_t devices) {
    if (readsWordsApart(main.getArgument(argument)))
      return "what reads it reads a certain word of it";
    // Fewer examples than devices are divided as far as they go.
    bool othersHaveMore =
        llvm::any_of(llvm::seq(main.getNumArguments()), [&](unsigned other) {
          auto type =
              dyn_cast<RankedTensorType>(main.getArgumentTypes()[other]);
          return type && type.getRank() > 0 &&
                 stateOf(main, other) == StateKind::Batch &&
                 rowsOf(other) >= devices;
        });
    return rowsOf(argument) < devices && othersHaveMore
               ? "it has fewer rows than there are devices, others of the "
                 "batch "
                 "have more"
               : "";
  }

  llvm::DenseSet<unsigned> done;
};
} // namespace
