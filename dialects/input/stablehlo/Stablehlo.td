//===- Stablehlo.td - The stablehlo input dialect ---------*- tablegen -*-===//
//
// The umbrella: what mlir-tblgen reads, and the list of the op families.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_STABLEHLO
#define PLAIT_STABLEHLO

include "StablehloBase.td"
include "StablehloEnums.td"
include "StablehloAttrs.td"
include "StablehloTypes.td"
include "StablehloElementwiseOps.td"
include "StablehloShapeOps.td"
include "StablehloProductOps.td"
include "StablehloReductionOps.td"
include "StablehloIndexOps.td"
include "StablehloControlOps.td"
include "StablehloCallOps.td"
include "StablehloCollectiveOps.td"
include "StablehloDynamicOps.td"

#endif // PLAIT_STABLEHLO
