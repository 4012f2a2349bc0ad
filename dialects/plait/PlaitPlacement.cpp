//===- PlaitPlacement.cpp - Placements as attributes and ops --------------===//
//
//   state     ::= layout? modifier*          (at least one of them)
//   layout    ::= `replicated` | `sharded` `over` axes
//               | `sharded_with_gather` `over` axes (`gather` axes)?
//   modifier  ::= `held` | `cached` axes | `materialized` | `recomputed`
//               | `offloaded`
//   placement ::= @name `on` @mesh `{` (state-name `=` state),* `}`
//                 (`roles` `{` (axis `=` role),* `}`)? `resolved`?
//
//===----------------------------------------------------------------------===//
#include "plait/dialects/plait/Plait.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace plait;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static SmallVector<StringAttr> toAttrs(MLIRContext *context,
                                       ArrayRef<std::string> names) {
  return llvm::map_to_vector(names, [&](const std::string &name) {
    return StringAttr::get(context, name);
  });
}

static std::vector<std::string> toNames(ArrayRef<StringAttr> attrs) {
  std::vector<std::string> names;
  for (StringAttr attr : attrs)
    names.push_back(attr.str());
  return names;
}

StatePlacement StatePlacementAttr::toValue() const {
  StatePlacement state;
  state.axes = toNames(getAxes());
  state.gathered = toNames(getGathered());
  state.cached = toNames(getCached());
  state.release = getRelease();
  state.lifetime = getLifetime();
  state.memory = getMemory();
  return state;
}

StatePlacementAttr StatePlacementAttr::get(MLIRContext *context,
                                           const StatePlacement &state) {
  return get(context, toAttrs(context, state.axes),
             toAttrs(context, state.gathered), toAttrs(context, state.cached),
             state.release, state.lifetime, state.memory);
}

//===----------------------------------------------------------------------===//
// One state
//===----------------------------------------------------------------------===//

static ParseResult parseNames(AsmParser &parser,
                              std::vector<std::string> &names) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parser.parseString(&names.emplace_back());
  });
}

static void printNames(AsmPrinter &printer, ArrayRef<StringAttr> names) {
  printer << "[";
  llvm::interleaveComma(names, printer.getStream(), [&](StringAttr name) {
    printer.printString(name.getValue());
  });
  printer << "]";
}

/// Reads the layout; nothing where a modifier stands first.
static ParseResult parseLayout(AsmParser &parser, StatePlacement &state,
                               bool &found) {
  found = true;
  if (succeeded(parser.parseOptionalKeyword("replicated")))
    return success();
  bool gathers = succeeded(parser.parseOptionalKeyword("sharded_with_gather"));
  found = gathers || succeeded(parser.parseOptionalKeyword("sharded"));
  if (!found)
    return success();
  if (parser.parseKeyword("over") || parseNames(parser, state.axes))
    return failure();
  if (!gathers)
    return success();
  if (succeeded(parser.parseOptionalKeyword("gather")))
    return parseNames(parser, state.gathered);
  state.gathered = state.axes;
  return success();
}

static ParseResult parseModifiers(AsmParser &parser, StatePlacement &state,
                                  bool &found) {
  auto next = [&](StringRef keyword) {
    bool is = succeeded(parser.parseOptionalKeyword(keyword));
    found |= is;
    return is;
  };
  for (bool more = true; more;) {
    more = true;
    if (next("held"))
      state.release = Release::AfterBackward;
    else if (next("materialized"))
      state.lifetime = Lifetime::Step;
    else if (next("recomputed"))
      state.lifetime = Lifetime::Recomputed;
    else if (next("offloaded"))
      state.memory = MemorySpace::Host;
    else if (next("cached")) {
      if (parseNames(parser, state.cached))
        return failure();
    } else
      more = false;
  }
  return success();
}

FailureOr<StatePlacementAttr>
StatePlacementAttr::parseStripped(AsmParser &parser) {
  StatePlacement state;
  bool hasLayout = false, hasModifier = false;
  SMLoc loc = parser.getCurrentLocation();
  if (parseLayout(parser, state, hasLayout) ||
      parseModifiers(parser, state, hasModifier))
    return failure();
  if (!hasLayout && !hasModifier)
    return parser.emitError(loc, "expected replicated, sharded, "
                                 "sharded_with_gather, materialized, "
                                 "recomputed or offloaded"),
           failure();
  return get(parser.getContext(), state);
}

void StatePlacementAttr::printStripped(AsmPrinter &printer) const {
  SmallVector<StringRef> modifiers;
  if (getLifetime() == Lifetime::Step)
    modifiers.push_back("materialized");
  if (getLifetime() == Lifetime::Recomputed)
    modifiers.push_back("recomputed");
  if (getMemory() == MemorySpace::Host)
    modifiers.push_back("offloaded");
  if (getAxes().empty()) {
    printer << "replicated";
  } else {
    printer << (getGathered().empty() ? "sharded over "
                                      : "sharded_with_gather over ");
    printNames(printer, getAxes());
  }
  if (!getGathered().empty() && getGathered() != getAxes()) {
    printer << " gather ";
    printNames(printer, getGathered());
  }
  if (getRelease() == Release::AfterBackward)
    printer << " held";
  if (!getCached().empty()) {
    printer << " cached ";
    printNames(printer, getCached());
  }
  for (StringRef modifier : modifiers)
    printer << " " << modifier;
}

Attribute StatePlacementAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  FailureOr<StatePlacementAttr> state = parseStripped(parser);
  return failed(state) || parser.parseGreater() ? Attribute() : *state;
}
void StatePlacementAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printStripped(printer);
  printer << ">";
}

//===----------------------------------------------------------------------===//
// Roles
//===----------------------------------------------------------------------===//

static constexpr AxisRole kRoles[] = {
    AxisRole::Batch,    AxisRole::Sequence,         AxisRole::Ring,
    AxisRole::Features, AxisRole::FeaturesSequence, AxisRole::Experts,
    AxisRole::Stages,   AxisRole::Storage};

static FailureOr<AxisRoleAttr> parseRole(AsmParser &parser) {
  std::string axis;
  StringRef keyword;
  if (parser.parseString(&axis) || parser.parseEqual())
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return failure();
  for (AxisRole role : kRoles)
    if (str(role) == keyword)
      return AxisRoleAttr::get(parser.getContext(),
                               StringAttr::get(parser.getContext(), axis),
                               role);
  return parser.emitError(loc, "unknown role '") << keyword << "'", failure();
}

static void printRole(AsmPrinter &printer, AxisRoleAttr role) {
  printer.printString(role.getAxis().getValue());
  printer << " = " << str(role.getRole());
}

Attribute AxisRoleAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  FailureOr<AxisRoleAttr> role = parseRole(parser);
  return failed(role) || parser.parseGreater() ? Attribute() : *role;
}
void AxisRoleAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printRole(printer, *this);
  printer << ">";
}

//===----------------------------------------------------------------------===//
// plait.placement
//===----------------------------------------------------------------------===//

static PlacementOp::Properties toProperties(MLIRContext *context,
                                            FlatSymbolRefAttr mesh,
                                            const Placement &placement) {
  PlacementOp::Properties p;
  auto state = [&](TrainingState kind) {
    return StatePlacementAttr::get(context, placement[kind]);
  };
  p.mesh = mesh;
  p.parameters = state(TrainingState::Parameters);
  p.optimizer = state(TrainingState::Optimizer);
  p.gradients = state(TrainingState::Gradients);
  p.activations = state(TrainingState::Activations);
  SmallVector<Attribute> roles;
  for (const AxisUse &use : placement.roles)
    roles.push_back(AxisRoleAttr::get(
        context, StringAttr::get(context, use.axis), use.role));
  p.roles = ArrayAttr::get(context, roles);
  return p;
}

void PlacementOp::build(OpBuilder &builder, OperationState &state,
                        StringRef name, FlatSymbolRefAttr mesh,
                        const Placement &placement) {
  auto &properties = state.getOrAddProperties<Properties>();
  properties = toProperties(builder.getContext(), mesh, placement);
  properties.sym_name = builder.getStringAttr(name);
}

Placement PlacementOp::getValue() {
  Placement placement;
  placement[TrainingState::Parameters] = getParameters().toValue();
  placement[TrainingState::Optimizer] = getOptimizer().toValue();
  placement[TrainingState::Gradients] = getGradients().toValue();
  placement[TrainingState::Activations] = getActivations().toValue();
  for (Attribute attr : getRoles())
    if (auto role = dyn_cast<AxisRoleAttr>(attr))
      placement.roles.push_back({role.getAxis().str(), role.getRole()});
  return placement;
}

/// Reads `parameters = sharded over ["data"], ...`, each state at most once.
static ParseResult parseStates(OpAsmParser &parser,
                               PlacementOp::Properties &p) {
  std::pair<StringRef, StatePlacementAttr *> states[] = {
      {"parameters", &p.parameters},
      {"optimizer", &p.optimizer},
      {"gradients", &p.gradients},
      {"activations", &p.activations}};
  auto element = [&]() -> ParseResult {
    StringRef keyword;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&keyword))
      return failure();
    auto *state = llvm::find_if(
        states, [&](const auto &entry) { return entry.first == keyword; });
    if (state == std::end(states) || *state->second)
      return parser.emitError(loc, "expected each of parameters, optimizer, "
                                   "gradients and activations at most once, "
                                   "got: ")
             << keyword;
    if (parser.parseEqual())
      return failure();
    FailureOr<StatePlacementAttr> value =
        StatePlacementAttr::parseStripped(parser);
    if (failed(value))
      return failure();
    *state->second = *value;
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, element))
    return failure();
  for (auto &[name, state] : states)
    if (!*state)
      *state = StatePlacementAttr::get(parser.getContext(), StatePlacement());
  return success();
}

static ParseResult parseRoles(OpAsmParser &parser, ArrayAttr &result) {
  SmallVector<Attribute> roles;
  auto element = [&]() -> ParseResult {
    FailureOr<AxisRoleAttr> role = parseRole(parser);
    if (failed(role))
      return failure();
    roles.push_back(*role);
    return success();
  };
  if (succeeded(parser.parseOptionalKeyword("roles")) &&
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, element))
    return failure();
  result = parser.getBuilder().getArrayAttr(roles);
  return success();
}

ParseResult PlacementOp::parse(OpAsmParser &parser, OperationState &state) {
  auto &properties = state.getOrAddProperties<Properties>();
  StringAttr name, mesh;
  if (parser.parseSymbolName(name) || parser.parseKeyword("on") ||
      parser.parseSymbolName(mesh) || parseStates(parser, properties) ||
      parseRoles(parser, properties.roles))
    return failure();
  properties.sym_name = name;
  properties.mesh = FlatSymbolRefAttr::get(mesh);
  if (succeeded(parser.parseOptionalKeyword("resolved")))
    properties.resolved = parser.getBuilder().getUnitAttr();
  return parser.parseOptionalAttrDict(state.attributes);
}

void PlacementOp::print(OpAsmPrinter &printer) {
  printer << " ";
  printer.printSymbolName(getSymName());
  printer << " on " << getMeshAttr() << " {";
  std::pair<StringRef, StatePlacementAttr> states[] = {
      {"parameters", getParameters()},
      {"optimizer", getOptimizer()},
      {"gradients", getGradients()},
      {"activations", getActivations()}};
  printer.increaseIndent();
  llvm::interleave(
      states,
      [&](const auto &state) {
        printer.printNewline();
        printer << state.first << " = ";
        state.second.printStripped(printer);
      },
      [&] { printer << ","; });
  printer.decreaseIndent();
  printer.printNewline();
  printer << "}";
  if (!getRoles().empty()) {
    printer << " roles {";
    llvm::interleaveComma(getRoles(), printer, [&](Attribute attr) {
      if (auto role = dyn_cast<AxisRoleAttr>(attr))
        printRole(printer, role);
      else
        printer << attr;
    });
    printer << "}";
  }
  if (getResolved())
    printer << " resolved";
  printer.printOptionalAttrDict(
      (*this)->getAttrs(), {"sym_name", "mesh", "parameters", "optimizer",
                            "gradients", "activations", "roles", "resolved"});
}

LogicalResult PlacementOp::verifySymbolUses(SymbolTableCollection &) {
  for (Attribute attr : getRoles())
    if (!isa<AxisRoleAttr>(attr))
      return emitOpError("'roles' must be #plait.axis_role attributes, got: ")
             << attr;
  MeshOp mesh = lookupMesh(*this, getMeshAttr());
  if (!mesh) // placement_c1
    return emitOpError("mesh ") << getMeshAttr() << " is not defined";
  if (std::optional<std::string> fault =
          check(getValue(), mesh.getValue())) // placement_c1, placement_c2
    return emitOpError() << *fault;
  return success();
}

PlacementOp plait::onlyPlacement(ModuleOp module) {
  auto placements = module.getOps<PlacementOp>();
  return llvm::hasSingleElement(placements) ? *placements.begin()
                                            : PlacementOp();
}
