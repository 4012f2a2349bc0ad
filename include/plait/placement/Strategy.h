//===- Strategy.h - Names for placements ------------------------*- C++ -*-===//
//
// A strategy is a word for a placement over some axes; strategies over
// different axes compose with `+`:
//
//   zero3@data+tp@model      ZeRO-3 over data, tensor parallelism over model
//   hsdp@node,local          several axes, major first: replicas over node,
//                            shards over local
//   tp+sp@model              words before one `@` share its axes: tp and sp, or
//   zero3@data+zero3+cp@seq  storage of states and one of cp, ulysses, ring
//
//   word         axes            parameters             optimizer  gradients
//   ddp          data            replicated             replicated replicated
//   zero1        data            replicated             sharded    replicated
//   zero2        data            replicated             sharded    sharded
//   zero3, fsdp  data            sharded_with_gather    sharded    sharded
//   fsdp-held    data            the same, held from forward to backward
//   hsdp, mics   outer,inner     zero3 over inner, replicated over outer
//   fcdp         outer,inner     zero3 over both, the forward gather over outer
//                                cached in host memory
//   zero-offload data            zero2, optimizer and gradients in host memory:
//                                the device keeps parameters only
//   paro         outer,inner     per state none, inner or both: paro(p,g,o),
//                                each of r, i, w: paro(r,i,w)@node,local; the
//                                optimizer state, on which the update works, is
//                                split at least as far as the two others
//   tp           model           split by columns and rows, never gathered
//   sp           model           with tp: positions split between blocks
//   cp, ulysses  seq             positions split; heads split inside attention
//   ring         seq             positions split; blocks of keys and values go
//                                round inside attention
//   ep           expert          experts split
//   pp           stage           layers split: predicted, `place` refuses it
//
// The one-axis words of the data-parallel family (ddp to fsdp-held and
// zero-offload) take several axes too, as one long axis, major first. cp and
// ulysses are the same placement.
//
// Sources: ZeRO arXiv 1910.02054 section 5; FSDP arXiv 2304.11277; MiCS arXiv
// 2205.00119; FCDP arXiv 2602.06499; PaRO arXiv 2310.06003; ZeRO-Offload arXiv
// 2101.06840; Megatron arXiv 1909.08053 and 2205.05198; Ulysses arXiv
// 2309.14509; ring attention arXiv 2310.01889.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PLACEMENT_STRATEGY_H
#define PLAIT_PLACEMENT_STRATEGY_H

#include "plait/placement/Placement.h"

namespace plait {

/// Parses `zero3@data+tp@model` for `mesh` and composes the parts: a state is
/// split over the axes of all parts, storage axes (of the data-parallel family)
/// minor to the others. On an error (unknown word, with a suggestion; missing
/// `@`; unknown axis; an axis of two parts; wrong number of axes; sp without
/// tp; parts that release gathered parameters differently) returns nothing and
/// sets `error` to rule and got.
std::optional<Placement> parseStrategy(llvm::StringRef text, const Mesh &mesh,
                                       std::string &error);

/// All words, in the order of the table.
std::vector<std::string> strategyWords();

} // namespace plait

#endif // PLAIT_PLACEMENT_STRATEGY_H
