//===- PictureSvgTest.cpp - Blocks drawn to scale -------------------------===//
#include "Subjects.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "gtest/gtest.h"

namespace plait::interop {
namespace {

std::string draw(llvm::StringRef mesh, llvm::ArrayRef<int64_t> shape,
                 llvm::StringRef sharding) {
  return drawSvg(subjectOf(mesh, shape, sharding));
}

/// The rectangles of one class: the text of their tags, up to the tip.
llvm::SmallVector<std::string> boxes(llvm::StringRef svg,
                                     llvm::StringRef kind) {
  llvm::SmallVector<std::string> found;
  llvm::SmallVector<llvm::StringRef> lines;
  svg.split(lines, '\n');
  for (llvm::StringRef line : lines)
    if (line.starts_with("<rect x=") &&
        line.contains("class=\"" + kind.str() + "\""))
      found.push_back(line.str());
  return found;
}

std::string attribute(llvm::StringRef tag, llvm::StringRef name) {
  llvm::StringRef rest = tag.split(" " + name.str() + "=\"").second;
  return rest.split('"').first.str();
}

TEST(PictureSvg, ABlockPerPartAndADevicePerPlace) {
  std::string svg = draw("data=4,model=2", {64, 256}, "[{data},{model}]");
  auto blocks = boxes(svg, "block"), devices = boxes(svg, "device");
  ASSERT_EQ(blocks.size(), 8u);
  ASSERT_EQ(devices.size(), 8u);
  EXPECT_NE(blocks[5].find("<title>dimension 0: 32..47; dimension 1: 128..255; "
                           "device 5</title>"),
            std::string::npos);
  EXPECT_NE(devices[5].find("<title>device 5, data 2, model 1</title>"),
            std::string::npos);
  // A device has the color of its block, and every block its own.
  for (size_t i = 0; i < 8; ++i) {
    EXPECT_EQ(attribute(blocks[i], "fill"), attribute(devices[i], "fill"));
    for (size_t j = 0; j < i; ++j)
      EXPECT_NE(attribute(blocks[i], "fill"), attribute(blocks[j], "fill"));
  }
  EXPECT_TRUE(boxes(svg, "pad").empty());
}

TEST(PictureSvg, DevicesOfOneBlockHaveOneColor) {
  std::string svg = draw("data=2,model=2", {8}, "[{data}]");
  auto devices = boxes(svg, "device");
  ASSERT_EQ(devices.size(), 4u);
  EXPECT_EQ(attribute(devices[0], "fill"), attribute(devices[1], "fill"));
  EXPECT_NE(attribute(devices[0], "fill"), attribute(devices[2], "fill"));
}

TEST(PictureSvg, BlocksAreToScaleAndPaddingIsHatched) {
  // 5 rows over 4: 2, 2, 1 and a hatched one, nothing and two hatched ones.
  std::string svg = draw("data=4", {5, 3}, "[{data},{}]");
  auto blocks = boxes(svg, "block"), padding = boxes(svg, "pad");
  ASSERT_EQ(blocks.size(), 3u);
  EXPECT_EQ(padding.size(), 2u);
  auto height = [&](llvm::StringRef tag) {
    return std::stod(attribute(tag, "height"));
  };
  EXPECT_NEAR(height(blocks[0]), 2 * height(blocks[2]), 0.2);
  EXPECT_NEAR(height(padding[1]), height(blocks[0]), 0.2);
  EXPECT_NE(svg.find("3 of 8 places are padding"), std::string::npos);
}

TEST(PictureSvg, ThreeDimensionsAreOnePanelPerPart) {
  std::string svg = draw("x=2,y=2,z=2", {8, 4, 6}, "[{x},{y},{z}]");
  EXPECT_EQ(boxes(svg, "block").size(), 8u);
  EXPECT_NE(svg.find("dimension 0: 0..3 at x 0"), std::string::npos);
  EXPECT_NE(svg.find("dimension 0: 4..7 at x 1"), std::string::npos);
}

TEST(PictureSvg, TextIsEscaped) {
  Subject subject = subjectOf("x=2", {4}, "[{x}]");
  subject.title = "argument 'a<b>&c'";
  std::string svg = drawSvg(subject);
  EXPECT_NE(svg.find("argument 'a&lt;b&gt;&amp;c'"), std::string::npos);
  EXPECT_EQ(svg.find("a<b>"), std::string::npos);
}

TEST(PictureSvg, TooManyBlocksAreSaid) {
  std::string svg = draw("x=8192", {8192}, "[{x}]");
  EXPECT_NE(svg.find("8,192 blocks are too many for a picture"),
            std::string::npos);
  EXPECT_TRUE(boxes(svg, "block").empty());
}

TEST(PictureSvg, APageHasAPicturePerSubject) {
  std::vector<Subject> subjects = {subjectOf("x=2", {4}, "[{x}]"),
                                   subjectOf("x=2", {4, 4}, "[{},{x}]")};
  std::string page = drawHtml(subjects);
  EXPECT_TRUE(llvm::StringRef(page).starts_with("<!DOCTYPE html>"));
  EXPECT_EQ(llvm::StringRef(page).count("<svg "), 2u);
  EXPECT_EQ(llvm::StringRef(drawSvg(subjects)).count("<svg "), 1u);
}

} // namespace
} // namespace plait::interop
