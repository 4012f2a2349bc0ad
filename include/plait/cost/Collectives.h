//===- Collectives.h - How long a collective takes --------------*- C++ -*-===//
//
// Latency-bandwidth ("alpha-beta") models of bandwidth-optimal algorithms: a
// collective is a number of rounds one after another, each with one message
// time, and the bytes that a device receives in all of them:
//
//   seconds = rounds * latency + bytes / bandwidth
//
//                    rounds     bytes received by a device   algorithm
//   all_gather       n - 1      (n-1) operand                ring
//   reduce_scatter   n - 1      (n-1)/n operand              ring
//   all_reduce       2 (n - 1)  2 (n-1)/n operand            ring: both of them
//   all_to_all       n - 1      (n-1)/n operand              pairwise exchange
//   permute          1          operand                      one message
//   slice            0          0                            local
//
// Source: R. Thakur, R. Rabenseifner, W. Gropp, "Optimization of Collective
// Communication Operations in MPICH", Int. J. of High Performance Computing
// Applications 19(1), 2005: ring all-gather, pairwise exchange for all-to-all
// and reduce-scatter. Their cost of adding is not counted here; it belongs to
// the kernels.
//
// Example: latency 1e-6 s, 1e9 B/s, four devices, operand 4000 B: all-gather
// 3 rounds and 12,000 B, 15 us; all-reduce 6 rounds and 6,000 B, 12 us.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_COST_COLLECTIVES_H
#define PLAIT_COST_COLLECTIVES_H

#include "plait/sharding/Reshard.h"

namespace plait {

/// Messages that follow each other in a collective over `groupSize` devices; 0
/// for a group of one.
int64_t collectiveRounds(StepKind kind, int64_t groupSize);

/// Seconds of one collective whose operand has `operandBytes` on each device.
double collectiveSeconds(StepKind kind, int64_t operandBytes, int64_t groupSize,
                         const LinkModel &link);

/// How many devices take part in one group of a step.
int64_t groupSize(const ReshardStep &step);

/// Seconds of a step, and of the steps of a plan one after another. The
/// planner's own ReshardPlan::seconds counts one latency per step: it compares
/// plans, this predicts.
double stepSeconds(const ReshardStep &step, const LinkModel &link);
double planSeconds(const ReshardPlan &plan, const LinkModel &link);

} // namespace plait

#endif // PLAIT_COST_COLLECTIVES_H
