//===- PlacementTest.cpp - Placements and what is wrong with them ---------===//
#include "Meshes.h"

namespace plait {
namespace {

constexpr TrainingState P = TrainingState::Parameters,
                        O = TrainingState::Optimizer,
                        G = TrainingState::Gradients,
                        A = TrainingState::Activations;

std::string wrong(const Placement &placement) {
  return check(placement, mesh("data=4,model=2")).value_or("");
}

TEST(Placement, EmptyIsReplicatedEverywhere) {
  Placement placement;
  EXPECT_EQ(wrong(placement), "");
  for (TrainingState state : kTrainingStates)
    EXPECT_EQ(modeOf(placement[state]), "replicated");
  EXPECT_TRUE(placement.gradientAxes().empty());
  EXPECT_EQ(placement.roleOf("data"), std::nullopt);
}

TEST(Placement, ModesOfTheOrthogonalChoices) {
  StatePlacement state;
  state.axes = {"data"};
  EXPECT_EQ(modeOf(state), "sharded");
  state.gathered = {"data"};
  EXPECT_EQ(modeOf(state), "sharded_with_gather");
  state.lifetime = Lifetime::Recomputed;
  EXPECT_EQ(modeOf(state), "materialized");
  state.memory = MemorySpace::Host;
  EXPECT_EQ(modeOf(state), "offloaded");
}

TEST(Placement, GradientsAreSummedOverAxesThatSplitTheData) {
  Placement placement;
  placement.roles = {
      {"b", AxisRole::Batch},    {"m", AxisRole::Features},
      {"s", AxisRole::Sequence}, {"e", AxisRole::Experts},
      {"r", AxisRole::Ring},     {"p", AxisRole::Stages},
      {"z", AxisRole::Storage},  {"f", AxisRole::FeaturesSequence}};
  EXPECT_EQ(placement.gradientAxes(), (Axes{"b", "s", "r"}));
  EXPECT_EQ(placement.roleOf("m"), AxisRole::Features);
}

TEST(Placement, NamesOfStatesAndRoles) {
  EXPECT_EQ(str(P), "parameters");
  EXPECT_EQ(str(O), "optimizer");
  EXPECT_EQ(str(G), "gradients");
  EXPECT_EQ(str(A), "activations");
  EXPECT_EQ(str(AxisRole::FeaturesSequence), "features_sequence");
  EXPECT_EQ(str(AxisRole::Storage), "storage");
}

TEST(Placement, AnAxisMustExist) {
  Placement placement;
  placement[O].axes = {"date"};
  EXPECT_EQ(wrong(placement),
            "an axis of the optimizer must be one of data, model, got: 'date', "
            "did you mean 'data'?");
  placement[O].axes = {};
  placement.roles = {{"pipe", AxisRole::Stages}};
  EXPECT_EQ(wrong(placement),
            "an axis with a role must be one of data, model, got: 'pipe'");
}

TEST(Placement, AnAxisStandsOnce) {
  Placement placement;
  placement[G].axes = {"data", "model", "data"};
  EXPECT_EQ(wrong(placement),
            "the axes of the gradients must be different, got: 'data' twice");
  placement[G].axes = {};
  placement.roles = {{"data", AxisRole::Batch}, {"data", AxisRole::Storage}};
  EXPECT_EQ(wrong(placement), "an axis must have one role, got: 'data' twice");
}

TEST(Placement, OnlyWhatIsSplitIsGathered) {
  Placement placement;
  placement[P].axes = {"data"};
  placement[P].gathered = {"model"};
  EXPECT_EQ(wrong(placement), "a gathered axis must be one that the parameters "
                              "are split over, got: 'model'");
  placement[P].gathered = {"data", "data"};
  EXPECT_EQ(wrong(placement), "the axes of the gather of parameters must be "
                              "different, got: 'data' twice");
}

TEST(Placement, OnlyWhatIsGatheredIsCached) {
  Placement placement;
  placement[P].axes = {"data", "model"};
  placement[P].gathered = {"data"};
  placement[P].cached = {"model"};
  EXPECT_EQ(wrong(placement),
            "a cached axis must be one that is gathered, got: 'model'");
}

TEST(Placement, OnlyParametersAreGathered) {
  Placement placement;
  placement[O].axes = placement[O].gathered = {"data"};
  EXPECT_EQ(wrong(placement), "only parameters may be gathered at use, got: "
                              "optimizer over 'data'");
  placement[O].gathered = {};
  placement[O].cached = {"data"};
  EXPECT_EQ(wrong(placement), "only gathers of parameters may be cached, got: "
                              "optimizer over 'data'");
}

} // namespace
} // namespace plait
