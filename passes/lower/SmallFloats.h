//===- SmallFloats.h - bfloat16 as bits in memory ---------------*- C++ -*-===//
#ifndef PLAIT_PASSES_LOWER_SMALLFLOATS_H
#define PLAIT_PASSES_LOWER_SMALLFLOATS_H

namespace llvm {
class Module;
} // namespace llvm

namespace plait::lower {

/// Loads and stores bfloat values as i16. All arithmetic on them is done on
/// bits and in f32 by then; left as bfloat, the optimizer forms a `select` of
/// bfloat vectors, which the code generator rounds by a library call per
/// element.
void storeBfloatAsBits(llvm::Module &module);

} // namespace plait::lower

#endif // PLAIT_PASSES_LOWER_SMALLFLOATS_H
