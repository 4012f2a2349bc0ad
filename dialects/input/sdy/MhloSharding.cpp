//===- MhloSharding.cpp - Reads GSPMD's sharding strings ------------------===//

#include "plait/dialects/input/sdy/MhloSharding.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"

#include <limits>
#include <optional>

using namespace plait::sdy;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::SmallVector;
using llvm::SmallVectorImpl;
using llvm::StringRef;
using llvm::Twine;

using Kind = MhloSharding::Kind;
using TrailingKind = MhloSharding::TrailingKind;

static constexpr int64_t kMaxDevices = 65536;
static constexpr unsigned kMaxNesting = 32;

static Error makeError(const Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

/// The product, or nothing if a factor is below 1 or it exceeds the limit.
static std::optional<int64_t> product(ArrayRef<int64_t> values) {
  int64_t result = 1;
  for (int64_t value : values) {
    if (value < 1 || value > kMaxDevices / result)
      return std::nullopt;
    result *= value;
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {
/// A recursive-descent parser; each function is true on success, and the
/// first failure stays in `message`.
class Parser {
public:
  explicit Parser(StringRef text) : text(text), rest(text) {}

  bool parseAll(MhloSharding &sharding) {
    if (!parseSharding(sharding, 0))
      return false;
    skipBlanks();
    return rest.empty() || fail("the end");
  }

  std::string message;

private:
  void skipBlanks() { rest = rest.ltrim(); }

  bool failWith(const Twine &what) {
    if (message.empty())
      message = ("mhlo.sharding column " +
                 Twine(text.size() - rest.size() + 1) + ": " + what)
                    .str();
    return false;
  }
  bool fail(const Twine &expected) {
    std::string got =
        rest.empty() ? "the end" : ("'" + rest.take_front(12) + "'").str();
    return failWith("there must be " + expected + ", got: " + got);
  }

  bool tryToken(StringRef token) {
    skipBlanks();
    return rest.consume_front(token);
  }
  bool token(StringRef token) {
    return tryToken(token) || fail("'" + token + "'");
  }
  bool integer(int64_t &value) {
    skipBlanks();
    StringRef digits = rest.take_while(llvm::isDigit);
    if (digits.empty() || digits.getAsInteger(10, value))
      return fail("a number");
    rest = rest.drop_front(digits.size());
    return true;
  }
  bool integers(SmallVectorImpl<int64_t> &values) {
    do {
      if (!integer(values.emplace_back()))
        return false;
    } while (tryToken(","));
    return true;
  }
  bool bracketed(StringRef open, StringRef close,
                 SmallVectorImpl<int64_t> &values) {
    return token(open) &&
           (tryToken(close) || (integers(values) && token(close)));
  }

  bool parseSharding(MhloSharding &sharding, unsigned depth);
  bool parseTuple(MhloSharding &sharding, unsigned depth);
  bool parseBody(MhloSharding &sharding);
  bool parseTile(MhloSharding &sharding);
  bool parseIota(MhloSharding &sharding, int64_t count);
  bool checkDevices(ArrayRef<int64_t> devices, int64_t count);
  bool parseTrailing(MhloSharding &sharding);
  bool skipMetadata();

  StringRef text, rest;
};
} // namespace

bool Parser::parseSharding(MhloSharding &sharding, unsigned depth) {
  if (depth > kMaxNesting)
    return failWith("tuples must nest at most 32 deep");
  if (!token("{"))
    return false;
  skipBlanks();
  if (rest.starts_with("{") || rest.starts_with("}"))
    return parseTuple(sharding, depth);
  return parseBody(sharding) && token("}");
}

bool Parser::parseTuple(MhloSharding &sharding, unsigned depth) {
  sharding.kind = Kind::Tuple;
  if (tryToken("}"))
    return true;
  do {
    if (!parseSharding(sharding.elements.emplace_back(), depth + 1))
      return false;
  } while (tryToken(","));
  return token("}");
}

bool Parser::parseBody(MhloSharding &sharding) {
  if (tryToken("replicated")) {
    sharding.kind = Kind::Replicated;
  } else if (tryToken("manual")) {
    sharding.kind = Kind::Manual;
  } else if (tryToken("unknown")) {
    sharding.kind = Kind::Unknown;
  } else if (tryToken("unreduced")) {
    sharding.kind = Kind::Unreduced;
  } else if (tryToken("maximal")) {
    sharding.kind = Kind::Maximal;
    if (!token("device=") || !integer(sharding.device))
      return false;
  } else if (tryToken("devices=")) {
    sharding.kind = Kind::Tiled;
    if (!parseTile(sharding))
      return false;
  } else {
    return fail("a kind of sharding");
  }
  if ((tryToken("shard_as") || tryToken("shard_like")) &&
      !integer(sharding.group))
    return false;
  return !tryToken("metadata=") || skipMetadata();
}

bool Parser::parseTile(MhloSharding &sharding) {
  if (!bracketed("[", "]", sharding.tileDims))
    return false;
  std::optional<int64_t> count = product(sharding.tileDims);
  if (!count)
    return failWith("tile dimensions must be at least 1 and make at most " +
                    Twine(kMaxDevices) + " devices");
  if (tryToken("<=")) {
    if (!parseIota(sharding, *count))
      return false;
  } else if (!integers(sharding.devices)) {
    return false;
  }
  return checkDevices(sharding.devices, *count) && parseTrailing(sharding);
}

/// iota(count), reshaped to `dims`, transposed by `permutation`, flattened.
static SmallVector<int64_t>
makeIota(ArrayRef<int64_t> dims, ArrayRef<int64_t> permutation, int64_t count) {
  SmallVector<int64_t> strides(dims.size(), 1);
  for (size_t dim = dims.size(); dim-- > 1;)
    strides[dim - 1] = strides[dim] * dims[dim];
  SmallVector<int64_t> devices(count);
  for (int64_t index = 0; index < count; ++index) {
    int64_t rest = index;
    for (int64_t dim : llvm::reverse(permutation)) {
      devices[index] += rest % dims[dim] * strides[dim];
      rest /= dims[dim];
    }
  }
  return devices;
}

bool Parser::parseIota(MhloSharding &sharding, int64_t count) {
  SmallVector<int64_t> dims, permutation;
  if (!bracketed("[", "]", dims))
    return false;
  if (product(dims) != count)
    return failWith("the iota must have " + Twine(count) + " devices");
  if (tryToken("T")) {
    if (!bracketed("(", ")", permutation))
      return false;
  } else {
    permutation = llvm::to_vector(llvm::seq<int64_t>(0, dims.size()));
  }
  SmallVector<int64_t> sorted(permutation);
  llvm::sort(sorted);
  if (!llvm::equal(sorted, llvm::seq<int64_t>(0, dims.size())))
    return failWith("the transposition must be a permutation of the " +
                    Twine(dims.size()) + " dimensions of the iota");
  sharding.devices = makeIota(dims, permutation, count);
  return true;
}

bool Parser::checkDevices(ArrayRef<int64_t> devices, int64_t count) {
  if (static_cast<int64_t>(devices.size()) != count)
    return failWith("there must be " + Twine(count) +
                    " devices, got: " + Twine(devices.size()));
  llvm::BitVector seen(count);
  for (int64_t device : devices) {
    if (device < 0 || device >= count || seen.test(device))
      return failWith("the devices must be 0 to " + Twine(count - 1) +
                      ", each once, got: " + Twine(device));
    seen.set(device);
  }
  return true;
}

bool Parser::parseTrailing(MhloSharding &sharding) {
  if (tryToken("last_tile_dim_replicate")) {
    sharding.trailing.push_back(TrailingKind::Replicated);
  } else if (tryToken("last_tile_dims=")) {
    if (!token("{"))
      return false;
    do {
      if (tryToken("manual"))
        sharding.trailing.push_back(TrailingKind::Manual);
      else if (tryToken("replicated"))
        sharding.trailing.push_back(TrailingKind::Replicated);
      else if (tryToken("unreduced"))
        sharding.trailing.push_back(TrailingKind::Unreduced);
      else
        return fail("manual, replicated or unreduced");
    } while (tryToken(","));
    if (!token("}"))
      return false;
  }
  return sharding.trailing.size() <= sharding.tileDims.size() ||
         failWith("there must be a tile dimension per trailing kind, got: " +
                  Twine(sharding.tileDims.size()));
}

/// Skips balanced braces; those within quotes do not count.
bool Parser::skipMetadata() {
  if (!token("{"))
    return false;
  unsigned depth = 1;
  bool quoted = false;
  for (size_t i = 0; i < rest.size(); ++i) {
    char c = rest[i];
    if (c == '\\' && quoted)
      ++i;
    else if (c == '"')
      quoted = !quoted;
    else if (c == '{' && !quoted)
      ++depth;
    else if (c == '}' && !quoted && --depth == 0) {
      rest = rest.drop_front(i + 1);
      return true;
    }
  }
  return fail("'}' after the metadata");
}

Expected<MhloSharding> plait::sdy::parseMhloSharding(StringRef text) {
  MhloSharding sharding;
  Parser parser(text);
  if (!parser.parseAll(sharding))
    return makeError(parser.message);
  return sharding;
}

//===----------------------------------------------------------------------===//
// By axes of a mesh
//===----------------------------------------------------------------------===//

namespace {
/// A mesh as strides of positions, major axis first.
struct Positions {
  explicit Positions(ArrayRef<int64_t> sizes) : sizes(sizes) {
    strides.assign(sizes.size(), 1);
    for (size_t axis = sizes.size(); axis-- > 1;)
      strides[axis - 1] = strides[axis] * sizes[axis];
  }

  /// The axis in whose range a step lies, if the step is a multiple of its
  /// stride by a divisor of its size.
  std::optional<int64_t> findAxis(int64_t step) const {
    for (auto [axis, size] : llvm::enumerate(sizes))
      if (step >= strides[axis] && step < strides[axis] * size &&
          step % strides[axis] == 0 && size % (step / strides[axis]) == 0)
        return axis;
    return std::nullopt;
  }

  ArrayRef<int64_t> sizes;
  SmallVector<int64_t> strides;
};
} // namespace

/// Splits one dimension of the array of devices, `positions[j * stride]` for j
/// below `size`, into parts of axes. Works from the minor end: the step from 0
/// to 1 names the part, which then is as long as the steps stay equal.
static std::optional<MhloAxes::Parts> findParts(const Positions &mesh,
                                                ArrayRef<int64_t> positions,
                                                int64_t stride, int64_t size) {
  MhloAxes::Parts parts;
  for (int64_t done = 1; done < size;) {
    int64_t step = positions[done * stride];
    std::optional<int64_t> axis = mesh.findAxis(step);
    if (!axis)
      return std::nullopt;
    int64_t minor = step / mesh.strides[*axis]; // what is left of the axis
    int64_t limit = mesh.sizes[*axis] / minor, left = size / done, length = 1;
    for (int64_t j = 1; j <= std::min(limit, left); ++j) {
      if (limit % j == 0 && left % j == 0)
        length = j;
      if (j < left && positions[j * done * stride] != j * step)
        break;
    }
    if (length < 2)
      return std::nullopt;
    parts.push_back({*axis, limit / length, length});
    done *= length;
  }
  std::reverse(parts.begin(), parts.end());
  return parts;
}

/// Where the mesh has each device of `sharding`, in the array's order.
static Expected<SmallVector<int64_t>>
findPositions(const MhloSharding &sharding, int64_t count,
              ArrayRef<int64_t> deviceIds) {
  if (static_cast<int64_t>(sharding.devices.size()) != count)
    return makeError(
        "the sharding must be for the " + Twine(count) +
        " devices of the mesh, got: " + Twine(sharding.devices.size()));
  SmallVector<int64_t> positionOf(count, -1);
  for (int64_t position = 0; position < count; ++position) {
    int64_t device = deviceIds.empty() ? position : deviceIds[position];
    if (device < 0 || device >= count || positionOf[device] != -1)
      return makeError("'deviceIds' must be a permutation, got: " +
                       Twine(device));
    positionOf[device] = position;
  }
  SmallVector<int64_t> positions;
  for (int64_t device : sharding.devices)
    positions.push_back(positionOf[device]);
  return positions;
}

/// Does `parts`, one list per dimension of the array, say the positions?
static bool agrees(const Positions &mesh, ArrayRef<int64_t> positions,
                   ArrayRef<MhloAxes::Parts> parts) {
  SmallVector<MhloAxisPart> digits;
  for (const MhloAxes::Parts &list : parts)
    llvm::append_range(digits, list);
  for (auto [index, position] : llvm::enumerate(positions)) {
    int64_t rest = index, expected = 0;
    for (const MhloAxisPart &part : llvm::reverse(digits)) {
      int64_t minor = mesh.sizes[part.axis] / (part.preSize * part.size);
      expected += rest % part.size * minor * mesh.strides[part.axis];
      rest /= part.size;
    }
    if (expected != position)
      return false;
  }
  return true;
}

static Expected<std::vector<MhloAxes::Parts>>
findAllParts(const MhloSharding &sharding, const Positions &mesh,
             ArrayRef<int64_t> positions) {
  auto notAxes = [] {
    return makeError(
        "the devices must be split by axes of the mesh or parts of them");
  };
  std::vector<MhloAxes::Parts> parts(sharding.tileDims.size());
  int64_t stride = 1;
  for (size_t dim = parts.size(); dim-- > 0;) {
    auto found = findParts(mesh, positions, stride, sharding.tileDims[dim]);
    if (!found)
      return notAxes();
    parts[dim] = *found;
    stride *= sharding.tileDims[dim];
  }
  if (!agrees(mesh, positions, parts))
    return notAxes();
  return parts;
}

static Expected<MhloAxes> tileToAxes(const MhloSharding &sharding, int64_t rank,
                                     ArrayRef<int64_t> axisSizes, int64_t count,
                                     ArrayRef<int64_t> deviceIds) {
  if (sharding.getTiledRank() != rank)
    return makeError("the sharding must be for " + Twine(rank) +
                     " dimensions, got: " + Twine(sharding.getTiledRank()));
  auto positions = findPositions(sharding, count, deviceIds);
  if (!positions)
    return positions.takeError();
  Positions mesh(axisSizes);
  auto parts = findAllParts(sharding, mesh, *positions);
  if (!parts)
    return parts.takeError();
  MhloAxes axes;
  axes.dims.assign(parts->begin(), parts->begin() + rank);
  for (auto [index, kind] : llvm::enumerate(sharding.trailing)) {
    const MhloAxes::Parts &list = (*parts)[rank + index];
    if (kind == TrailingKind::Manual)
      llvm::append_range(axes.manual, list);
    if (kind == TrailingKind::Unreduced)
      llvm::append_range(axes.unreduced, list);
  }
  return axes;
}

Expected<MhloAxes> plait::sdy::toMeshAxes(const MhloSharding &sharding,
                                          int64_t rank,
                                          ArrayRef<int64_t> axisSizes,
                                          ArrayRef<int64_t> deviceIds) {
  std::optional<int64_t> count = product(axisSizes);
  if (!count ||
      (!deviceIds.empty() && static_cast<int64_t>(deviceIds.size()) != *count))
    return makeError("the mesh must have axes of at least 1, at most " +
                     Twine(kMaxDevices) + " devices, and all their numbers");
  MhloAxes axes;
  axes.dims.resize(rank);
  MhloAxes::Parts all;
  for (auto [axis, size] : llvm::enumerate(axisSizes))
    if (size > 1)
      all.push_back({static_cast<int64_t>(axis), 1, size});
  switch (sharding.kind) {
  case Kind::Replicated:
    return axes;
  case Kind::Manual:
    axes.manual = all;
    return axes;
  case Kind::Unreduced:
    axes.unreduced = all;
    return axes;
  case Kind::Unknown:
    axes.isOpen = true;
    return axes;
  case Kind::Maximal:
    return makeError("a value on one device has no axes, got: device " +
                     Twine(sharding.device));
  case Kind::Tuple:
    return makeError("the sharding must be of one value, got: a tuple of " +
                     Twine(sharding.elements.size()));
  case Kind::Tiled:
    return tileToAxes(sharding, rank, axisSizes, *count, deviceIds);
  }
  llvm_unreachable("unknown kind of sharding");
}
