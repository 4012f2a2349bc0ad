//===- PictureTextTest.cpp - Blocks drawn with characters -----------------===//
#include "Subjects.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "gtest/gtest.h"

namespace plait::interop {
namespace {

/// The picture without its four or more lines of words.
std::string draw(const Subject &subject) {
  std::string text = drawText(subject, /*color=*/false);
  return text.substr(text.find("\n\n") + 1);
}
std::string draw(llvm::StringRef mesh, llvm::ArrayRef<int64_t> shape,
                 llvm::StringRef sharding) {
  return draw(subjectOf(mesh, shape, sharding));
}
std::string words(llvm::StringRef mesh, llvm::ArrayRef<int64_t> shape,
                  llvm::StringRef sharding) {
  std::string text = drawText(subjectOf(mesh, shape, sharding), false);
  return text.substr(0, text.find("\n\n") + 1);
}

TEST(PictureText, SaysWhatADeviceHolds) {
  EXPECT_EQ("\n" + words("data=2,model=2", {8, 6}, "[{data},{}]"), R"(
argument 'x': 8 x 6 float32, [{data},{}]
  on data=2 x model=2, 4 devices
  each device holds 4 x 6 of 8 x 6
  2 copies of each block, over model
  in each block the devices that hold it; rows are dimension 0 (8), columns dimension 1 (6)
)");
}

TEST(PictureText, AMatrixOverTwoAxes) {
  EXPECT_EQ(draw("data=2,model=2", {8, 6}, "[{data},{model}]"), R"(
          model 0   model 1
           0..2      3..5
         ┌─────────┬─────────┐
  data 0 │    0    │    1    │
  0..3   │         │         │
         ├─────────┼─────────┤
  data 1 │    2    │    3    │
  4..7   │         │         │
         └─────────┴─────────┘
)");
}

TEST(PictureText, AVectorIsOneRow) {
  EXPECT_EQ(draw("data=4,model=2", {8}, "[{data}]"), R"(
    data 0   data 1   data 2   data 3
     0..1     2..3     4..5     6..7
   ┌────────┬────────┬────────┬────────┐
   │  0 1   │  2 3   │  4 5   │  6 7   │
   └────────┴────────┴────────┴────────┘
)");
}

TEST(PictureText, AScalarIsOneBlock) {
  EXPECT_EQ(draw("x=4,y=2", {}, "[]"), R"(
   ┌───────┐
   │  0-7  │
   └───────┘
)");
}

TEST(PictureText, AnUnevenEnd) {
  EXPECT_EQ(draw("data=4", {5, 3}, "[{data},{}]"), R"(
          0..2
         ┌───────┐
  data 0 │   0   │
  0..1   │       │
         ├───────┤
  data 1 │   1   │
  2..3   │       │
         ├───────┤
  data 2 │   2   │
  4      │       │
         ├───────┤
  data 3 │   3   │
  none   │       │
         └───────┘
)");
  EXPECT_NE(words("data=4", {5, 3}, "[{data},{}]")
                .find("  dimension 0 does not divide over data: 3 of 8 places "
                      "are padding\n"),
            std::string::npos);
}

TEST(PictureText, ThreeDimensionsAreOnePanelPerPart) {
  EXPECT_EQ(draw("x=2,y=2,z=2", {8, 4, 6}, "[{x},{y},{z}]"), R"(
  dimension 0: 0..3 at x 0
         z 0     z 1
        0..2    3..5
       ┌───────┬───────┐
  y 0  │   0   │   1   │
  0..1 │       │       │
       ├───────┼───────┤
  y 1  │   2   │   3   │
  2..3 │       │       │
       └───────┴───────┘

  dimension 0: 4..7 at x 1
         z 0     z 1
        0..2    3..5
       ┌───────┬───────┐
  y 0  │   4   │   5   │
  0..1 │       │       │
       ├───────┼───────┤
  y 1  │   6   │   7   │
  2..3 │       │       │
       └───────┴───────┘
)");
}

TEST(PictureText, WholeDimensionsMakeNoPanels) {
  // Of 2 x 8 x 4 x 8 only the split dimensions are drawn.
  EXPECT_EQ(draw("x=2,y=2", {2, 8, 4, 8}, "[{},{x},{},{y}]"), R"(
         y 0     y 1
        0..3    4..7
       ┌───────┬───────┐
  x 0  │   0   │   1   │
  0..3 │       │       │
       ├───────┼───────┤
  x 1  │   2   │   3   │
  4..7 │       │       │
       └───────┴───────┘
)");
}

TEST(PictureText, AddendsAreJoined) {
  EXPECT_EQ(draw("x=4,y=2", {8, 4}, "[{x:(1)2},{y}], partial={x:(2)2:sum}"), R"(
             y 0     y 1
            0..1    2..3
           ┌───────┬───────┐
  x:(1)2 0 │  0+2  │  1+3  │
  0..3     │       │       │
           ├───────┼───────┤
  x:(1)2 1 │  4+6  │  5+7  │
  4..7     │       │       │
           └───────┴───────┘
)");
  EXPECT_NE(words("x=2", {4}, "[{}], partial={x:max}")
                .find("partial: the 2 devices along x hold parts that combine "
                      "by max\n"),
            std::string::npos);
}

TEST(PictureText, TheRestOfAnAxisHoldsCopies) {
  EXPECT_NE(words("x=4,y=2", {8}, "[{x:(1)2,y}]")
                .find("2 copies of each block, over the rest of x\n"),
            std::string::npos);
}

TEST(PictureText, RanksAreThoseOfTheMesh) {
  Subject subject = subjectOf("x=2,y=2", {4}, "[{x,y}]");
  subject.mesh.deviceIds = {3, 1, 0, 2};
  EXPECT_EQ(draw(subject), R"(
    x 0, y 0   x 0, y 1   x 1, y 0   x 1, y 1
       0          1          2          3
   ┌──────────┬──────────┬──────────┬──────────┐
   │    3     │    1     │    0     │    2     │
   └──────────┴──────────┴──────────┴──────────┘
)");
}

TEST(PictureText, ManyPartsAreCutInTheMiddle) {
  std::string text = draw("x=32,y=32", {1024, 4096}, "[{x},{y}]");
  size_t widest = 0, lines = 0;
  for (llvm::StringRef rest = text; !rest.empty(); ++lines) {
    auto [line, after] = rest.split('\n');
    // Characters, not bytes.
    widest = std::max<size_t>(widest, llvm::count_if(line, [](char c) {
                                return (c & 0xC0) != 0x80;
                              }));
    rest = after;
  }
  EXPECT_LE(widest, 100u);
  EXPECT_LE(lines, 30u);
  EXPECT_NE(text.find("x 31  992..1023"), std::string::npos);
  EXPECT_NE(text.find("│    1023    │"), std::string::npos);
  EXPECT_NE(text.find("  ...  "), std::string::npos);
}

TEST(PictureText, ColorsAreEscapesAroundBlocks) {
  std::string text = drawText(subjectOf("x=2", {4}, "[{x}]"), /*color=*/true);
  EXPECT_NE(text.find("\x1b[1margument 'x'"), std::string::npos);
  EXPECT_NE(text.find("\x1b[30;48;5;153m"), std::string::npos);
  EXPECT_NE(text.find("\x1b[30;48;5;223m"), std::string::npos);
}

} // namespace
} // namespace plait::interop
