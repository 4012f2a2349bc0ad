//===- ConvDimensionNumbers.cpp - `[b, 0, f]x[0, i, o]->[b, 0, f]` --------===//
//
// Position in a list is the tensor's dimension, a letter or a digit what it
// means. Numbers that do not name each dimension once can only be written in
// the raw form.
//
//===----------------------------------------------------------------------===//

#include "ConvDimensionNumbers.h"
#include "StructFields.h"

using namespace mlir;
using namespace plait::stablehlo;

bool ConvTensorDims::isPermutation() const {
  SmallVector<bool> seen(rank(), false);
  auto mark = [&](int64_t dim) {
    if (dim < 0 || dim >= rank() || seen[dim])
      return false;
    return seen[dim] = true;
  };
  return mark(first) && mark(second) && llvm::all_of(spatial, mark);
}

static ConvTensorDims makeDims(int64_t first, int64_t second,
                               ArrayRef<int64_t> spatial) {
  return {first, second, SmallVector<int64_t, 4>(spatial)};
}

ConvTensorDims plait::stablehlo::inputDims(ConvDimensionNumbersAttr attr) {
  return makeDims(attr.getInputBatchDimension(),
                  attr.getInputFeatureDimension(),
                  attr.getInputSpatialDimensions());
}

ConvTensorDims plait::stablehlo::kernelDims(ConvDimensionNumbersAttr attr) {
  return makeDims(attr.getKernelInputFeatureDimension(),
                  attr.getKernelOutputFeatureDimension(),
                  attr.getKernelSpatialDimensions());
}

ConvTensorDims plait::stablehlo::outputDims(ConvDimensionNumbersAttr attr) {
  return makeDims(attr.getOutputBatchDimension(),
                  attr.getOutputFeatureDimension(),
                  attr.getOutputSpatialDimensions());
}

static ConvDimensionNumbersAttr makeAttr(MLIRContext *context,
                                         const ConvTensorDims &input,
                                         const ConvTensorDims &kernel,
                                         const ConvTensorDims &output) {
  return ConvDimensionNumbersAttr::get(
      context, input.first, input.second, input.spatial, kernel.first,
      kernel.second, kernel.spatial, output.first, output.second,
      output.spatial);
}

//===----------------------------------------------------------------------===//
// Short form
//===----------------------------------------------------------------------===//

/// What one dimension means: a letter, or the number of a spatial dimension.
static ParseResult parseMeaning(AsmParser &parser, StringRef first,
                                StringRef second, int64_t &meaning) {
  OptionalParseResult number = parser.parseOptionalInteger(meaning);
  if (number.has_value())
    return *number;
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (parser.parseKeyword(&word))
    return failure();
  if (word != first && word != second)
    return parser.emitError(loc, "dimension must be a number, ")
           << first << " or " << second << ", got: " << word;
  meaning = word == first ? -1 : -2;
  return success();
}

/// Parses one list. Letters stand for -1 (`first`) and -2 (`second`) until all
/// dimensions are known.
static ParseResult parseTensorDims(AsmParser &parser, StringRef first,
                                   StringRef second, ConvTensorDims &dims) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> meanings;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        return parseMeaning(parser, first, second, meanings.emplace_back());
      }))
    return failure();
  if (meanings.size() < 2)
    return parser.emitError(loc, "must have at least two dimensions, got: ")
           << meanings.size();
  dims.spatial.assign(meanings.size() - 2, -1);
  for (auto [dim, meaning] : llvm::enumerate(meanings)) {
    if (meaning >= static_cast<int64_t>(dims.spatial.size()))
      return parser.emitError(loc, "spatial dimension must be in [0, ")
             << dims.spatial.size() << "), got: " << meaning;
    if (meaning == -1)
      dims.first = dim;
    else if (meaning == -2)
      dims.second = dim;
    else if (meaning >= 0)
      dims.spatial[meaning] = dim;
  }
  if (!dims.isPermutation())
    return parser.emitError(loc, "must name ")
           << first << ", " << second
           << " and each spatial dimension once, got: " << meanings.size()
           << " names with a repetition";
  return success();
}

ParseResult
plait::stablehlo::parseConvDimensionNumbers(AsmParser &parser,
                                            ConvDimensionNumbersAttr &attr) {
  ConvTensorDims input, kernel, output;
  if (parseTensorDims(parser, "b", "f", input) || parser.parseKeyword("x") ||
      parseTensorDims(parser, "i", "o", kernel) || parser.parseArrow() ||
      parseTensorDims(parser, "b", "f", output))
    return failure();
  attr = makeAttr(parser.getContext(), input, kernel, output);
  return success();
}

static void printTensorDims(AsmPrinter &printer, StringRef first,
                            StringRef second, const ConvTensorDims &dims) {
  SmallVector<std::string> meanings(dims.rank());
  meanings[dims.first] = first;
  meanings[dims.second] = second;
  for (auto [number, dim] : llvm::enumerate(dims.spatial))
    meanings[dim] = std::to_string(number);
  printer << '[';
  llvm::interleaveComma(meanings, printer.getStream());
  printer << ']';
}

static bool hasShortForm(ConvDimensionNumbersAttr attr) {
  return inputDims(attr).isPermutation() && kernelDims(attr).isPermutation() &&
         outputDims(attr).isPermutation();
}

void plait::stablehlo::printConvDimensionNumbers(
    AsmPrinter &printer, ConvDimensionNumbersAttr attr) {
  if (!hasShortForm(attr)) // never verified, printed for a diagnostic only
    return attr.print(printer);
  printTensorDims(printer, "b", "f", inputDims(attr));
  printer << 'x';
  printTensorDims(printer, "i", "o", kernelDims(attr));
  printer << "->";
  printTensorDims(printer, "b", "f", outputDims(attr));
}

//===----------------------------------------------------------------------===//
// Attribute: `<[..]x[..]->[..]>` or `<raw field = .., ..>`
//===----------------------------------------------------------------------===//

static ParseResult parseRaw(AsmParser &parser, ConvTensorDims &input,
                            ConvTensorDims &kernel, ConvTensorDims &output) {
  StructReader reader(parser);
  auto required = StructReader::Required;
  reader.integer("input_batch_dimension", input.first, required);
  reader.integer("input_feature_dimension", input.second, required);
  reader.dims("input_spatial_dimensions", input.spatial);
  reader.integer("kernel_input_feature_dimension", kernel.first, required);
  reader.integer("kernel_output_feature_dimension", kernel.second, required);
  reader.dims("kernel_spatial_dimensions", kernel.spatial);
  reader.integer("output_batch_dimension", output.first, required);
  reader.integer("output_feature_dimension", output.second, required);
  reader.dims("output_spatial_dimensions", output.spatial);
  return reader.parseFields();
}

Attribute ConvDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  if (succeeded(parser.parseOptionalKeyword("raw"))) {
    ConvTensorDims input, kernel, output;
    if (parseRaw(parser, input, kernel, output))
      return {};
    return makeAttr(parser.getContext(), input, kernel, output);
  }
  ConvDimensionNumbersAttr attr;
  if (parseConvDimensionNumbers(parser, attr) || parser.parseGreater())
    return {};
  return attr;
}

void ConvDimensionNumbersAttr::print(AsmPrinter &printer) const {
  if (hasShortForm(*this)) {
    printer << '<';
    printConvDimensionNumbers(printer, *this);
    printer << '>';
    return;
  }
  StructWriter writer(printer, "raw ");
  writer.field("input_batch_dimension") << getInputBatchDimension();
  writer.field("input_feature_dimension") << getInputFeatureDimension();
  writer.dims("input_spatial_dimensions", getInputSpatialDimensions());
  writer.field("kernel_input_feature_dimension")
      << getKernelInputFeatureDimension();
  writer.field("kernel_output_feature_dimension")
      << getKernelOutputFeatureDimension();
  writer.dims("kernel_spatial_dimensions", getKernelSpatialDimensions());
  writer.field("output_batch_dimension") << getOutputBatchDimension();
  writer.field("output_feature_dimension") << getOutputFeatureDimension();
  writer.dims("output_spatial_dimensions", getOutputSpatialDimensions());
}
