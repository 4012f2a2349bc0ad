//===- TestPasses.h - Passes that only tests use ----------------*- C++ -*-===//
#ifndef PLAIT_TEST_LIB_TESTPASSES_H
#define PLAIT_TEST_LIB_TESTPASSES_H

namespace plait::test {
void registerTestPasses();
void registerBesideOneDevicePass();
void registerEquivalencePass();
void registerInterpretPass();
void registerMutantsPass();
void registerRuleTablePass();
void registerPrintCollectivesPass();
void registerPrintLivenessPass();
} // namespace plait::test

#endif // PLAIT_TEST_LIB_TESTPASSES_H
