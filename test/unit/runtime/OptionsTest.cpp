//===- OptionsTest.cpp - The command line of a program --------------------===//

#include "core/run/Options.h"
#include "core/Status.h"

#include <gtest/gtest.h>

using namespace plait::runtime;

static Options parse(std::vector<const char *> arguments) {
  arguments.insert(arguments.begin(), "model");
  return parseOptions(int(arguments.size()), arguments.data());
}

static std::string refusal(std::vector<const char *> arguments) {
  try {
    parse(arguments);
  } catch (const Failure &failure) {
    EXPECT_EQ(failure.status, PLAIT_USAGE);
    return failure.what();
  }
  return "accepted";
}

TEST(Options, Defaults) {
  Options options = parse({});
  EXPECT_FALSE(options.ranks);
  EXPECT_EQ(options.backend, "threads");
  EXPECT_EQ(options.steps, 1);
  EXPECT_LT(options.tolerance, 0);
  EXPECT_EQ(options.timeoutSeconds, 60);
  EXPECT_FALSE(options.blas);
}

TEST(Options, AllWithSpaces) {
  Options options =
      parse({"--ranks", "8",           "--backend",     "null",    "--inputs",
             "a.npz",   "--inputs",    "b.safetensors", "--input", "x=c.npy",
             "--steps", "3",           "--outputs",     "o.npz",   "--expected",
             "e.npz",   "--tolerance", "1e-3",          "--stats", "s.json",
             "--trace", "t.json",      "--timeout",     "2.5"});
  EXPECT_EQ(options.ranks, 8);
  EXPECT_EQ(options.backend, "null");
  EXPECT_EQ(options.inputFiles,
            std::vector<std::string>({"a.npz", "b.safetensors"}));
  EXPECT_EQ(options.inputs, std::vector<std::string>({"x=c.npy"}));
  EXPECT_EQ(options.steps, 3);
  EXPECT_EQ(options.outputs, "o.npz");
  EXPECT_EQ(options.expected, "e.npz");
  EXPECT_EQ(options.tolerance, 1e-3);
  EXPECT_EQ(options.stats, "s.json");
  EXPECT_EQ(options.trace, "t.json");
  EXPECT_EQ(options.timeoutSeconds, 2.5);
}

TEST(Options, AllWithEquals) {
  Options options = parse({"--ranks=2", "--input=a=b=c.npy", "--blas=my.so"});
  EXPECT_EQ(options.ranks, 2);
  EXPECT_EQ(options.inputs, std::vector<std::string>({"a=b=c.npy"}));
  EXPECT_TRUE(options.blas);
  EXPECT_EQ(options.blasPath, "my.so");
}

TEST(Options, BlasNeedsNoValue) {
  Options options = parse({"--blas", "--steps", "2"});
  EXPECT_TRUE(options.blas);
  EXPECT_EQ(options.blasPath, "");
  EXPECT_EQ(options.steps, 2);
}

TEST(Options, HelpAndVersion) {
  EXPECT_TRUE(parse({"--help"}).help);
  EXPECT_TRUE(parse({"-h"}).help);
  EXPECT_TRUE(parse({"--version"}).version);
}

TEST(Options, UnknownWithSuggestion) {
  EXPECT_EQ(refusal({"--inptus", "f"}),
            "unknown option '--inptus'; did you mean '--inputs'? --help lists "
            "all");
  EXPECT_EQ(refusal({"--stat=f"}), "unknown option '--stat'; did you mean "
                                   "'--stats'? --help lists all");
  EXPECT_EQ(refusal({"--mesh", "x=2"}),
            "unknown option '--mesh'; --help lists all");
}

TEST(Options, PositionalIsRefused) {
  EXPECT_EQ(refusal({"model.npz"}).find("unexpected argument 'model.npz'"), 0u);
  EXPECT_EQ(refusal({"--"}).find("unexpected argument '--'"), 0u);
}

TEST(Options, MissingValue) {
  EXPECT_EQ(refusal({"--steps"}), "--steps needs a value: --steps K");
}

TEST(Options, ValueWhereNoneIs) {
  EXPECT_EQ(refusal({"--help=yes"}), "--help takes no value, got: 'yes'");
}

TEST(Options, Counts) {
  for (const char *bad : {"0", "-1", "1.5", "x", "", "99999999999999999999"}) {
    EXPECT_NE(refusal({"--steps", bad}).find("whole number"), std::string::npos)
        << bad;
    EXPECT_NE(refusal({"--ranks", bad}).find("whole number"), std::string::npos)
        << bad;
  }
}

TEST(Options, Numbers) {
  for (const char *bad : {"-1", "x", "", "nan", "inf", "1s"}) {
    EXPECT_NE(refusal({"--tolerance", bad}).find("must be a number"),
              std::string::npos)
        << bad;
    EXPECT_NE(refusal({"--timeout", bad}).find("must be a number"),
              std::string::npos)
        << bad;
  }
  EXPECT_NE(refusal({"--timeout", "0"}).find("must be a number"),
            std::string::npos);
}

TEST(Options, Backends) {
  EXPECT_EQ(refusal({"--backend", "thread"}),
            "--backend must be one of threads, null, mpi, nccl, got: 'thread'; "
            "did you mean 'threads'?");
  for (const char *name : {"mpi", "nccl"})
    EXPECT_NE(refusal({"--backend", name}).find("not built in this version"),
              std::string::npos);
}

TEST(Options, OneFileEach) {
  EXPECT_EQ(refusal({"--outputs", "a.npz", "--outputs", "b.npz"}),
            "--outputs must be given once, got: 'a.npz' and 'b.npz'");
  EXPECT_EQ(refusal({"--stats", ""}), "--stats must name a file");
}

TEST(Options, HelpListsAll) {
  std::string help = optionsHelp();
  for (const char *name :
       {"--ranks N", "--backend NAME", "--inputs FILE", "--input NAME=FILE.npy",
        "--steps K", "--outputs FILE", "--expected FILE", "--tolerance T",
        "--stats FILE.json", "--trace FILE.json", "--timeout SECONDS",
        "--blas[=FILE]", "--help", "--version"})
    EXPECT_NE(help.find(name), std::string::npos) << name;
}
