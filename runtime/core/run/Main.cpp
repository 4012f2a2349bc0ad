//===- Main.cpp - plait_main: a run from options to exit status -----------===//
//
// All that can be found out is found out before the first rank starts: options,
// the program, inputs, and whether outputs can be written.
//
//===----------------------------------------------------------------------===//

#include "core/Processor.h"
#include "core/files/AtomicFile.h"
#include "core/files/Formats.h"
#include "core/gemm/Blas.h"
#include "core/run/Job.h"
#include "core/run/Report.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <new>

namespace plait::runtime {

#ifndef PLAIT_VERSION
#define PLAIT_VERSION "unknown"
#endif

static int fail(int32_t status, const std::string &message) {
  std::fflush(stdout);
  std::fprintf(stderr, "error: %s\n", oneLine(message).c_str());
  return status;
}

static void printNote(const std::string &note) {
  if (!note.empty())
    std::fprintf(stderr, "note: %s\n", oneLine(note).c_str());
}

static void printHelp(const char *name) {
  std::printf("usage: %s [options]\n\nRuns a program that Plait compiled, on "
              "all ranks of its mesh.\n\n%s\nExit status: 0 success, 1 bad "
              "options or files, 2 results differ, 3 a rank or a collective "
              "failed.\n",
              name, optionsHelp().c_str());
}

//===----------------------------------------------------------------------===//
// Before the run
//===----------------------------------------------------------------------===//

/// `data=4, model=2`.
static std::string spellMesh(const Mesh &mesh) {
  std::string out;
  for (const Axis &axis : mesh.getAxes())
    out += text(out.empty() ? "" : ", ", axis.name, "=", axis.size);
  return out.empty() ? "no axes" : out;
}

static void checkRanks(const Job &job) {
  std::optional<int64_t> wanted = job.getOptions().ranks;
  if (wanted && *wanted != job.numRanks())
    failUsage("--ranks must be the size of the program's mesh, ",
              job.numRanks(), " (", spellMesh(job.getManifest().mesh),
              "), got: ", *wanted, "; compile with --mesh for another size");
}

/// Without a backend for several processes, each would run all ranks and all
/// would write the same files.
static void checkProcesses() {
  struct Launcher {
    const char *name, *size;
    const char *rank; // must be there too; null where the size says enough
  };
  // The tasks of a Slurm step go before those of the whole job.
  static const Launcher launchers[] = {
      {"a launcher", "PLAIT_RANKS", "PLAIT_RANK"},
      {"torchrun", "WORLD_SIZE", "RANK"},
      {"mpirun", "OMPI_COMM_WORLD_SIZE", nullptr},
      {"mpirun", "PMI_SIZE", nullptr},
      {"srun", "SLURM_STEP_NUM_TASKS", "SLURM_PROCID"},
      {"srun", "SLURM_NTASKS", "SLURM_PROCID"}};
  for (const Launcher &launcher : launchers) {
    const char *size = std::getenv(launcher.size);
    if (!size || (launcher.rank && !std::getenv(launcher.rank)))
      continue;
    if (std::atoll(size) > 1)
      failUsage("this process is one of ", size, " that ", launcher.name,
                " started (", launcher.size, "=", size, "), but the backend ",
                "mpi is not built in this version; start one process, which ",
                "runs all ranks");
    if (std::string(launcher.size) == "SLURM_STEP_NUM_TASKS")
      return;
  }
}

static void checkOutputs(const Options &options) {
  if (!options.outputs.empty())
    checkTensorPath(options.outputs);
  for (const std::string &path : {options.stats, options.trace})
    if (!path.empty())
      checkWritable(path);
  const std::pair<const char *, std::string> files[] = {
      {"--outputs", options.outputs},
      {"--stats", options.stats},
      {"--trace", options.trace}};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < i; ++j)
      if (!files[i].second.empty() && files[i].second == files[j].second)
        failUsage(files[j].first, " and ", files[i].first,
                  " must name two files, got: '", files[i].second, "'");
}

static const Backend &findBackend(const std::string &name) {
  for (const Backend &backend : allBackends())
    if (name == backend.name)
      return backend;
  failUsage("unknown backend '", name, "'");
}

/// Another rank still runs: its memory must stay, so nothing is cleaned up.
[[noreturn]] static void abandon(const Failure &failure) {
  std::_Exit(fail(failure.status, failure.what()));
}

//===----------------------------------------------------------------------===//
// After the run
//===----------------------------------------------------------------------===//

static void writeResults(const Job &job, AtomicFile &file) {
  std::vector<TensorInfo> infos;
  for (const TensorSpec &spec : job.getManifest().results)
    infos.push_back({spec.name, spec.dtype, spec.shape});
  Tensor current; // one at a time: a global tensor may be large
  writeTensors(file, infos, [&](size_t i) {
    current = job.gather(i);
    return current.data;
  });
}

/// Writes the files that the options name. None appears before all are written
/// and flushed: a disk that is full at the last one leaves nothing.
static void writeFiles(const Job &job, const std::string &blasName) {
  const Options &options = job.getOptions();
  std::vector<std::unique_ptr<AtomicFile>> files;
  auto add = [&](const std::string &path) -> AtomicFile & {
    files.push_back(std::make_unique<AtomicFile>(path));
    return *files.back();
  };
  if (!options.outputs.empty())
    writeResults(job, add(options.outputs));
  if (!options.stats.empty())
    add(options.stats).write(statsJson(job, blasName));
  if (!options.trace.empty())
    add(options.trace).write(traceJson(job));
  for (const auto &file : files)
    file->flush();
  for (const auto &file : files)
    file->commit();
}

static void printSummary(const Job &job) {
  std::vector<double> seconds = job.getStepSeconds();
  double total = 0;
  for (double step : seconds)
    total += step;
  std::sort(seconds.begin(), seconds.end());
  std::printf("%s: %lld ranks (%s), %zu step%s, %.6f s, median %.6f s\n",
              oneLine(job.getManifest().name).c_str(),
              static_cast<long long>(job.numRanks()),
              spellMesh(job.getManifest().mesh).c_str(), seconds.size(),
              seconds.size() == 1 ? "" : "s", total,
              seconds[seconds.size() / 2]);
  const std::vector<TensorSpec> &results = job.getManifest().results;
  for (size_t i = 0; i < results.size(); ++i)
    if (results[i].shape.empty())
      std::printf("%s = %s\n", oneLine(results[i].name).c_str(),
                  spellElement(job.gather(i), 0).c_str());
}

/// Compares what is expected; one line per tensor that differs, or that ranks
/// hold differently.
static int32_t compareResults(const Job &job,
                              const std::vector<Tensor> &expected) {
  size_t compared = 0, differing = 0;
  for (size_t i = 0; i < expected.size(); ++i) {
    if (!expected[i].owner)
      continue;
    ++compared;
    std::string difference;
    int64_t worst = 0;
    if (tensorsAgree(job.gather(i), expected[i], job.getOptions().tolerance,
                     &difference, &worst)) {
      difference = job.disagreement(i);
      if (difference.empty())
        continue;
    } else if (worst >= 0) {
      difference += "; on " + job.holderOf(i, worst);
    }
    ++differing;
    std::printf("result %s\n", oneLine(difference).c_str());
  }
  std::printf("%zu of %zu compared results agree\n", compared - differing,
              compared);
  return differing ? PLAIT_RESULT_DIFFERS : PLAIT_OK;
}

/// Compares what the program itself wants compared: a result named
/// `check.expect_X[i].actual` with the one after it, `.expected`; exactly where
/// X is eq. Gives `status` where all hold.
static int32_t compareChecks(const Job &job, int32_t status) {
  const std::vector<TensorSpec> &results = job.getManifest().results;
  size_t compared = 0, differing = 0;
  for (size_t i = 0; i + 1 < results.size(); ++i) {
    const std::string &name = results[i].name, end = ".actual";
    if (name.rfind("check.", 0) != 0 || name.size() < end.size() ||
        name.compare(name.size() - end.size(), end.size(), end) != 0 ||
        results[i + 1].name !=
            name.substr(0, name.size() - end.size()) + ".expected")
      continue;
    ++compared;
    bool exact = name.rfind("check.expect_eq[", 0) == 0;
    double tolerance = exact ? 0 : job.getOptions().tolerance;
    std::string difference;
    if (tensorsAgree(job.gather(i), job.gather(i + 1), tolerance, &difference))
      continue;
    ++differing;
    std::printf("check %s\n", oneLine(difference).c_str());
  }
  if (compared != 0)
    std::printf("%zu of %zu checks hold\n", compared - differing, compared);
  return differing ? int32_t(PLAIT_RESULT_DIFFERS) : status;
}

//===----------------------------------------------------------------------===//
// The run
//===----------------------------------------------------------------------===//

static int32_t runJob(Job &job) {
  const Options &options = job.getOptions();
  checkProcesses();
  checkRanks(job);
  checkOutputs(options);
  std::string inputNote, expectedNote;
  std::vector<Input> inputs =
      bindInputs(options, job.getManifest(), &inputNote);
  std::vector<Tensor> expected;
  if (!options.expected.empty())
    expected = bindExpected(options.expected, job.getManifest(), &expectedNote);
  std::unique_ptr<Blas> blas;
  if (options.blas)
    blas = std::make_unique<Blas>(options.blasPath);
  printNote(inputNote);
  printNote(expectedNote);

  LaunchRequest request;
  request.ranks = job.numRanks();
  request.timeoutSeconds = options.timeoutSeconds;
  request.abandon = abandon;
  job.run(inputs, request, findBackend(options.backend), blas.get());

  writeFiles(job, blas ? blas->getName() : "built-in");
  printSummary(job);
  return compareChecks(job, options.expected.empty()
                                ? int32_t(PLAIT_OK)
                                : compareResults(job, expected));
}

static int run(const plait_module *module, int argc, char **argv) {
  Options options = parseOptions(argc, argv);
  if (options.help) {
    printHelp(argc > 0 ? argv[0] : "program");
    return PLAIT_OK;
  }
  if (options.version) {
    std::printf("plait runtime %s, ABI %d.%d\n", PLAIT_VERSION, PLAIT_ABI_MAJOR,
                PLAIT_ABI_MINOR);
    return PLAIT_OK;
  }
  checkProcessor();
  Job job(module, std::move(options));
  return runJob(job);
}

} // namespace plait::runtime

extern "C" int plait_main(const plait_module *module, int argc, char **argv) {
  using namespace plait::runtime;
  try {
    return run(module, argc, argv);
  } catch (const Failure &failure) {
    return fail(failure.status, failure.what());
  } catch (const std::bad_alloc &) {
    return fail(PLAIT_USAGE, "no memory left");
  } catch (const std::exception &error) {
    return fail(PLAIT_USAGE, error.what());
  }
}
