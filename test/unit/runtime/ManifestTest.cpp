//===- ManifestTest.cpp - What a program says about itself ----------------===//

#include "core/Manifest.h"
#include "core/Status.h"

#include <gtest/gtest.h>

using namespace plait::runtime;

namespace {

const char *const sound = R"({
  "schema": 1, "program": 0, "name": "main", "hash": "0123456789abcdef",
  "mesh": {"name": "mesh", "axes": [{"name": "data", "size": 4},
                                    {"name": "model", "size": 2}],
           "device_ids": []},
  "arguments": [
    {"name": "x", "shape": [13, 5], "dtype": "float32", "local_shape": [4, 5],
     "dims": [[{"axis": 0, "pre": 1, "size": 4}], []],
     "sharding": "[{data},{}]", "state": "parameter"}],
  "results": [
    {"name": "y", "shape": [13, 5], "dtype": "float32", "local_shape": [4, 5],
     "dims": [[{"axis": 0, "pre": 1, "size": 4}], []], "alias": 0}],
  "memory": {"arena": 64, "arguments": 128, "results": 0},
  "collectives": [
    {"site": 7, "kind": "all_reduce", "axes": ["data"], "group_size": 4,
     "bytes_per_device": 30, "count": null, "reason": "loss", "origin": "sum",
     "location": "train.py:41"}]})";

Manifest read(const std::string &json, int arguments = 1, int results = 1) {
  plait_program program{};
  program.manifest = json.data();
  program.manifest_bytes = json.size();
  program.num_arguments = arguments;
  program.num_results = results;
  return readManifest(program);
}

/// The sound manifest with its first `from` replaced.
std::string with(const std::string &from, const std::string &to) {
  std::string json = sound;
  size_t at = json.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return json.replace(at, from.size(), to);
}

void expectRefusal(const std::string &json, const std::string &part,
                   int arguments = 1, int results = 1) {
  try {
    read(json, arguments, results);
    ADD_FAILURE() << "accepted, expected: " << part;
  } catch (const Failure &failure) {
    EXPECT_EQ(failure.status, PLAIT_USAGE);
    EXPECT_NE(std::string(failure.what()).find(part), std::string::npos)
        << failure.what();
  }
}

} // namespace

TEST(Manifest, ReadsAll) {
  Manifest manifest = read(sound);
  EXPECT_EQ(manifest.name, "main");
  EXPECT_EQ(manifest.hash, "0123456789abcdef");
  EXPECT_EQ(manifest.mesh.size(), 8);
  ASSERT_EQ(manifest.arguments.size(), 1u);
  EXPECT_EQ(manifest.arguments[0].name, "x");
  EXPECT_EQ(manifest.arguments[0].localBytes(), 80);
  EXPECT_EQ(manifest.results[0].alias, 0);
  ASSERT_TRUE(manifest.findSite(7));
  EXPECT_EQ(manifest.findSite(7)->location, "train.py:41");
  EXPECT_EQ(manifest.findSite(7)->reason, "loss");
  EXPECT_FALSE(manifest.findSite(8));
}

TEST(Manifest, IsNotTerminated) {
  std::string json = std::string(sound) + "garbage";
  plait_program program{};
  program.manifest = json.data();
  program.manifest_bytes = std::string(sound).size();
  program.num_arguments = program.num_results = 1;
  EXPECT_EQ(readManifest(program).name, "main");
}

TEST(Manifest, NoJson) { expectRefusal("{", "is no JSON"); }

TEST(Manifest, OtherSchema) {
  expectRefusal(with("\"schema\": 1", "\"schema\": 2"), "must have schema 1");
}

TEST(Manifest, MissingField) {
  expectRefusal(with("\"dtype\"", "\"type\""),
                "'arguments[0]' must have 'dtype'");
}

TEST(Manifest, WrongKindOfField) {
  expectRefusal(with("\"shape\": [13, 5]", "\"shape\": 13"),
                "'arguments[0].shape' must be a list");
  expectRefusal(with("\"size\": 4", "\"size\": \"4\""),
                "'mesh.axes[0].size' must be an integer, got: \"4\"");
}

TEST(Manifest, UnknownType) {
  expectRefusal(with("float32", "float8"), "unknown type 'float8'");
}

TEST(Manifest, LocalShapeMustFollow) {
  expectRefusal(with("\"local_shape\": [4, 5]", "\"local_shape\": [3, 5]"),
                "local_shape that follows from shape and dims");
}

TEST(Manifest, AxesMustFit) {
  expectRefusal(with("\"axis\": 0", "\"axis\": 2"), "one of the mesh's 2");
  expectRefusal(with("\"size\": 4}]", "\"size\": 3}]"), "must divide axis");
}

TEST(Manifest, MeshMustBeSound) {
  expectRefusal(with("\"device_ids\": []", "\"device_ids\": [0, 1]"),
                "device_ids must list all 8");
  expectRefusal(with("\"data\", \"size\": 4", "\"data\", \"size\": 0"),
                "at least one device");
}

TEST(Manifest, AxesBetweenNodes) {
  EXPECT_TRUE(read(sound).nodeAxes.empty());
  std::string nodes = "\"device_ids\": [], \"node_axes\": [\"data\"]";
  Manifest manifest = read(with("\"device_ids\": []", nodes));
  ASSERT_EQ(manifest.nodeAxes.size(), 1u);
  EXPECT_EQ(manifest.nodeAxes[0].axis, 0);
  EXPECT_EQ(manifest.nodeAxes[0].size, 4);
  expectRefusal(with("\"device_ids\": []",
                     "\"device_ids\": [], \"node_axes\": [\"dota\"]"),
                "must be an axis of the mesh, got: 'dota'");
}

TEST(Manifest, HugeShape) {
  expectRefusal(with("\"shape\": [13, 5]",
                     "\"shape\": [4611686018427387904, 4611686018427387904]"),
                "no shape");
  expectRefusal(with("\"shape\": [13, 5]", "\"shape\": [-13, 5]"), "no shape");
}

TEST(Manifest, CountsMustAgreeWithTheProgram) {
  expectRefusal(sound, "the program's 2 arguments", 2, 1);
  expectRefusal(sound, "and 0 results", 1, 0);
}

TEST(Manifest, Aliases) {
  expectRefusal(with("\"alias\": 0", "\"alias\": 1"), "at most once, got: 1");
  expectRefusal(with("\"alias\": 0", "\"alias\": -2"), "at most once, got: -2");
  expectRefusal(
      with("\"results\": [\n    {\"name\": \"y\", \"shape\": [13, 5], "
           "\"dtype\": \"float32\"",
           "\"results\": [\n    {\"name\": \"y\", \"shape\": [13, 5], "
           "\"dtype\": \"int32\""),
      "must lie like argument 'x'");
}

TEST(Manifest, NoAliasIsMinusOneOrAbsent) {
  EXPECT_EQ(read(with(", \"alias\": 0", "")).results[0].alias, -1);
  EXPECT_EQ(read(with("\"alias\": 0", "\"alias\": -1")).results[0].alias, -1);
}

TEST(Manifest, SitesMustDiffer) {
  expectRefusal(with("\"collectives\": [", "\"collectives\": [{\"site\": 7, "
                                           "\"kind\": \"broadcast\"},"),
                "has site 7 for a second time");
}
