//===- Subjects.h - Meshes, shardings and subjects from text ----*- C++ -*-===//
#ifndef PLAIT_TEST_UNIT_INTEROP_SUBJECTS_H
#define PLAIT_TEST_UNIT_INTEROP_SUBJECTS_H

#include "plait/interop/Picture.h"

namespace plait::interop {

inline Mesh meshOf(llvm::StringRef text) {
  std::string error;
  std::optional<Mesh> mesh = parseMesh(text, error);
  return mesh ? *mesh : Mesh();
}

inline Sharding shardingOf(const Mesh &mesh, llvm::StringRef text) {
  std::string error;
  std::optional<Sharding> sharding = parseSharding(text, mesh, error);
  return sharding ? *sharding : Sharding();
}

inline Subject subjectOf(llvm::StringRef mesh, llvm::ArrayRef<int64_t> shape,
                         llvm::StringRef sharding) {
  Subject subject;
  subject.title = "argument 'x'";
  subject.dtype = "float32";
  subject.shape.assign(shape.begin(), shape.end());
  subject.mesh = meshOf(mesh);
  subject.sharding = shardingOf(subject.mesh, sharding);
  return subject;
}

} // namespace plait::interop

#endif // PLAIT_TEST_UNIT_INTEROP_SUBJECTS_H
