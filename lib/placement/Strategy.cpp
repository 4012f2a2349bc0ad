//===- Strategy.cpp - Names for placements --------------------------------===//
//
//   strategy ::= part (`+` part)*
//   part     ::= word (`+` word)* `@` axis (`,` axis)*
//   word     ::= a name of the table | `paro(` s `,` s `,` s `)`
//   s        ::= `r` (replicated) | `i` (inner) | `w` (whole)
//
// First the text becomes parts, each with one row of the table for the storage
// of states and one role for its axes; then the parts are composed.
//
//===----------------------------------------------------------------------===//
#include "plait/placement/Strategy.h"

#include "PlacementAxes.h"
#include "plait/support/Suggestion.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

namespace plait {

namespace {

/// How far a state is split over the axes of its part.
enum class Split { None, Inner, All };

struct Word {
  llvm::StringRef name;
  size_t axes; // 0 stands for one or more
  /// What the axes divide; the data-parallel family stores states over them.
  AxisRole role = AxisRole::Batch;
  Split parameters = Split::None, optimizer = Split::None,
        gradients = Split::None;
  Release release = Release::AfterForward;
  bool cacheOuter = false, host = false;

  bool isData() const { return role == AxisRole::Batch; }
  bool gathers() const { return isData() && parameters != Split::None; }
};

struct Part {
  std::vector<std::string> axes;
  std::optional<Word> data; // how states are stored over the axes
  AxisRole role = AxisRole::Batch;
};

} // namespace

static const Word words[] = {
    {"ddp", 0},
    {"zero1", 0, AxisRole::Batch, Split::None, Split::All, Split::None},
    {"zero2", 0, AxisRole::Batch, Split::None, Split::All, Split::All},
    {"zero3", 0, AxisRole::Batch, Split::All, Split::All, Split::All},
    {"fsdp", 0, AxisRole::Batch, Split::All, Split::All, Split::All},
    {"fsdp-held", 0, AxisRole::Batch, Split::All, Split::All, Split::All,
     Release::AfterBackward},
    {"hsdp", 2, AxisRole::Batch, Split::Inner, Split::Inner, Split::Inner},
    {"mics", 2, AxisRole::Batch, Split::Inner, Split::Inner, Split::Inner},
    {"fcdp", 2, AxisRole::Batch, Split::All, Split::All, Split::All,
     Release::AfterForward, /*cacheOuter=*/true},
    {"zero-offload", 0, AxisRole::Batch, Split::None, Split::All, Split::All,
     Release::AfterForward, /*cacheOuter=*/false, /*host=*/true},
    {"paro", 2},
    {"tp", 1, AxisRole::Features},
    {"sp", 1, AxisRole::FeaturesSequence},
    {"cp", 1, AxisRole::Sequence},
    {"ulysses", 1, AxisRole::Sequence},
    {"ring", 1, AxisRole::Ring},
    {"ep", 1, AxisRole::Experts},
    {"pp", 1, AxisRole::Stages},
};

std::vector<std::string> strategyWords() {
  std::vector<std::string> names;
  for (const Word &word : words)
    names.push_back(word.name.str());
  return names;
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

static bool fail(std::string &error, const llvm::Twine &rule,
                 const llvm::Twine &got) {
  error = (rule + ", got: " + got).str();
  return false;
}

static std::optional<Split> parseSplit(llvm::StringRef text) {
  text = text.trim();
  if (text == "r")
    return Split::None;
  if (text == "i")
    return Split::Inner;
  if (text == "w")
    return Split::All;
  return std::nullopt;
}

/// Reads the `(p,g,o)` of paro into `word`.
static bool parseParo(llvm::StringRef text, Word &word, std::string &error) {
  llvm::StringRef rest = text.drop_front(word.name.size()).trim();
  llvm::SmallVector<llvm::StringRef, 3> letters;
  if (rest.consume_front("(") && rest.consume_back(")"))
    rest.split(letters, ',');
  llvm::SmallVector<Split, 3> splits;
  for (llvm::StringRef letter : letters)
    if (std::optional<Split> split = parseSplit(letter))
      splits.push_back(*split);
  if (letters.size() != 3 || splits.size() != 3)
    return fail(error, "'paro' takes three of r, i, w, as in 'paro(r,i,w)'",
                "'" + text + "'");
  word.parameters = splits[0];
  word.gradients = splits[1];
  word.optimizer = splits[2];
  if (word.parameters > word.optimizer || word.gradients > word.optimizer)
    return fail(error,
                "'paro' splits the optimizer state at least as far as "
                "parameters and gradients",
                "'" + text + "'");
  return true;
}

static bool parseWord(llvm::StringRef text, Word &word, std::string &error) {
  llvm::StringRef name =
      text.take_until([](char c) { return c == '('; }).trim();
  const Word *found =
      llvm::find_if(words, [&](const Word &w) { return w.name == name; });
  if (found == std::end(words)) {
    std::vector<std::string> names = strategyWords();
    return fail(error, "a strategy must be one of " + llvm::join(names, ", "),
                "'" + text + "'" + suggestion(name, names));
  }
  word = *found;
  if (word.name == "paro")
    return parseParo(text, word, error);
  if (text != name)
    return fail(error, "only 'paro' takes arguments", "'" + text + "'");
  return true;
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// What words that share axes mean together: tp+sp, or a word of the
/// data-parallel family with one that divides the sequence.
static bool combine(llvm::ArrayRef<Word> shared, llvm::StringRef text,
                    Part &part, std::string &error) {
  auto named = [&](llvm::StringRef name) {
    return llvm::any_of(shared,
                        [&](const Word &word) { return word.name == name; });
  };
  if (named("sp") && !named("tp"))
    return fail(error,
                "'sp' needs 'tp' over the same axis, as in 'tp+sp@model'",
                "'" + text + "'");
  const Word *data = llvm::find_if(shared, [](auto &w) { return w.isData(); });
  const Word *work = llvm::find_if(shared, [](auto &w) { return !w.isData(); });
  if (data != shared.end())
    part.data = *data;
  if (work != shared.end())
    part.role = work->role;
  if (shared.size() == 1)
    return true;
  if (shared.size() == 2 && named("tp") && named("sp")) {
    part.role = AxisRole::FeaturesSequence;
    return true;
  }
  bool sequence =
      part.role == AxisRole::Sequence || part.role == AxisRole::Ring;
  if (shared.size() == 2 && part.data && sequence)
    return true;
  return fail(error,
              "words over the same axes are 'tp+sp', or one that stores states "
              "(such as 'zero3') and one of 'cp', 'ulysses', 'ring'",
              "'" + text + "'");
}

static bool parseAxes(llvm::ArrayRef<Word> shared, llvm::StringRef text,
                      const Mesh &mesh, Part &part, std::string &error) {
  llvm::SmallVector<llvm::StringRef> names;
  text.split(names, ',');
  for (llvm::StringRef name : names) {
    name = name.trim();
    if (auto message = checkAxisName(name, mesh, "an axis of a strategy")) {
      error = *message;
      return false;
    }
    part.axes.push_back(name.str());
  }
  for (const Word &word : shared)
    if (word.axes && word.axes != part.axes.size())
      return fail(
          error,
          "'" + word.name + "' takes " +
              (word.axes == 1 ? "one axis" : "two axes, outer and inner"),
          "'" + text.trim() + "'");
  return true;
}

/// Reads `text` into parts: words up to the first `@`, its axes up to `+`.
static bool parseParts(llvm::StringRef text, const Mesh &mesh,
                       std::vector<Part> &parts, std::string &error) {
  llvm::SmallVector<llvm::StringRef> pieces;
  text.split(pieces, '+');
  llvm::SmallVector<Word, 2> shared;
  std::string sharedText;
  for (llvm::StringRef piece : pieces) {
    auto [wordText, axesText] = piece.split('@');
    bool hasAxes = piece.contains('@');
    if (!parseWord(wordText.trim(), shared.emplace_back(), error))
      return false;
    sharedText += (sharedText.empty() ? "" : "+") + wordText.trim().str();
    if (!hasAxes)
      continue;
    Part &part = parts.emplace_back();
    if (!combine(shared, sharedText, part, error) ||
        !parseAxes(shared, axesText, mesh, part, error))
      return false;
    shared.clear();
    sharedText.clear();
  }
  if (!shared.empty())
    return fail(error,
                "a strategy needs '@' and its axes, as in '" +
                    shared.back().name + "@" + mesh.axes.front().name + "'",
                "'" + sharedText + "'");
  return true;
}

/// Each axis belongs to one part, and parts that gather release alike.
static bool checkParts(llvm::ArrayRef<Part> parts, std::string &error) {
  std::vector<std::string> seen;
  const Part *gathers = nullptr;
  for (const Part &part : parts) {
    for (const std::string &axis : part.axes) {
      if (llvm::is_contained(seen, axis))
        return fail(error, "an axis belongs to one strategy",
                    "'" + axis + "' twice");
      seen.push_back(axis);
    }
    if (!part.data || !part.data->gathers())
      continue;
    if (gathers && gathers->data->release != part.data->release)
      return fail(
          error, "strategies must agree when gathered parameters are released",
          "'" + gathers->data->name + "' and '" + part.data->name + "'");
    gathers = &part;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Composition
//===----------------------------------------------------------------------===//

static bool splitsStates(AxisRole role) {
  return role == AxisRole::Features || role == AxisRole::FeaturesSequence ||
         role == AxisRole::Experts || role == AxisRole::Stages;
}

/// Whether an axis of that role divides every activation between blocks.
static bool splitsActivations(AxisRole role) {
  return role != AxisRole::Features && role != AxisRole::Experts &&
         role != AxisRole::Storage;
}

static void append(std::vector<std::string> &to,
                   llvm::ArrayRef<std::string> axes) {
  to.insert(to.end(), axes.begin(), axes.end());
}

static llvm::ArrayRef<std::string> pick(const Part &part, Split split) {
  llvm::ArrayRef<std::string> axes = part.axes;
  if (split == Split::None)
    return {};
  return split == Split::Inner ? axes.drop_front() : axes;
}

static void store(Placement &placement, const Part &part) {
  const Word &word = *part.data;
  StatePlacement &parameters = placement[TrainingState::Parameters];
  StatePlacement &optimizer = placement[TrainingState::Optimizer];
  StatePlacement &gradients = placement[TrainingState::Gradients];
  append(parameters.axes, pick(part, word.parameters));
  append(parameters.gathered, pick(part, word.parameters));
  append(optimizer.axes, pick(part, word.optimizer));
  append(gradients.axes, pick(part, word.gradients));
  if (word.gathers())
    parameters.release = word.release;
  if (word.cacheOuter)
    parameters.cached.push_back(part.axes.front());
  if (word.host)
    optimizer.memory = gradients.memory = MemorySpace::Host;
}

/// Storage axes come last, so that they are minor to the others.
static Placement compose(llvm::ArrayRef<Part> parts) {
  Placement placement;
  StatePlacement &activations = placement[TrainingState::Activations];
  activations.lifetime = Lifetime::Step;
  for (const Part &part : parts) {
    for (const std::string &axis : part.axes)
      placement.roles.push_back({axis, part.role});
    if (splitsStates(part.role))
      for (TrainingState state :
           {TrainingState::Parameters, TrainingState::Optimizer,
            TrainingState::Gradients})
        append(placement[state].axes, part.axes);
    if (part.role != AxisRole::Batch && splitsActivations(part.role))
      append(activations.axes, part.axes);
  }
  for (const Part &part : parts) {
    if (part.data)
      store(placement, part);
    if (part.role == AxisRole::Batch)
      append(activations.axes, part.axes);
  }
  return placement;
}

std::optional<Placement> parseStrategy(llvm::StringRef text, const Mesh &mesh,
                                       std::string &error) {
  if (text.trim().empty() || mesh.axes.empty()) {
    fail(error, "expected a strategy over axes of a mesh, such as 'zero3@data'",
         "'" + text + "'" + (mesh.axes.empty() ? " without a mesh" : ""));
    return std::nullopt;
  }
  std::vector<Part> parts;
  if (!parseParts(text, mesh, parts, error) || !checkParts(parts, error))
    return std::nullopt;
  Placement placement = compose(parts);
  if (std::optional<std::string> message = check(placement, mesh)) {
    error = *message;
    return std::nullopt;
  }
  return placement;
}

} // namespace plait
