//===- LocalToHlo.h - What one device does, as StableHLO --------*- C++ -*-===//
//
// Local core ops, as partition makes of an op whose shards exchange elements,
// become StableHLO for the body of a sdy.manual_computation: slices, joins and
// permutes as they are, windows as reduce_window and convolution, masks by
// places as ops on iotas.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_INTEROP_LOCALTOHLO_H
#define PLAIT_INTEROP_LOCALTOHLO_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Builders.h"
#include "plait/dialects/input/stablehlo/Stablehlo.h"
#include "plait/dialects/plait/Plait.h"
#include "llvm/ADT/DenseMap.h"
#include <functional>

namespace plait::interop {

/// What a device holds of a value that lies as its type says, padding included;
/// null if it is split by parts of axes. Parts of a sum are as large as it.
mlir::RankedTensorType localTypeOf(mlir::RankedTensorType type,
                                   const Mesh &mesh);

class LocalToHlo {
public:
  /// The local value of one that lies outside of what is written; null where
  /// there is none.
  using Input =
      std::function<mlir::Value(mlir::Value global, mlir::RankedTensorType)>;

  LocalToHlo(mlir::OpBuilder &b, mlir::Location loc, const Mesh &mesh,
             Input input)
      : b(b), loc(loc), mesh(mesh), input(std::move(input)) {}

  /// The tensor as StableHLO, or null where there are no words for it. A value
  /// with a sharding stands for what a device holds of it.
  mlir::Value write(mlir::Value tensor);

  /// Combines over a group, all of it or a part per member along `dim`.
  mlir::Value reduce(mlir::Value value, Combiner combiner,
                     llvm::ArrayRef<AxisRef> axes, std::optional<int64_t> dim);

private:
  mlir::Value make(mlir::Value tensor);
  mlir::Value makeGlobal(mlir::Value tensor);
  mlir::Value makeSlice(mlir::Operation *op);
  mlir::Value makeInsert(mlir::Operation *op);
  mlir::Value makePad(mlir::Operation *op);
  mlir::Value makeConcat(mlir::Operation *op);
  mlir::Value makePermute(mlir::Operation *op);

  // StructuredToHlo.cpp
  mlir::Value makeGeneric(mlir::linalg::GenericOp op);
  mlir::Value makeElementwise(mlir::linalg::GenericOp op);
  mlir::Value makeWindow(mlir::linalg::GenericOp op);
  mlir::Value makeConvolution(mlir::linalg::GenericOp op);
  /// An element of each place of `shape`: scalars of a body, or from outside of
  /// it, where the shape is empty.
  mlir::Value element(mlir::Value scalar, llvm::ArrayRef<int64_t> shape);
  mlir::Value makeElement(mlir::Operation *op, llvm::ArrayRef<int64_t> shape);

  mlir::RankedTensorType typed(llvm::ArrayRef<int64_t> shape,
                               mlir::Type element) {
    return mlir::RankedTensorType::get(shape, element);
  }
  mlir::Value splat(llvm::ArrayRef<int64_t> shape, mlir::Attribute value);
  mlir::Value number(int64_t value, llvm::ArrayRef<int64_t> shape);
  /// Offsets of a slice as scalars; none where one cannot be written.
  std::optional<llvm::SmallVector<mlir::Value>>
  startsOf(llvm::ArrayRef<mlir::OpFoldResult> offsets);
  mlir::Value reshape(mlir::Value value, llvm::ArrayRef<int64_t> shape);
  mlir::Value transpose(mlir::Value value, llvm::ArrayRef<int64_t> order);
  /// Entry `index`, a 0-d tensor, of a table of numbers.
  mlir::Value entry(llvm::ArrayRef<int64_t> table, mlir::Value index);
  mlir::Block *combinerBody(mlir::Region &region, mlir::Type element,
                            Combiner combiner);
  stablehlo::ChannelHandleAttr channel();
  int64_t deviceAt(int64_t place) const {
    return mesh.deviceIds.empty() ? place : mesh.deviceIds[place];
  }

  mlir::OpBuilder &b;
  mlir::Location loc;
  const Mesh &mesh;
  Input input;
  llvm::DenseMap<mlir::Value, mlir::Value> written;
};

/// The constant that a tensor is full of, or null.
mlir::Attribute fillOf(mlir::Value tensor);

} // namespace plait::interop

#endif // PLAIT_INTEROP_LOCALTOHLO_H
