//===- Threads.h - All ranks as threads of one process ----------*- C++ -*-===//
#ifndef PLAIT_RUNTIME_BACKENDS_THREADS_THREADS_H
#define PLAIT_RUNTIME_BACKENDS_THREADS_THREADS_H

#include "core/Communicator.h"

namespace plait::runtime {

/// Runs `body` on one thread per rank; collectives go through shared memory.
void launchThreads(const LaunchRequest &request, const RankBody &body);

} // namespace plait::runtime

#endif // PLAIT_RUNTIME_BACKENDS_THREADS_THREADS_H
