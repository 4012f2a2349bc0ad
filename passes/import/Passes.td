//===- Passes.td - Passes of the import stage ------------------*- tablegen -*-===//
#ifndef PLAIT_PASSES_IMPORT
#define PLAIT_PASSES_IMPORT

include "mlir/Pass/PassBase.td"

def LegacyShardingsPass
    : Pass<"plait-import-legacy-shardings", "mlir::ModuleOp"> {
  let summary = "Turns sharding strings of GSPMD into sdy";
  let description = [{
    `mhlo.sharding` on arguments, results and ops, custom calls @Sharding, and
    regions between @SPMDFullToShardShape and @SPMDShardToFullShape. Without a
    mesh in the program, one is made that the strings have in common.

    **Ensures** no `mhlo.sharding` is left.
  }];
  let dependentDialects = ["plait::sdy::SdyDialect"];
}

def ShardAnnotationsPass
    : Pass<"plait-import-shard-annotations", "mlir::ModuleOp"> {
  let summary = "Turns annotations of MLIR's shard dialect into Plait's";
  let description = [{
    `shard.grid` becomes `plait.mesh`, `shard.shard` the sharding of an argument
    or result, or a `plait.constraint`.

    **Ensures** no op of the shard dialect is left; others than these are an
    error.
  }];
  let dependentDialects = ["plait::PlaitDialect"];
}

def BoundaryPass : Pass<"plait-import-boundary", "mlir::ModuleOp"> {
  let summary = "Turns the producer's attributes of main into Plait's";
  let description = [{
    Names (`plait.name`), donation (`plait.alias`) and unsigned types
    (`plait.dtype`) of main's arguments and results are declared attributes
    afterwards; other attributes of producers are dropped, as are functions that
    main does not reach.

    **Requires** a function `main`.
    **Ensures** `jax.*`, `mhlo.*` and `tf.*` attributes are gone from the module
    and its functions; `sdy.sharding` stays for plait-import-convert.
  }];
}

def InlineCallsPass : Pass<"plait-import-inline-calls", "mlir::ModuleOp"> {
  let summary = "Inlines every call of a private function and removes them";
  let description = [{
    Each call, and each composite by its decomposition, gets its own copy of the
    callee, so that it can have its own shardings; those of the callee's
    arguments and results become constraints. Locations become
    `callsite(op at call)`. A composite "plait.state" says which training state an
    argument is (`plait.state`).

    **Requires** a function `main`.
    **Ensures** main is the only function; a recursive call is an error.
  }];
  let dependentDialects = ["plait::PlaitDialect", "plait::sdy::SdyDialect"];
}

def ConvertPass : Pass<"plait-import-convert", "mlir::ModuleOp"> {
  let summary = "Converts StableHLO, CHLO and sdy to the core program";
  let description = [{
    One linear walk over main writes the core ops beside the input ops,
    then the input ops go. Splat constants and broadcasts of an elementwise op's
    operands end in its body and its indexing maps.

    **Requires** static shapes and no calls (see plait-import-inline-calls).
    **Ensures** no op or type of an input dialect is left; an op that is not
    supported is one located error that names it.
  }];
  let dependentDialects = [
    "mlir::arith::ArithDialect", "mlir::complex::ComplexDialect",
    "mlir::func::FuncDialect", "mlir::linalg::LinalgDialect",
    "mlir::math::MathDialect", "mlir::scf::SCFDialect",
    "mlir::tensor::TensorDialect", "plait::PlaitDialect",
    "plait::coll::CollDialect", "plait::linalgx::LinalgxDialect",
    "plait::stablehlo::StablehloDialect"
  ];
}

def VerifyPass : Pass<"plait-import-verify", "mlir::ModuleOp"> {
  let summary = "Checks what import leaves behind";
  let description = [{
    Illegal afterwards: ops of dialects other than func, arith, math, complex,
    tensor, linalg, scf, linalgx, plait and, inside `plait.manual`, coll; types
    that are not static or not signless; functions other than main.
  }];
}

#endif // PLAIT_PASSES_IMPORT
