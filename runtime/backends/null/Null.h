//===- Null.h - The smallest backend ----------------------------*- C++ -*-===//
#ifndef PLAIT_RUNTIME_BACKENDS_NULL_NULL_H
#define PLAIT_RUNTIME_BACKENDS_NULL_NULL_H

#include "core/Communicator.h"

namespace plait::runtime {

/// One rank, whose groups hold itself only.
void launchNull(const LaunchRequest &request, const RankBody &body);

} // namespace plait::runtime

#endif // PLAIT_RUNTIME_BACKENDS_NULL_NULL_H
