//===- CompileOptions.cpp - Options of plait-compile ----------------------===//

#include "plait/pipeline/Compile.h"

#include "plait/support/Suggestion.h"

using namespace plait;

llvm::ArrayRef<OptionSpec> plait::compileOptionSpecs() {
  static const std::vector<OptionSpec> specs = {
      {"--mesh", "A=N,...",
       "replace the program's mesh, such as data=4,model=2"},
      {"--shard", "NAME=[{A},{}]",
       "shard an argument or result; may be given several times"},
      {"--state", "NAME=STATE,...",
       "say which training state an argument is: parameter, optimizer, ..."},
      {"--placement", "STRATEGY",
       "where training states live and what axes divide, such as "
       "zero3@data+tp@model: ddp, zero1, zero2, zero3 (fsdp), fsdp-held, "
       "zero-offload, hsdp (mics), paro(p,g,o), fcdp, tp, tp+sp, cp (ulysses), "
       "ring (blocks of keys and values go round), ep; pp is refused, as there is no "
       "pipeline yet; or @FILE with a plait.placement"},
      {"--node-axes", "A,...",
       "axes of the mesh over which devices are on different nodes; the report "
       "and --stats then say what crosses nodes"},
      {"--loss", "NAME", "the result that is the loss, if none is called loss"},
      {"--remat-budget", "BYTES",
       "refuse to bring a value whole to every device for an op that cannot "
       "work on parts of it, beyond these bytes received (default: 67108864)"},
      {"--ring-bytes", "BYTES",
       "send what is gathered for contractions alone round a ring, from BYTES "
       "per device on, and multiply block by block meanwhile (default: gather "
       "it; on fast links a gather takes less time than plain sends)"},
      {"--target", "cpu", "what to generate code for (default: cpu)"},
      {"--compile-to", "STAGE",
       "stop after import, place, propagate, partition, fuse, overlap, codegen "
       "or lower, and write the program as MLIR"},
      {"--dump-stages", "DIR", "write the program after each stage to DIR"},
      {"--report", "FILE.json",
       "write shardings, memory, collectives and times; - prints a summary "
       "(will it fit, what does it send), without -o no code is generated"},
      {"--emit", "KIND",
       "what to write: exe (default), lib, obj, llvm-ir or mlir"},
      {"--emit-shardings", "KIND",
       "write only what propagate finds: sdy (the program with sdy "
       "shardings), sdy-collectives (and where values are moved), jax "
       "(PartitionSpecs) or torch (DTensor placements); "
       "the latter as Python, or as JSON to -o FILE.json"},
      {"--explain", "VALUE",
       "say, step by step, where the sharding of an argument, a result, a "
       "line (model.py:12) or %12 came from"},
      {"--show", "VALUE",
       "draw how a value's blocks lie on the devices; to a terminal, or to "
       "-o FILE.svg or FILE.html"},
  };
  return specs;
}

/// Cuts "a=b,c=d" at commas outside of brackets.
static std::vector<std::string> splitList(llvm::StringRef text) {
  std::vector<std::string> parts;
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    char c = i < text.size() ? text[i] : ',';
    depth += (c == '[' || c == '{') - (c == ']' || c == '}');
    if (c == ',' && (depth == 0 || i == text.size())) {
      parts.push_back(text.slice(begin, i).str());
      begin = i + 1;
    }
  }
  return parts;
}

/// --emit-shardings, --explain and --show, and what they do not go with.
static bool readInspection(const CommandLine &line, CompileOptions &options,
                           std::string &error) {
  options.emitShardings = line.get("--emit-shardings");
  options.pipeline.explain = line.all("--explain");
  options.show = line.all("--show");
  static const std::vector<std::string> kinds = {"sdy", "sdy-collectives",
                                                 "jax", "torch"};
  if (line.has("--emit-shardings") &&
      !llvm::is_contained(kinds, options.emitShardings)) {
    error =
        "--emit-shardings must be sdy, sdy-collectives, jax or torch, got: '" +
        options.emitShardings + "'" + suggestion(options.emitShardings, kinds);
    return false;
  }
  for (llvm::StringRef name : {"--explain", "--show"})
    if (llvm::is_contained(line.all(name), "")) {
      error = name.str() + " must name a value, got: ''";
      return false;
    }
  bool writes = line.has("--emit-shardings"), draws = line.has("--show");
  if (writes && draws) {
    error = "--emit-shardings and --show write one output: give one of them";
    return false;
  }
  for (llvm::StringRef other : {"--emit", "--report", "--dump-stages"})
    if ((writes || draws) && line.has(other)) {
      error = std::string(writes ? "--emit-shardings" : "--show") +
              " stops after propagate, which has nothing for " + other.str() +
              ": give one of them";
      return false;
    }
  if ((writes || draws) && line.has("--compile-to") &&
      line.get("--compile-to") != "propagate") {
    error =
        std::string(writes ? "--emit-shardings" : "--show") +
        " stops after propagate, got: --compile-to=" + line.get("--compile-to");
    return false;
  }
  return true;
}

/// A number of bytes, if the option is given.
static bool readBytes(const CommandLine &line, llvm::StringRef name,
                      std::optional<int64_t> &value, std::string &error) {
  if (!line.has(name))
    return true;
  int64_t bytes = -1;
  if (llvm::StringRef(line.get(name)).getAsInteger(10, bytes) || bytes < 0) {
    error = name.str() + " must be a number of bytes, got: '" + line.get(name) +
            "'";
    return false;
  }
  value = bytes;
  return true;
}

bool plait::readCompileOptions(const CommandLine &line, CompileOptions &options,
                               std::string &error) {
  options.pipeline.mesh = line.get("--mesh");
  if (line.has("--mesh") && options.pipeline.mesh.empty()) {
    error = "--mesh must be axes with sizes such as data=4,model=2, got: ''";
    return false;
  }
  options.pipeline.shards = line.all("--shard");
  for (const std::string &value : line.all("--state"))
    for (std::string &state : splitList(value))
      options.pipeline.states.push_back(std::move(state));
  options.pipeline.placement = line.get("--placement");
  if (line.has("--placement") && options.pipeline.placement.empty()) {
    error = "--placement must be a strategy such as zero3@data, got: ''";
    return false;
  }
  for (const std::string &value : line.all("--node-axes"))
    for (std::string &axis : splitList(value))
      options.pipeline.nodeAxes.push_back(std::move(axis));
  options.pipeline.loss = line.get("--loss");
  if (!readBytes(line, "--remat-budget", options.pipeline.rematBudget, error) ||
      !readBytes(line, "--ring-bytes", options.pipeline.ringBytes, error))
    return false;
  options.dumpStages = line.get("--dump-stages");
  options.report = line.get("--report");
  options.emit = line.get("--emit", "exe");
  if (std::string target = line.get("--target", "cpu"); target != "cpu") {
    error = "--target must be cpu in this version, got: '" + target + "'";
    return false;
  }
  static constexpr llvm::StringLiteral kinds[] = {"exe", "lib", "obj",
                                                  "llvm-ir", "mlir"};
  if (!llvm::is_contained(kinds, options.emit)) {
    error = "--emit must be exe, lib, obj, llvm-ir or mlir, got: '" +
            options.emit + "'";
    return false;
  }
  if (!options.report.empty() && options.report != "-" &&
      !llvm::StringRef(options.report).ends_with(".json")) {
    error = "--report must be - or name a .json file in this version, got: '" +
            options.report + "'";
    return false;
  }
  if (!readInspection(line, options, error))
    return false;
  if (!line.has("--compile-to"))
    return true;
  if (line.has("--emit") && options.emit != "mlir") {
    error = "--compile-to writes MLIR, --emit=" + options.emit +
            " needs all stages: give one of them";
    return false;
  }
  options.compileTo = parseStage(line.get("--compile-to"));
  if (options.compileTo && !options.report.empty() &&
      *options.compileTo < Stage::Overlap) {
    error = "--report needs the stages up to overlap, got: --compile-to=" +
            line.get("--compile-to");
    return false;
  }
  if (!options.compileTo)
    error = "--compile-to must be import, place, propagate, partition, fuse, "
            "overlap, codegen or lower, got: '" +
            line.get("--compile-to") + "'";
  return options.compileTo.has_value();
}
