//===- CollRelocation.cpp - Claims about exchanged rows -------------------===//
#include "plait/dialects/coll/Coll.h"

#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace plait;
using namespace plait::coll;

//===----------------------------------------------------------------------===//
// The attribute
//===----------------------------------------------------------------------===//

RelocationAttr RelocationAttr::get(MLIRContext *context,
                                   const Relocation &relocation) {
  return get(context, relocation.shards, relocation.extent, relocation.hop,
             relocation.width, relocation.sources, relocation.pieces,
             relocation.starts, relocation.counts);
}

Relocation RelocationAttr::toValue() const {
  Relocation result;
  result.shards = getShards();
  result.extent = getExtent();
  result.hop = getHop();
  result.width = getWidth();
  llvm::append_range(result.sources, getSources());
  llvm::append_range(result.pieces, getPieces());
  llvm::append_range(result.starts, getStarts());
  llvm::append_range(result.counts, getCounts());
  return result;
}

using Numbers = SmallVector<int64_t>;

static ParseResult parseNumber(AsmParser &parser, StringRef name,
                               int64_t &number) {
  return failure(parser.parseKeyword(name) || parser.parseEqual() ||
                 parser.parseInteger(number) || parser.parseComma());
}

static ParseResult parseNumbers(AsmParser &parser, Numbers &numbers) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parser.parseInteger(numbers.emplace_back());
  });
}

/// 1 to 16 of 0 at 0 step 1
static ParseResult parsePiece(AsmParser &parser, Piece &piece) {
  return failure(
      parser.parseInteger(piece.begin) || parser.parseKeyword("to") ||
      parser.parseInteger(piece.end) || parser.parseKeyword("of") ||
      parser.parseInteger(piece.source) || parser.parseKeyword("at") ||
      parser.parseInteger(piece.offset) || parser.parseKeyword("step") ||
      parser.parseInteger(piece.scale));
}

Attribute RelocationAttr::parse(AsmParser &parser, Type) {
  Relocation r;
  Numbers sources, starts, counts;
  SmallVector<Piece> pieces;
  SMLoc at = parser.getCurrentLocation();
  if (parser.parseLess() || parseNumber(parser, "shards", r.shards) ||
      parseNumber(parser, "extent", r.extent) ||
      parseNumber(parser, "hop", r.hop) ||
      parseNumber(parser, "width", r.width) || parser.parseKeyword("sources") ||
      parser.parseEqual() || parseNumbers(parser, sources) ||
      parser.parseComma() || parser.parseKeyword("pieces") ||
      parser.parseEqual() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        return parsePiece(parser, pieces.emplace_back(Piece{0, 0}));
      }))
    return {};
  if (succeeded(parser.parseOptionalComma()))
    if (parser.parseKeyword("starts") || parser.parseEqual() ||
        parseNumbers(parser, starts) || parser.parseComma() ||
        parser.parseKeyword("counts") || parser.parseEqual() ||
        parseNumbers(parser, counts))
      return {};
  if (parser.parseGreater())
    return {};
  return getChecked([&] { return parser.emitError(at); }, parser.getContext(),
                    r.shards, r.extent, r.hop, r.width,
                    ArrayRef<int64_t>(sources), ArrayRef<Piece>(pieces),
                    ArrayRef<int64_t>(starts), ArrayRef<int64_t>(counts));
}

void RelocationAttr::print(AsmPrinter &printer) const {
  printer << "<shards = " << getShards() << ", extent = " << getExtent()
          << ", hop = " << getHop() << ", width = " << getWidth()
          << ", sources = [" << getSources() << "], pieces = [";
  llvm::interleaveComma(getPieces(), printer, [&](const Piece &piece) {
    printer << piece.begin << " to " << piece.end << " of " << piece.source
            << " at " << piece.offset << " step " << piece.scale;
  });
  printer << "]";
  if (!getStarts().empty())
    printer << ", starts = [" << getStarts() << "], counts = [" << getCounts()
            << "]";
  printer << ">";
}

/// Bounds that keep all that is computed from them within 64 bits.
static bool isSmall(int64_t number) {
  return number > -(int64_t(1) << 30) && number < int64_t(1) << 30;
}

static LogicalResult verifyPieces(function_ref<InFlightDiagnostic()> emitError,
                                  int64_t extent, ArrayRef<int64_t> sources,
                                  ArrayRef<Piece> pieces) {
  int64_t end = 0;
  for (const Piece &piece : pieces) {
    if (piece.begin < end || piece.end <= piece.begin || piece.end > extent)
      return emitError() << "pieces must be in order within [0, " << extent
                         << "), got: " << piece.begin << " to " << piece.end;
    end = piece.end;
    if (piece.source < 0 || piece.source >= int64_t(sources.size()))
      return emitError() << "a piece must be of one of " << sources.size()
                         << " sources, got: " << piece.source;
    int64_t size = sources[piece.source];
    bool known = piece.scale != 0 && isSmall(piece.scale) && piece.offset >= 0;
    int64_t last =
        known && piece.offset < size
            ? piece.offset + piece.scale * (piece.end - piece.begin - 1)
            : -1;
    if (last < 0 || last >= size)
      return emitError() << "a piece must lie in its source of " << size
                         << " elements, got: " << piece.end - piece.begin
                         << " at " << piece.offset << " step " << piece.scale;
  }
  return success();
}

LogicalResult
RelocationAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                       int64_t shards, int64_t extent, int64_t hop,
                       int64_t width, ArrayRef<int64_t> sources,
                       ArrayRef<Piece> pieces, ArrayRef<int64_t> starts,
                       ArrayRef<int64_t> counts) {
  auto isCount = [](int64_t n) { return n >= 0 && isSmall(n); };
  if (shards < 1 || !isSmall(shards) || !isCount(extent) || !isCount(hop) ||
      !isCount(width) || !llvm::all_of(sources, isCount))
    return emitError() << "shards, extents, hop and width must be counts below "
                          "2^30, and shards at least 1";
  bool regular = starts.empty() && counts.empty();
  bool perDevice =
      int64_t(starts.size()) == shards && int64_t(counts.size()) == shards;
  if (!regular && !perDevice)
    return emitError() << "starts and counts must be given for each of "
                       << shards << " shards, got: " << starts.size() << " and "
                       << counts.size();
  for (auto [start, count] : llvm::zip(starts, counts))
    if (!isCount(start) || count > width || !isSmall(count))
      return emitError() << "a device must need up to " << width
                         << " positions from 0 on, got: " << count << " from "
                         << start;
  return verifyPieces(emitError, extent, sources, pieces);
}

//===----------------------------------------------------------------------===//
// The op
//===----------------------------------------------------------------------===//

LogicalResult RelocatedOp::verify() {
  auto type = cast<RankedTensorType>(getAssembled().getType());
  if (getResult().getType() != type) // relocated_c1
    return emitOpError("result must be of type ")
           << type << ", got: " << getResult().getType();
  if (getPadding() && getPadding().getType() != type.getElementType())
    return emitOpError("padding must be of type ")
           << type.getElementType() << ", got: " << getPadding().getType();
  int64_t dim = getDim();
  if (dim < 0 || dim >= type.getRank()) // relocated_c3
    return emitOpError("'along' must be in [0, ")
           << type.getRank() << "), got: " << dim;
  Relocation relocation = getRelocation().toValue();
  if (type.getDimSize(dim) != relocation.width)
    return emitOpError("dimension ")
           << dim << " must be of the relocation's width " << relocation.width
           << ", got: " << type.getDimSize(dim);
  if (getSources().size() != relocation.sources.size()) // relocated_c4
    return emitOpError("must have a source for each of ")
           << relocation.sources.size()
           << " extents, got: " << getSources().size();
  for (auto [i, source] : llvm::enumerate(getSources())) {
    SmallVector<int64_t> shape(type.getShape());
    shape[dim] = relocation.sourceShard(i);
    auto expected = RankedTensorType::get(shape, type.getElementType());
    if (source.getType() != expected)
      return emitOpError("source ") << i << " must be of type " << expected
                                    << ", got: " << source.getType();
  }
  return success();
}

LogicalResult RelocatedOp::verifySymbolUses(SymbolTableCollection &) {
  if (failed(verifyAxes(*this, getGroup())))
    return failure();
  int64_t members = groupSize(*this, getGroup());
  if (members != getRelocation().getShards()) // relocated_c2
    return emitOpError("must have as many shards as its group has members, ")
           << members << ", got: " << getRelocation().getShards();
  return success();
}
