//===- EmitShardings.h - What propagate found, for other tools --*- C++ -*-===//
#ifndef PLAIT_LIB_PIPELINE_EMITSHARDINGS_H
#define PLAIT_LIB_PIPELINE_EMITSHARDINGS_H

#include "plait/pipeline/Compile.h"

namespace plait {

/// `--emit-shardings`: writes to `options.output`, or to stdout.
mlir::LogicalResult emitShardings(mlir::ModuleOp module,
                                  const CompileOptions &options);

/// `--show`: draws values to stdout, or to `options.output` as its name says.
mlir::LogicalResult showValues(mlir::ModuleOp module,
                               const CompileOptions &options);

} // namespace plait

#endif // PLAIT_LIB_PIPELINE_EMITSHARDINGS_H
