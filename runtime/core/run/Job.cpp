//===- Job.cpp - A program on all ranks of this process -------------------===//

#include "core/run/Job.h"
#include "core/DType.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <sys/mman.h>
#include <unistd.h>

namespace plait::runtime {

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

RankMemory::~RankMemory() {
  if (mapping)
    munmap(mapping, total());
}

static uint64_t aligned(uint64_t bytes) { return (bytes + 63) / 64 * 64; }

void RankMemory::allocate(const plait_program &program,
                          const Manifest &manifest) {
  std::vector<uint64_t> offsets;
  for (const TensorSpec &argument : manifest.arguments) {
    offsets.push_back(argumentBytes);
    argumentBytes += aligned(argument.localBytes());
  }
  for (const TensorSpec &result : manifest.results) {
    if (result.alias >= 0) {
      offsets.push_back(offsets[result.alias]);
      continue;
    }
    offsets.push_back(argumentBytes + resultBytes);
    resultBytes += aligned(result.localBytes());
  }
  offsets.push_back(argumentBytes + resultBytes);
  // Never empty: also an arena of nothing has an address.
  arenaBytes = aligned(std::max<uint64_t>(program.arena_bytes, 1));

  void *bytes = mmap(nullptr, total(), PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (bytes == MAP_FAILED)
    failUsage("no memory for a rank's ", total(), " bytes (arguments ",
              argumentBytes, ", results ", resultBytes, ", arena ", arenaBytes,
              ")");
  // Large pages take a seventh of the time to touch; a refusal costs nothing.
  madvise(bytes, total(), MADV_HUGEPAGE);
  mapping = bytes;
  // What padding and the arena hold must not matter: a test can see whether it
  // does. All ones are NaN as floats and -1 as integers.
  if (std::getenv("PLAIT_POISON"))
    std::memset(bytes, 0xff, total());
  numArguments = manifest.arguments.size();
  for (uint64_t offset : offsets)
    buffers.push_back(static_cast<char *>(bytes) + offset);
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

static const plait_program *checkModule(const plait_module *module) {
  if (!module || module->size_bytes < sizeof(plait_module))
    failUsage("the module table is malformed; was it made by Plait?");
  if (module->abi_major != PLAIT_ABI_MAJOR ||
      module->abi_minor > PLAIT_ABI_MINOR)
    failUsage("the program needs runtime ABI ", module->abi_major, ".",
              module->abi_minor, ", this runtime has ", PLAIT_ABI_MAJOR, ".",
              PLAIT_ABI_MINOR, "; compile it with this version of Plait");
  if (module->num_programs != 1)
    failUsage("a module must hold one program, got: ", module->num_programs);
  const plait_program *program = module->programs[0];
  if (!program || program->size_bytes < sizeof(plait_program) ||
      !program->step || !program->manifest)
    failUsage("the program table is malformed; was it made by Plait?");
  for (int32_t i = 0; i < program->num_groups; ++i)
    if (program->groups[i].size_bytes != sizeof(plait_group))
      failUsage("group ", i, " of the program is malformed");
  return program;
}

Job::Job(const plait_module *module, Options options)
    : program(checkModule(module)), options(std::move(options)),
      manifest(readManifest(*program)), memory(manifest.mesh.size()),
      contexts(manifest.mesh.size()), seconds(manifest.mesh.size()) {
  makeGroups(*program, manifest.mesh, 0); // throws where they do not fit
  settings.program = program;
  settings.manifest = &manifest;
  settings.trace = !this->options.trace.empty();
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// Copies the rank's part of the value of `step` into its buffer.
void Job::load(int64_t rank, size_t argument, const Input &input,
               int64_t step) {
  const TensorSpec &spec = manifest.arguments[argument];
  int64_t width = byteWidth(spec.dtype);
  int64_t value = checkedProduct(spec.shape) * width;
  const char *global = static_cast<const char *>(input.tensor.data) +
                       step % input.values * value;
  int64_t place = manifest.mesh.placeOf(rank);
  Box box = shardOf(spec.shape, spec.dims, manifest.mesh, place);
  std::vector<int64_t> zero(spec.shape.size(), 0);
  copyBlock(global, spec.shape, box.start, memory[rank].argument(argument),
            spec.localShape, zero, box.extent, width);
}

/// Says how far a long run is, on a terminal only.
static void showProgress(int64_t step, int64_t steps, double now,
                         double &shown) {
  if (now - shown < 0.5 || !isatty(STDERR_FILENO))
    return;
  shown = now;
  std::fprintf(stderr, "step %lld of %lld\r", static_cast<long long>(step + 1),
               static_cast<long long>(steps));
}

void Job::runRank(int64_t rank, Communicator &communicator,
                  const std::vector<Input> &inputs) {
  memory[rank].allocate(*program, manifest);
  contexts[rank] =
      std::make_unique<plait_context>(settings, rank, communicator);
  plait_context &context = *contexts[rank];
  for (size_t i = 0; i < inputs.size(); ++i)
    if (!inputs[i].perStep)
      load(rank, i, inputs[i], 0);
  // Otherwise the first collective would count how unevenly ranks start.
  communicator.barrier();

  double shown = context.now();
  for (int64_t step = 0; step < options.steps; ++step) {
    for (size_t i = 0; i < inputs.size(); ++i)
      if (inputs[i].perStep)
        load(rank, i, inputs[i], step);
    double begin = context.now();
    int32_t status = program->step(&context, memory[rank].getBuffers());
    double end = context.now();
    if (context.failure)
      throw *context.failure;
    if (status != PLAIT_OK)
      failCommunication("rank ", rank, ": step ", step + 1, " returned status ",
                        status);
    context.checkStepEnd();
    seconds[rank].push_back(end - begin);
    if (settings.trace)
      context.events.push_back({text("step ", step + 1), begin, end});
    if (rank == 0)
      showProgress(step, options.steps, end, shown);
  }
}

void Job::run(const std::vector<Input> &inputs, const LaunchRequest &request,
              const Backend &backend, const Blas *blas) {
  settings.blas = blas;
  settings.begin = std::chrono::steady_clock::now();
  backend.launch(request, [&](int64_t rank, Communicator &communicator) {
    runRank(rank, communicator, inputs);
  });
}

std::vector<double> Job::getStepSeconds() const {
  std::vector<double> slowest(options.steps, 0);
  for (const std::vector<double> &rank : seconds)
    for (size_t step = 0; step < rank.size(); ++step)
      slowest[step] = std::max(slowest[step], rank[step]);
  return slowest;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

Tensor Job::gather(size_t result) const {
  const TensorSpec &spec = manifest.results[result];
  Tensor tensor;
  tensor.name = spec.name;
  tensor.dtype = spec.dtype;
  tensor.shape = spec.shape;
  Box first =
      shardOf(spec.shape, spec.dims, manifest.mesh, manifest.mesh.placeOf(0));
  if (first.extent == spec.shape) { // rank 0 has all of it
    tensor.data = memory[0].result(result);
    return tensor;
  }
  int64_t width = byteWidth(spec.dtype), bytes = tensor.numBytes();
  std::shared_ptr<uint8_t[]> global(new uint8_t[bytes]);
  std::vector<int64_t> zero(spec.shape.size(), 0);
  // Ranks that differ only along other axes hold the same part: the first one
  // gives it.
  std::set<std::vector<int64_t>> given;
  for (int64_t rank = 0; rank < numRanks(); ++rank) {
    int64_t place = manifest.mesh.placeOf(rank);
    Box box = shardOf(spec.shape, spec.dims, manifest.mesh, place);
    if (given.insert(box.start).second)
      copyBlock(memory[rank].result(result), spec.localShape, zero,
                global.get(), spec.shape, box.start, box.extent, width);
  }
  tensor.data = global.get();
  tensor.owner = global;
  return tensor;
}

/// "rank 2 (data=1, model=0)".
static std::string spellRank(const Mesh &mesh, int64_t rank) {
  std::string axes;
  for (size_t i = 0; i < mesh.getAxes().size(); ++i) {
    const Axis &axis = mesh.getAxes()[i];
    int64_t at =
        mesh.coordinate(mesh.placeOf(rank), {{int64_t(i), 1, axis.size}});
    axes += text(i ? ", " : "", axis.name, "=", at);
  }
  return text("rank ", rank, " (", axes, ")");
}

static std::vector<int64_t> positionOf(int64_t element,
                                       const std::vector<int64_t> &shape) {
  std::vector<int64_t> position(shape.size());
  for (size_t d = shape.size(); d-- > 0; element /= shape[d])
    position[d] = element % shape[d];
  return position;
}

std::string Job::holderOf(size_t result, int64_t element) const {
  const TensorSpec &spec = manifest.results[result];
  std::vector<int64_t> position = positionOf(element, spec.shape);
  for (int64_t rank = 0; rank < numRanks(); ++rank) {
    Box box = shardOf(spec.shape, spec.dims, manifest.mesh,
                      manifest.mesh.placeOf(rank));
    bool holds = true;
    for (size_t d = 0; d < position.size(); ++d)
      holds &= position[d] >= box.start[d] &&
               position[d] < box.start[d] + box.extent[d];
    if (holds)
      return spellRank(manifest.mesh, rank);
  }
  return "";
}

std::string Job::disagreement(size_t result) const {
  const TensorSpec &spec = manifest.results[result];
  int64_t width = byteWidth(spec.dtype);
  std::vector<int64_t> zero(spec.shape.size(), 0);
  auto valid = [&](int64_t rank, const Box &box) { // without padding
    int64_t count = 1;
    for (int64_t extent : box.extent)
      count *= extent;
    std::vector<uint8_t> bytes(count * width);
    if (count != 0)
      copyBlock(memory[rank].result(result), spec.localShape, zero,
                bytes.data(), box.extent, zero, box.extent, width);
    return bytes;
  };
  std::map<std::vector<int64_t>, int64_t> first; // who holds a part first
  for (int64_t rank = 0; rank < numRanks(); ++rank) {
    Box box = shardOf(spec.shape, spec.dims, manifest.mesh,
                      manifest.mesh.placeOf(rank));
    auto [it, isNew] = first.emplace(box.start, rank);
    if (isNew)
      continue;
    std::vector<uint8_t> own = valid(rank, box), other = valid(it->second, box);
    if (own == other)
      continue;
    int64_t byte = std::mismatch(own.begin(), own.end(), other.begin()).first -
                   own.begin();
    std::vector<int64_t> at = positionOf(byte / width, box.extent);
    for (size_t d = 0; d < at.size(); ++d)
      at[d] += box.start[d];
    return text("'", spec.name, "' must be the same on ",
                spellRank(manifest.mesh, it->second), " and ",
                spellRank(manifest.mesh, rank),
                ", which hold one part of it; differs at ", spellList(at));
  }
  return "";
}

} // namespace plait::runtime
