//===- InputsTest.cpp - What feeds an argument ----------------------------===//

#include "core/files/Formats.h"
#include "program/RunProgram.h"

using namespace plait::runtime;

namespace {

class Inputs : public ProgramTest {
protected:
  /// Sound inputs but for one, which is replaced (or removed where empty).
  void writeWith(const std::string &file, const std::string &name,
                 std::vector<Tensor> replacement) {
    std::vector<Tensor> tensors;
    for (const Tensor &tensor : soundInputs())
      if (tensor.name != name)
        tensors.push_back(tensor);
    for (const Tensor &tensor : replacement)
      tensors.push_back(tensor);
    write(file, tensors);
  }

  void writeNpy(const std::string &name, const Tensor &tensor) {
    folder.write(name, npyHeader({"", tensor.dtype, tensor.shape}) +
                           std::string(static_cast<const char *>(tensor.data),
                                       tensor.numBytes()));
  }
};

TEST_F(Inputs, SeveralFiles) {
  std::vector<Tensor> all = soundInputs();
  write("a.npz", {all[0], all[2]});
  write("b.safetensors", {all[3], all[1]});
  EXPECT_EQ(run("--inputs a.npz --inputs b.safetensors --outputs o.npz").status,
            0);
  EXPECT_EQ(value("o.npz", "result['loss']"), "118.5");
}

TEST_F(Inputs, SingleArrays) {
  writeWith("rest.npz", "params['w']", {});
  writeNpy("w.npy", soundInputs()[1]);
  Outcome outcome = run("--inputs rest.npz --input \"params['w']=w.npy\" "
                        "--outputs o.npz");
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_EQ(value("o.npz", "result['loss']"), "118.5");
}

TEST_F(Inputs, SingleArrayGoesFirst) {
  float lr = 0;
  writeNpy("zero.npy", tensor("", PLAIT_F32, {}, &lr));
  EXPECT_EQ(
      run("--inputs in.safetensors --input lr=zero.npy --outputs o.npz").status,
      0);
  EXPECT_EQ(value("o.npz", "result['w']"), "1 2 -1 0.5");
}

/// One value of x per step: the loss of the last step is that of the last x.
TEST_F(Inputs, ValuePerStep) {
  float x[3 * 20];
  for (int i = 0; i < 60; ++i)
    x[i] = float(i / 20 + 1);
  float lr = 0;
  writeWith("in.npz", "x", {tensor("x", PLAIT_F32, {3, 5, 4}, x)});
  writeNpy("zero.npy", tensor("", PLAIT_F32, {}, &lr));
  // w sums to 2.5: the loss of a constant x is 5 * 2.5 * x.
  for (auto [steps, loss] : {std::pair{"3", "37.5"}, std::pair{"6", "37.5"}}) {
    Outcome outcome = run("--inputs in.npz --input lr=zero.npy --outputs o.npz "
                          "--steps " +
                          std::string(steps));
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    EXPECT_EQ(value("o.npz", "result['loss']"), loss);
  }
}

TEST_F(Inputs, ValuesMustDivideTheSteps) {
  float x[60] = {};
  writeWith("in.npz", "x", {tensor("x", PLAIT_F32, {3, 5, 4}, x)});
  expectError("--inputs in.npz --steps 4 --outputs o.npz", 1,
              {"argument 'x'", "must divide the 4 steps, got: 3"});
  expectError("--inputs in.npz --outputs o.npz", 1,
              {"must divide the 1 steps, got: 3"});
}

TEST_F(Inputs, ReplacedArgumentHasOneValue) {
  float w[8] = {};
  writeWith("in.npz", "params['w']",
            {tensor("params['w']", PLAIT_F32, {2, 4}, w)});
  expectError("--inputs in.npz --steps 2", 1,
              {"params['w']", "is replaced by a result after each step"});
}

TEST_F(Inputs, NoneGiven) {
  expectError(
      "--outputs o.npz", 1,
      {"the program has arguments ('x', 'params['w']', 'lr' and 1 more)",
       "no input is given", "--inputs FILE"});
}

TEST_F(Inputs, MissingArgument) {
  writeWith("in.npz", "lr", {});
  expectError("--inputs in.npz --outputs o.npz", 1,
              {"no input is given for argument 'lr'"});
}

TEST_F(Inputs, MissingArgumentWithSuggestion) {
  std::vector<Tensor> w = {soundInputs()[1]};
  w[0].name = "params['W']";
  writeWith("in.npz", "params['w']", w);
  expectError("--inputs in.npz --outputs o.npz", 1,
              {"argument 'params['w']'", "did you mean 'params['W']'?"});
}

TEST_F(Inputs, UnusedTensorsAreNoted) {
  float extra = 1;
  writeWith("in.npz", "", {tensor("extra", PLAIT_F32, {}, &extra)});
  Outcome outcome = run("--inputs in.npz");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.error,
            "note: the inputs hold tensors that no argument takes: 'extra'\n");
}

TEST_F(Inputs, GivenTwice) {
  expectError("--inputs in.safetensors --inputs in.safetensors", 1,
              {"is given twice: by 'in.safetensors' and by 'in.safetensors'"});
}

TEST_F(Inputs, WrongShape) {
  float x[24] = {};
  writeWith("in.npz", "x", {tensor("x", PLAIT_F32, {4, 6}, x)});
  expectError(
      "--inputs in.npz --outputs o.npz", 1,
      {"argument 'x' must be float32[5, 4]", "got: float32[4, 6] in 'in.npz'"});
}

TEST_F(Inputs, WrongType) {
  double lr = 1;
  writeWith("in.npz", "lr", {tensor("lr", PLAIT_F64, {}, &lr)});
  expectError("--inputs in.npz --outputs o.npz", 1,
              {"argument 'lr' must be float32[]", "got: float64[]"});
}

TEST_F(Inputs, UnreadableFiles) {
  expectError("--inputs nowhere.npz --outputs o.npz", 1,
              {"cannot read 'nowhere.npz': No such file"});
  expectError("--inputs nowhere --outputs o.npz", 1,
              {"cannot read 'nowhere': No such file"});
  folder.write("empty.npz", "");
  expectError("--inputs empty.npz", 1, {"'empty.npz' is empty"});
  std::string sound = folder.read("in.safetensors");
  folder.write("cut.safetensors", sound.substr(0, sound.size() - 20));
  expectError("--inputs cut.safetensors --outputs o.npz", 1,
              {"'cut.safetensors' is cut short"});
  folder.write("huge.safetensors", std::string(8, '\xff') + sound.substr(8));
  expectError("--inputs huge.safetensors", 1, {"header must have at most"});
}

TEST_F(Inputs, SingleArrayMisspelled) {
  expectError("--input lr", 1, {"must be NAME=FILE.npy, got: 'lr'"});
  expectError("--input parms=w.npy", 1, {"'parms', which is no argument"});
  expectError("--input \"params['v']=w.npy\"", 1,
              {"did you mean 'params['w']'?"});
}

TEST_F(Inputs, ExpectedMustFit) {
  float value = 0;
  write("want.npz", {tensor("result['los']", PLAIT_F32, {}, &value)});
  expectError("--inputs in.safetensors --expected want.npz --outputs o.npz", 1,
              {"'result['los']', which is no result",
               "did you mean 'result['loss']'?"});
  write("want.npz", {tensor("rows", PLAIT_F32, {}, &value)});
  expectError("--inputs in.safetensors --expected want.npz", 1,
              {"result 'rows' is int32[5], 'want.npz' expects float32[]"});
  expectError("--inputs in.safetensors --expected none.npz", 1,
              {"cannot read 'none.npz'"});
}

} // namespace
