//===- Machine.h - N simulated devices in lockstep --------------*- C++ -*-===//
//
// Every SSA value has one content per device. An op runs on a list of devices:
// a local op once for each, control flow and collectives for all together.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_LIB_REFERENCE_MACHINE_H
#define PLAIT_LIB_REFERENCE_MACHINE_H

#include "Scalar.h"
#include "ScalarProgram.h"
#include "mlir/IR/OpDefinition.h"
#include "plait/reference/Interpreter.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include <map>
#include <variant>

namespace plait::reference {

using Content = std::variant<std::monostate, Slot, Tensor>;
using Devices = llvm::ArrayRef<int>;

/// What an op kind keeps from its first run for the next ones.
struct Plan {
  virtual ~Plan() = default;
};

class Machine {
public:
  Machine(int numDevices, const ForeignCode &foreign)
      : foreign(foreign), devices(numDevices) {}

  int numDevices() const { return devices; }

  //===--- Contents of values ---------------------------------------------===//
  Content get(mlir::Value value, int device) const;
  void set(mlir::Value value, int device, Content content);
  /// The value must be a tensor (a scalar); false after an error at `user`.
  bool read(mlir::Operation *user, mlir::Value value, int device, Tensor &to);
  bool read(mlir::Operation *user, mlir::Value value, int device, Slot &to);
  bool read(mlir::Operation *user, mlir::Value value, int device, int64_t &to);
  /// Offsets, sizes and strides, static ones and values.
  bool read(mlir::Operation *user, llvm::ArrayRef<mlir::OpFoldResult> numbers,
            int device, llvm::SmallVectorImpl<int64_t> &to);
  /// Copies contents from one list of values to another, all read first.
  void assign(mlir::ValueRange to, mlir::ValueRange from, Devices on);

  //===--- Running --------------------------------------------------------===//
  /// Runs a block up to its terminator, whose operands then hold its results.
  mlir::LogicalResult runBlock(mlir::Block &block, Devices on);
  mlir::LogicalResult runOp(mlir::Operation *op, Devices on);

  /// The plan of an op, made at its first run.
  template <typename P, typename Make>
  mlir::FailureOr<P *> planOf(mlir::Operation *op, Make make) {
    std::unique_ptr<Plan> &plan = plans[op];
    if (!plan) {
      mlir::FailureOr<std::unique_ptr<P>> made = make();
      if (mlir::failed(made))
        return mlir::failure();
      plans[op] = std::move(*made);
    }
    return static_cast<P *>(plans[op].get());
  }

  /// Counts one execution of a site; `received` is bytes per device.
  void count(int64_t site, llvm::StringRef kind,
             llvm::ArrayRef<double> received);
  std::vector<SiteCount> siteCounts() const;

  /// Functions being run, to find recursion.
  llvm::SmallPtrSet<mlir::Operation *, 4> running;

  const ForeignCode &foreign;

private:
  struct Site {
    std::string kind;
    int64_t executions = 0;
    std::vector<double> received; // by device
  };

  mlir::LogicalResult runScalarOp(mlir::Operation *op, Devices on);
  const llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Value>> &
  lastUses(mlir::Block &block);

  int devices;
  llvm::DenseMap<mlir::Value, std::vector<Content>> contents;
  llvm::DenseMap<mlir::Operation *, std::unique_ptr<Plan>> plans;
  llvm::DenseMap<mlir::Block *,
                 std::unique_ptr<llvm::DenseMap<
                     mlir::Operation *, llvm::SmallVector<mlir::Value>>>>
      uses;
  std::map<int64_t, Site> sites;
};

//===----------------------------------------------------------------------===//
// The table of ops
//===----------------------------------------------------------------------===//

/// One device, as a local op sees it.
struct Frame {
  Machine &machine;
  int device;

  template <typename T>
  bool read(mlir::Operation *user, mlir::Value value, T &to) {
    return machine.read(user, value, device, to);
  }
  bool read(mlir::Operation *user, llvm::ArrayRef<mlir::OpFoldResult> numbers,
            llvm::SmallVectorImpl<int64_t> &to) {
    return machine.read(user, numbers, device, to);
  }
  mlir::LogicalResult give(mlir::Value value, Content content) {
    machine.set(value, device, std::move(content));
    return mlir::success();
  }
  mlir::LogicalResult give(mlir::Value value, int64_t number) {
    Slot slot;
    slot.i = number;
    return give(value, Content(slot));
  }
  /// Sets what a body uses from outside of it.
  bool readCaptures(mlir::Operation *user, const ScalarProgram &program,
                    llvm::MutableArrayRef<Slot> registers);
};

using RunFn =
    std::function<mlir::LogicalResult(mlir::Operation *, Machine &, Devices)>;

struct OpTable {
  llvm::StringMap<RunFn> entries;

  /// An op that looks at its own device only.
  template <typename Op>
  void addLocal(mlir::LogicalResult (*run)(Op, Frame &)) {
    entries[Op::getOperationName()] = [run](mlir::Operation *op,
                                            Machine &machine, Devices on) {
      for (int device : on) {
        Frame frame{machine, device};
        if (mlir::failed(run(llvm::cast<Op>(op), frame)))
          return mlir::failure();
      }
      return mlir::success();
    };
  }
  template <typename Op>
  void add(mlir::LogicalResult (*run)(Op, Machine &, Devices)) {
    entries[Op::getOperationName()] = [run](mlir::Operation *op,
                                            Machine &machine, Devices on) {
      return run(llvm::cast<Op>(op), machine, on);
    };
  }
};

void addAffineOps(OpTable &table);
void addTensorOps(OpTable &table);
void addIndexedOps(OpTable &table);
void addControlFlowOps(OpTable &table);
void addCollectiveOps(OpTable &table);
void addManualOps(OpTable &table);

/// Any op with linalg's structured interface, on one device.
mlir::LogicalResult runStructured(mlir::Operation *op, Frame &frame);
/// The error of a scalar body that did what has no meaning.
mlir::LogicalResult checkFault(mlir::Operation *op, const Slot *registers);
/// A tensor type with a static shape and elements that can be held; null after
/// an error at `op`.
mlir::RankedTensorType heldType(mlir::Operation *op, mlir::Type type);

} // namespace plait::reference

#endif // PLAIT_LIB_REFERENCE_MACHINE_H
