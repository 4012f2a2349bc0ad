//===- LegacyShardings.h - Reads sharding strings of GSPMD ------*- C++ -*-===//
#ifndef PLAIT_PASSES_IMPORT_LEGACYSHARDINGS_H
#define PLAIT_PASSES_IMPORT_LEGACYSHARDINGS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "plait/dialects/input/sdy/MhloSharding.h"
#include "plait/dialects/input/sdy/Sdy.h"
#include "plait/dialects/input/stablehlo/Stablehlo.h"

#include <memory>

namespace plait::import_ {

/// A sharding string of GSPMD, on values and functions.
inline constexpr llvm::StringLiteral kLegacySharding = "mhlo.sharding";

mlir::StringAttr legacySharding(mlir::Operation *op);
/// The list in `unspecified_dims=[0,2]`: these may be split further.
llvm::SmallVector<int64_t> unspecifiedDims(stablehlo::CustomCallOp op);

/// A string in sdy's terms: the sharding, null where it says nothing, by the
/// axes that no region around is manual over; and those it is manual over.
struct LegacyAxes {
  sdy::TensorShardingAttr sharding;
  llvm::SmallVector<sdy::AxisRefAttr> manual;
};

class LegacyReader {
public:
  explicit LegacyReader(mlir::ModuleOp module) : module(module) {}

  /// Writes all strings of the module as sdy.
  mlir::LogicalResult run();

private:
  mlir::LogicalResult forEachString(
      llvm::function_ref<mlir::LogicalResult(mlir::StringAttr, mlir::Location)>
          fn);
  mlir::FailureOr<const sdy::MhloSharding *> read(mlir::StringAttr text,
                                                  mlir::Location location);
  mlir::LogicalResult findMesh();
  void createMesh();

  llvm::SmallVector<sdy::AxisRefAttr>
  axesOf(llvm::ArrayRef<sdy::MhloAxisPart> parts);
  mlir::FailureOr<LegacyAxes> convert(const sdy::MhloSharding &sharding,
                                      mlir::StringAttr text, int64_t rank,
                                      mlir::Location location,
                                      llvm::ArrayRef<int64_t> openDims = {});
  mlir::FailureOr<LegacyAxes> convert(mlir::StringAttr text, mlir::Type type,
                                      mlir::Location location,
                                      llvm::ArrayRef<int64_t> openDims = {});
  sdy::TensorShardingAttr openSharding(int64_t rank);

  mlir::LogicalResult convertPort(mlir::NamedAttrList &attributes,
                                  mlir::Type type, mlir::Location location);
  mlir::LogicalResult convertFunction(mlir::func::FuncOp function);
  mlir::LogicalResult convertCall(stablehlo::CustomCallOp op);
  mlir::LogicalResult convertResults(mlir::Operation *op);

  // LegacyManual.cpp
  mlir::LogicalResult convertManualRegions();
  mlir::LogicalResult convertManualRegion(stablehlo::CustomCallOp firstExit);
  mlir::FailureOr<sdy::ManualAxesAttr>
  manualAxesOf(llvm::ArrayRef<stablehlo::CustomCallOp> entries);
  mlir::FailureOr<llvm::SmallVector<sdy::TensorShardingAttr>>
  entryShardings(llvm::ArrayRef<stablehlo::CustomCallOp> entries);
  mlir::FailureOr<llvm::SmallVector<sdy::TensorShardingAttr>>
  exitShardings(llvm::ArrayRef<stablehlo::CustomCallOp> exits);
  mlir::FailureOr<sdy::TensorShardingAttr>
  wholeSharding(stablehlo::CustomCallOp call, mlir::Type type);

  mlir::ModuleOp module;
  sdy::MeshOp mesh; // null: no string has two devices
  llvm::DenseMap<mlir::StringAttr, std::unique_ptr<sdy::MhloSharding>> read_;
};

} // namespace plait::import_

#endif // PLAIT_PASSES_IMPORT_LEGACYSHARDINGS_H
