//===- Sdy.td - The sdy input dialect, umbrella ---------------------------===//

#ifndef PLAIT_DIALECTS_INPUT_SDY_SDY
#define PLAIT_DIALECTS_INPUT_SDY_SDY

include "SdyBase.td"
include "SdyAttrs.td"
include "SdyOps.td"
include "SdyCollectives.td"

#endif // PLAIT_DIALECTS_INPUT_SDY_SDY
