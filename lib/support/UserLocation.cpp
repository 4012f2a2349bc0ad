//===- UserLocation.cpp - The user's line of an operation -----------------===//

#include "plait/support/UserLocation.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

/// Frames that name a file, innermost first.
static void collectFrames(Location location,
                          SmallVectorImpl<FileLineColLoc> &frames) {
  llvm::TypeSwitch<LocationAttr>(location)
      .Case([&](FileLineColRange range) {
        frames.push_back(FileLineColLoc::get(range.getFilename(),
                                             range.getStartLine(),
                                             range.getStartColumn()));
      })
      .Case([&](NameLoc name) { collectFrames(name.getChildLoc(), frames); })
      .Case([&](CallSiteLoc call) {
        collectFrames(call.getCallee(), frames);
        collectFrames(call.getCaller(), frames);
      })
      .Case([&](FusedLoc fused) {
        for (Location part : fused.getLocations())
          collectFrames(part, frames);
      });
}

static bool isInstalled(StringRef file) {
  return file.contains("site-packages/") || file.contains("dist-packages/");
}

FileLineColLoc plait::userFrame(Location location) {
  SmallVector<FileLineColLoc> frames;
  collectFrames(location, frames);
  for (FileLineColLoc frame : frames)
    if (!isInstalled(frame.getFilename()))
      return frame;
  return frames.empty() ? FileLineColLoc() : frames.front();
}

std::string plait::userLocation(Location location) {
  FileLineColLoc frame = userFrame(location);
  if (!frame)
    return "";
  return (frame.getFilename().getValue() + ":" + llvm::Twine(frame.getLine()))
      .str();
}

StringRef plait::outerName(Location location) {
  if (auto name = dyn_cast<NameLoc>(location))
    return name.getName();
  if (auto fused = dyn_cast<FusedLoc>(location))
    for (Location part : fused.getLocations())
      if (StringRef name = outerName(part); !name.empty())
        return name;
  return "";
}
