//===- StateTags.cpp - Training states said in the program ----------------===//
//
// Before: %1 = stablehlo.composite "plait.state" %arg0 {composite_attributes =
//         {state = "parameter"}, decomposition = @identity}
// After:  %arg0, an argument with plait.state = #plait.state<parameter>
//
// In JAX: jax.lax.composite(lambda x, *, state: x, name="plait.state")(w,
// state="parameter").
//
//===----------------------------------------------------------------------===//
#include "StateTags.h"

#include "plait/dialects/input/stablehlo/Stablehlo.h"
#include "plait/dialects/plait/Plait.h"

using namespace mlir;

namespace plait::import_ {

bool isStateTag(Operation *op) {
  auto composite = dyn_cast<stablehlo::CompositeOp>(op);
  return composite && composite.getName() == kStateAttr;
}

/// What the tag says, or an error.
static FailureOr<StateAttr> stateOf(stablehlo::CompositeOp tag) {
  auto text =
      dyn_cast_or_null<StringAttr>(tag.getCompositeAttributes().get("state"));
  std::optional<StateKind> kind;
  if (text)
    kind = parseStateKind(text.getValue());
  if (!kind)
    return tag.emitError()
           << "plait.state must have state = \"parameter\", \"optimizer\", "
              "\"gradient\", \"activation\", \"batch\", \"cache\", \"step\" or "
              "\"none\", got: "
           << tag.getCompositeAttributes();
  return StateAttr::get(tag.getContext(), *kind);
}

static LogicalResult readTag(func::FuncOp main, stablehlo::CompositeOp tag) {
  if (tag->getNumOperands() != 1 || tag->getNumResults() != 1 ||
      tag->getOperand(0).getType() != tag->getResult(0).getType())
    return tag.emitError("plait.state must give its one operand, got: ")
           << tag->getOperandTypes() << " -> " << tag->getResultTypes();
  FailureOr<StateAttr> state = stateOf(tag);
  if (failed(state))
    return failure();
  auto argument = dyn_cast<BlockArgument>(tag->getOperand(0));
  if (!argument || argument.getOwner() != &main.getBody().front())
    return tag.emitError("plait.state must stand on an argument of main, got "
                         "a value that the program computes");
  unsigned index = argument.getArgNumber();
  auto before = main.getArgAttrOfType<StateAttr>(index, kStateAttr);
  if (before && before != *state)
    return tag.emitError("plait.state must agree with what is said of the "
                         "argument before, got: ")
           << *state << " after " << before;
  main.setArgAttr(index, kStateAttr, *state);
  tag->getResult(0).replaceAllUsesWith(argument);
  tag.erase();
  return success();
}

LogicalResult readStateTags(func::FuncOp main) {
  SmallVector<stablehlo::CompositeOp> tags;
  main.walk([&](stablehlo::CompositeOp op) {
    if (isStateTag(op))
      tags.push_back(op);
  });
  // In order: a tag on a tag's result stands on the argument by then.
  for (stablehlo::CompositeOp tag : tags)
    if (failed(readTag(main, tag)))
      return failure();
  return success();
}

} // namespace plait::import_
