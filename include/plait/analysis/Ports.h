//===- Ports.h - Arguments and results of a program -------------*- C++ -*-===//
//
// What the report and the manifest say of each argument and result.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_ANALYSIS_PORTS_H
#define PLAIT_ANALYSIS_PORTS_H

#include "plait/dialects/plait/Plait.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace plait {

struct Port {
  std::string name;
  std::string dtype; // as NumPy spells it
  llvm::SmallVector<int64_t> shape, localShape; // global and of one device
  Sharding sharding;                            // closed
  std::string state;                            // "parameter", or ""
  int64_t alias = -1; // of an argument: the result that replaces it; of a
                      // result: the argument it replaces
  int64_t localBytes = 0;
  std::string gradient; // of a parameter: "file:line" of its gradient, or ""
};

struct Ports {
  Mesh mesh; // no axes where the module has none
  std::string meshName = "mesh";
  std::vector<Port> arguments, results;
};

/// Of a partitioned main (types local, `plait.global` says the global one).
/// `main` may have more arguments than the program, after bufferization: only
/// those with a `plait.name` count.
Ports portsOf(mlir::func::FuncOp main);

/// NumPy's name of an element type (i1 is bool, signless integers are signed);
/// empty where it has none.
std::string numpyName(mlir::Type elementType);

} // namespace plait

#endif // PLAIT_ANALYSIS_PORTS_H
