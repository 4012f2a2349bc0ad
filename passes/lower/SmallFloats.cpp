//===- SmallFloats.cpp - bfloat16 as bits in memory -----------------------===//
//
// Before: %1 = load bfloat, ptr %p; %2 = bitcast bfloat %1 to i16
// After:  %0 = load i16, ptr %p; %1 = bitcast i16 %0 to bfloat; %2 = bitcast
// ...
//
// and stores likewise; the pairs of bitcasts fold.
//
//===----------------------------------------------------------------------===//
#include "SmallFloats.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

static void loadBits(LoadInst *load) {
  IRBuilder<> builder(load);
  LoadInst *bits = builder.CreateAlignedLoad(
      builder.getInt16Ty(), load->getPointerOperand(), load->getAlign());
  bits->copyMetadata(*load);
  load->replaceAllUsesWith(builder.CreateBitCast(bits, load->getType()));
  load->eraseFromParent();
}

static void storeBits(StoreInst *store) {
  IRBuilder<> builder(store);
  Value *bits =
      builder.CreateBitCast(store->getValueOperand(), builder.getInt16Ty());
  builder
      .CreateAlignedStore(bits, store->getPointerOperand(), store->getAlign())
      ->copyMetadata(*store);
  store->eraseFromParent();
}

void plait::lower::storeBfloatAsBits(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction :
         make_early_inc_range(instructions(function))) {
      if (auto *load = dyn_cast<LoadInst>(&instruction)) {
        if (load->getType()->isBFloatTy())
          loadBits(load);
      } else if (auto *store = dyn_cast<StoreInst>(&instruction)) {
        if (store->getValueOperand()->getType()->isBFloatTy())
          storeBits(store);
      }
    }
}
