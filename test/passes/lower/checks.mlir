// RUN: plait-opt %s --plait-lower-checks | FileCheck %s
// Tests that statuses leave the step through one exit.
// CHECK-LABEL: llvm.func @step
llvm.func @step(%a: i32, %b: i32) -> i32 {
  // CHECK: %[[BAD:.*]] = llvm.icmp "ne" %arg0
  // CHECK: llvm.cond_br %[[BAD]], ^[[EXIT:.*]](%arg0 : i32), ^[[NEXT:.*]]
  // CHECK: ^[[NEXT]]:
  // CHECK: %[[WORSE:.*]] = llvm.icmp "ne" %arg1
  // CHECK: llvm.cond_br %[[WORSE]], ^[[EXIT]](%arg1 : i32), ^[[LAST:.*]]
  // CHECK: ^[[LAST]]:
  // CHECK: llvm.return
  // CHECK: ^[[EXIT]](%[[STATUS:.*]]: i32):
  // CHECK: llvm.return %[[STATUS]]
  cpu.check %a
  cpu.check %b
  %zero = llvm.mlir.constant(0 : i32) : i32
  llvm.return %zero : i32
}
