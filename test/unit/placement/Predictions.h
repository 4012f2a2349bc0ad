//===- Predictions.h - Short ways to ask --------------------------*- C++
//-*-===//
#ifndef PLAIT_TEST_UNIT_PLACEMENT_PREDICTIONS_H
#define PLAIT_TEST_UNIT_PLACEMENT_PREDICTIONS_H

#include "Meshes.h"
#include "plait/placement/Prediction.h"

namespace plait {

/// The model's prediction for `strategy` on a mesh such as "data=8".
inline Prediction predictModel(llvm::StringRef text, llvm::StringRef axes,
                               int64_t parameters, const BytePolicy &policy,
                               int64_t microBatches = 1, Axes interAxes = {},
                               int64_t largestUnit = 0) {
  Mesh grid = mesh(axes);
  return predictModel(strategy(text, grid), grid,
                      {parameters, largestUnit, policy},
                      {microBatches, std::move(interAxes)});
}

inline ModelTraffic modelTraffic(llvm::StringRef text, llvm::StringRef axes,
                                 int64_t microBatches = 1,
                                 Axes interAxes = {}) {
  Mesh grid = mesh(axes);
  return modelTraffic(strategy(text, grid), grid,
                      {microBatches, std::move(interAxes)});
}

/// Predicts and fails the test on an error.
inline Prediction predictAll(const Placement &placement, const Mesh &mesh,
                             llvm::ArrayRef<ParameterFacts> facts,
                             const PredictionOptions &options = {}) {
  std::string error;
  auto prediction = predict(placement, mesh, facts, options, error);
  EXPECT_TRUE(prediction) << error;
  return prediction.value_or(Prediction());
}

} // namespace plait

#endif // PLAIT_TEST_UNIT_PLACEMENT_PREDICTIONS_H
