//===- Manifest.h - What a program says about itself ------------*- C++ -*-===//
//
// The JSON object that `lower` embeds; runtime/README.md has its schema.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_RUNTIME_CORE_MANIFEST_H
#define PLAIT_RUNTIME_CORE_MANIFEST_H

#include "core/Shard.h"
#include "plait/runtime/abi.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace plait::runtime {

/// An argument or a result.
struct TensorSpec {
  std::string name;
  int32_t dtype;
  std::vector<int64_t> shape;      // global
  std::vector<int64_t> localShape; // of every rank's buffer
  Sharding dims;
  int64_t alias = -1; // of a result: the argument it replaces

  int64_t localBytes() const;
};

/// A collective in the program, for messages and for the statistics.
struct SiteSpec {
  int64_t site;
  std::string kind, reason, origin, location;
};

struct Manifest {
  std::string name, hash;
  Mesh mesh;
  std::vector<AxisRef> nodeAxes; // over which devices are on different nodes
  std::vector<TensorSpec> arguments, results;
  std::vector<SiteSpec> sites;

  /// Null where the manifest has no such site.
  const SiteSpec *findSite(int64_t site) const;

  std::unordered_map<int64_t, size_t> siteIndex;
};

/// Parses and checks the manifest of `program`, down to the agreement of its
/// counts, shapes and axes. Throws Failure.
Manifest readManifest(const plait_program &program);

} // namespace plait::runtime

#endif // PLAIT_RUNTIME_CORE_MANIFEST_H
