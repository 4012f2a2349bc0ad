//===- Manifest.cpp - What a program says about itself --------------------===//

#include "core/Manifest.h"
#include "core/DType.h"
#include "core/Status.h"

#include <nlohmann/json.hpp>
#include <set>

namespace plait::runtime {

using Json = nlohmann::json;

int64_t TensorSpec::localBytes() const {
  return checkedProduct(localShape) * byteWidth(dtype);
}

const SiteSpec *Manifest::findSite(int64_t site) const {
  auto found = siteIndex.find(site);
  return found == siteIndex.end() ? nullptr : &sites[found->second];
}

namespace {

/// A JSON value with the path that leads to it, which messages name.
class Node {
public:
  Node(const Json &json, std::string path) : json(json), path(path) {}

  Node operator[](const char *key) const {
    auto found = json.is_object() ? json.find(key) : json.end();
    if (found == json.end())
      fail(text("must have '", key, "'"));
    return Node(*found, path.empty() ? key : path + "." + key);
  }

  bool has(const char *key) const {
    return json.is_object() && json.contains(key) && !json[key].is_null();
  }

  int64_t integer() const {
    if (!json.is_number_integer())
      fail("must be an integer, got: " + json.dump());
    return json.get<int64_t>();
  }

  std::string string() const {
    if (!json.is_string())
      fail("must be a string, got: " + json.dump());
    return json.get<std::string>();
  }

  std::string stringOr(const char *key) const {
    return has(key) ? (*this)[key].string() : std::string();
  }

  std::vector<Node> list() const {
    if (!json.is_array())
      fail("must be a list");
    std::vector<Node> items;
    for (size_t i = 0; i < json.size(); ++i)
      items.emplace_back(json[i], text(path, "[", i, "]"));
    return items;
  }

  std::vector<int64_t> integers() const {
    std::vector<int64_t> values;
    for (const Node &item : list())
      values.push_back(item.integer());
    return values;
  }

  template <typename... Parts>
  [[noreturn]] void fail(const Parts &...parts) const {
    failUsage("the program's manifest is malformed: ",
              path.empty() ? "it" : "'" + path + "'", " ", parts...);
  }

private:
  const Json &json;
  std::string path;
};

} // namespace

static Mesh readMesh(const Node &node) {
  std::vector<Axis> axes;
  for (const Node &axis : node["axes"].list())
    axes.push_back({axis["name"].string(), axis["size"].integer()});
  std::vector<int64_t> ids;
  if (node.has("device_ids"))
    ids = node["device_ids"].integers();
  return Mesh(std::move(axes), std::move(ids));
}

/// Whole axes, by their names.
static std::vector<AxisRef> readNodeAxes(const Node &node, const Mesh &mesh) {
  std::vector<AxisRef> refs;
  if (!node.has("node_axes"))
    return refs;
  for (const Node &item : node["node_axes"].list()) {
    int64_t axis = mesh.find(item.string());
    if (axis < 0)
      item.fail("must be an axis of the mesh, got: '", item.string(), "'");
    refs.push_back({axis, 1, mesh.getAxes()[axis].size});
  }
  return refs;
}

static TensorSpec readTensor(const Node &node, const Mesh &mesh) {
  TensorSpec spec;
  spec.name = node["name"].string();
  spec.shape = node["shape"].integers();
  spec.localShape = node["local_shape"].integers();
  std::string dtype = node["dtype"].string();
  std::optional<plait_dtype> known = dtypeFromNumpy(dtype);
  if (!known)
    node.fail("has the unknown type '", dtype, "'");
  spec.dtype = *known;

  std::vector<AxisRef> all;
  for (const Node &dim : node["dims"].list()) {
    std::vector<AxisRef> refs;
    for (const Node &ref : dim.list())
      refs.push_back(
          {ref["axis"].integer(), ref["pre"].integer(), ref["size"].integer()});
    all.insert(all.end(), refs.begin(), refs.end());
    spec.dims.push_back(std::move(refs));
  }
  mesh.check(all, "the program's manifest is malformed: '" + spec.name + "'");

  int64_t elements = checkedProduct(spec.shape);
  if (elements < 0 || elements > INT64_MAX / 64)
    node.fail("has a shape that is no shape: ", spellList(spec.shape));
  if (spec.dims.size() != spec.shape.size() ||
      spec.localShape != localShape(spec.shape, spec.dims))
    node.fail("must have a local_shape that follows from shape and dims, got: ",
              spellList(spec.localShape));
  return spec;
}

/// A result that replaces an argument must lie exactly like it, and no other
/// result may replace the same one.
static void checkAliases(const Node &node, const Manifest &manifest) {
  std::vector<bool> taken(manifest.arguments.size(), false);
  for (const TensorSpec &result : manifest.results) {
    if (result.alias == -1)
      continue;
    if (result.alias < 0 || result.alias >= int64_t(taken.size()) ||
        taken[result.alias])
      node.fail("must alias each argument at most once, got: ", result.alias,
                " at result '", result.name, "'");
    taken[result.alias] = true;
    const TensorSpec &argument = manifest.arguments[result.alias];
    bool equal = argument.dtype == result.dtype &&
                 argument.shape == result.shape &&
                 argument.localShape == result.localShape;
    if (!equal)
      node.fail("result '", result.name, "' must lie like argument '",
                argument.name, "', which it replaces");
  }
}

/// Files name tensors: two of one name could not be told apart.
static void checkNames(const Node &node, const std::vector<TensorSpec> &specs) {
  std::set<std::string> names;
  for (const TensorSpec &spec : specs)
    if (!names.insert(spec.name).second)
      node.fail("must have different names, got '", spec.name, "' twice");
}

static void readSites(const Node &node, Manifest &manifest) {
  for (const Node &item : node["collectives"].list()) {
    SiteSpec spec;
    spec.site = item["site"].integer();
    spec.kind = item["kind"].string();
    spec.reason = item.stringOr("reason");
    spec.origin = item.stringOr("origin");
    spec.location = item.stringOr("location");
    if (!manifest.siteIndex.emplace(spec.site, manifest.sites.size()).second)
      item.fail("has site ", spec.site, " for a second time");
    manifest.sites.push_back(std::move(spec));
  }
}

Manifest readManifest(const plait_program &program) {
  Json json;
  try {
    json = Json::parse(program.manifest,
                       program.manifest + program.manifest_bytes);
  } catch (const Json::exception &error) {
    failUsage("the program's manifest is no JSON: ", error.what());
  }
  Node node(json, "");
  int64_t schema = node["schema"].integer();
  if (schema != PLAIT_MANIFEST_SCHEMA)
    failUsage("the program's manifest must have schema ", PLAIT_MANIFEST_SCHEMA,
              ", got: ", schema, "; compile it with this version of Plait");
  Manifest manifest;
  manifest.name = node["name"].string();
  manifest.hash = node.stringOr("hash");
  manifest.mesh = readMesh(node["mesh"]);
  manifest.nodeAxes = readNodeAxes(node["mesh"], manifest.mesh);
  for (const Node &item : node["arguments"].list())
    manifest.arguments.push_back(readTensor(item, manifest.mesh));
  for (const Node &item : node["results"].list()) {
    manifest.results.push_back(readTensor(item, manifest.mesh));
    if (item.has("alias"))
      manifest.results.back().alias = item["alias"].integer();
  }
  if (int64_t(manifest.arguments.size()) != program.num_arguments ||
      int64_t(manifest.results.size()) != program.num_results)
    node.fail("must list the program's ", program.num_arguments,
              " arguments and ", program.num_results,
              " results, got: ", manifest.arguments.size(), " and ",
              manifest.results.size());
  checkNames(node["arguments"], manifest.arguments);
  checkNames(node["results"], manifest.results);
  checkAliases(node, manifest);
  readSites(node, manifest);
  return manifest;
}

} // namespace plait::runtime
