//===- RunProgram.h - Run the hand-written program --------------*- C++ -*-===//
#ifndef PLAIT_TEST_RUNTIME_PROGRAM_RUNPROGRAM_H
#define PLAIT_TEST_RUNTIME_PROGRAM_RUNPROGRAM_H

#include "files/TempFile.h"
#include "plait/runtime/TensorFile.h"

#include <algorithm>
#include <chrono>
#include <sys/wait.h>

namespace plait::runtime {

struct Outcome {
  int status;
  std::string out, error;
  double seconds;
};

/// Runs the program on sound inputs, which a test may change, in its folder.
class ProgramTest : public testing::Test {
protected:
  void SetUp() override { writeInputs(); }

  /// x has distinct values of both signs; lr and w are exact in binary.
  static std::vector<Tensor> soundInputs() {
    static const float x[20] = {1, -2, 3,  -4, 5,   -6, 7,  -8, 9,   10,
                                2, -3, -5, 7,  -11, 13, 17, 19, -23, 29};
    static const float w[4] = {1, 2, -1, 0.5f}, lr = 0.25f;
    static const int64_t step = 41;
    std::vector<Tensor> tensors(4);
    tensors[0] = tensor("x", PLAIT_F32, {5, 4}, x);
    tensors[1] = tensor("params['w']", PLAIT_F32, {4}, w);
    tensors[2] = tensor("lr", PLAIT_F32, {}, &lr);
    tensors[3] = tensor("step", PLAIT_I64, {}, &step);
    return tensors;
  }

  static Tensor tensor(const std::string &name, int32_t dtype,
                       std::vector<int64_t> shape, const void *data) {
    Tensor result;
    result.name = name;
    result.dtype = dtype;
    result.shape = std::move(shape);
    result.data = data;
    return result;
  }

  void write(const std::string &name, const std::vector<Tensor> &tensors) {
    std::string error;
    ASSERT_TRUE(writeTensorFile(folder.path(name), tensors, &error)) << error;
  }
  void writeInputs() { write("in.safetensors", soundInputs()); }

  /// Arguments as a shell takes them; the working directory is the folder.
  Outcome run(const std::string &arguments, const std::string &setup = "") {
    auto begin = std::chrono::steady_clock::now();
    std::string command = "cd '" + folder.path("") + "' && " + setup + " '" +
                          PLAIT_TEST_PROGRAM + "' " + arguments +
                          " > stdout 2> stderr";
    int status = std::system(command.c_str());
    double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
            .count();
    Outcome outcome{WIFEXITED(status) ? WEXITSTATUS(status) : -1,
                    folder.read("stdout"), folder.read("stderr"), seconds};
    unlink(folder.path("stdout").c_str());
    unlink(folder.path("stderr").c_str());
    return outcome;
  }

  /// One line `error: ...` with all of `parts`, the status, and nothing
  /// written.
  void expectError(const std::string &arguments, int status,
                   const std::vector<std::string> &parts,
                   const std::string &setup = "") {
    size_t files = folder.list().size();
    Outcome outcome = run(arguments, setup);
    EXPECT_EQ(outcome.status, status) << outcome.error;
    EXPECT_EQ(outcome.error.rfind("error: ", 0), 0u) << outcome.error;
    EXPECT_EQ(std::count(outcome.error.begin(), outcome.error.end(), '\n'), 1)
        << outcome.error;
    for (const std::string &part : parts)
      EXPECT_NE(outcome.error.find(part), std::string::npos)
          << "'" << part << "' not in: " << outcome.error;
    EXPECT_EQ(folder.list().size(), files) << "a file was left";
  }

  /// The tensor of an output file as text.
  std::string value(const std::string &file, const std::string &name) {
    std::vector<Tensor> tensors;
    std::string error, out;
    if (!readTensorFile(folder.path(file), &tensors, &error))
      return error;
    for (const Tensor &tensor : tensors) {
      if (tensor.name != name)
        continue;
      for (int64_t i = 0; i < tensor.numElements(); ++i)
        out += (i ? " " : "") + spellElement(tensor, i);
      return out;
    }
    return "no such tensor";
  }

  static bool contains(const std::string &text, const std::string &part) {
    return text.find(part) != std::string::npos;
  }

  TempFolder folder;
};

} // namespace plait::runtime

#endif // PLAIT_TEST_RUNTIME_PROGRAM_RUNPROGRAM_H
