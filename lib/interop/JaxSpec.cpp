//===- JaxSpec.cpp - A sharding as JAX's PartitionSpec --------------------===//
#include "plait/interop/JaxSpec.h"
#include "PythonText.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace plait::interop {

static Error refuse(const Twine &message) {
  return createStringError(inconvertibleErrorCode(), message);
}

/// The names of whole axes; an error at a part of one.
static Expected<JaxSpec::Names> namesOf(const Mesh &mesh,
                                        ArrayRef<AxisRef> axes) {
  JaxSpec::Names names;
  for (AxisRef ref : axes) {
    if (ref != mesh.whole(ref.axis))
      return refuse("a PartitionSpec must have whole axes, got: {" +
                    mesh.str(ref) + "}");
    names.push_back(mesh.axes[ref.axis].name);
  }
  return names;
}

Expected<JaxSpec> toJaxSpec(const Mesh &mesh, const Sharding &sharding,
                            ArrayRef<int64_t> shape) {
  JaxSpec spec;
  for (auto [size, dim] : zip_equal(shape, sharding.dims)) {
    Expected<JaxSpec::Names> names = namesOf(mesh, dim.axes);
    if (!names)
      return names.takeError();
    if (size % dim.shards() != 0)
      return refuse("JAX must divide a dimension evenly, got: " + Twine(size) +
                    " elements over " + Twine(dim.shards()) + " devices");
    spec.dims.push_back(*names);
  }
  for (const PartialAxis &partial : sharding.partial) {
    if (partial.combiner != Combiner::Sum)
      return refuse("JAX must add up what is unreduced, got: " +
                    str(partial.combiner));
    Expected<JaxSpec::Names> names = namesOf(mesh, partial.axis);
    if (!names)
      return names.takeError();
    append_range(spec.unreduced, *names);
  }
  return spec;
}

/// None, "x" or ("x", "y").
static std::string dimText(const JaxSpec::Names &names) {
  if (names.empty())
    return "None";
  if (names.size() == 1)
    return pythonString(names.front());
  return "(" + join(map_range(names, pythonString), ", ") + ")";
}

std::string toPython(const JaxSpec &spec) {
  std::vector<std::string> parts;
  for (const JaxSpec::Names &names : spec.dims)
    parts.push_back(dimText(names));
  if (!spec.unreduced.empty())
    parts.push_back("unreduced={" +
                    join(map_range(spec.unreduced, pythonString), ", ") + "}");
  return "P(" + join(parts, ", ") + ")";
}

json::Value toJson(const JaxSpec &spec) {
  json::Array dims;
  for (const JaxSpec::Names &names : spec.dims) {
    if (names.empty())
      dims.push_back(nullptr);
    else if (names.size() == 1)
      dims.push_back(names.front());
    else
      dims.push_back(json::Array(names));
  }
  return dims;
}

} // namespace plait::interop
