//===- CommandLine.h - Options of the tools ---------------------*- C++ -*-===//
//
// A small parser: `--name=value`, `--name value`, `-o value`, flags without a
// value, positional arguments. An unknown option is an error with a suggestion.
// (llvm::cl would show the hundreds of options that LLVM's libraries register.)
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_SUPPORT_COMMANDLINE_H
#define PLAIT_SUPPORT_COMMANDLINE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace plait {

struct OptionSpec {
  std::string name;  // "--mesh"
  std::string value; // "A=N,..." as shown in the help; empty: a flag
  std::string help;
};

struct CommandLine {
  std::vector<std::string> positional;
  std::map<std::string, std::vector<std::string>> values;

  bool has(llvm::StringRef name) const { return values.count(name.str()); }
  /// The last value given, or `otherwise`.
  std::string get(llvm::StringRef name, llvm::StringRef otherwise = "") const;
  std::vector<std::string> all(llvm::StringRef name) const;
};

/// Parses `args` (without the program's name). On a fault returns nothing and
/// sets `error` to what is wrong.
std::optional<CommandLine> parseCommandLine(llvm::ArrayRef<std::string> args,
                                            llvm::ArrayRef<OptionSpec> specs,
                                            std::string &error);

/// The table of options for --help.
std::string helpTable(llvm::ArrayRef<OptionSpec> specs);

} // namespace plait

#endif // PLAIT_SUPPORT_COMMANDLINE_H
