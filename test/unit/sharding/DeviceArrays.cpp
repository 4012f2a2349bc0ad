//===- DeviceArrays.cpp - Runs reshard steps on simulated devices ---------===//
//
// Slow and obvious: every element of every device is computed on its own.
//
//===----------------------------------------------------------------------===//
#include "DeviceArrays.h"

#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <cmath>

namespace plait::test {

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

static int64_t numElements(const Index &shape) {
  int64_t n = 1;
  for (int64_t size : shape)
    n *= size;
  return n;
}

static int64_t linear(const Index &index, const Index &shape) {
  int64_t n = 0;
  for (auto [i, size] : llvm::zip(index, shape))
    n = n * size + i;
  return n;
}

Array::Array(Index shape, int fill)
    : shape(shape), data(numElements(shape), fill) {}

bool Array::contains(const Index &index) const {
  for (auto [i, size] : llvm::zip(index, shape))
    if (i < 0 || i >= size)
      return false;
  return true;
}

int &Array::at(const Index &index) { return data[linear(index, shape)]; }
int Array::at(const Index &index) const { return data[linear(index, shape)]; }

static void forEachIndex(const Index &shape,
                         llvm::function_ref<void(const Index &)> visit) {
  for (int64_t n = 0; n < numElements(shape); ++n) {
    Index index(shape.size());
    int64_t rest = n;
    for (size_t d = shape.size(); d-- > 0; rest /= shape[d])
      index[d] = rest % shape[d];
    visit(index);
  }
}

static constexpr int garbage = -1000000007;

//===----------------------------------------------------------------------===//
// Laying out
//===----------------------------------------------------------------------===//

static llvm::SmallVector<AxisRef> partialAxes(const Sharding &sharding) {
  llvm::SmallVector<AxisRef> axes;
  for (const PartialAxis &part : sharding.partial)
    axes.push_back(part.axis);
  return axes;
}

/// Sums wrap around like the two's complement integers that they are.
static int combine(Combiner combiner, int a, int b) {
  if (combiner == Combiner::Max)
    return std::max(a, b);
  return int(unsigned(a) + unsigned(b));
}

/// The part of `value` on the `i`-th of `n` devices.
static int part(Combiner combiner, int value, int64_t i, int64_t n) {
  int owner = value % n;
  if (combiner == Combiner::Max)
    return i == owner ? value : value - 1 - int(i);
  int noise = (value * 31 + 7) % 101;
  return i == owner ? value - int(n - 1) * noise : noise;
}

DeviceArrays::DeviceArrays(const Mesh &mesh, Index shape,
                           const Sharding &sharding)
    : mesh(mesh), shape(shape), sharding(sharding) {
  llvm::SmallVector<AxisRef> partial = partialAxes(sharding);
  for (int64_t place = 0; place < mesh.numDevices(); ++place) {
    Array array(localShape(shape, sharding), garbage - place);
    ShardBox box = shardBox(mesh, shape, sharding, place);
    forEachIndex(box.size, [&](const Index &local) {
      Index global = local;
      for (size_t d = 0; d < shape.size(); ++d)
        global[d] += box.offset[d];
      int value = 1 + linear(global, shape);
      if (!partial.empty())
        value = part(sharding.partial[0].combiner, value,
                     mesh.linearCoordinate(place, partial), sizeOf(partial));
      array.at(local) = value;
    });
    arrays.push_back(array);
  }
}

/// What the parts of an element combine to.
int DeviceArrays::wholeValue(int64_t place, const Sharding &sharding,
                             const Index &local) const {
  llvm::SmallVector<AxisRef> partial = partialAxes(sharding);
  if (partial.empty())
    return arrays[place].at(local);
  std::optional<int> whole;
  for (int64_t other : mesh.group(place, partial)) {
    int value = arrays[other].at(local);
    whole =
        whole ? combine(sharding.partial[0].combiner, *whole, value) : value;
  }
  return *whole;
}

std::string DeviceArrays::mismatch(const Sharding &wanted) const {
  if (!sharding.sameLayout(wanted))
    return "lies as " + sharding.str(mesh) + ", not as " + wanted.str(mesh);
  std::string wrong;
  for (int64_t place = 0; place < mesh.numDevices(); ++place) {
    ShardBox box = shardBox(mesh, shape, wanted, place);
    if (arrays[place].shape != localShape(shape, wanted))
      return "wrong local shape";
    forEachIndex(box.size, [&](const Index &local) {
      Index global = local;
      for (size_t d = 0; d < shape.size(); ++d)
        global[d] += box.offset[d];
      int want = 1 + linear(global, shape);
      int got = wholeValue(place, wanted, local);
      if (got != want && wrong.empty())
        wrong = "device " + std::to_string(place) + " holds " +
                std::to_string(got) + ", not " + std::to_string(want);
    });
  }
  return wrong;
}

//===----------------------------------------------------------------------===//
// The form of a step
//===----------------------------------------------------------------------===//

static bool sameAxes(llvm::ArrayRef<AxisRef> a, llvm::ArrayRef<AxisRef> b) {
  return normalized(a) == normalized(b);
}

static llvm::SmallVector<AxisRef> concat(llvm::ArrayRef<AxisRef> a,
                                         llvm::ArrayRef<AxisRef> b) {
  llvm::SmallVector<AxisRef> both(a);
  both.append(b.begin(), b.end());
  return both;
}

/// Checks that the step's axes stand where Reshard.h says, by comparing both
/// layouts with `axes` put back.
std::string DeviceArrays::checkForm(const ReshardStep &step) const {
  if (auto wrong = check(step.after, mesh, shape.size()))
    return "the layout after the step is wrong: " + *wrong;
  Sharding before = sharding, after = step.after;
  auto joinAxes = [&](Sharding &s, int dim) {
    auto &axes = s.dims[dim].axes;
    axes.assign(normalized(concat(axes, step.axes)));
  };
  bool reduces =
      step.kind == StepKind::AllReduce || step.kind == StepKind::ReduceScatter;
  if (reduces)
    for (AxisRef ref : step.axes)
      after.partial.push_back({ref, step.combiner});
  switch (step.kind) {
  case StepKind::Slice:
  case StepKind::ReduceScatter:
    joinAxes(before, step.dim);
    if (reduces) { // both now name the axes in the dimension and as partial
      if (!sameAxes(before.dims[step.dim].axes, step.after.dims[step.dim].axes))
        return "reduce_scatter does not append its axes";
      return before.closed(mesh).partial == after.closed(mesh).partial
                 ? ""
                 : "reduce_scatter leaves other partial axes";
    }
    break;
  case StepKind::AllGather:
    joinAxes(after, step.dim);
    break;
  case StepKind::AllToAll:
    joinAxes(after, step.dim);
    joinAxes(before, step.otherDim);
    break;
  case StepKind::Permute:
    for (size_t d = 0; d < shape.size(); ++d)
      if (before.dims[d].shards() != after.dims[d].shards())
        return "permute changes a shard count";
    return "";
  case StepKind::AllReduce:
    break;
  }
  return before.sameLayout(after) ? "" : "'after' is not what the step leaves";
}

int64_t DeviceArrays::operandBytes(const ReshardStep &step,
                                   int64_t elementBytes) const {
  Index operand = localShape(shape, sharding);
  int64_t k = sizeOf(step.axes);
  if (step.kind == StepKind::AllToAll)
    operand[step.otherDim] = k * localShape(shape, step.after)[step.otherDim];
  if (step.kind == StepKind::ReduceScatter)
    operand[step.dim] = k * localShape(shape, step.after)[step.dim];
  return numElements(operand) * elementBytes;
}

//===----------------------------------------------------------------------===//
// Running a step
//===----------------------------------------------------------------------===//

int DeviceArrays::reduced(int64_t place, const ReshardStep &step,
                          const Index &index) const {
  std::optional<int> sum;
  for (int64_t other : mesh.group(place, step.axes)) {
    int value = arrays[other].at(index);
    sum = sum ? combine(step.combiner, *sum, value) : value;
  }
  return *sum;
}

Array DeviceArrays::runOn(int64_t place, const ReshardStep &step) const {
  const Array &mine = arrays[place];
  Array out(localShape(shape, step.after), garbage);
  auto group = mesh.group(place, step.axes);
  int64_t me = mesh.linearCoordinate(place, step.axes);
  forEachIndex(out.shape, [&](const Index &index) {
    Index in = index;
    switch (step.kind) {
    case StepKind::Slice:
      in[step.dim] += me * out.shape[step.dim];
      if (mine.contains(in))
        out.at(index) = mine.at(in);
      break;
    case StepKind::AllGather: {
      int64_t from = index[step.dim] / mine.shape[step.dim];
      in[step.dim] %= mine.shape[step.dim];
      out.at(index) = arrays[group[from]].at(in);
      break;
    }
    case StepKind::AllToAll: {
      int64_t from = index[step.dim] / mine.shape[step.dim];
      in[step.dim] %= mine.shape[step.dim];
      in[step.otherDim] += me * out.shape[step.otherDim];
      if (mine.contains(in))
        out.at(index) = arrays[group[from]].at(in);
      break;
    }
    case StepKind::Permute: {
      int64_t number = mesh.linearCoordinate(place, step.to);
      out.at(index) = arrays[mesh.group(place, step.from)[number]].at(in);
      break;
    }
    case StepKind::AllReduce:
      out.at(index) = reduced(place, step, in);
      break;
    case StepKind::ReduceScatter:
      in[step.dim] += me * out.shape[step.dim];
      if (mine.contains(in))
        out.at(index) = reduced(place, step, in);
      break;
    }
  });
  return out;
}

std::string DeviceArrays::run(const ReshardStep &step, int64_t elementBytes) {
  std::string wrong = checkForm(step);
  if (!wrong.empty())
    return wrong;
  if (step.kind == StepKind::Permute) {
    auto from = mesh.group(0, step.from), to = mesh.group(0, step.to);
    llvm::sort(from);
    llvm::sort(to);
    if (from != to)
      return "permute has different digits in 'from' and 'to'";
  }
  double bytes = receivedBytes(
      step.kind, operandBytes(step, elementBytes),
      step.kind == StepKind::Permute ? sizeOf(step.from) : sizeOf(step.axes));
  if (step.bytes != std::ceil(bytes))
    return "counts " + std::to_string(step.bytes) + " bytes, not " +
           std::to_string(bytes);
  if (step.kind == StepKind::AllGather) {
    int64_t joined = sizeOf(step.axes) * arrays[0].shape[step.dim];
    if (localShape(shape, step.after)[step.dim] > joined)
      return "gathers too little";
  }
  std::vector<Array> next;
  for (int64_t place = 0; place < mesh.numDevices(); ++place)
    next.push_back(runOn(place, step));
  arrays = std::move(next);
  sharding = step.after;
  return "";
}

std::string runPlan(const Mesh &mesh, const Index &shape, const Sharding &from,
                    const Sharding &to, const ReshardPlan &plan,
                    int64_t elementBytes) {
  DeviceArrays devices(mesh, shape, from);
  int64_t bytes = 0;
  for (const ReshardStep &step : plan.steps) {
    std::string wrong = devices.run(step, elementBytes);
    if (wrong.empty())
      wrong = devices.mismatch(step.after);
    if (!wrong.empty())
      return str(step.kind).str() + " to " + step.after.str(mesh) + ": " +
             wrong;
    bytes += step.bytes;
  }
  if (bytes != plan.bytes)
    return "the plan's bytes are not the sum of its steps'";
  return devices.mismatch(to);
}

//===----------------------------------------------------------------------===//
// Short forms for tests
//===----------------------------------------------------------------------===//

Mesh mesh(llvm::StringRef text) {
  std::string error;
  std::optional<Mesh> mesh = parseMesh(text, error);
  EXPECT_TRUE(mesh) << error;
  return mesh.value_or(Mesh());
}

Sharding sharding(llvm::StringRef text, const Mesh &mesh) {
  std::string error;
  std::optional<Sharding> sharding = parseSharding(text, mesh, error);
  EXPECT_TRUE(sharding) << error;
  return sharding.value_or(Sharding());
}

std::string kinds(const ReshardPlan &plan) {
  std::string text;
  for (const ReshardStep &step : plan.steps)
    text += (text.empty() ? "" : ", ") + str(step.kind).str();
  return text;
}

} // namespace plait::test
