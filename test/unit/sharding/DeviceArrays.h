//===- DeviceArrays.h - Runs reshard steps on simulated devices -*- C++ -*-===//
//
// One array of int per device, padding filled with garbage. A step is executed
// as Reshard.h words it, knowing nothing of how it was planned.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_TEST_UNIT_SHARDING_DEVICEARRAYS_H
#define PLAIT_TEST_UNIT_SHARDING_DEVICEARRAYS_H

#include "plait/sharding/Reshard.h"

#include <string>
#include <vector>

namespace plait::test {

using Index = llvm::SmallVector<int64_t>;

/// A row-major array.
struct Array {
  Index shape;
  std::vector<int> data;

  explicit Array(Index shape = {}, int fill = 0);
  bool contains(const Index &index) const;
  int &at(const Index &index);
  int at(const Index &index) const;
};

class DeviceArrays {
public:
  /// Lays the array 1, 2, 3, ... of `shape` out as `sharding` says. Over
  /// partial axes the addends (or factors, ...) of one element differ.
  DeviceArrays(const Mesh &mesh, Index shape, const Sharding &sharding);

  /// What is wrong with the step, or "". Checks `after` and `bytes` too.
  std::string run(const ReshardStep &step, int64_t elementBytes);
  /// Where a device does not hold what `sharding` says, or "".
  std::string mismatch(const Sharding &sharding) const;

private:
  std::string checkForm(const ReshardStep &step) const;
  int64_t operandBytes(const ReshardStep &step, int64_t elementBytes) const;
  Array runOn(int64_t place, const ReshardStep &step) const;
  int reduced(int64_t place, const ReshardStep &step, const Index &index) const;
  int wholeValue(int64_t place, const Sharding &sharding,
                 const Index &local) const;

  Mesh mesh;
  Index shape;
  Sharding sharding;
  std::vector<Array> arrays;
};

/// Plans and executes; "" if every device ends with what `to` says.
std::string runPlan(const Mesh &mesh, const Index &shape, const Sharding &from,
                    const Sharding &to, const ReshardPlan &plan,
                    int64_t elementBytes = 4);

/// Parses or fails the test.
Mesh mesh(llvm::StringRef text);
Sharding sharding(llvm::StringRef text, const Mesh &mesh);
/// "all_to_all, permute".
std::string kinds(const ReshardPlan &plan);

} // namespace plait::test

#endif // PLAIT_TEST_UNIT_SHARDING_DEVICEARRAYS_H
