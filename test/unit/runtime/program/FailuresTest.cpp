//===- FailuresTest.cpp - Bad options, bad outputs, broken ranks ----------===//

#include "program/RunProgram.h"

#include <sys/stat.h>

using namespace plait::runtime;

namespace {

class Failures : public ProgramTest {
protected:
  const std::string sound = "--inputs in.safetensors --outputs out.npz ";
};

TEST_F(Failures, UnknownOption) {
  expectError("--inptus in.safetensors --outputs out.npz", 1,
              {"unknown option '--inptus'", "did you mean '--inputs'?"});
}

TEST_F(Failures, Ranks) {
  expectError(sound + "--ranks 8", 1,
              {"--ranks must be the size of the program's mesh, 4 (data=2, "
               "model=2), got: 8"});
}

TEST_F(Failures, Backends) {
  expectError(sound + "--backend mpi", 1, {"not built in this version"});
  expectError(sound + "--backend null", 1,
              {"the backend 'null' has one rank, the program needs 4"});
}

TEST_F(Failures, OneOfSeveralProcesses) {
  expectError(sound, 1, {"one of 4 that mpirun started", "start one process"},
              "OMPI_COMM_WORLD_SIZE=4");
  expectError(sound, 1, {"one of 2 that mpirun started (PMI_SIZE=2)"},
              "PMI_SIZE=2 PMI_RANK=1");
  expectError(sound, 1, {"one of 8 that torchrun started (WORLD_SIZE=8)"},
              "WORLD_SIZE=8 RANK=0");
  expectError(sound, 1, {"one of 8 that srun started (SLURM_NTASKS=8)"},
              "SLURM_NTASKS=8 SLURM_PROCID=3");
  expectError(sound, 1, {"one of 2 that a launcher started (PLAIT_RANKS=2)"},
              "PLAIT_RANKS=2 PLAIT_RANK=1");
}

/// A size without a rank is left from elsewhere; a Slurm step of one task may
/// be part of a larger job.
TEST_F(Failures, TheOnlyProcess) {
  for (const char *setup :
       {"OMPI_COMM_WORLD_SIZE=1", "WORLD_SIZE=8", "SLURM_NTASKS=8",
        "WORLD_SIZE=1 RANK=0",
        "SLURM_NTASKS=8 SLURM_STEP_NUM_TASKS=1 SLURM_PROCID=0"})
    EXPECT_EQ(run(sound, setup).status, 0) << setup;
}

TEST_F(Failures, OutputFolderNotThere) {
  expectError("--inputs in.safetensors --outputs no/such/out.npz", 1,
              {"cannot write 'no/such/out.npz'", "is not there"});
  expectError("--inputs in.safetensors --stats no/s.json", 1,
              {"cannot write 'no/s.json'"});
  expectError("--inputs in.safetensors --trace no/t.json", 1,
              {"cannot write 'no/t.json'"});
}

TEST_F(Failures, OutputExtension) {
  expectError("--inputs in.safetensors --outputs out.txt", 1,
              {"'out.txt' must end in .safetensors or .npz"});
}

/// A disk that is full at the statistics leaves no outputs either.
TEST_F(Failures, AllFilesOrNone) {
  expectError(sound + "--stats /dev/full", 1, {"cannot write '/dev/full'"});
  expectError(sound + "--stats s.json --trace /dev/full", 1,
              {"cannot write '/dev/full'"});
}

TEST_F(Failures, OutputsAndStatsAreTwoFiles) {
  expectError(sound + "--stats out.npz", 1,
              {"--outputs and --stats must name two files, got: 'out.npz'"});
}

TEST_F(Failures, StatsAndTraceAreTwoFiles) {
  expectError(sound + "--stats s.json --trace s.json", 1,
              {"must name two files"});
}

TEST_F(Failures, BlasThatIsNotThere) {
  expectError(sound + "--blas=/nowhere/libblas.so", 1, {"cannot open a BLAS"});
}

TEST_F(Failures, HangingRankEndsAtTheDeadline) {
  Outcome outcome = run(sound + "--timeout 0.5", "PLAIT_TEST_FAULT=hang");
  EXPECT_EQ(outcome.status, 3);
  EXPECT_LT(outcome.seconds, 5);
  EXPECT_TRUE(contains(outcome.error, "error: rank 3 did not arrive at "
                                      "all_reduce at site "))
      << outcome.error;
  EXPECT_TRUE(contains(outcome.error, "(train.py:1")) << outcome.error;
  EXPECT_TRUE(contains(outcome.error, "within 0.5 s")) << outcome.error;
  EXPECT_EQ(folder.list().size(), 1u);
}

TEST_F(Failures, LateRankIsInTime) {
  EXPECT_EQ(run(sound + "--timeout 5", "PLAIT_TEST_FAULT=late").status, 0);
}

TEST_F(Failures, RankThatLeavesEarly) {
  expectError(sound, 3, {"rank 3 did not arrive at all_reduce", "it has ended"},
              "PLAIT_TEST_FAULT=leave");
}

TEST_F(Failures, RankThatReturnsAStatus) {
  expectError(sound, 3, {"rank 3: step 1 returned status 7"},
              "PLAIT_TEST_FAULT=status");
}

TEST_F(Failures, SiteThatTheManifestLacks) {
  expectError(sound, 3,
              {"rank 3 calls all_reduce at site 99", "manifest lacks"},
              "PLAIT_TEST_FAULT=site");
}

TEST_F(Failures, RanksDisagree) {
  expectError(sound, 3,
              {"ranks disagree", "rank 3 calls all_reduce at site 0 "
                                 "(train.py:10) over [data, model] of 2 "
                                 "float32 sum"},
              "PLAIT_TEST_FAULT=shape");
}

TEST_F(Failures, ForgottenWait) {
  expectError(sound, 3, {"rank 3 ended a step without waiting for all_reduce"},
              "PLAIT_TEST_FAULT=wait");
}

TEST_F(Failures, ReadOnlyFolder) {
  if (geteuid() == 0)
    GTEST_SKIP() << "root may write everywhere";
  mkdir(folder.path("locked").c_str(), 0500);
  expectError("--inputs in.safetensors --outputs locked/o.npz", 1,
              {"cannot write 'locked/o.npz'"});
}

TEST_F(Failures, FullDisk) {
  Outcome outcome = run("--inputs in.safetensors --stats /dev/full");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(contains(outcome.error, "No space left")) << outcome.error;
}

TEST_F(Failures, FileTooLarge) {
  Outcome outcome = run(sound, "ulimit -f 0; trap '' XFSZ;");
  // The shell's own redirections are empty files: they are not touched.
  EXPECT_NE(outcome.status, 0);
  EXPECT_EQ(folder.list().size(), 1u) << "a partial output was left";
}

} // namespace
