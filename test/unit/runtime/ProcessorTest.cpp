//===- ProcessorTest.cpp - What compiled code needs of a processor --------===//

#include "core/Processor.h"

#include <gtest/gtest.h>

using namespace plait::runtime;

/// CPUID of a Haswell, the first of x86-64-v3, under a system that saves SSE
/// and AVX registers.
static ProcessorWords haswell() { return {0x7ffafbbf, 0x27ab, 0x21, 7}; }

TEST(Processor, AcceptsX86_64_v3) { EXPECT_EQ(missingFeatures(haswell()), ""); }

TEST(Processor, NamesWhatIsMissing) {
  ProcessorWords words = haswell();
  words.leaf7Ebx &= ~(1u << 5);
  EXPECT_EQ(missingFeatures(words), "avx2");
  words.leaf1Ecx &= ~(1u << 12);
  EXPECT_EQ(missingFeatures(words), "avx2, fma");
}

/// Ivy Bridge has AVX and F16C, but neither AVX2 nor FMA.
TEST(Processor, RefusesIvyBridge) {
  EXPECT_EQ(missingFeatures({0x7fbae3bf, 0x281, 0x1, 7}),
            "avx2, fma, bmi1, bmi2, lzcnt, movbe");
}

/// Registers that the system does not save must not be used.
TEST(Processor, RefusesASystemWithoutAvx) {
  ProcessorWords words = haswell();
  words.savedStates = 3;
  EXPECT_EQ(missingFeatures(words), "saved 256-bit registers");
}

TEST(Processor, AnotherArchitectureLacksAll) {
  EXPECT_EQ(missingFeatures({}),
            "avx, avx2, fma, f16c, bmi1, bmi2, lzcnt, movbe, saved 256-bit "
            "registers");
}
