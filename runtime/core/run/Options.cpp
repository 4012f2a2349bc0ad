//===- Options.cpp - The command line of a program ------------------------===//

#include "core/run/Options.h"
#include "core/Communicator.h"
#include "core/Status.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace plait::runtime {

namespace {

/// What an option takes behind it.
enum class Takes { Nothing, Value, OptionalValue };

struct Option {
  const char *name; // without the dashes
  Takes takes;
  const char *value; // as help shows it
  const char *help;
  void (*apply)(Options &options, const std::string &value);
};

} // namespace

/// A whole number of at least 1.
static int64_t parseCount(const char *option, const std::string &value) {
  char *end = nullptr;
  errno = 0;
  long long number = std::strtoll(value.c_str(), &end, 10);
  if (value.empty() || *end || errno || number < 1)
    failUsage("--", option, " must be a whole number of at least 1, got: '",
              value, "'");
  return number;
}

static double parseNumber(const char *option, const std::string &value,
                          double least, double most) {
  char *end = nullptr;
  double number = std::strtod(value.c_str(), &end);
  if (value.empty() || *end || !(number >= least && number <= most))
    failUsage("--", option, " must be a number from ", least, " to ", most,
              ", got: '", value, "'");
  return number;
}

/// Options that name one file may be given once.
static void setOnce(std::string &target, const char *option,
                    const std::string &value) {
  if (value.empty())
    failUsage("--", option, " must name a file");
  if (!target.empty())
    failUsage("--", option, " must be given once, got: '", target, "' and '",
              value, "'");
  target = value;
}

static void setBackend(Options &options, const std::string &value) {
  std::vector<std::string> names;
  for (const Backend &backend : allBackends()) {
    names.push_back(backend.name);
    if (value == backend.name && !backend.built)
      failUsage("the backend '", value, "' (", backend.summary,
                ") is not built in this version; use --backend threads");
    if (value == backend.name) {
      options.backend = value;
      return;
    }
  }
  std::string list;
  for (const std::string &name : names)
    list += (list.empty() ? "" : ", ") + name;
  failUsage("--backend must be one of ", list, ", got: '", value, "'",
            didYouMean(value, names));
}

static const Option optionTable[] = {
    {"ranks", Takes::Value, "N",
     "number of ranks; must be the size of the program's mesh",
     [](Options &o, const std::string &v) {
       o.ranks = parseCount("ranks", v);
     }},
    {"backend", Takes::Value, "NAME",
     "threads (default: all ranks in this process) or null (one rank)",
     setBackend},
    {"inputs", Takes::Value, "FILE",
     "arguments by name, from .safetensors or .npz; may be given several times",
     [](Options &o, const std::string &v) { o.inputFiles.push_back(v); }},
    {"input", Takes::Value, "NAME=FILE.npy",
     "one argument; goes before --inputs; may be given several times",
     [](Options &o, const std::string &v) { o.inputs.push_back(v); }},
    {"steps", Takes::Value, "K",
     "run the program K times (default 1); results that alias an argument "
     "replace it",
     [](Options &o, const std::string &v) {
       o.steps = parseCount("steps", v);
     }},
    {"outputs", Takes::Value, "FILE",
     "write the results of the last step, to .safetensors or .npz",
     [](Options &o, const std::string &v) {
       setOnce(o.outputs, "outputs", v);
     }},
    {"expected", Takes::Value, "FILE",
     "compare the results with a file; exit status 2 where they differ",
     [](Options &o, const std::string &v) {
       setOnce(o.expected, "expected", v);
     }},
    {"tolerance", Takes::Value, "T",
     "max |a-b| may be T x max |b| (default 1e-4; f64 1e-10; bf16, f16 2e-2)",
     [](Options &o, const std::string &v) {
       o.tolerance = parseNumber("tolerance", v, 0, 1e9);
     }},
    {"stats", Takes::Value, "FILE.json",
     "write counted collectives, times and memory",
     [](Options &o, const std::string &v) { setOnce(o.stats, "stats", v); }},
    {"trace", Takes::Value, "FILE.json",
     "write steps and collectives of all ranks for chrome://tracing or "
     "Perfetto",
     [](Options &o, const std::string &v) { setOnce(o.trace, "trace", v); }},
    {"timeout", Takes::Value, "SECONDS",
     "deadline of each collective (default 60)",
     [](Options &o, const std::string &v) {
       o.timeoutSeconds = parseNumber("timeout", v, 0.001, 1e6);
     }},
    {"blas", Takes::OptionalValue, "FILE",
     "use OpenBLAS, or the BLAS in FILE, instead of the built-in kernel",
     [](Options &o, const std::string &v) {
       o.blas = true;
       o.blasPath = v;
     }},
    {"help", Takes::Nothing, "", "print this text",
     [](Options &o, const std::string &) { o.help = true; }},
    {"version", Takes::Nothing, "", "print the version",
     [](Options &o, const std::string &) { o.version = true; }},
};

static const Option &findOption(const std::string &name,
                                const std::string &written) {
  std::vector<std::string> names;
  for (const Option &option : optionTable) {
    if (name == option.name)
      return option;
    names.push_back(std::string("--") + option.name);
  }
  std::string meant = didYouMean("--" + name, names);
  failUsage("unknown option '", written, "'", meant.empty() ? ";" : meant,
            " --help lists all");
}

Options parseOptions(int argc, const char *const *argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    std::string argument = argv[i];
    if (argument == "-h")
      argument = "--help";
    if (argument.compare(0, 2, "--") != 0 || argument.size() == 2)
      failUsage("unexpected argument '", argument, "'; inputs are given as ",
                "--inputs FILE. --help lists all options");
    size_t equals = argument.find('=');
    const Option &option =
        findOption(argument.substr(2, equals - 2), argument.substr(0, equals));
    bool inside = equals != std::string::npos;
    std::string value = inside ? argument.substr(equals + 1) : "";
    if (option.takes == Takes::Nothing && inside)
      failUsage("--", option.name, " takes no value, got: '", value, "'");
    if (option.takes == Takes::Value && !inside) {
      if (i + 1 == argc)
        failUsage("--", option.name, " needs a value: --", option.name, " ",
                  option.value);
      value = argv[++i];
    }
    option.apply(options, value);
  }
  return options;
}

std::string optionsHelp() {
  std::string out;
  for (const Option &option : optionTable) {
    std::string line = text("  --", option.name);
    if (option.takes == Takes::Value)
      line += text(" ", option.value);
    if (option.takes == Takes::OptionalValue)
      line += text("[=", option.value, "]");
    line.append(line.size() < 28 ? 28 - line.size() : 1, ' ');
    out += line + option.help + "\n";
  }
  return out;
}

} // namespace plait::runtime
