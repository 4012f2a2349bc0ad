//===- OpAssembly.h - Directives of the ops' pretty forms -------*- C++ -*-===//
//
// One pair `parseX` / `printX` per `custom<X>(...)` of the TableGen files.
// What is accepted is wider than what is printed: blanks, older words and the
// short or long form of the types never matter.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_DIALECTS_INPUT_STABLEHLO_OPASSEMBLY_H
#define PLAIT_DIALECTS_INPUT_STABLEHLO_OPASSEMBLY_H

#include "ConvDimensionNumbers.h"
#include "plait/dialects/input/stablehlo/Stablehlo.h"

namespace plait::stablehlo {

using UnresolvedOperands =
    llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand>;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Parses `T` for all `slots`, or `(T1, ..) -> R` with the result last.
mlir::ParseResult parseSameOrFunctional(mlir::OpAsmParser &parser,
                                        llvm::ArrayRef<mlir::Type *> slots);
void printSameOrFunctional(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                           llvm::ArrayRef<mlir::Type> types);

template <typename... Types>
mlir::ParseResult parseSameOrFunctionalType(mlir::OpAsmParser &parser,
                                            Types &...types) {
  return parseSameOrFunctional(parser, {&types...});
}
template <typename... Types>
void printSameOrFunctionalType(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                               Types... types) {
  printSameOrFunctional(printer, op, {types...});
}

/// The type of the result; its parts are the operands'.
mlir::ParseResult parseComplexType(mlir::OpAsmParser &parser, mlir::Type &lhs,
                                   mlir::Type &rhs, mlir::Type &result);
void printComplexType(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                      mlir::Type lhs, mlir::Type rhs, mlir::Type result);

/// `PRED, T` where both branches and the result have the type T.
mlir::ParseResult parseSelectType(mlir::OpAsmParser &parser, mlir::Type &pred,
                                  mlir::Type &onTrue, mlir::Type &onFalse,
                                  mlir::Type &result);
void printSelectType(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                     mlir::Type pred, mlir::Type onTrue, mlir::Type onFalse,
                     mlir::Type result);

/// `tuple<..>`, the operands being its elements.
mlir::ParseResult parseTupleType(mlir::OpAsmParser &parser,
                                 llvm::SmallVectorImpl<mlir::Type> &operands,
                                 mlir::Type &result);
void printTupleType(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                    mlir::TypeRange operands, mlir::Type result);

/// `!stablehlo.token` for all operands and the result.
mlir::ParseResult parseTokenTypes(mlir::OpAsmParser &parser,
                                  const UnresolvedOperands &operands,
                                  llvm::SmallVectorImpl<mlir::Type> &types,
                                  mlir::Type &result);
void printTokenTypes(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                     mlir::OperandRange operands, mlir::TypeRange types,
                     mlir::Type result);

//===----------------------------------------------------------------------===//
// Operands and attributes
//===----------------------------------------------------------------------===//

/// `%a, %b,`: each with its comma. None may be written as a lone comma, which
/// is how a dynamic_slice of a scalar is printed by JAX.
mlir::ParseResult parseOperandsWithComma(mlir::OpAsmParser &parser,
                                         UnresolvedOperands &operands);
void printOperandsWithComma(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                            mlir::OperandRange operands);

/// An enumeration as its bare word. MLIR's own form has one blank too many.
template <typename EnumAttr>
mlir::ParseResult parseWord(mlir::OpAsmParser &parser, EnumAttr &attr) {
  using Enum = decltype(attr.getValue());
  llvm::StringRef word;
  llvm::SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&word))
    return mlir::failure();
  if (std::optional<Enum> value = symbolizeEnum<Enum>(word)) {
    attr = EnumAttr::get(parser.getContext(), *value);
    return mlir::success();
  }
  mlir::InFlightDiagnostic error = parser.emitError(loc, "must be one of");
  for (uint32_t i = 0;; ++i) {
    llvm::StringRef known = stringifyEnum(static_cast<Enum>(i));
    if (known.empty())
      return error << ", got: " << word;
    error << (i ? ", " : " ") << known;
  }
}
template <typename EnumAttr>
void printWord(mlir::OpAsmPrinter &printer, mlir::Operation *, EnumAttr attr) {
  printer << stringifyEnum(attr.getValue());
}

/// `e5m10`.
mlir::ParseResult parseExponentMantissa(mlir::OpAsmParser &parser,
                                        mlir::IntegerAttr &exponent,
                                        mlir::IntegerAttr &mantissa);
void printExponentMantissa(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                           mlir::IntegerAttr exponent,
                           mlir::IntegerAttr mantissa);

/// `[start:limit:stride, ..]`, a stride of 1 left out.
mlir::ParseResult parseSliceRanges(mlir::OpAsmParser &parser,
                                   mlir::DenseI64ArrayAttr &starts,
                                   mlir::DenseI64ArrayAttr &limits,
                                   mlir::DenseI64ArrayAttr &strides);
void printSliceRanges(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                      mlir::DenseI64ArrayAttr starts,
                      mlir::DenseI64ArrayAttr limits,
                      mlir::DenseI64ArrayAttr strides);

/// `batching_dims = [..] x [..], contracting_dims = [..] x [..]`.
mlir::ParseResult parseDotDimensionNumbers(mlir::OpAsmParser &parser,
                                           DotDimensionNumbersAttr &numbers);
void printDotDimensionNumbers(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                              DotDimensionNumbersAttr numbers);

/// `, precision = [..]`, if given.
mlir::ParseResult parsePrecisionConfig(mlir::OpAsmParser &parser,
                                       mlir::ArrayAttr &precision);
void printPrecisionConfig(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                          mlir::ArrayAttr precision);

/// `, precision = [..], algorithm = <..>`, each if given.
mlir::ParseResult parsePrecisionAndAlgorithm(mlir::OpAsmParser &parser,
                                             mlir::ArrayAttr &precision,
                                             DotAlgorithmAttr &algorithm);
void printPrecisionAndAlgorithm(mlir::OpAsmPrinter &printer,
                                mlir::Operation *op, mlir::ArrayAttr precision,
                                DotAlgorithmAttr algorithm);

/// `stride = [..], pad = [[lo, hi], ..], lhs_dilate = [..], rhs_dilate = [..],
/// reverse = [..]`, each if given.
mlir::ParseResult parseWindow(mlir::OpAsmParser &parser,
                              mlir::DenseI64ArrayAttr &strides,
                              mlir::DenseIntElementsAttr &padding,
                              mlir::DenseI64ArrayAttr &lhsDilation,
                              mlir::DenseI64ArrayAttr &rhsDilation,
                              mlir::DenseBoolArrayAttr &reversal);
void printWindow(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                 mlir::DenseI64ArrayAttr strides,
                 mlir::DenseIntElementsAttr padding,
                 mlir::DenseI64ArrayAttr lhsDilation,
                 mlir::DenseI64ArrayAttr rhsDilation,
                 mlir::DenseBoolArrayAttr reversal);

/// `@target`, in quotes where it is no identifier.
mlir::ParseResult parseCustomCallTarget(mlir::OpAsmParser &parser,
                                        mlir::StringAttr &target);
void printCustomCallTarget(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                           mlir::StringAttr target);

} // namespace plait::stablehlo

#endif // PLAIT_DIALECTS_INPUT_STABLEHLO_OPASSEMBLY_H
