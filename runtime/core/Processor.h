//===- Processor.h - What compiled code needs of a processor ----*- C++ -*-===//
//
// Kernels are compiled for x86-64-v3. On a processor without it they would end
// the process by SIGILL in the middle of a step.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_RUNTIME_CORE_PROCESSOR_H
#define PLAIT_RUNTIME_CORE_PROCESSOR_H

#include <cstdint>
#include <string>

namespace plait::runtime {

/// The words of CPUID that say what a processor can do, and of XGETBV what the
/// system saves of its registers.
struct ProcessorWords {
  uint32_t leaf1Ecx = 0;    // CPUID 1
  uint32_t leaf7Ebx = 0;    // CPUID 7, 0
  uint32_t extendedEcx = 0; // CPUID 0x80000001
  uint32_t savedStates = 0; // XGETBV 0
};

/// The words of this processor; all zeros where it is no x86-64.
ProcessorWords readProcessor();

/// What of x86-64-v3 is missing: `avx2, fma`; empty where all is there.
std::string missingFeatures(const ProcessorWords &words);

/// Throws Failure where this processor cannot run compiled kernels.
void checkProcessor();

} // namespace plait::runtime

#endif // PLAIT_RUNTIME_CORE_PROCESSOR_H
