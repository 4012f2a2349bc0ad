//===- Processor.cpp - What compiled code needs of a processor ------------===//

#include "core/Processor.h"
#include "core/Status.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace plait::runtime {

namespace {
struct Feature {
  const char *name;
  uint32_t ProcessorWords::*word;
  uint32_t bits; // all of them
};
} // namespace

/// Beside x86-64-v2, which every processor with AVX2 has.
static const Feature features[] = {
    {"avx", &ProcessorWords::leaf1Ecx, 1u << 28},
    {"avx2", &ProcessorWords::leaf7Ebx, 1u << 5},
    {"fma", &ProcessorWords::leaf1Ecx, 1u << 12},
    {"f16c", &ProcessorWords::leaf1Ecx, 1u << 29},
    {"bmi1", &ProcessorWords::leaf7Ebx, 1u << 3},
    {"bmi2", &ProcessorWords::leaf7Ebx, 1u << 8},
    {"lzcnt", &ProcessorWords::extendedEcx, 1u << 5},
    {"movbe", &ProcessorWords::leaf1Ecx, 1u << 22},
    {"saved 256-bit registers", &ProcessorWords::savedStates, 6},
};

ProcessorWords readProcessor() {
  ProcessorWords words;
#if defined(__x86_64__)
  unsigned a, b, c, d;
  if (__get_cpuid(1, &a, &b, &c, &d))
    words.leaf1Ecx = c;
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d))
    words.leaf7Ebx = b;
  if (__get_cpuid(0x80000001, &a, &b, &c, &d))
    words.extendedEcx = c;
  // Only where the system allows it (OSXSAVE) XGETBV is an instruction.
  if (words.leaf1Ecx & (1u << 27))
    __asm__("xgetbv" : "=a"(words.savedStates), "=d"(d) : "c"(0));
#endif
  return words;
}

std::string missingFeatures(const ProcessorWords &words) {
  std::string missing;
  for (const Feature &feature : features)
    if ((words.*feature.word & feature.bits) != feature.bits)
      missing += (missing.empty() ? "" : ", ") + std::string(feature.name);
  return missing;
}

void checkProcessor() {
  std::string missing = missingFeatures(readProcessor());
  if (!missing.empty())
    failUsage("the program is compiled for x86-64-v3 (AVX2, FMA, F16C), which ",
              "this processor or its system lacks; missing: ", missing);
}

} // namespace plait::runtime
