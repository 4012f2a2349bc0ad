//===- Passes.h - Passes of the place stage ---------------------*- C++ -*-===//
#ifndef PLAIT_PASSES_PLACE_PASSES_H
#define PLAIT_PASSES_PLACE_PASSES_H

#include "mlir/Pass/Pass.h"

namespace plait::place {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "plait/passes/place/Passes.h.inc"
} // namespace plait::place

#endif // PLAIT_PASSES_PLACE_PASSES_H
