//===- Converter.h - One linear walk from input ops to core ops -*- C++ -*-===//
//
// The converter walks a function in order and writes the core ops at its
// builder's insertion point. It maps each input value to a core value; the two
// differ in type where the input is unsigned, since core integers are signless.
//
// What an op becomes is a function in the op table; the families of ops fill
// the table (ElementwiseOps.cpp, ShapeOps.cpp, ...).
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_IMPORT_CONVERTER_H
#define PLAIT_PASSES_IMPORT_CONVERTER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringMap.h"
#include <functional>
#include <optional>

namespace plait::import_ {

class Converter;
class Shardings;

/// By op name, the function that writes what the op becomes. It emits the one
/// error where it fails.
class OpTable {
public:
  using Handler =
      std::function<mlir::LogicalResult(mlir::Operation *, Converter &)>;

  template <typename Op>
  void add(mlir::LogicalResult (*convert)(Op, Converter &)) {
    handlers[Op::getOperationName()] = [convert](mlir::Operation *op,
                                                 Converter &c) {
      return convert(llvm::cast<Op>(op), c);
    };
  }
  void add(llvm::StringRef name, Handler convert) {
    handlers[name] = std::move(convert);
  }
  const Handler *find(llvm::StringRef name) const {
    auto it = handlers.find(name);
    return it == handlers.end() ? nullptr : &it->second;
  }

private:
  llvm::StringMap<Handler> handlers;
};

void addElementwiseOps(OpTable &table);
void addShapeOps(OpTable &table);
void addContractionOps(OpTable &table);
void addReductionOps(OpTable &table);
void addWindowOps(OpTable &table);
void addConvolutionOps(OpTable &table);
void addIndexingOps(OpTable &table);
void addSortOps(OpTable &table);
void addLoopOps(OpTable &table);
void addBranchOps(OpTable &table);
void addShardingOps(OpTable &table);
void addManualOps(OpTable &table);
void addCustomCallOps(OpTable &table);
void addFourierOps(OpTable &table);
void addTriangularSolveOps(OpTable &table);
void addRandomOps(OpTable &table);
void addEinsumOps(OpTable &table);
void addBatchNormOps(OpTable &table);
void addCholeskyOps(OpTable &table);
void addSliceScanOps(OpTable &table);
void addTupleOps(OpTable &table);

/// A core value that repeats `source`: dimension i of the source is dimension
/// dims[i] of the value, or repeated along it where its size is 1.
struct BroadcastView {
  mlir::Value source;
  llvm::SmallVector<int64_t, 4> dims;
};

/// A custom call @check.*: main gives both values as results, and who runs the
/// program compares them.
struct Check {
  llvm::StringRef target;
  mlir::Value actual, expected;
};

class Converter {
public:
  Converter(const OpTable &table, Shardings &shardings,
            mlir::MLIRContext *context)
      : b(context), shardings(shardings), table(table) {}

  /// Where core ops are written.
  mlir::OpBuilder b;
  Shardings &shardings;

  //===--------------------------------------------------------------------===//
  // Types: core integers are signless.
  //===--------------------------------------------------------------------===//

  /// The core type, or null where there is none (dynamic, token, tuple).
  static mlir::Type coreType(mlir::Type type);
  /// The core type of an input value; a tensor once its op was checked.
  static mlir::RankedTensorType coreTensor(mlir::Value input) {
    return llvm::cast<mlir::RankedTensorType>(coreType(input.getType()));
  }
  /// Emits an error at `loc` where a type has no core type.
  static mlir::LogicalResult check(mlir::TypeRange types, mlir::Location loc);

  //===--------------------------------------------------------------------===//
  // Values
  //===--------------------------------------------------------------------===//

  mlir::Value lookup(mlir::Value input) const { return values.lookup(input); }
  llvm::SmallVector<mlir::Value> lookup(mlir::ValueRange inputs) const;
  void map(mlir::Value input, mlir::Value core) { values.map(input, core); }
  void map(mlir::ValueRange inputs, mlir::ValueRange cores) {
    values.map(inputs, cores);
  }

  /// Notes that `core` is a repetition, for the elementwise ops that read it.
  void addView(mlir::Value core, BroadcastView view) {
    views[core] = std::move(view);
  }
  const BroadcastView *view(mlir::Value core) const;
  /// `source` repeated along `dims`, seen through what `source` repeats.
  BroadcastView viewOf(mlir::Value source, llvm::ArrayRef<int64_t> dims) const;

  //===--------------------------------------------------------------------===//
  // Walking
  //===--------------------------------------------------------------------===//

  /// A core function in place of `input`, not yet in the module: other
  /// functions may still look up the input. Null where it fails.
  mlir::OwningOpRef<mlir::func::FuncOp>
  convertFunction(mlir::func::FuncOp input);
  /// Writes the ops of a one-block region at the insertion point, its arguments
  /// being `arguments`, and gives what its terminator returns.
  mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  convertRegion(mlir::Region &region, mlir::ValueRange arguments);

  /// Notes a comparison that main makes of its own values.
  void addCheck(Check check) { checks.push_back(check); }

private:
  mlir::LogicalResult convertBody(mlir::func::FuncOp input,
                                  mlir::func::FuncOp function);
  mlir::LogicalResult convertOp(mlir::Operation &op);

  const OpTable &table;
  mlir::IRMapping values;
  llvm::DenseMap<mlir::Value, BroadcastView> views;
  llvm::SmallVector<Check> checks;
};

} // namespace plait::import_

#endif // PLAIT_PASSES_IMPORT_CONVERTER_H
