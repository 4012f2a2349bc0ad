//===- StructFields.h - `<field = value, ...>` in any order -----*- C++ -*-===//
//
// The struct attributes of the dialect are read and written through these two
// classes. A reader lists its fields, then parses:
//
//   int64_t handle = 0, type = 0;
//   StructReader reader(parser);
//   reader.integer("handle", handle, StructReader::Required);
//   reader.integer("type", type, StructReader::Required);
//   if (reader.parse())
//     return {};
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_DIALECTS_INPUT_STABLEHLO_STRUCTFIELDS_H
#define PLAIT_DIALECTS_INPUT_STABLEHLO_STRUCTFIELDS_H

#include "mlir/IR/OpImplementation.h"
#include <functional>

namespace plait::stablehlo {

/// Parses `[1, 2, ...]`.
mlir::ParseResult parseDims(mlir::AsmParser &parser,
                            llvm::SmallVectorImpl<int64_t> &dims);

/// Prints `[1, 2, ...]`.
void printDims(mlir::AsmPrinter &printer, llvm::ArrayRef<int64_t> dims);

class StructReader {
public:
  enum Presence { Optional, Required };
  using ParseFn = std::function<mlir::ParseResult()>;

  explicit StructReader(mlir::AsmParser &parser) : parser(parser) {}

  void field(llvm::StringRef name, ParseFn parse, Presence presence = Optional);
  void dims(llvm::StringRef name, llvm::SmallVectorImpl<int64_t> &value,
            Presence presence = Optional);
  void integer(llvm::StringRef name, int64_t &value,
               Presence presence = Optional);
  void boolean(llvm::StringRef name, bool &value, Presence presence = Optional);
  void type(llvm::StringRef name, mlir::Type &value,
            Presence presence = Optional);

  /// Parses `<`, the fields, and `>`.
  mlir::ParseResult parse();
  /// Parses the fields and `>`: what follows a word after the `<`.
  mlir::ParseResult parseFields();

private:
  struct Field {
    llvm::StringRef name;
    ParseFn parse;
    Presence presence;
    bool seen = false;
  };
  mlir::ParseResult parseField();
  mlir::ParseResult checkPresence();

  mlir::AsmParser &parser;
  llvm::SmallVector<Field, 8> fields;
};

/// Prints `<` when it begins and `>` when it ends.
class StructWriter {
public:
  explicit StructWriter(mlir::AsmPrinter &printer, llvm::StringRef word = "");
  ~StructWriter();

  /// `name = ` with what separates it from the field before.
  mlir::AsmPrinter &field(llvm::StringRef name);
  /// Nothing where `value` is empty.
  void dims(llvm::StringRef name, llvm::ArrayRef<int64_t> value);

private:
  mlir::AsmPrinter &printer;
  llvm::StringRef separator;
};

} // namespace plait::stablehlo

#endif // PLAIT_DIALECTS_INPUT_STABLEHLO_STRUCTFIELDS_H
