//===- MeshTest.cpp - Coordinates and groups ------------------------------===//

#include "core/Mesh.h"
#include "core/Status.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace plait::runtime;

using Ranks = std::vector<int64_t>;

TEST(Mesh, PlacesAreRowMajor) {
  Mesh mesh({{"data", 4}, {"model", 2}}, {});
  EXPECT_EQ(mesh.size(), 8);
  EXPECT_EQ(mesh.coordinate(5, {{0, 1, 4}}), 2);
  EXPECT_EQ(mesh.coordinate(5, {{1, 1, 2}}), 1);
  EXPECT_EQ(mesh.coordinate(5, {{0, 1, 4}, {1, 1, 2}}), 5);
  EXPECT_EQ(mesh.coordinate(5, {{1, 1, 2}, {0, 1, 4}}), 6);
}

TEST(Mesh, SubAxesAreDigits) {
  Mesh mesh({{"data", 4}, {"model", 2}}, {});
  // Index 2 of data is 1 in the major half and 0 in the minor half.
  EXPECT_EQ(mesh.coordinate(5, {{0, 1, 2}}), 1);
  EXPECT_EQ(mesh.coordinate(5, {{0, 2, 2}}), 0);
  Mesh twelve({{"x", 12}}, {});
  // 7 = 1 * 6 + 0 * 2 + 1 with digits of 2, 3 and 2.
  EXPECT_EQ(twelve.coordinate(7, {{0, 1, 2}}), 1);
  EXPECT_EQ(twelve.coordinate(7, {{0, 2, 3}}), 0);
  EXPECT_EQ(twelve.coordinate(7, {{0, 6, 2}}), 1);
}

TEST(Mesh, GroupsDifferAlongTheirAxes) {
  Mesh mesh({{"data", 4}, {"model", 2}}, {});
  EXPECT_EQ(mesh.group(5, {{0, 1, 4}}), Ranks({1, 3, 5, 7}));
  EXPECT_EQ(mesh.group(5, {{1, 1, 2}}), Ranks({4, 5}));
  EXPECT_EQ(mesh.group(5, {{0, 1, 2}}), Ranks({1, 5}));
  EXPECT_EQ(mesh.group(5, {{0, 2, 2}}), Ranks({5, 7}));
  EXPECT_EQ(mesh.group(5, {}), Ranks({5}));
  EXPECT_EQ(mesh.group(0, {{1, 1, 2}, {0, 2, 2}}), Ranks({0, 2, 1, 3}));
}

TEST(Mesh, DeviceIdsNameRanks) {
  Mesh mesh({{"a", 2}, {"b", 3}}, {4, 2, 0, 5, 1, 3});
  EXPECT_EQ(mesh.rankAt(0), 4);
  EXPECT_EQ(mesh.placeOf(4), 0);
  EXPECT_EQ(mesh.placeOf(0), 2);
  EXPECT_EQ(mesh.group(mesh.placeOf(0), {{1, 1, 3}}), Ranks({4, 2, 0}));
  EXPECT_EQ(mesh.group(mesh.placeOf(0), {{0, 1, 2}}), Ranks({0, 3}));
}

/// Groups over any axes partition the devices, and a member finds itself at its
/// coordinate.
TEST(Mesh, GroupsPartition) {
  Mesh mesh({{"a", 4}, {"b", 3}, {"c", 6}}, {});
  std::vector<std::vector<AxisRef>> lists = {
      {{0, 1, 4}}, {{0, 2, 2}, {2, 1, 3}}, {{2, 3, 2}, {0, 1, 2}},
      {{1, 1, 3}}, {{2, 1, 3}, {2, 3, 2}}, {{2, 1, 6}, {1, 1, 3}, {0, 1, 4}},
      {}};
  for (const auto &refs : lists)
    for (int64_t place = 0; place < mesh.size(); ++place) {
      std::vector<int64_t> members = mesh.group(place, refs);
      EXPECT_EQ(int64_t(members.size()), spanOf(refs));
      EXPECT_EQ(members[mesh.coordinate(place, refs)], place);
      for (int64_t member : members)
        EXPECT_EQ(mesh.group(member, refs), members);
    }
}

TEST(Mesh, Spelling) {
  Mesh mesh({{"data", 4}, {"model", 2}}, {});
  EXPECT_EQ(mesh.spell({{0, 2, 2}, {1, 1, 2}}), "[data:(2)2, model]");
  EXPECT_EQ(mesh.spell(std::vector<AxisRef>()), "[]");
}

static std::string refusal(const std::function<void()> &body) {
  try {
    body();
  } catch (const Failure &failure) {
    EXPECT_EQ(failure.status, PLAIT_USAGE);
    return failure.what();
  }
  return "accepted";
}

TEST(Mesh, RefusesSizes) {
  EXPECT_EQ(refusal([] { Mesh({{"a", 65536}}, {}); }), "accepted");
  EXPECT_NE(refusal([] { Mesh({{"a", 65537}}, {}); }).find("1 to 65536"),
            std::string::npos);
  EXPECT_NE(refusal([] { Mesh({{"a", 0}}, {}); }).find("at least one"),
            std::string::npos);
  EXPECT_NE(refusal([] {
              Mesh({{"a", 1 << 20}, {"b", 1 << 20}}, {});
            }).find("1 to 65536 devices"),
            std::string::npos);
  EXPECT_NE(refusal([] {
              Mesh({{"a", INT64_MAX}, {"b", INT64_MAX}}, {});
            }).find("1 to 65536 devices"),
            std::string::npos);
}

TEST(Mesh, RefusesDeviceIds) {
  for (const Ranks &ids : {Ranks{0}, Ranks{0, 0}, Ranks{0, 2}, Ranks{-1, 0}})
    EXPECT_NE(refusal([&] { Mesh({{"a", 2}}, ids); }).find("device_ids"),
              std::string::npos);
}

TEST(Mesh, RefusesAxes) {
  Mesh mesh({{"a", 4}, {"b", 3}}, {});
  using Refs = std::vector<AxisRef>;
  for (const Refs &refs :
       {Refs{{2, 1, 2}}, Refs{{-1, 1, 2}}, Refs{{0, 1, 3}}, Refs{{0, 0, 2}},
        Refs{{0, 4, 2}}, Refs{{0, 1, INT64_MAX}}, Refs{{0, INT64_MAX, 2}},
        Refs{{0, 1, 4}, {0, 1, 2}}, Refs{{0, 2, 2}, {0, 1, 4}},
        Refs{{1, 1, 3}, {1, 1, 3}}})
    EXPECT_NE(refusal([&] { mesh.check(refs, "here"); }).find("here: "),
              std::string::npos);
  EXPECT_EQ(refusal([&] { mesh.check({{0, 2, 2}, {0, 1, 2}}, "x"); }),
            "accepted");
}
