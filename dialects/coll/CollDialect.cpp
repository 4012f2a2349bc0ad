//===- CollDialect.cpp - The dialect --------------------------------------===//

#include "plait/dialects/coll/Coll.h"

using namespace mlir;
using namespace plait::coll;

#include "plait/dialects/coll/CollDialect.cpp.inc"

void CollDialect::initialize() {
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "plait/dialects/coll/CollOps.cpp.inc"
      >();
}
