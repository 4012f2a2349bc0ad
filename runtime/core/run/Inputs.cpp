//===- Inputs.cpp - Which tensor feeds which argument ---------------------===//

#include "core/run/Inputs.h"
#include "core/Status.h"
#include "core/files/Formats.h"

#include <map>

namespace plait::runtime {

namespace {
struct Source {
  Tensor tensor;
  std::string file;
  bool used = false;
};
} // namespace

static std::vector<std::string> namesOf(const std::vector<TensorSpec> &specs) {
  std::vector<std::string> names;
  for (const TensorSpec &spec : specs)
    names.push_back(spec.name);
  return names;
}

/// `a, b, c and 4 more`.
static std::string someOf(const std::vector<std::string> &names) {
  std::string out;
  for (size_t i = 0; i < names.size() && i < 3; ++i)
    out += (i ? ", '" : "'") + names[i] + "'";
  return names.size() > 3 ? text(out, " and ", names.size() - 3, " more") : out;
}

/// All tensors of all --inputs files, each name once.
static std::map<std::string, Source>
readSources(const std::vector<std::string> &files) {
  std::map<std::string, Source> sources;
  for (const std::string &file : files)
    for (Tensor &tensor : readTensors(file)) {
      std::string name = tensor.name;
      auto [place, isNew] =
          sources.emplace(name, Source{std::move(tensor), file});
      if (!isNew)
        failUsage("'", name, "' is given twice: by '", place->second.file,
                  "' and by '", file, "'");
    }
  return sources;
}

/// Reads what --input names. NAME and FILE may both contain '=': the first '='
/// behind an argument's whole name divides them.
static void readSingle(const std::string &option,
                       const std::vector<std::string> &arguments,
                       std::map<std::string, Source> &singles) {
  for (size_t at = option.find('='); at != std::string::npos;
       at = option.find('=', at + 1)) {
    std::string name = option.substr(0, at), file = option.substr(at + 1);
    for (const std::string &argument : arguments) {
      if (argument != name)
        continue;
      if (!singles.emplace(name, Source{readNpyTensor(file), file}).second)
        failUsage("--input gives '", name, "' twice");
      return;
    }
  }
  size_t last = option.rfind('=');
  if (last == std::string::npos)
    failUsage("--input must be NAME=FILE.npy, got: '", option, "'");
  std::string name = option.substr(0, last);
  failUsage("--input names '", name, "', which is no argument of the program",
            didYouMean(name, arguments));
}

/// Programs rely on booleans of one bit; a file can hold any byte.
static void checkBooleans(const Tensor &tensor, const std::string &file) {
  const uint8_t *bytes = static_cast<const uint8_t *>(tensor.data);
  int64_t count = tensor.dtype == PLAIT_BOOL ? tensor.numElements() : 0;
  for (int64_t i = 0; i < count; ++i)
    if (bytes[i] > 1)
      failUsage("'", file, "': booleans in '", tensor.name,
                "' must be 0 or 1, got: ", int(bytes[i]), " at element ", i);
}

/// Checks a tensor against its argument; finds out whether it is per step.
static Input bindArgument(const TensorSpec &spec, Source &source, bool replaced,
                          int64_t steps) {
  source.used = true;
  Input input{source.tensor, source.file};
  const Tensor &tensor = input.tensor;
  std::vector<int64_t> rest = tensor.shape;
  if (!rest.empty())
    rest.erase(rest.begin());
  input.perStep =
      tensor.shape.size() == spec.shape.size() + 1 && rest == spec.shape;
  if (tensor.dtype != spec.dtype ||
      (tensor.shape != spec.shape && !input.perStep))
    failUsage("argument '", spec.name, "' must be ",
              spellType(spec.dtype, spec.shape), ", or have one more leading ",
              "dimension with a value per step; got: ",
              spellType(tensor.dtype, tensor.shape), " in '", source.file, "'");
  checkBooleans(tensor, source.file);
  if (!input.perStep)
    return input;
  input.values = tensor.shape.front();
  if (input.values < 1 || steps % input.values != 0)
    failUsage("argument '", spec.name, "': the number of values in '",
              source.file, "' must divide the ", steps,
              " steps, got: ", input.values);
  if (replaced)
    failUsage("argument '", spec.name, "' is replaced by a result after each ",
              "step, so '", source.file,
              "' must hold one value, got: ", input.values);
  return input;
}

static std::vector<bool> replacedArguments(const Manifest &manifest) {
  std::vector<bool> replaced(manifest.arguments.size(), false);
  for (const TensorSpec &result : manifest.results)
    if (result.alias >= 0)
      replaced[result.alias] = true;
  return replaced;
}

/// Names what is missing, with the nearest name that is there instead.
[[noreturn]] static void
failMissing(const std::vector<std::string> &missing, const Options &options,
            const std::map<std::string, Source> &sources) {
  if (options.inputFiles.empty() && options.inputs.empty())
    failUsage(
        "the program has arguments (", someOf(missing), ") and no input ",
        "is given: use --inputs FILE.safetensors or FILE.npz, or --input ",
        "NAME=FILE.npy for each");
  std::vector<std::string> unused;
  for (const auto &[name, source] : sources)
    if (!source.used)
      unused.push_back(name);
  std::string hint = didYouMean(missing.front(), unused);
  failUsage("no input is given for argument ", someOf(missing),
            hint.empty() ? "" : " (the files have other names)" + hint);
}

std::vector<Input> bindInputs(const Options &options, const Manifest &manifest,
                              std::string *note) {
  std::vector<std::string> names = namesOf(manifest.arguments);
  std::map<std::string, Source> sources = readSources(options.inputFiles);
  std::map<std::string, Source> singles;
  for (const std::string &option : options.inputs)
    readSingle(option, names, singles);

  std::vector<bool> replaced = replacedArguments(manifest);
  std::vector<Input> inputs;
  std::vector<std::string> missing;
  for (size_t i = 0; i < names.size(); ++i) {
    auto single = singles.find(names[i]), shared = sources.find(names[i]);
    if (shared != sources.end())
      shared->second.used = true;
    if (single == singles.end() && shared == sources.end()) {
      missing.push_back(names[i]);
      continue;
    }
    Source &source = single != singles.end() ? single->second : shared->second;
    inputs.push_back(bindArgument(manifest.arguments[i], source, replaced[i],
                                  options.steps));
  }
  if (!missing.empty())
    failMissing(missing, options, sources);

  std::vector<std::string> unused;
  for (const auto &[name, source] : sources)
    if (!source.used)
      unused.push_back(name);
  if (!unused.empty())
    *note = "the inputs hold tensors that no argument takes: " + someOf(unused);
  return inputs;
}

std::vector<Tensor> bindExpected(const std::string &path,
                                 const Manifest &manifest, std::string *note) {
  std::vector<std::string> names = namesOf(manifest.results);
  std::vector<Tensor> expected(names.size());
  for (Tensor &tensor : readTensors(path)) {
    size_t i = 0;
    while (i < names.size() && names[i] != tensor.name)
      ++i;
    if (i == names.size())
      failUsage("'", path, "' expects '", tensor.name, "', which is no result ",
                "of the program", didYouMean(tensor.name, names));
    const TensorSpec &spec = manifest.results[i];
    if (tensor.dtype != spec.dtype || tensor.shape != spec.shape)
      failUsage("result '", spec.name, "' is ",
                spellType(spec.dtype, spec.shape), ", '", path, "' expects ",
                spellType(tensor.dtype, tensor.shape));
    expected[i] = std::move(tensor);
  }
  std::vector<std::string> absent;
  for (size_t i = 0; i < names.size(); ++i)
    if (!expected[i].owner)
      absent.push_back(names[i]);
  if (!absent.empty())
    *note = text("'", path, "' says nothing about ", someOf(absent));
  return expected;
}

} // namespace plait::runtime
