//===- ResolveStrategy.cpp - The placement that the command line names ----===//
//
// Before: a program, with or without a plait.placement.
// After:  at most one plait.placement, that of --placement if it is given, and
//         one that can be executed.
//
// `zero3@data+tp@model` is a strategy (include/plait/placement/Strategy.h),
// `@FILE` a file that holds a plait.placement.
//
//===----------------------------------------------------------------------===//
#include "plait/passes/place/Passes.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "plait/dialects/plait/Plait.h"
#include "plait/placement/Strategy.h"

namespace plait::place {
#define GEN_PASS_DEF_RESOLVESTRATEGYPASS
#include "plait/passes/place/Passes.h.inc"
} // namespace plait::place

using namespace mlir;
using namespace plait;

/// An error for what of a placement nothing carries out yet. Host memory is
/// that of the device on the CPU: what lies or is cached there just stays, and
/// the prediction says what a device of its own memory would move.
static LogicalResult checkExecutable(PlacementOp op) {
  Placement placement = op.getValue();
  for (TrainingState state : kTrainingStates) {
    if (placement[state].lifetime == Lifetime::Recomputed)
      return op.emitError("the ")
             << str(state)
             << " must be kept, since nothing recomputes them but what the "
                "program itself recomputes, got: recomputed";
  }
  for (const AxisUse &use : placement.roles)
    if (use.role == AxisRole::Stages)
      return op.emitError("an axis must not divide layers, since there is no "
                          "pipeline yet, got: '")
             << use.axis << "' with role stages";
  return success();
}

namespace {
struct ResolveStrategyPass
    : place::impl::ResolveStrategyPassBase<ResolveStrategyPass> {
  using ResolveStrategyPassBase::ResolveStrategyPassBase;

  void runOnOperation() override {
    if (failed(replacePlacement()))
      return signalPassFailure();
    auto placements = getOperation().getOps<PlacementOp>();
    if (placements.empty())
      return;
    if (!llvm::hasSingleElement(placements)) {
      InFlightDiagnostic error = (*std::next(placements.begin())).emitError()
                                 << "a program must have one placement";
      error.attachNote((*placements.begin()).getLoc()) << "the first placement";
      return signalPassFailure();
    }
    if (failed(checkExecutable(*placements.begin())))
      signalPassFailure();
  }

  LogicalResult replacePlacement() {
    if (placement.empty())
      return success();
    MeshOp mesh = onlyMesh(getOperation());
    if (!mesh)
      return getOperation().emitError()
             << "--placement: the program must have one mesh; give --mesh";
    for (auto old :
         llvm::make_early_inc_range(getOperation().getOps<PlacementOp>()))
      old.erase();
    StringRef text = placement;
    return text.consume_front("@") ? readFile(mesh, text) : parse(mesh, text);
  }

  LogicalResult parse(MeshOp mesh, StringRef text) {
    std::string error;
    std::optional<Placement> value =
        parseStrategy(text, mesh.getValue(), error);
    if (!value)
      return getOperation().emitError() << "--placement: " << error;
    OpBuilder builder(&getContext());
    builder.setInsertionPointAfter(mesh);
    PlacementOp::create(builder, getOperation().getLoc(), "placement",
                        FlatSymbolRefAttr::get(mesh.getSymNameAttr()), *value);
    return success();
  }

  /// The file's own mesh, if it has one, is not looked at: its axes are those
  /// of the program by name.
  LogicalResult readFile(MeshOp mesh, StringRef path) {
    ParserConfig config(&getContext(), /*verifyAfterParse=*/false);
    OwningOpRef<ModuleOp> file = parseSourceFile<ModuleOp>(path, config);
    if (!file)
      return getOperation().emitError()
             << "--placement: cannot read '" << path << "'";
    PlacementOp found = onlyPlacement(*file);
    if (!found)
      return getOperation().emitError()
             << "--placement: '" << path << "' must hold one plait.placement";
    OpBuilder builder(&getContext());
    builder.setInsertionPointAfter(mesh);
    auto clone = cast<PlacementOp>(builder.clone(*found));
    clone.setMeshAttr(FlatSymbolRefAttr::get(mesh.getSymNameAttr()));
    SymbolTableCollection symbols;
    return clone.verifySymbolUses(symbols);
  }
};
} // namespace
