//===- ParseShardingTest.cpp - Texts, and each message about them ---------===//
#include "DeviceArrays.h"

#include "gtest/gtest.h"

namespace plait::test {
namespace {

const Mesh grid = mesh("data=4,model=2");

/// The text printed back, or the message.
std::string parsed(llvm::StringRef text) {
  std::string error;
  std::optional<Sharding> sharding = parseSharding(text, grid, error);
  return sharding ? sharding->str(grid) : "error: " + error;
}

std::string parsedMesh(llvm::StringRef text) {
  std::string error, result;
  std::optional<Mesh> mesh = parseMesh(text, error);
  if (!mesh)
    return "error: " + error;
  for (const MeshAxis &axis : mesh->axes)
    result += axis.name + "=" + std::to_string(axis.size) + " ";
  return result;
}

//===----------------------------------------------------------------------===//
// Shardings
//===----------------------------------------------------------------------===//

TEST(ParseSharding, RoundTrips) {
  for (const char *text :
       {"[]", "[{}]", "[{data},{model}]", "[{data,model},{}]",
        "[{data:(2)2,data:(1)2}]", "[{?},{data,?}p1]", "[{}p0]",
        "[{}], replicated={data:(1)2,model}", "[{data}], partial={model:max}",
        "[{}], replicated={model}, partial={data:(2)2:sum}"})
    EXPECT_EQ(parsed(text), text);
}

TEST(ParseSharding, AWholeAxisPrintsWithoutSubAxis) {
  EXPECT_EQ(parsed("[{data},{model:(1)2}]"), "[{data},{model}]");
}

TEST(ParseSharding, SpacesAndQuotesAreFree) {
  EXPECT_EQ(
      parsed(" [ {\"data\"} , { \"model\" , ? } p1 ] , replicated = { } "),
      "[{data},{model,?}p1]");
  EXPECT_EQ(parsed("[{}], partial = {\"data\" : sum}"),
            "[{}], partial={data:sum}");
  EXPECT_EQ(parsed("[{data ?}]"), "[{data,?}]");
}

TEST(ParseSharding, AnEarlierErrorIsForgotten) {
  std::string error = "old";
  EXPECT_TRUE(parseSharding("[{}]", grid, error));
  EXPECT_EQ(error, "");
}

TEST(ParseSharding, WantsTheListOfDimensions) {
  EXPECT_EQ(parsed("data"), "error: expected '[' to open the list of "
                            "dimensions, got: 'data'");
  EXPECT_EQ(parsed(""), "error: expected '[' to open the list of dimensions, "
                        "got: ''");
  EXPECT_EQ(parsed("[{}"),
            "error: expected ']' to close the list of dimensions, got: ''");
}

TEST(ParseSharding, WantsBracesAroundDimensions) {
  EXPECT_EQ(parsed("[data]"),
            "error: expected '{' to open a dimension, got: 'data]'");
  EXPECT_EQ(parsed("[{data model}]"),
            "error: expected '}' to close a dimension, got: 'model}]'");
  EXPECT_EQ(parsed("[{?, data}]"),
            "error: expected '}' to close a dimension, got: ', data}]'");
}

TEST(ParseSharding, WantsAxisNames) {
  EXPECT_EQ(parsed("[{data,}]"),
            "error: expected the name of an axis, got: '}]'");
  EXPECT_EQ(parsed("[{\"data}]"),
            "error: expected '\"' to close a quoted name, got: ''");
}

TEST(ParseSharding, WantsAxesOfTheMesh) {
  EXPECT_EQ(parsed("[{x}]"), "error: an axis must be one of the mesh's axes "
                             "'data', 'model', got: 'x'");
  std::string error;
  EXPECT_FALSE(parseSharding("[{x}]", Mesh(), error));
  EXPECT_EQ(error, "an axis must be one of the mesh's axes, of which there are "
                   "none, got: 'x'");
}

TEST(ParseSharding, WantsWholeSubAxes) {
  EXPECT_EQ(parsed("[{data:(x)2}]"), "error: expected the pre-size of a "
                                     "sub-axis, got: 'x)2}]'");
  EXPECT_EQ(parsed("[{data:(1 2}]"), "error: expected ')' to close the "
                                     "pre-size of a sub-axis, got: '2}]'");
  EXPECT_EQ(parsed("[{data:(1)}]"),
            "error: expected the size of a sub-axis, got: '}]'");
  EXPECT_EQ(parsed("[{data:2}]"),
            "error: expected '}' to close a dimension, got: ':2}]'");
}

TEST(ParseSharding, WantsNumbersOf64Bits) {
  EXPECT_EQ(parsed("[{data:(1)99999999999999999999}]"),
            "error: the size of a sub-axis must be a number of 64 bits, got: "
            "'99999999999999999999'");
  EXPECT_EQ(parsed("[{}p-]"),
            "error: a priority must be a number of 64 bits, got: '-'");
  EXPECT_EQ(parsed("[{}p]"), "error: expected a priority, got: ']'");
}

TEST(ParseSharding, WantsKnownSections) {
  EXPECT_EQ(parsed("[{}], foo={data}"),
            "error: expected 'replicated' or 'partial', got: 'foo'");
  EXPECT_EQ(parsed("[{}], "),
            "error: expected 'replicated' or 'partial', got: ''");
  EXPECT_EQ(parsed("[{}], partial {data}"),
            "error: expected '=' after 'partial', got: '{data}'");
  EXPECT_EQ(parsed("[{}], replicated=data"),
            "error: expected '{' to open the axes of 'replicated', got: "
            "'data'");
  EXPECT_EQ(parsed("[{}], replicated={data"),
            "error: expected '}' to close the axes of 'replicated', got: ''");
}

TEST(ParseSharding, WantsCombiners) {
  EXPECT_EQ(parsed("[{}], partial={data}"),
            "error: expected ':' before a combiner, got: '}'");
  EXPECT_EQ(parsed("[{}], partial={data:}"),
            "error: expected a combiner, got: '}'");
  EXPECT_EQ(parsed("[{}], partial={data:add}"),
            "error: a combiner must be one of sum, prod, max, min, maxnum, "
            "minnum, umax, umin, and, or, xor, got: 'add'");
}

TEST(ParseSharding, WantsNothingAfterwards) {
  EXPECT_EQ(parsed("[{}] x"),
            "error: expected the end of the sharding, got: 'x'");
}

TEST(ParseSharding, ChecksWhatItRead) {
  EXPECT_EQ(parsed("[{data,data}]"), "error: axis 'data' is used twice");
  EXPECT_EQ(parsed("[{data:(1)3}]"),
            "error: a sub-axis '(pre)size' of axis 'data' must have a pre * "
            "size that divides 4, got: 'data:(1)3'");
}

//===----------------------------------------------------------------------===//
// Meshes
//===----------------------------------------------------------------------===//

TEST(ParseMesh, ReadsAxesInOrder) {
  EXPECT_EQ(parsedMesh("data=4,model=2"), "data=4 model=2 ");
  EXPECT_EQ(parsedMesh(" \"a b\" = 3 "), "a b=3 ");
}

TEST(ParseMesh, WantsNamesAndSizes) {
  EXPECT_EQ(parsedMesh(""), "error: expected the name of an axis, got: ''");
  EXPECT_EQ(parsedMesh("data=4,"),
            "error: expected the name of an axis, got: ''");
  EXPECT_EQ(parsedMesh("data"),
            "error: expected '=' after the name of an axis, got: ''");
  EXPECT_EQ(parsedMesh("data=x"),
            "error: expected the size of an axis, got: 'x'");
  EXPECT_EQ(parsedMesh("data=9999999999999999999"),
            "error: the size of an axis must be a number of 64 bits, got: "
            "'9999999999999999999'");
  EXPECT_EQ(parsedMesh("data=4 model=2"),
            "error: expected ',' between axes, or the end, got: 'model=2'");
}

TEST(ParseMesh, ChecksWhatItRead) {
  EXPECT_EQ(parsedMesh("data=0"),
            "error: axis 'data' must have a size of at least 1, got: 0");
  EXPECT_EQ(parsedMesh("a=2,a=2"),
            "error: axes of a mesh must have different names, got: 'a' twice");
}

} // namespace
} // namespace plait::test
