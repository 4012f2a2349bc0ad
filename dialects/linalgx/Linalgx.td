//===- Linalgx.td - Umbrella of the linalgx dialect ------------*- tablegen -*-===//
include "LinalgxBase.td"
include "LinalgxOps.td"
