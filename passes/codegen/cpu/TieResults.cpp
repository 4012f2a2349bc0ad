//===- TieResults.cpp - Results into donated or new arguments of main -----===//
//
// Before: func @main(%w {plait.alias = 0}, %x) -> (tensor<4xf32>, tensor<f32>)
//           return %new, %loss
// After:  func @main(%w writable, %x, %r0, %r1 writable)
//           %0 = bufferization.materialize_in_destination %new in %w
//           %1 = bufferization.materialize_in_destination %loss in %r1
//           return %0, %1
//         cpu.interface arguments [...] results [...]
//
// Every result has an argument, also one that replaces a donated argument: so
// argument i of main is entry i of the runtime's table of buffers.
//
//===----------------------------------------------------------------------===//
#include "Tie.h"
#include "plait/passes/codegen/cpu/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "plait/dialects/cpu/Cpu.h"
#include "plait/dialects/plait/Plait.h"

namespace plait {
#define GEN_PASS_DEF_TIERESULTSPASS
#include "plait/passes/codegen/cpu/Passes.h.inc"
} // namespace plait

using namespace mlir;
using namespace plait;
using namespace plait::codegen;

/// The declared attributes in `attributes` as an entry of cpu.interface.
static DictionaryAttr describe(Builder &builder, DictionaryAttr attributes,
                               Type type, const Twine &defaultName) {
  NamedAttrList entry;
  entry.set("local", TypeAttr::get(type));
  entry.set("global", TypeAttr::get(type));
  entry.set("name", builder.getStringAttr(defaultName));
  if (attributes)
    for (NamedAttribute attribute : attributes)
      if (attribute.getName().strref().starts_with("plait."))
        entry.set(attribute.getName().strref().drop_front(6),
                  attribute.getValue());
  return entry.getDictionary(builder.getContext());
}

/// Records the signature in a cpu.interface at the start of the module.
static void recordInterface(func::FuncOp main) {
  OpBuilder builder = OpBuilder::atBlockBegin(main->getBlock());
  SmallVector<Attribute> arguments, results;
  for (auto [index, type] : llvm::enumerate(main.getArgumentTypes()))
    arguments.push_back(describe(builder, main.getArgAttrDict(index), type,
                                 "arg" + Twine(index)));
  for (auto [index, type] : llvm::enumerate(main.getResultTypes()))
    results.push_back(describe(builder, main.getResultAttrDict(index), type,
                               "result" + Twine(index)));
  cpu::InterfaceOp::create(builder, main.getLoc(),
                           builder.getArrayAttr(arguments),
                           builder.getArrayAttr(results));
}

/// Per result the number of the argument that it replaces, or -1.
static FailureOr<SmallVector<int64_t>> replacedArguments(func::FuncOp main) {
  SmallVector<int64_t> replaced(main.getNumResults(), -1);
  for (unsigned index = 0; index < main.getNumArguments(); ++index) {
    auto alias = main.getArgAttrOfType<IntegerAttr>(index, kAliasAttr);
    if (!alias)
      continue;
    int64_t result = alias.getInt();
    if (result < 0 || result >= int64_t(replaced.size()))
      return main.emitOpError("'plait.alias' must be in [0, ")
             << replaced.size() << "), got: " << result;
    if (replaced[result] >= 0)
      return main.emitOpError("result ")
             << result << " must replace one argument, got: " << index
             << " and " << replaced[result];
    if (main.getArgumentTypes()[index] != main.getResultTypes()[result])
      return main.emitOpError("result ")
             << result << " must have the type of the argument it replaces, "
             << main.getArgumentTypes()[index]
             << ", got: " << main.getResultTypes()[result];
    replaced[result] = index;
  }
  return replaced;
}

/// Only what is donated or a result may be written.
static void markWritable(func::FuncOp main, unsigned numArguments) {
  Builder builder(main);
  StringRef name = bufferization::BufferizationDialect::kWritableAttrName;
  for (unsigned index = 0; index < main.getNumArguments(); ++index) {
    bool writable = index >= numArguments || main.getArgAttr(index, kAliasAttr);
    main.setArgAttrs(
        index, DictionaryAttr::get(
                   main.getContext(),
                   builder.getNamedAttr(name, builder.getBoolAttr(writable))));
  }
  for (unsigned index = 0; index < main.getNumResults(); ++index)
    main.setResultAttrs(index, DictionaryAttr());
}

/// Checks that there is one function, public, of one block, on static tensors.
static FailureOr<func::FuncOp> findMain(ModuleOp module) {
  func::FuncOp main;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (main)
      return function.emitOpError("must be the only function of the module, "
                                  "got also: ")
             << main.getName();
    main = function;
  }
  if (!main || main.isExternal() || !main.isPublic() ||
      !llvm::hasSingleElement(main.getBody()))
    return module.emitError("must hold one public function of one block");
  for (Type type : llvm::concat<const Type>(main.getArgumentTypes(),
                                            main.getResultTypes())) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || !tensor.hasStaticShape() || tensor.getEncoding())
      return main.emitOpError("must work on static tensors without encoding, "
                              "got: ")
             << type;
  }
  return main;
}

namespace {
struct TieResults : plait::impl::TieResultsPassBase<TieResults> {
  void runOnOperation() final {
    FailureOr<func::FuncOp> main = findMain(getOperation());
    if (failed(main))
      return signalPassFailure();
    FailureOr<SmallVector<int64_t>> replaced = replacedArguments(*main);
    if (failed(replaced))
      return signalPassFailure();
    recordInterface(*main);
    tie(*main, *replaced);
  }

  static void tie(func::FuncOp main, ArrayRef<int64_t> replaced) {
    unsigned numArguments = main.getNumArguments();
    Operation *terminator = main.getBody().front().getTerminator();
    SmallVector<Tied> tied;
    for (auto [index, argument] : llvm::enumerate(replaced)) {
      Type type = main.getResultTypes()[index];
      (void)main.insertArgument(main.getNumArguments(), type, {},
                                main.getLoc());
      Value destination = argument < 0 ? main.getArguments().back()
                                       : main.getArgument(argument);
      tied.push_back({&terminator->getOpOperand(index), destination});
    }
    markWritable(main, numArguments);
    materialize(tied);
  }
};
} // namespace
