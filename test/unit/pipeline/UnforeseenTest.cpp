//===- UnforeseenTest.cpp - A wrong closed form is not kept silent --------===//

#include "plait/pipeline/Unforeseen.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace plait;

static CollectiveSite site(StringRef kind, int64_t bytes) {
  CollectiveSite result;
  result.kind = kind.str();
  result.bytesPerDevice = bytes;
  return result;
}

static Traffic traffic(StepKind kind, int64_t bytes) {
  Traffic result;
  result.kind = kind;
  result.bytes = bytes;
  return result;
}

/// What `warnOf` says of `kinds`, all of it.
static std::string warningOf(ArrayRef<Unforeseen> kinds,
                             const Prediction &prediction) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  std::string text;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    EXPECT_EQ(diagnostic.getSeverity(), DiagnosticSeverity::Warning);
    text += diagnostic.str();
    return success();
  });
  warnOf(kinds, prediction, UnknownLoc::get(&context));
  return text;
}

TEST(Unforeseen, IsNothingWhereSumsPerKindAgree) {
  Prediction prediction;
  prediction.traffic = {traffic(StepKind::AllReduce, 12),
                        traffic(StepKind::Slice, 0)};
  std::vector<CollectiveSite> sites = {site("all_reduce", 4),
                                       site("all_reduce", 8)};
  EXPECT_TRUE(unforeseen(sites, prediction).empty());
  EXPECT_EQ(warningOf({}, prediction), "");
}

TEST(Unforeseen, IsEachKindThatDiffers) {
  Prediction prediction;
  prediction.traffic = {traffic(StepKind::AllToAll, 480),
                        traffic(StepKind::AllGather, 16),
                        traffic(StepKind::AllReduce, 28)};
  std::vector<CollectiveSite> sites = {
      site("all_gather", 16), site("all_reduce", 35), site("broadcast", 3)};
  std::vector<Unforeseen> found = unforeseen(sites, prediction);
  std::vector<Unforeseen> expected = {
      {"all_reduce", 28, 35}, {"all_to_all", 480, 0}, {"broadcast", 0, 3}};
  EXPECT_EQ(found, expected);
  EXPECT_EQ(warningOf(found, prediction),
            "bytes per device must be those that the placement predicts, got: "
            "all_reduce 35 instead of 28, all_to_all 0 instead of 480, "
            "broadcast 3 instead of 0");
}

TEST(Unforeseen, IsNoWarningWhereTheClosedFormSaysSoItself) {
  Prediction prediction;
  prediction.lowerBounds = {"elements that tensor.pad exchanges"};
  EXPECT_EQ(warningOf({Unforeseen{"broadcast", 0, 3}}, prediction), "");
}
