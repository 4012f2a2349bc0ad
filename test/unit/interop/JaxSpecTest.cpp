//===- JaxSpecTest.cpp - PartitionSpecs -----------------------------------===//
#include "plait/interop/JaxSpec.h"
#include "Subjects.h"

#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

namespace plait::interop {
namespace {

/// The spec as Python text, or the error.
std::string spec(llvm::StringRef sharding,
                 llvm::ArrayRef<int64_t> shape = {8, 8, 8}) {
  Mesh mesh = meshOf("x=4,y=2");
  llvm::Expected<JaxSpec> spec =
      toJaxSpec(mesh, shardingOf(mesh, sharding), shape);
  return spec ? toPython(*spec) : llvm::toString(spec.takeError());
}

TEST(JaxSpec, SaysAxesPerDimension) {
  EXPECT_EQ(spec("[{x},{},{y}]"), R"(P("x", None, "y"))");
  EXPECT_EQ(spec("[{},{y,x},{}]"), R"(P(None, ("y", "x"), None))");
  EXPECT_EQ(spec("[]", {}), "P()");
}

TEST(JaxSpec, SaysWhatIsUnreduced) {
  EXPECT_EQ(spec("[{x},{},{}], partial={y:sum}"),
            R"(P("x", None, None, unreduced={"y"}))");
}

TEST(JaxSpec, RefusesWhatJaxCannotSay) {
  EXPECT_EQ(spec("[{x:(1)2},{},{}]"),
            "a PartitionSpec must have whole axes, got: {x:(1)2}");
  EXPECT_EQ(spec("[{x}]", {10}), "JAX must divide a dimension evenly, got: 10 "
                                 "elements over 4 devices");
  EXPECT_EQ(spec("[{},{},{}], partial={y:max}"),
            "JAX must add up what is unreduced, got: max");
}

TEST(JaxSpec, IsAListInJson) {
  Mesh mesh = meshOf("x=4,y=2");
  auto spec = toJaxSpec(mesh, shardingOf(mesh, "[{y,x},{},{}]"), {8, 8, 8});
  ASSERT_TRUE(bool(spec));
  EXPECT_EQ(llvm::formatv("{0}", toJson(*spec)).str(),
            R"([["y","x"],null,null])");
}

} // namespace
} // namespace plait::interop
