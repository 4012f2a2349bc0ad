//===- StrategyErrorsTest.cpp - Every message about a strategy ------------===//
#include "Meshes.h"

namespace plait {
namespace {

std::string wrong(llvm::StringRef text,
                  llvm::StringRef axes = "data=4,model=2,node=2,local=2") {
  std::string error;
  EXPECT_FALSE(parseStrategy(text, mesh(axes), error)) << text.str();
  return error;
}

const std::string words =
    "a strategy must be one of ddp, zero1, zero2, zero3, fsdp, fsdp-held, "
    "hsdp, mics, fcdp, zero-offload, paro, tp, sp, cp, ulysses, ring, ep, pp";

TEST(StrategyErrors, UnknownWord) {
  EXPECT_EQ(wrong("zero4@data"),
            words + ", got: 'zero4', did you mean 'zero1'?");
  EXPECT_EQ(wrong("ulyses@data"),
            words + ", got: 'ulyses', did you mean 'ulysses'?");
  EXPECT_EQ(wrong("zero-ofload@data"),
            words + ", got: 'zero-ofload', did you mean 'zero-offload'?");
  EXPECT_EQ(wrong("everything@data"), words + ", got: 'everything'");
  EXPECT_EQ(wrong("zero3@data+@model"), words + ", got: ''");
  EXPECT_EQ(wrong("zero3@data+"), words + ", got: ''");
}

TEST(StrategyErrors, Empty) {
  EXPECT_EQ(wrong(" "), "expected a strategy over axes of a mesh, such as "
                        "'zero3@data', got: ' '");
  std::string error;
  EXPECT_FALSE(parseStrategy("zero3@data", Mesh(), error));
  EXPECT_EQ(error, "expected a strategy over axes of a mesh, such as "
                   "'zero3@data', got: 'zero3@data' without a mesh");
}

TEST(StrategyErrors, MissingAxes) {
  EXPECT_EQ(wrong("zero3"), "a strategy needs '@' and its axes, as in "
                            "'zero3@data', got: 'zero3'");
  EXPECT_EQ(wrong("zero3@data+tp+sp"), "a strategy needs '@' and its axes, as "
                                       "in 'sp@data', got: 'tp+sp'");
}

TEST(StrategyErrors, UnknownAxis) {
  EXPECT_EQ(wrong("zero3@dta"),
            "an axis of a strategy must be one of data, model, node, local, "
            "got: 'dta', did you mean 'data'?");
  EXPECT_EQ(wrong("zero3@"), "an axis of a strategy must be one of data, "
                             "model, node, local, got: ''");
  EXPECT_EQ(wrong("hsdp@node,"), "an axis of a strategy must be one of data, "
                                 "model, node, local, got: ''");
}

TEST(StrategyErrors, AnAxisOfTwoParts) {
  EXPECT_EQ(wrong("zero3@data+tp@data"),
            "an axis belongs to one strategy, got: 'data' twice");
  EXPECT_EQ(wrong("zero3@data,data"),
            "an axis belongs to one strategy, got: 'data' twice");
}

TEST(StrategyErrors, NumberOfAxes) {
  EXPECT_EQ(wrong("hsdp@data"),
            "'hsdp' takes two axes, outer and inner, got: 'data'");
  EXPECT_EQ(wrong("fcdp@data,model,node"),
            "'fcdp' takes two axes, outer and inner, got: 'data,model,node'");
  EXPECT_EQ(wrong("tp@data,model"), "'tp' takes one axis, got: 'data,model'");
  EXPECT_EQ(wrong("zero3+cp@data,model"),
            "'cp' takes one axis, got: 'data,model'");
}

TEST(StrategyErrors, SequenceParallelismNeedsTensorParallelism) {
  EXPECT_EQ(wrong("sp@model"), "'sp' needs 'tp' over the same axis, as in "
                               "'tp+sp@model', got: 'sp'");
  EXPECT_EQ(wrong("tp@data+sp@model"), "'sp' needs 'tp' over the same axis, as "
                                       "in 'tp+sp@model', got: 'sp'");
}

TEST(StrategyErrors, WordsThatCannotShareAxes) {
  std::string rule = "words over the same axes are 'tp+sp', or one that stores "
                     "states (such as 'zero3') and one of 'cp', 'ulysses', "
                     "'ring', got: ";
  EXPECT_EQ(wrong("zero3+tp@data"), rule + "'zero3+tp'");
  EXPECT_EQ(wrong("ddp+zero1@data"), rule + "'ddp+zero1'");
  EXPECT_EQ(wrong("tp+sp+cp@data"), rule + "'tp+sp+cp'");
  EXPECT_EQ(wrong("cp+ring@data"), rule + "'cp+ring'");
  EXPECT_EQ(wrong("tp+tp@data"), rule + "'tp+tp'");
}

TEST(StrategyErrors, PartsThatReleaseDifferently) {
  EXPECT_EQ(wrong("zero3@data+fsdp-held@model"),
            "strategies must agree when gathered parameters are released, got: "
            "'zero3' and 'fsdp-held'");
}

TEST(StrategyErrors, ArgumentsOfParo) {
  std::string rule =
      "'paro' takes three of r, i, w, as in 'paro(r,i,w)', got: ";
  for (const char *text : {"paro", "paro()", "paro(r,i)", "paro(r,i,w,w)",
                           "paro(r,i,x)", "paro(r,i,w", "paro r,i,w)"})
    if (llvm::StringRef(text).starts_with("paro r"))
      EXPECT_EQ(wrong(std::string(text) + "@node,local"),
                words + ", got: 'paro r,i,w)'");
    else
      EXPECT_EQ(wrong(std::string(text) + "@node,local"),
                rule + "'" + text + "'");
  EXPECT_EQ(wrong("zero3(r)@data"),
            "only 'paro' takes arguments, got: 'zero3(r)'");
  std::string order = "'paro' splits the optimizer state at least as far as "
                      "parameters and gradients, got: ";
  EXPECT_EQ(wrong("paro(w,r,i)@node,local"), order + "'paro(w,r,i)'");
  EXPECT_EQ(wrong("paro(r,i,r)@node,local"), order + "'paro(r,i,r)'");
}

} // namespace
} // namespace plait
