//===- ScalarProgram.h - A scalar body as a list of instructions -*- C++
//-*-===//
//
// The body of a linalg op, of a sort or of a scatter is compiled once and then
// run for each element: registers, and instructions that are function pointers.
//
//   ^bb0(%a: f32, %b: f32):        r1 = %a, r2 = %b (r0 is the fault)
//     %0 = arith.addf %a, %b       r3 <- addSingle(r1, r2)
//     linalg.yield %0              results: r3
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_LIB_REFERENCE_SCALARPROGRAM_H
#define PLAIT_LIB_REFERENCE_SCALARPROGRAM_H

#include "Scalar.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringMap.h"

namespace plait::reference {

/// What an op may do that has no meaning; the number stands in register 0.
enum class Fault { None, DivisionByZero, ShiftTooFar, OutOfIntegerRange };
llvm::StringRef str(Fault fault);

struct Instruction;
using ScalarFn = void (*)(const Instruction &, Slot *registers);

struct Instruction {
  ScalarFn run = nullptr;
  unsigned to = 0;
  unsigned from[3] = {0, 0, 0};
  ScalarType type;        // of the result
  ScalarType operandType; // of the first operand
  unsigned predicate = 0; // of a comparison
};

/// Chooses the function for an op and fills what is special in `instruction`;
/// null where the op's types are not supported.
using ScalarSelector = ScalarFn (*)(mlir::Operation *op,
                                    Instruction &instruction);
using ScalarTable = llvm::StringMap<ScalarSelector>;

void addArithOps(ScalarTable &table);
void addConversionOps(ScalarTable &table);
void addMathOps(ScalarTable &table);
void addComplexOps(ScalarTable &table);
/// All of them, by the op's name.
const ScalarTable &scalarTable();

class ScalarProgram {
public:
  /// Compiles a block whose arguments and values are scalars. An op that is
  /// not known is an error at it.
  static mlir::FailureOr<ScalarProgram> compile(mlir::Block &block);

  unsigned argument(unsigned i) const { return 1 + i; }
  /// Registers of what the terminator gives.
  llvm::ArrayRef<unsigned> results() const { return resultRegisters; }
  /// Values from outside of the block, to be set before running.
  llvm::ArrayRef<std::pair<mlir::Value, unsigned>> captures() const {
    return captured;
  }
  /// Registers that hold the position along a loop (linalg.index).
  llvm::ArrayRef<std::pair<unsigned, unsigned>> indices() const {
    return indexRegisters;
  }
  /// Whether any instruction or result reads argument `i`.
  bool reads(unsigned i) const { return readArguments[i]; }
  llvm::ArrayRef<Instruction> instructions() const { return code; }
  /// Registers with all constants in place.
  llvm::SmallVector<Slot> registers() const { return initial; }

  void run(Slot *registers) const {
    for (const Instruction &instruction : code)
      instruction.run(instruction, registers);
  }

private:
  friend struct Compiler;
  std::vector<Instruction> code;
  llvm::SmallVector<Slot> initial;
  llvm::SmallVector<unsigned> resultRegisters;
  llvm::SmallVector<std::pair<mlir::Value, unsigned>> captured;
  llvm::SmallVector<std::pair<unsigned, unsigned>> indexRegisters;
  llvm::SmallVector<bool> readArguments;
};

/// One op of scalars (or elementwise on tensors of one shape) as an
/// instruction on registers 1, 2, 3 that gives register 4; nullopt where the
/// table lacks it.
std::optional<Instruction> instructionFor(mlir::Operation *op);

} // namespace plait::reference

#endif // PLAIT_LIB_REFERENCE_SCALARPROGRAM_H
