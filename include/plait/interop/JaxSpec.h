//===- JaxSpec.h - A sharding as JAX's PartitionSpec ------------*- C++ -*-===//
//
// A PartitionSpec lists per dimension the mesh axes that split it, major first,
// as Plait does. It has no sub-axes, and `jax.jit` refuses a dimension that its
// axes do not divide: both are errors.
//
// Example: [{data},{},{x,y}] is P("data", None, ("x", "y")).
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_INTEROP_JAXSPEC_H
#define PLAIT_INTEROP_JAXSPEC_H

#include "plait/sharding/Sharding.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace plait::interop {

struct JaxSpec {
  using Names = llvm::SmallVector<std::string, 2>;
  llvm::SmallVector<Names, 4> dims;
  Names unreduced; // the value is the sum over these axes
};

/// Errors: one sentence that says what JAX cannot say.
llvm::Expected<JaxSpec> toJaxSpec(const Mesh &mesh, const Sharding &sharding,
                                  llvm::ArrayRef<int64_t> shape);

/// P("data", None), as Python reads it.
std::string toPython(const JaxSpec &spec);
/// ["data", null, ["x", "y"]].
llvm::json::Value toJson(const JaxSpec &spec);

} // namespace plait::interop

#endif // PLAIT_INTEROP_JAXSPEC_H
