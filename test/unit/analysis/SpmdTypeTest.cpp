//===- SpmdTypeTest.cpp - Atoms, joins, what is neutral -------------------===//
//
// Tests the value types of the SPMD verifier by themselves.
//
//===----------------------------------------------------------------------===//
#include "plait/analysis/SpmdType.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace plait;
using namespace plait::spmd;

namespace {
Mesh meshOf(std::initializer_list<MeshAxis> axes) {
  Mesh mesh;
  mesh.axes.assign(axes.begin(), axes.end());
  return mesh;
}

std::vector<std::string> namesOf(const Atoms &atoms) {
  std::vector<std::string> names;
  for (unsigned i = 0; i < atoms.size(); ++i)
    names.push_back(atoms.name(i));
  return names;
}

std::vector<int> listOf(const AtomList &list) {
  return {list.begin(), list.end()};
}

/// On a mesh of one axis of two devices.
class Types : public ::testing::Test {
protected:
  Types() : builder(&context), atoms(*Atoms::create(meshOf({{"x", 2}}), {})) {}

  SpmdType scalar(Kind kind, CombinerSet combiners = 0) {
    SpmdType type;
    type.element = Element(1);
    type.element.set(1, kind, nullptr, combiners);
    return type;
  }
  SpmdType constant(double value) {
    SpmdType type = scalar(Kind::Invariant);
    type.element.constant = true;
    type.element.splat = builder.getF32FloatAttr(value);
    return type;
  }
  std::optional<SpmdType> joined(const SpmdType &a, const SpmdType &b) {
    return join(a, b, atoms, why);
  }

  MLIRContext context;
  Builder builder;
  Atoms atoms;
  Reason why;
};
} // namespace

TEST(Atoms, WholeAxesAreAtoms) {
  auto atoms =
      Atoms::create(meshOf({{"data", 4}, {"one", 1}, {"model", 2}}), {});
  ASSERT_TRUE(atoms);
  EXPECT_EQ(namesOf(*atoms), (std::vector<std::string>{"data", "model"}));
  EXPECT_EQ(listOf(atoms->of({{1, 1, 1}, {2, 1, 2}, {0, 1, 4}})),
            (std::vector<int>{1, 0}));
}

TEST(Atoms, SubAxesCut) {
  auto atoms = Atoms::create(meshOf({{"x", 8}}), {{0, 1, 2}, {0, 4, 2}});
  ASSERT_TRUE(atoms);
  EXPECT_EQ(namesOf(*atoms),
            (std::vector<std::string>{"x:(1)2", "x:(2)2", "x:(4)2"}));
  EXPECT_EQ(listOf(atoms->of({{0, 1, 8}})), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(listOf(atoms->of({{0, 4, 2}, {0, 1, 2}})),
            (std::vector<int>{2, 0}));
}

TEST(Atoms, PermutesCutWhereTheirListsDo) {
  AxisRef x{0, 1, 4}, y{1, 1, 2}, z{2, 1, 2};
  auto atoms = Atoms::create(meshOf({{"x", 4}, {"y", 2}, {"z", 2}}), {},
                             {{{x, y, z}, {y, z, x}}});
  ASSERT_TRUE(atoms);
  EXPECT_EQ(namesOf(*atoms),
            (std::vector<std::string>{"x:(1)2", "x:(2)2", "y", "z"}));
}

TEST(Atoms, RefusesSubAxesThatOverlap) {
  EXPECT_FALSE(Atoms::create(meshOf({{"x", 6}}), {{0, 1, 2}, {0, 1, 3}}));
}

TEST_F(Types, NeutralElements) {
  auto f = [&](double v) { return neutralFor(builder.getF32FloatAttr(v)); };
  EXPECT_EQ(f(0), only(Combiner::Sum));
  EXPECT_EQ(f(1), only(Combiner::Prod));
  EXPECT_EQ(f(2), 0);
  EXPECT_TRUE(has(f(-INFINITY), Combiner::Max));
  EXPECT_FALSE(has(f(-1e30), Combiner::Max));
  EXPECT_TRUE(has(neutralFor(builder.getI32IntegerAttr(-1)), Combiner::And));
  EXPECT_TRUE(has(neutralFor(builder.getI32IntegerAttr(0)), Combiner::Xor));
  EXPECT_TRUE(has(neutralFor(builder.getBoolAttr(false)), Combiner::Or));
  EXPECT_EQ(neutralFor(nullptr), 0);
}

TEST_F(Types, ZeroStandsForAnAddend) {
  SpmdType sum = scalar(Kind::Partial, only(Combiner::Sum));
  auto both = joined(constant(0), sum);
  ASSERT_TRUE(both);
  EXPECT_EQ(both->element.axes[0], sum.element.axes[0]);
  EXPECT_FALSE(joined(constant(1), sum));
  EXPECT_NE(why.text.find("partial over 'x'"), std::string::npos);
}

TEST_F(Types, WhatIsWholeIsItsOwnMaximum) {
  SpmdType max = scalar(Kind::Partial, only(Combiner::Max));
  EXPECT_TRUE(joined(scalar(Kind::Invariant), max));
  EXPECT_FALSE(joined(scalar(Kind::Varying), max));
  EXPECT_FALSE(joined(max, scalar(Kind::Partial, only(Combiner::Sum))));
}

TEST_F(Types, VaryingWins) {
  auto both = joined(scalar(Kind::Invariant), scalar(Kind::Varying));
  ASSERT_TRUE(both);
  EXPECT_EQ(both->element.axes[0].kind, Kind::Varying);
}

TEST_F(Types, EqualElementsLieAnyway) {
  Dim shard = Dim::shard({0}, 4);
  EXPECT_TRUE(merge(Dim(), shard)->samePart(shard));
  EXPECT_FALSE(merge(Dim::whole(), shard));
  EXPECT_FALSE(merge(shard, Dim::shard({0}, 4, -1)));
  EXPECT_EQ(merge(shard, Dim::unknown())->tag, Dim::Unknown);
}

TEST_F(Types, AVaryingAxisMakesItsDimensionUnknown) {
  SpmdType type = scalar(Kind::Sharded);
  type.dims = {Dim::shard({0}, 4), Dim::whole()};
  type.element.set(1, Kind::Varying, nullptr);
  type.settle();
  EXPECT_EQ(type.dims[0].tag, Dim::Unknown);
  EXPECT_TRUE(type.dims[1].isWhole());
  EXPECT_EQ(str(type, atoms), "[{?},{}], varying over 'x'");
}

TEST_F(Types, ScalesAreFractions) {
  Scale scale;
  scale = scale.times(4, 1, nullptr).times(1, 8, nullptr);
  EXPECT_EQ(scale.str(), "1/2");
  EXPECT_TRUE(scale.times(2, 1, nullptr).isOne());
  // What does not fit is left as it is.
  EXPECT_EQ(scale.times(INT64_MAX, 1, nullptr).times(4, 1, nullptr).denominator,
            2);
  EXPECT_FALSE(joined(constant(0), scalar(Kind::Invariant)) == std::nullopt);
}
