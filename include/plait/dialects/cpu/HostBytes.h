//===- HostBytes.h - The part of an arena that is the host's ----*- C++ -*-===//
//
// The arena of a step, the last argument of main, ends in what waits in host
// memory (plait/dialects/coll/HostCache.h), if anything does:
//
//   %arena: memref<4096xi8> {cpu.host_bytes = 1024 : i64}
//
// On a CPU both parts are the same memory.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_DIALECTS_CPU_HOSTBYTES_H
#define PLAIT_DIALECTS_CPU_HOSTBYTES_H

#include "llvm/ADT/StringRef.h"

namespace plait::cpu {

inline constexpr llvm::StringLiteral kHostBytesAttr = "cpu.host_bytes";

} // namespace plait::cpu

#endif // PLAIT_DIALECTS_CPU_HOSTBYTES_H
