//===- Coll.td - Umbrella of the coll dialect ------------------*- tablegen -*-===//
include "CollBase.td"
include "CollInterfaces.td"
include "CollOps.td"
