//===- CommandLineTest.cpp - Steps, results, comparing --------------------===//

#include "program/RunProgram.h"

using namespace plait::runtime;

namespace {

class CommandLine : public ProgramTest {};

// Column sums of x: 15 25 -19... are in the comments below where needed:
//   columns: 1+5+9-5+17 = 27, -2-6+10+7+19 = 28, 3+7+2-11-23 = -22,
//            -4-8-3+13+29 = 27
//   loss = 27*1 + 28*2 + 22 + 27*0.5 = 118.5
//   w after a step = w - 0.25 * sums = -5.75 -5 4.5 -6.25

TEST_F(CommandLine, OneStep) {
  Outcome outcome = run("--inputs in.safetensors --outputs out.safetensors");
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_EQ(outcome.error, "");
  EXPECT_EQ(value("out.safetensors", "result['loss']"), "118.5");
  EXPECT_EQ(value("out.safetensors", "result['w']"), "-5.75 -5 4.5 -6.25");
  EXPECT_EQ(value("out.safetensors", "rows"), "2 2 3 2 3");
  EXPECT_EQ(value("out.safetensors", "result['step']"), "42");
}

TEST_F(CommandLine, PrintsStepsTimeAndScalars) {
  Outcome outcome = run("--inputs in.safetensors --steps 2");
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_TRUE(
      contains(outcome.out, "linear: 4 ranks (data=2, model=2), 2 steps, "))
      << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "result['step'] = 43\n")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "result['loss'] = ")) << outcome.out;
  EXPECT_FALSE(contains(outcome.out, "rows")) << outcome.out;
}

/// Results replace the arguments that they alias: the second loss is that of
/// the new w, -5.75*27 - 5*28 + 4.5*-22 - 6.25*27 = -563.
TEST_F(CommandLine, StepsCarryState) {
  Outcome outcome = run("--inputs in.safetensors --steps 2 --outputs o.npz");
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_EQ(value("o.npz", "result['loss']"), "-563");
  EXPECT_EQ(value("o.npz", "result['w']"), "-12.5 -12 10 -13");
  EXPECT_EQ(value("o.npz", "result['step']"), "43");
}

/// Two steps at once equal one step, its outputs fed to another one.
TEST_F(CommandLine, OutputsAreTheNextInputs) {
  ASSERT_EQ(run("--inputs in.safetensors --outputs first.npz").status, 0);
  std::vector<Tensor> first;
  std::string error;
  ASSERT_TRUE(readTensorFile(folder.path("first.npz"), &first, &error));
  std::vector<Tensor> next = soundInputs();
  for (const Tensor &tensor : first)
    for (Tensor &argument : next)
      if (tensor.name == "result['w']" && argument.name == "params['w']")
        argument.data = tensor.data;
  write("next.npz", next);
  ASSERT_EQ(run("--inputs next.npz --outputs second.npz").status, 0);
  EXPECT_EQ(value("second.npz", "result['w']"), "-12.5 -12 10 -13");
}

TEST_F(CommandLine, RunsAreEqualByteForByte) {
  ASSERT_EQ(run("--inputs in.safetensors --outputs a.npz").status, 0);
  ASSERT_EQ(run("--inputs in.safetensors --outputs b.npz").status, 0);
  EXPECT_EQ(folder.read("a.npz"), folder.read("b.npz"));
}

/// Short shards have padding, and nobody may see what it holds.
TEST_F(CommandLine, PoisonedMemoryChangesNothing) {
  ASSERT_EQ(run("--inputs in.safetensors --outputs a.npz").status, 0);
  ASSERT_EQ(
      run("--inputs in.safetensors --outputs b.npz", "PLAIT_POISON=1").status,
      0);
  EXPECT_EQ(folder.read("a.npz"), folder.read("b.npz"));
}

TEST_F(CommandLine, ExplicitRanksAndBackend) {
  Outcome outcome = run("--ranks=4 --backend=threads --inputs in.safetensors");
  EXPECT_EQ(outcome.status, 0) << outcome.error;
}

TEST_F(CommandLine, ExpectedAgrees) {
  ASSERT_EQ(run("--inputs in.safetensors --outputs want.npz").status, 0);
  Outcome outcome = run("--inputs in.safetensors --expected want.npz");
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_TRUE(contains(outcome.out, "4 of 4 compared results agree"));
}

TEST_F(CommandLine, ExpectedDiffers) {
  float loss = 119.5f;
  int32_t rows[] = {2, 2, 3, 9, 3};
  float w[] = {-5.75f, -5, 4.5f, -6.25f};
  write("want.safetensors", {tensor("result['loss']", PLAIT_F32, {}, &loss),
                             tensor("rows", PLAIT_I32, {5}, rows),
                             tensor("result['w']", PLAIT_F32, {4}, w)});
  Outcome outcome = run("--inputs in.safetensors --expected want.safetensors "
                        "--outputs out.npz");
  EXPECT_EQ(outcome.status, 2) << outcome.error;
  EXPECT_TRUE(contains(outcome.out,
                       "result 'result['loss']' differs at []: got 118.5, "
                       "expected 119.5; max |a-b| must be at most 0.0001 x "
                       "119.5, got: 1; on rank 0 (data=0, model=0)\n"))
      << outcome.out;
  EXPECT_TRUE(contains(outcome.out,
                       "result 'rows' differs at [3]: got 2, "
                       "expected 9; 1 of 5 elements differ; on rank 2 "
                       "(data=1, model=0)\n"))
      << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "1 of 3 compared results agree"));
  EXPECT_TRUE(contains(outcome.error, "says nothing about 'result['step']'"))
      << outcome.error;
  // What was computed is there to be looked at.
  EXPECT_EQ(value("out.npz", "rows"), "2 2 3 2 3");
}

TEST_F(CommandLine, ToleranceIsTaken) {
  float loss = 119.5f;
  write("want.npz", {tensor("result['loss']", PLAIT_F32, {}, &loss)});
  EXPECT_EQ(run("--inputs in.safetensors --expected want.npz").status, 2);
  EXPECT_EQ(run("--inputs in.safetensors --expected want.npz --tolerance 0.01")
                .status,
            0);
}

TEST_F(CommandLine, Help) {
  Outcome outcome = run("--help");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_TRUE(contains(outcome.out, "usage: ")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "--tolerance T")) << outcome.out;
}

TEST_F(CommandLine, Version) {
  Outcome outcome = run("--version");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_TRUE(contains(outcome.out, "plait runtime 0.1.0, ABI 1.0"));
}

/// The fastest of some starts, because other work slows the machine down.
TEST_F(CommandLine, StartsFast) {
  double best = 1e9;
  for (int i = 0; i < 20; ++i)
    best = std::min(best, run("--inputs in.safetensors").seconds);
#if !defined(__SANITIZE_ADDRESS__) && !__has_feature(address_sanitizer) &&     \
    !__has_feature(thread_sanitizer)
  EXPECT_LT(best, 0.05);
#endif
}

} // namespace
