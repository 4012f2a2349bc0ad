//===- Chlo.td - The chlo input dialect, umbrella -------------------------===//

#ifndef PLAIT_DIALECTS_INPUT_CHLO_CHLO
#define PLAIT_DIALECTS_INPUT_CHLO_CHLO

include "ChloBase.td"
include "ChloElementwise.td"
include "ChloBroadcast.td"
include "ChloOps.td"

#endif // PLAIT_DIALECTS_INPUT_CHLO_CHLO
