//===- Tables.h - The constant tables of abi.h ------------------*- C++ -*-===//
#ifndef PLAIT_PASSES_LOWER_TABLES_H
#define PLAIT_PASSES_LOWER_TABLES_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "plait/dialects/plait/Plait.h"
#include "llvm/ADT/MapVector.h"

namespace plait::lower {

/// The groups of a program's collectives, numbered in order of appearance.
class GroupTable {
public:
  explicit GroupTable(MeshOp mesh) : mesh(mesh) {}
  /// The number of the group over `axes`.
  int32_t indexOf(AxesAttr axes);
  llvm::ArrayRef<llvm::SmallVector<AxisRef, 2>> all() const { return groups; }

private:
  MeshOp mesh;
  llvm::SmallVector<llvm::SmallVector<AxisRef, 2>> groups;
};

/// What stands in plait_program beside the groups.
struct ProgramInfo {
  std::string name, manifest;
  int32_t numArguments = 0, numResults = 0;
  uint64_t arenaBytes = 0;
  mlir::LLVM::LLVMFuncOp step;
};

/// Writes plait_group, plait_program and plait_module as constant globals.
void writeTables(mlir::ModuleOp module, const GroupTable &groups,
                 const ProgramInfo &program);

/// A private constant array of i64 in the module; equal ones are shared.
mlir::LLVM::GlobalOp constantNumbers(mlir::ModuleOp module,
                                     llvm::ArrayRef<int64_t> values);

} // namespace plait::lower

#endif // PLAIT_PASSES_LOWER_TABLES_H
