//===- Report.h - Statistics and traces of a run ----------------*- C++ -*-===//
#ifndef PLAIT_RUNTIME_CORE_RUN_REPORT_H
#define PLAIT_RUNTIME_CORE_RUN_REPORT_H

#include "core/run/Job.h"

#include <string>

namespace plait::runtime {

/// The JSON of --stats; runtime/README.md has its fields. Collectives are what
/// ranks counted; only reason, origin and location come from the manifest.
std::string statsJson(const Job &job, const std::string &blasName);

/// The JSON of --trace, in Chrome's trace format: one row per rank.
std::string traceJson(const Job &job);

} // namespace plait::runtime

#endif // PLAIT_RUNTIME_CORE_RUN_REPORT_H
