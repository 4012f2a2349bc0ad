//===- Status.h - How a failure travels and what it says --------*- C++ -*-===//
//
// Inside the runtime a failure is an exception, `Failure`: the text that the
// user reads after `error: `, and the exit status. No exception crosses the C
// ABI: there it becomes a status code, and the text waits in the context.
//
// A text says what is wrong and where, what was expected, what was got, and how
// to fix it, on one line.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_RUNTIME_CORE_STATUS_H
#define PLAIT_RUNTIME_CORE_STATUS_H

#include "plait/runtime/abi.h"

#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace plait::runtime {

/// Ends the job with an exit status and one line of text.
class Failure : public std::runtime_error {
public:
  Failure(int32_t status, const std::string &message)
      : std::runtime_error(message), status(status) {}
  int32_t status;
};

/// The text of all parts, one after the other.
template <typename... Parts>
std::string text(const Parts &...parts) {
  std::ostringstream out;
  (out << ... << parts);
  return out.str();
}

/// Bad options, input files or programs: exit status 1.
template <typename... Parts>
[[noreturn]] void failUsage(const Parts &...parts) {
  throw Failure(PLAIT_USAGE, text(parts...));
}

/// A rank or a collective failed: exit status 3.
template <typename... Parts>
[[noreturn]] void failCommunication(const Parts &...parts) {
  throw Failure(PLAIT_COMMUNICATION, text(parts...));
}

/// `message` with line breaks and control characters replaced, cut at a length
/// that a terminal can show: names in a message come from files.
std::string oneLine(const std::string &message);

/// `[2, 3]`.
std::string spellList(const std::vector<int64_t> &values);

/// `; did you mean 'x'?` with the candidate that is nearest to `name`, or
/// nothing where none is near.
std::string didYouMean(const std::string &name,
                       const std::vector<std::string> &candidates);

/// The product of `values`, or -1 where one is negative or it leaves int64_t.
int64_t checkedProduct(const std::vector<int64_t> &values);

} // namespace plait::runtime

#endif // PLAIT_RUNTIME_CORE_STATUS_H
