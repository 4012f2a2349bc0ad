//===- SourceFixesTest.cpp - Repacking of boolean constants ---------------===//

#include "plait/dialects/input/stablehlo/SourceFixes.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "plait/dialects/input/stablehlo/Stablehlo.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace plait::stablehlo;

namespace {

/// One byte per element, as JAX prints them.
std::string byteHex(const std::vector<bool> &values) {
  std::string text = "0x";
  for (bool value : values)
    text += value ? "01" : "00";
  return text;
}

/// `n` values without a short period.
std::vector<bool> someValues(int n) {
  std::vector<bool> values;
  for (int i = 0; i < n; ++i)
    values.push_back((i * i + i / 3) % 5 < 2);
  return values;
}

std::vector<bool> parsedValues(llvm::StringRef text, MLIRContext &context) {
  auto attr =
      dyn_cast_or_null<DenseElementsAttr>(parseAttribute(text, &context));
  if (!attr)
    return {};
  auto range = attr.getValues<bool>();
  return std::vector<bool>(range.begin(), range.end());
}

TEST(SourceFixes, ParserReadsWhatWasPrinted) {
  MLIRContext context;
  for (int n : {2, 7, 8, 9, 101, 104, 1000}) {
    std::vector<bool> values = someValues(n);
    std::string text = "dense<\"" + byteHex(values) + "\"> : tensor<" +
                       std::to_string(n) + "xi1>";
    EXPECT_EQ(parsedValues(repackBooleanHexConstants(text), context), values)
        << n << " elements";
  }
}

// If MLIR learns to read bytes, this header can go.
TEST(SourceFixes, ParserStillRefusesBytes) {
  MLIRContext context;
  ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) {});
  std::string text =
      "dense<\"" + byteHex(someValues(104)) + "\"> : tensor<104xi1>";
  EXPECT_FALSE(parseAttribute(text, &context));
}

TEST(SourceFixes, PacksLowestBitFirst) {
  EXPECT_EQ(repackBooleanHexConstants(
                "dense<\"0x0100010100000001000001\"> : tensor<11xi1>"),
            "dense<\"0x8D04\"                  > : tensor<11xi1>");
}

TEST(SourceFixes, KeepsPlaces) {
  std::string text = "%0 = stablehlo.constant dense<\"" +
                     byteHex(someValues(110)) +
                     "\"> : tensor<2x55xi1> loc(#loc1)\n%1 = next\n";
  std::string fixed = repackBooleanHexConstants(text);
  EXPECT_NE(fixed, text);
  ASSERT_EQ(fixed.size(), text.size());
  EXPECT_EQ(fixed.find("> : tensor"), text.find("> : tensor"));
  EXPECT_EQ(fixed.find("loc(#loc1)"), text.find("loc(#loc1)"));
  EXPECT_EQ(fixed.find("%1 = next"), text.find("%1 = next"));
}

TEST(SourceFixes, LeavesOthersAlone) {
  for (llvm::StringRef text : {
           // Packed already, another type, a size of one, not static.
           "dense<\"0x8D04\"> : tensor<11xi1>",
           "dense<\"0x01000101\"> : tensor<4xi8>",
           "dense<\"0x01000101\"> : tensor<1xi32>",
           "dense<\"0x01000101\"> : tensor<4xi16>",
           "dense<\"0x01\"> : tensor<1xi1>",
           "dense<\"0x0100\"> : tensor<?xi1>",
           // Not 0 or 1; too short; no end.
           "dense<\"0x0102\"> : tensor<2xi1>",
           "dense<\"0x1001\"> : tensor<2xi1>",
           "dense<\"0x0100\"> : tensor<3xi1>",
           "dense<\"0x0100",
           "dense<\"0x0100\"> : tensor<2x",
           // In a comment and in a string.
           "// dense<\"0x0100\"> : tensor<2xi1>\n",
           "{a = \"dense<\\\"0x0100\\\"> : tensor<2xi1>\"}",
           "",
           "\"",
           "/",
           "d",
           "\"abc\\",
           "dense<true> : tensor<200xi1>",
       })
    EXPECT_EQ(repackBooleanHexConstants(text), text.str());
}

TEST(SourceFixes, RepairsEachOfSeveral) {
  std::string one = "dense<\"0x0100\"> : tensor<2xi1>";
  std::string fixed = "dense<\"0x01\"  > : tensor<2xi1>";
  EXPECT_EQ(repackBooleanHexConstants(one + ", \"s\" " + one + " // " + one),
            fixed + ", \"s\" " + fixed + " // " + one);
}

TEST(SourceFixes, AcceptsBlanks) {
  EXPECT_EQ(repackBooleanHexConstants("dense< \"0x0101\" >:tensor< 2 xi1>"),
            "dense< \"0x0101\" >:tensor< 2 xi1>");
  EXPECT_EQ(repackBooleanHexConstants("dense< \"0x0101\" >\n : tensor<2xi1>"),
            "dense< \"0x03\"   >\n : tensor<2xi1>");
}

} // namespace
