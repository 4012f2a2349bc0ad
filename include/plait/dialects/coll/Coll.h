//===- Coll.h - The coll dialect --------------------------------*- C++ -*-===//
//
// SPMD collectives on local tensors and buffers. See dialects/coll/README.md.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_DIALECTS_COLL_COLL_H
#define PLAIT_DIALECTS_COLL_COLL_H

#include "plait/dialects/plait/Plait.h"
#include "plait/sharding/Relocation.h"
#include "plait/sharding/Reshard.h"

namespace plait::coll {
/// The communicator: what every collective reads and writes.
struct Communicator
    : public mlir::SideEffects::Resource::Base<Communicator> {
  llvm::StringRef getName() final { return "plait.communicator"; }
};
} // namespace plait::coll

#include "plait/dialects/coll/CollDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "plait/dialects/coll/CollAttrs.h.inc"
#define GET_TYPEDEF_CLASSES
#include "plait/dialects/coll/CollTypes.h.inc"

#include "plait/dialects/coll/CollInterfaces.h.inc"

#define GET_OP_CLASSES
#include "plait/dialects/coll/CollOps.h.inc"

namespace plait::coll {
/// The number of members of a group; 1 where the mesh is not found.
int64_t groupSize(mlir::Operation *from, AxesAttr axes);
/// The planner's name of the op's kind; broadcasts receive as permutes do.
StepKind stepKind(CollectiveOpInterface op);
/// Bytes that one device receives in one execution of `op`, not rounded
/// (architecture of the report: receivedBytes in plait/sharding/Reshard.h).
double receivedBytes(CollectiveOpInterface op);
/// Bytes of one element in memory: booleans take one byte.
int64_t elementBytes(mlir::Type elementType);
/// Registers one-shot bufferization of the collectives and of wait.
void registerBufferizableOpInterfaceExternalModels(
    mlir::DialectRegistry &registry);
} // namespace plait::coll

#endif // PLAIT_DIALECTS_COLL_COLL_H
