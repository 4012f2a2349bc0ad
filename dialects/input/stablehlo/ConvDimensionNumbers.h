//===- ConvDimensionNumbers.h - `[b, 0, f]x[0, i, o]->[b, 0, f]` -*- C++ -*-==//
#ifndef PLAIT_DIALECTS_INPUT_STABLEHLO_CONVDIMENSIONNUMBERS_H
#define PLAIT_DIALECTS_INPUT_STABLEHLO_CONVDIMENSIONNUMBERS_H

#include "plait/dialects/input/stablehlo/Stablehlo.h"

namespace plait::stablehlo {

/// The dimensions of one tensor of a convolution: two that are named by a
/// letter (batch and feature, or input and output feature), and the spatial
/// ones in order of meaning.
struct ConvTensorDims {
  int64_t first = -1;
  int64_t second = -1;
  llvm::SmallVector<int64_t, 4> spatial;

  int64_t rank() const { return 2 + spatial.size(); }
  /// Whether every dimension has one meaning.
  bool isPermutation() const;
};

ConvTensorDims inputDims(ConvDimensionNumbersAttr attr);
ConvTensorDims kernelDims(ConvDimensionNumbersAttr attr);
ConvTensorDims outputDims(ConvDimensionNumbersAttr attr);

/// The form without brackets of its own, in the op and in the attribute.
mlir::ParseResult parseConvDimensionNumbers(mlir::AsmParser &parser,
                                            ConvDimensionNumbersAttr &attr);
void printConvDimensionNumbers(mlir::AsmPrinter &printer,
                               ConvDimensionNumbersAttr attr);
inline void printConvDimensionNumbers(mlir::OpAsmPrinter &printer,
                                      mlir::Operation *,
                                      ConvDimensionNumbersAttr attr) {
  printConvDimensionNumbers(printer, attr);
}

} // namespace plait::stablehlo

#endif // PLAIT_DIALECTS_INPUT_STABLEHLO_CONVDIMENSIONNUMBERS_H
