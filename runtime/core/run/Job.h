//===- Job.h - A program on all ranks of this process -----------*- C++ -*-===//
#ifndef PLAIT_RUNTIME_CORE_RUN_JOB_H
#define PLAIT_RUNTIME_CORE_RUN_JOB_H

#include "core/Context.h"
#include "core/run/Inputs.h"

namespace plait::runtime {

/// The buffers of one rank: arguments, results, arena, each 64-byte aligned in
/// one mapping, zero at first. A result that aliases an argument has its
/// buffer.
class RankMemory {
public:
  RankMemory() = default;
  RankMemory(const RankMemory &) = delete;
  RankMemory &operator=(const RankMemory &) = delete;
  ~RankMemory();

  /// Throws Failure where there is no memory.
  void allocate(const plait_program &program, const Manifest &manifest);

  void *const *getBuffers() const { return buffers.data(); }
  void *argument(size_t i) const { return buffers[i]; }
  void *result(size_t i) const { return buffers[numArguments + i]; }

  uint64_t argumentBytes = 0, resultBytes = 0, arenaBytes = 0;
  uint64_t total() const { return argumentBytes + resultBytes + arenaBytes; }

private:
  void *mapping = nullptr;
  size_t numArguments = 0;
  std::vector<void *> buffers;
};

/// One run from the command line.
class Job {
public:
  /// Throws Failure where the module is not one that this runtime can run.
  Job(const plait_module *module, Options options);

  const Options &getOptions() const { return options; }
  const Manifest &getManifest() const { return manifest; }
  int64_t numRanks() const { return manifest.mesh.size(); }

  /// Runs all steps on all ranks. Throws the first Failure.
  void run(const std::vector<Input> &inputs, const LaunchRequest &request,
           const Backend &backend, const Blas *blas);

  /// The global value of a result after the last step. What it points to is
  /// valid while the tensor and the job are.
  Tensor gather(size_t result) const;
  /// Which ranks hold the same part of a result in different bits, in one line;
  /// "" where none do. `gather` takes the first one's.
  std::string disagreement(size_t result) const;
  /// "rank 2 (data=1, model=0)": the first one that holds an element of a
  /// result.
  std::string holderOf(size_t result, int64_t element) const;

  /// Seconds of each step: of its slowest rank.
  std::vector<double> getStepSeconds() const;

  const std::vector<std::unique_ptr<plait_context>> &getContexts() const {
    return contexts;
  }
  const std::vector<RankMemory> &getMemory() const { return memory; }

private:
  void runRank(int64_t rank, Communicator &communicator,
               const std::vector<Input> &inputs);
  void load(int64_t rank, size_t argument, const Input &input, int64_t step);

  const plait_program *program;
  Options options;
  Manifest manifest;
  ContextSettings settings;
  std::vector<RankMemory> memory;                       // by rank
  std::vector<std::unique_ptr<plait_context>> contexts; // by rank
  std::vector<std::vector<double>> seconds;             // by rank, step
};

} // namespace plait::runtime

#endif // PLAIT_RUNTIME_CORE_RUN_JOB_H
