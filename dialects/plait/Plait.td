//===- Plait.td - Umbrella of the plait dialect ----------------*- tablegen -*-===//
include "PlaitBase.td"
include "PlaitAttrs.td"
include "PlaitInterfaces.td"
include "PlaitOps.td"
