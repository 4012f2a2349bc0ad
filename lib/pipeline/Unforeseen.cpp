//===- Unforeseen.cpp - Where closed form and program disagree ------------===//

#include "plait/pipeline/Unforeseen.h"

#include "plait/dialects/plait/RingWindow.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace mlir;
using namespace plait;
namespace json = llvm::json;

StringRef plait::collectiveName(StepKind kind) {
  return kind == StepKind::Permute ? "collective_permute" : str(kind);
}

std::vector<Unforeseen> plait::unforeseen(ArrayRef<CollectiveSite> sites,
                                          const Prediction &prediction) {
  std::map<std::string, Unforeseen> kinds;
  for (const CollectiveSite &site : sites)
    // An option made a ring of a gather: the same bytes in blocks.
    kinds[site.origin == kAskedRingOrigin ? "all_gather" : site.kind].counted +=
        site.bytesPerDevice;
  for (const Traffic &entry : prediction.traffic)
    kinds[collectiveName(entry.kind).str()].predicted += entry.bytes;
  std::vector<Unforeseen> found;
  for (auto &[kind, bytes] : kinds)
    if (bytes.predicted != bytes.counted)
      found.push_back({kind, bytes.predicted, bytes.counted});
  return found;
}

void plait::warnOf(ArrayRef<Unforeseen> kinds, const Prediction &prediction,
                   Location location) {
  if (kinds.empty() || !prediction.lowerBounds.empty())
    return;
  InFlightDiagnostic warning =
      emitWarning(location)
      << "bytes per device must be those that the placement predicts, got: ";
  llvm::interleave(
      kinds,
      [&](const Unforeseen &kind) {
        warning << kind.kind << " " << kind.counted << " instead of "
                << kind.predicted;
      },
      [&] { warning << ", "; });
}

json::Array plait::describeUnforeseen(ArrayRef<Unforeseen> kinds) {
  json::Array array;
  for (const Unforeseen &kind : kinds)
    array.push_back(json::Object{{"kind", kind.kind},
                                 {"predicted_bytes", kind.predicted},
                                 {"counted_bytes", kind.counted}});
  return array;
}
