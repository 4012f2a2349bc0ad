//===- CommandLine.cpp - Options of the tools -----------------------------===//

#include "plait/support/CommandLine.h"

#include "plait/support/Suggestion.h"

using namespace llvm;
using namespace plait;

std::string CommandLine::get(StringRef name, StringRef otherwise) const {
  auto it = values.find(name.str());
  return it == values.end() || it->second.empty() ? otherwise.str()
                                                  : it->second.back();
}

std::vector<std::string> CommandLine::all(StringRef name) const {
  auto it = values.find(name.str());
  return it == values.end() ? std::vector<std::string>() : it->second;
}

static const OptionSpec *findSpec(ArrayRef<OptionSpec> specs, StringRef name) {
  for (const OptionSpec &spec : specs)
    if (spec.name == name)
      return &spec;
  return nullptr;
}

static std::string unknownOption(ArrayRef<OptionSpec> specs, StringRef name) {
  std::vector<std::string> names;
  for (const OptionSpec &spec : specs)
    names.push_back(spec.name);
  return "unknown option '" + name.str() + "'" + suggestion(name, names);
}

std::optional<CommandLine>
plait::parseCommandLine(ArrayRef<std::string> args, ArrayRef<OptionSpec> specs,
                        std::string &error) {
  CommandLine line;
  for (size_t i = 0; i < args.size(); ++i) {
    StringRef arg = args[i];
    if (!arg.starts_with("-") || arg == "-") {
      line.positional.push_back(arg.str());
      continue;
    }
    size_t equal = arg.starts_with("--") ? arg.find('=') : StringRef::npos;
    StringRef name = arg.take_front(equal);
    const OptionSpec *spec = findSpec(specs, name);
    if (!spec) {
      error = unknownOption(specs, name);
      return std::nullopt;
    }
    std::vector<std::string> &values = line.values[name.str()];
    bool inlined = equal != StringRef::npos;
    if (spec->value.empty()) {
      if (inlined) {
        error = "option '" + name.str() + "' takes no value, got: '" +
                arg.drop_front(equal + 1).str() + "'";
        return std::nullopt;
      }
      continue;
    }
    if (!inlined && i + 1 == args.size()) {
      error = "option '" + name.str() + "' needs a value: " + spec->value;
      return std::nullopt;
    }
    values.push_back(inlined ? arg.drop_front(equal + 1).str() : args[++i]);
  }
  return line;
}

std::string plait::helpTable(ArrayRef<OptionSpec> specs) {
  std::string text;
  for (const OptionSpec &spec : specs) {
    std::string left = "  " + spec.name;
    if (!spec.value.empty())
      left += (spec.name.size() == 2 ? " " : "=") + spec.value;
    left.resize(std::max<size_t>(left.size() + 2, 34), ' ');
    text += left + spec.help + "\n";
  }
  return text;
}
