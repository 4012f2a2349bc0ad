//===- MhloShardingTest.cpp - Reading GSPMD's strings ---------------------===//

#include "plait/dialects/input/sdy/MhloSharding.h"

#include <gtest/gtest.h>

using namespace plait::sdy;
using Kind = MhloSharding::Kind;
using TrailingKind = MhloSharding::TrailingKind;
using Ints = std::vector<int64_t>;

namespace {

/// Parses what must be a sharding.
MhloSharding parse(llvm::StringRef text) {
  llvm::Expected<MhloSharding> sharding = parseMhloSharding(text);
  if (sharding)
    return *sharding;
  ADD_FAILURE() << text.str() << ": " << llvm::toString(sharding.takeError());
  return {};
}

/// The message about what must not be a sharding.
std::string parseError(llvm::StringRef text) {
  llvm::Expected<MhloSharding> sharding = parseMhloSharding(text);
  if (!sharding)
    return llvm::toString(sharding.takeError());
  return "no error";
}

Ints toVector(llvm::ArrayRef<int64_t> values) {
  return Ints(values.begin(), values.end());
}

TEST(MhloSharding, ReadsWords) {
  EXPECT_EQ(parse("{replicated}").kind, Kind::Replicated);
  EXPECT_EQ(parse("{manual}").kind, Kind::Manual);
  EXPECT_EQ(parse("{unknown}").kind, Kind::Unknown);
  EXPECT_EQ(parse("{unreduced}").kind, Kind::Unreduced);
}

TEST(MhloSharding, ReadsOneDevice) {
  MhloSharding sharding = parse("{maximal device=3}");
  EXPECT_EQ(sharding.kind, Kind::Maximal);
  EXPECT_EQ(sharding.device, 3);
}

TEST(MhloSharding, ReadsAListOfDevices) {
  MhloSharding sharding = parse("{devices=[2,2]0,2,1,3}");
  EXPECT_EQ(sharding.kind, Kind::Tiled);
  EXPECT_EQ(toVector(sharding.tileDims), Ints({2, 2}));
  EXPECT_EQ(toVector(sharding.devices), Ints({0, 2, 1, 3}));
  EXPECT_EQ(sharding.getTiledRank(), 2);
}

TEST(MhloSharding, ReadsAnIota) {
  EXPECT_EQ(toVector(parse("{devices=[2,3]<=[6]}").devices),
            Ints({0, 1, 2, 3, 4, 5}));
}

TEST(MhloSharding, ReadsATransposedIota) {
  EXPECT_EQ(toVector(parse("{devices=[2,4]<=[4,2]T(1,0)}").devices),
            Ints({0, 2, 4, 6, 1, 3, 5, 7}));
  // iota(8) as 2 x 2 x 2, dimensions taken in the order 2, 0, 1.
  EXPECT_EQ(toVector(parse("{devices=[8]<=[2,2,2]T(2,0,1)}").devices),
            Ints({0, 2, 4, 6, 1, 3, 5, 7}));
  EXPECT_EQ(toVector(parse("{devices=[8]<=[2,2,2]T(1,2,0)}").devices),
            Ints({0, 4, 1, 5, 2, 6, 3, 7}));
}

TEST(MhloSharding, ReadsTrailingDimensions) {
  MhloSharding jax = parse("{devices=[4,1,2]<=[8] last_tile_dim_replicate}");
  ASSERT_EQ(jax.trailing.size(), 1u);
  EXPECT_EQ(jax.trailing[0], TrailingKind::Replicated);
  EXPECT_EQ(jax.getTiledRank(), 2);
  MhloSharding kinds = parse("{devices=[1,2,2,2]<=[8] "
                             "last_tile_dims={manual, replicated,unreduced}}");
  ASSERT_EQ(kinds.trailing.size(), 3u);
  EXPECT_EQ(kinds.trailing[0], TrailingKind::Manual);
  EXPECT_EQ(kinds.trailing[1], TrailingKind::Replicated);
  EXPECT_EQ(kinds.trailing[2], TrailingKind::Unreduced);
  EXPECT_EQ(kinds.getTiledRank(), 1);
}

TEST(MhloSharding, ReadsTuples) {
  EXPECT_TRUE(parse("{}").elements.empty());
  MhloSharding tuple = parse("{{replicated}, {devices=[2]<=[2]}, {{manual}}}");
  EXPECT_EQ(tuple.kind, Kind::Tuple);
  ASSERT_EQ(tuple.elements.size(), 3u);
  EXPECT_EQ(tuple.elements[1].kind, Kind::Tiled);
  ASSERT_EQ(tuple.elements[2].elements.size(), 1u);
  EXPECT_EQ(tuple.elements[2].elements[0].kind, Kind::Manual);
}

TEST(MhloSharding, SkipsGroupsAndMetadata) {
  EXPECT_EQ(parse("{replicated shard_as 3}").kind, Kind::Replicated);
  EXPECT_EQ(parse("{devices=[2]<=[2] shard_like 0 "
                  "metadata={{op_name=\"a}b\\\"\"}, {}}}")
                .kind,
            Kind::Tiled);
}

TEST(MhloSharding, IgnoresBlanks) {
  EXPECT_EQ(toVector(parse(" { devices=[ 2 , 1 ] <= [ 2 ] } ").devices),
            Ints({0, 1}));
}

TEST(MhloSharding, SaysWhereItStops) {
  EXPECT_EQ(parseError("replicated"),
            "mhlo.sharding column 1: there must be '{', got: 'replicated'");
  EXPECT_EQ(parseError("{devices=[2,2"),
            "mhlo.sharding column 14: there must be ']', got: the end");
  EXPECT_EQ(parseError("{sharded}"), "mhlo.sharding column 2: there must be a "
                                     "kind of sharding, got: 'sharded}'");
  EXPECT_EQ(parseError("{replicated} x"),
            "mhlo.sharding column 14: there must be the end, got: 'x'");
  EXPECT_EQ(parseError("{maximal device=}"),
            "mhlo.sharding column 17: there must be a number, got: '}'");
  EXPECT_EQ(parseError("{devices=[2]<=[2] last_tile_dims={maximal}}"),
            "mhlo.sharding column 35: there must be manual, replicated or "
            "unreduced, got: 'maximal}}'");
}

TEST(MhloSharding, RefusesWhatDoesNotFit) {
  EXPECT_NE(parseError("{devices=[2,2]0,1,2}").find("must be 4 devices"),
            std::string::npos);
  EXPECT_NE(parseError("{devices=[2,2]0,1,2,2}").find("each once, got: 2"),
            std::string::npos);
  EXPECT_NE(parseError("{devices=[2,2]0,1,2,4}").find("each once, got: 4"),
            std::string::npos);
  EXPECT_NE(parseError("{devices=[2,2]<=[3]}").find("iota must have 4"),
            std::string::npos);
  EXPECT_NE(parseError("{devices=[4]<=[2,2]T(0,0)}").find("a permutation"),
            std::string::npos);
  EXPECT_NE(parseError("{devices=[4]<=[2,2]T(0)}").find("a permutation"),
            std::string::npos);
  EXPECT_NE(parseError("{devices=[0]<=[0]}").find("at least 1"),
            std::string::npos);
  EXPECT_NE(parseError("{devices=[65536,65536]<=[4294967296]}").find("at most"),
            std::string::npos);
  EXPECT_NE(parseError("{devices=[2]<=[2] last_tile_dims={manual,manual}}")
                .find("a tile dimension per trailing kind"),
            std::string::npos);
}

TEST(MhloSharding, RefusesDeepNesting) {
  std::string text(100000, '{');
  EXPECT_NE(parseError(text).find("nest at most 32 deep"), std::string::npos);
}

TEST(MhloSharding, RefusesLargeNumbers) {
  EXPECT_NE(parseError("{devices=[99999999999999999999]<=[1]}").find("number"),
            std::string::npos);
}

TEST(MhloSharding, NeverReadsBeyondTheText) {
  llvm::StringRef text = "{devices=[1,2,2]<=[2,2]T(1,0) last_tile_dims={manual,"
                         "replicated} shard_as 1 metadata={a=\"b\"}}";
  EXPECT_EQ(parse(text).kind, Kind::Tiled);
  for (size_t size = 0; size < text.size(); ++size)
    EXPECT_NE(parseError(text.take_front(size)), "no error") << size;
}

} // namespace
