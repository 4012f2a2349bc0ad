//===- StrategyTest.cpp - Every word, and how words compose ---------------===//
#include "Meshes.h"

namespace plait {
namespace {

constexpr TrainingState P = TrainingState::Parameters,
                        O = TrainingState::Optimizer,
                        G = TrainingState::Gradients,
                        A = TrainingState::Activations;

Placement parse(llvm::StringRef text) {
  return strategy(text, mesh("node=2,local=4,data=8,model=2,seq=2"));
}

/// Axes of parameters, what is gathered of them, optimizer, gradients.
void expectSplit(llvm::StringRef text, Axes p, Axes gathered, Axes o, Axes g) {
  Placement placement = parse(text);
  EXPECT_EQ(placement[P].axes, p) << text.str();
  EXPECT_EQ(placement[P].gathered, gathered) << text.str();
  EXPECT_EQ(placement[O].axes, o) << text.str();
  EXPECT_EQ(placement[G].axes, g) << text.str();
}

TEST(Strategy, StagesOfZero) {
  const Axes none, data = {"data"};
  expectSplit("ddp@data", none, none, none, none);
  expectSplit("zero1@data", none, none, data, none);
  expectSplit("zero2@data", none, none, data, data);
  expectSplit("zero3@data", data, data, data, data);
  EXPECT_EQ(parse("fsdp@data"), parse("zero3@data"));
}

TEST(Strategy, DataParallelismSplitsTheBatch) {
  for (const char *word : {"ddp", "zero1", "zero2", "zero3", "fsdp",
                           "fsdp-held", "zero-offload"}) {
    Placement placement = parse(std::string(word) + "@data");
    EXPECT_EQ(placement.roleOf("data"), AxisRole::Batch) << word;
    EXPECT_EQ(placement.gradientAxes(), Axes{"data"}) << word;
    EXPECT_EQ(placement[A].axes, Axes{"data"}) << word;
    EXPECT_EQ(modeOf(placement[A]), "materialized") << word;
  }
}

TEST(Strategy, ModesOfTheStates) {
  EXPECT_EQ(modeOf(parse("ddp@data")[P]), "replicated");
  EXPECT_EQ(modeOf(parse("zero3@data")[P]), "sharded_with_gather");
  EXPECT_EQ(modeOf(parse("zero3@data")[O]), "sharded");
  EXPECT_EQ(modeOf(parse("tp@model")[P]), "sharded");
}

TEST(Strategy, HeldParametersAreReleasedAfterBackward) {
  Placement held = parse("fsdp-held@data");
  EXPECT_EQ(held[P].release, Release::AfterBackward);
  held[P].release = Release::AfterForward;
  EXPECT_EQ(held, parse("zero3@data"));
}

TEST(Strategy, HybridShardsOverTheInnerAxis) {
  const Axes local = {"local"};
  expectSplit("hsdp@node,local", local, local, local, local);
  EXPECT_EQ(parse("mics@node,local"), parse("hsdp@node,local"));
  EXPECT_EQ(parse("hsdp@node,local").gradientAxes(), (Axes{"node", "local"}));
}

TEST(Strategy, FcdpIsZero3WithACachedOuterGather) {
  Placement placement = parse("fcdp@node,local");
  EXPECT_EQ(placement[P].cached, Axes{"node"});
  placement[P].cached.clear();
  EXPECT_EQ(placement, parse("zero3@node,local"));
}

TEST(Strategy, OffloadIsZero2WithStatesOfTheHost) {
  Placement placement = parse("zero-offload@data");
  EXPECT_EQ(modeOf(placement[O]), "offloaded");
  EXPECT_EQ(modeOf(placement[G]), "offloaded");
  EXPECT_EQ(placement[P].memory, MemorySpace::Device);
  placement[O].memory = placement[G].memory = MemorySpace::Device;
  EXPECT_EQ(placement, parse("zero2@data"));
}

TEST(Strategy, ParoSplitsEachStateByItself) {
  const Axes none, local = {"local"}, both = {"node", "local"};
  expectSplit("paro(r,i,w)@node,local", none, none, both, local);
  expectSplit("paro(i,r,w)@node,local", local, local, both, none);
  expectSplit(" paro ( w , i , w ) @ node , local ", both, both, both, local);
  EXPECT_EQ(parse("paro(r,r,r)@node,local"), parse("ddp@node,local"));
  EXPECT_EQ(parse("paro(r,r,w)@node,local"), parse("zero1@node,local"));
  EXPECT_EQ(parse("paro(r,w,w)@node,local"), parse("zero2@node,local"));
  EXPECT_EQ(parse("paro(w,w,w)@node,local"), parse("zero3@node,local"));
  EXPECT_EQ(parse("paro(i,i,i)@node,local"), parse("mics@node,local"));
}

TEST(Strategy, TensorParallelismIsNeverGathered) {
  const Axes none, model = {"model"};
  expectSplit("tp@model", model, none, model, model);
  Placement placement = parse("tp@model");
  EXPECT_EQ(placement.roleOf("model"), AxisRole::Features);
  EXPECT_TRUE(placement.gradientAxes().empty());
  EXPECT_TRUE(placement[A].axes.empty());
}

TEST(Strategy, SequenceParallelismSplitsActivationsToo) {
  Placement placement = parse("tp+sp@model");
  EXPECT_EQ(placement.roleOf("model"), AxisRole::FeaturesSequence);
  EXPECT_EQ(placement[A].axes, Axes{"model"});
  EXPECT_EQ(placement[P].axes, Axes{"model"});
  EXPECT_EQ(parse("sp+tp@model"), placement);
}

TEST(Strategy, ContextParallelismSumsGradients) {
  for (const char *word : {"cp", "ulysses", "ring"}) {
    Placement placement = parse(std::string(word) + "@seq");
    EXPECT_TRUE(placement[P].axes.empty()) << word;
    EXPECT_EQ(placement[A].axes, Axes{"seq"}) << word;
    EXPECT_EQ(placement.gradientAxes(), Axes{"seq"}) << word;
  }
  EXPECT_EQ(parse("cp@seq"), parse("ulysses@seq"));
  EXPECT_EQ(parse("ring@seq").roleOf("seq"), AxisRole::Ring);
}

TEST(Strategy, ExpertsAndStagesSplitStates) {
  const Axes none, model = {"model"};
  expectSplit("ep@model", model, none, model, model);
  EXPECT_EQ(parse("ep@model").roleOf("model"), AxisRole::Experts);
  EXPECT_TRUE(parse("ep@model")[A].axes.empty());
  expectSplit("pp@model", model, none, model, model);
  EXPECT_EQ(parse("pp@model").roleOf("model"), AxisRole::Stages);
  EXPECT_EQ(parse("pp@model")[A].axes, model);
}

TEST(Strategy, StorageAxesAreMinor) {
  const Axes data = {"data"}, both = {"model", "data"};
  for (const char *text : {"zero3@data+tp@model", "tp@model+zero3@data"}) {
    expectSplit(text, both, data, both, both);
    EXPECT_EQ(parse(text)[A].axes, data) << text;
    EXPECT_EQ(parse(text).gradientAxes(), data) << text;
  }
  expectSplit("zero1@data+tp+sp@model", {"model"}, {}, both, {"model"});
  EXPECT_EQ(parse("zero1@data+tp+sp@model")[A].axes, both);
}

TEST(Strategy, FourStrategiesCompose) {
  const Axes all = {"model", "node", "local"}, stored = {"node", "local"};
  expectSplit("fsdp@node,local+tp@model+cp@seq+ddp@data", all, stored, all,
              all);
  Placement placement = parse("fsdp@node,local+tp@model+cp@seq+ddp@data");
  EXPECT_EQ(placement.gradientAxes(), (Axes{"node", "local", "seq", "data"}));
  EXPECT_EQ(placement[A].axes, (Axes{"seq", "node", "local", "data"}));
}

TEST(Strategy, StatesMayBeStoredOverTheSequenceToo) {
  const Axes both = {"data", "seq"};
  expectSplit("zero3@data+zero3+ulysses@seq", both, both, both, both);
  Placement placement = parse("zero3@data+zero3+ulysses@seq");
  EXPECT_EQ(placement.roleOf("seq"), AxisRole::Sequence);
  EXPECT_EQ(placement.gradientAxes(), both);
  EXPECT_EQ(placement[A].axes, (Axes{"seq", "data"}));
}

} // namespace
} // namespace plait
