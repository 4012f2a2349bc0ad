//===- CpuOps.td - Interface, product kernel, status check -----*- tablegen -*-===//
#ifndef CPU_OPS
#define CPU_OPS

include "CpuBase.td"

def Cpu_InterfaceOp : Cpu_Op<"interface", [HasParent<"::mlir::ModuleOp">]> {
  let summary = "What the step's buffers are to the user";
  let description = [{
    Made by `codegen/cpu` from the declared attributes of main's arguments and
    results, which buffers cannot carry; read by `lower` for the manifest. Each
    entry is a dictionary: `name`, `local` and `global` types, and where the
    function had them `sharding`, `state`, `dtype`, `alias` (of an argument: the
    result that replaces it).

    ```mlir
    cpu.interface arguments [{local = tensor<4xf32>, name = "x"} ]
                  results [{local = tensor<4xf32>, name = "y"} ]
    ```
  }];
  let arguments = (ins ArrayAttr:$arguments, ArrayAttr:$results);
  let assemblyFormat = "`arguments` $arguments `results` $results attr-dict";
}

def Cpu_GemmOp : Cpu_Op<"gemm"> {
  let summary = "A batch of matrix products on buffers, any strides";
  let description = [{
    C[b,m,n] (+)= sum over k of A[b,m,k] * B[b,k,n]. Strides are in elements and
    start where the buffer starts: they cover what a contraction's indexing maps
    say, so that no transpose is ever copied. `sizes` is [b, m, n, k];
    `a_strides` [b, m, k], `b_strides` [b, k, n], `c_strides` [b, m, n].

    Constraints:
    - (C1) Four sizes, three strides per operand, none negative.
    - (C2) Element types are f32, f64, bf16 or f16.

    ```mlir
    cpu.gemm %a, %b, %c accumulate sizes [1, 8, 16, 4] strides [0, 4, 1], [0, 16, 1], [0, 16, 1]
      : memref<8x4xf32>, memref<4x16xf32>, memref<8x16xf32>
    ```
  }];
  let arguments = (ins Arg<AnyMemRef, "", [MemRead]>:$a, Arg<AnyMemRef, "", [MemRead]>:$b,
                       Arg<AnyMemRef, "", [MemRead, MemWrite]>:$c, UnitAttr:$accumulate,
                       DenseI64ArrayAttr:$sizes, DenseI64ArrayAttr:$a_strides,
                       DenseI64ArrayAttr:$b_strides, DenseI64ArrayAttr:$c_strides);
  let assemblyFormat = [{
    $a `,` $b `,` $c (`accumulate` $accumulate^)? `sizes` $sizes
    `strides` $a_strides `,` $b_strides `,` $c_strides attr-dict
    `:` type($a) `,` type($b) `,` type($c)
  }];
  let hasVerifier = 1;
}

def Cpu_CheckOp : Cpu_Op<"check", [MemoryEffects<[MemWrite]>]> {
  let summary = "Leaves the step with `status` unless it is 0";
  let description = [{
    Stands in structured control flow, where an early return cannot; `lower`
    turns it into a branch once there are blocks.

    ```mlir
    cpu.check %status
    ```
  }];
  let arguments = (ins I32:$status);
  let assemblyFormat = "$status attr-dict";
}

#endif // CPU_OPS
