//===- StablehloControlOps.td - Control flow, tuples, RNG -*- tablegen -*-===//
#ifndef PLAIT_STABLEHLO_CONTROL_OPS
#define PLAIT_STABLEHLO_CONTROL_OPS

include "StablehloBase.td"
include "StablehloEnums.td"
include "StablehloTypes.td"

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

def Stablehlo_ReturnOp
    : Stablehlo_Op<"return", [Pure, ReturnLike, Terminator]> {
  let summary = "Ends a region with its values";
  let arguments = (ins Variadic<AnyType>:$results);
  let assemblyFormat = "attr-dict ($results^ `:` type($results))?";
}

def Stablehlo_WhileOp : Stablehlo_RegionOp<"while",
    [SingleBlock, DeclareOpInterfaceMethods<OpAsmOpInterface,
                      ["getAsmBlockArgumentNames"]>]> {
  let summary = "Repeats `body` while `cond` holds";
  let description = [{
    Constraints:
    - (C1) `cond` takes the types of the operands and returns a scalar i1.
    - (C2) `body` takes and returns the types of the operands.
    - (C3) The results have the types of the operands.

    Example:
    ```mlir
    %0:2 = stablehlo.while(%iterArg = %n, %iterArg_0 = %a)
        : tensor<i32>, tensor<2xf32>
     cond {
      %1 = stablehlo.compare LT, %iterArg, %m
        : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      stablehlo.return %iterArg, %iterArg_0 : tensor<i32>, tensor<2xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<Stablehlo_TensorTokenOrTuple>:$operand);
  let regions = (region SizedRegion<1>:$cond, SizedRegion<1>:$body);
  let results = (outs Variadic<Stablehlo_TensorTokenOrTuple>);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Stablehlo_CaseOp : Stablehlo_RegionOp<"case", [SingleBlock]> {
  let summary = "Runs one branch; an index out of range runs the last";
  let description = [{
    Constraints:
    - (C1) `index` is i32.
    - (C2) There is a branch, and branches take no arguments.
    - (C3) Every branch returns the types of the results.
  }];
  let arguments = (ins Stablehlo_ScalarInt:$index);
  let regions = (region VariadicRegion<SizedRegion<1>>:$branches);
  let results = (outs Variadic<Stablehlo_TensorTokenOrTuple>);
  let hasVerifier = 1;
}

def Stablehlo_IfOp : Stablehlo_RegionOp<"if", [SingleBlock]> {
  let summary = "Runs one of two branches";
  let description = [{
    Constraints:
    - (C1) Branches take no arguments.
    - (C2) Every branch returns the types of the results.
  }];
  let arguments = (ins Stablehlo_ScalarPred:$pred);
  let regions = (region SizedRegion<1>:$true_branch,
                        SizedRegion<1>:$false_branch);
  let results = (outs Variadic<Stablehlo_TensorTokenOrTuple>);
  let hasVerifier = 1;
}

// Effects that allocate each result: a dead barrier goes, but two barriers of
// one operand stay two, which is what rematerialization is printed with.
def Stablehlo_OptimizationBarrierOp
    : Stablehlo_Op<"optimization_barrier"> {
  let summary = "Identity across which nothing is moved or merged";
  let description = [{
    Constraints:
    - (C1) The results have the types of the operands.
  }];
  let arguments = (ins Variadic<Stablehlo_TensorOrToken>:$operand);
  let results = (outs Res<Variadic<Stablehlo_TensorOrToken>, "", [MemAlloc]>
                   :$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Tuples and tokens
//===----------------------------------------------------------------------===//

def Stablehlo_TupleOp : Stablehlo_Op<"tuple", [Pure]> {
  let summary = "Packs values";
  let description = [{
    Constraints:
    - (C1) The result is the tuple of the operands' types.
  }];
  let arguments = (ins Variadic<Stablehlo_TensorTokenOrTuple>:$val);
  let results = (outs AnyTuple:$result);
  let assemblyFormat = "$val attr-dict `:`"
      # " custom<TupleType>(type($val), type($result))";
  let hasVerifier = 1;
}

def Stablehlo_GetTupleElementOp : Stablehlo_Op<"get_tuple_element", [Pure]> {
  let summary = "One value of a tuple";
  let description = [{
    Constraints:
    - (C1) `index` is that of an element.
    - (C2) The result has its type.
  }];
  let arguments = (ins AnyTuple:$operand, I32Attr:$index);
  let results = (outs Stablehlo_TensorTokenOrTuple:$result);
  let assemblyFormat = "$operand `[` $index `]`" # Stablehlo_Functional<>.tail;
  let hasVerifier = 1;
}

def Stablehlo_CreateTokenOp : Stablehlo_Op<"create_token", [Pure]> {
  let summary = "A token that nothing precedes (older producers)";
  let results = (outs Stablehlo_Token:$output);
  let assemblyFormat = "attr-dict `:` type($output)";
}

def Stablehlo_AfterAllOp : Stablehlo_Op<"after_all", [Pure]> {
  let summary = "A token that all given tokens precede";
  let arguments = (ins Variadic<Stablehlo_Token>:$inputs);
  let results = (outs Stablehlo_Token:$result);
  let assemblyFormat = "$inputs attr-dict `:`"
      # " custom<TokenTypes>(ref($inputs), type($inputs), type($result))";
}

//===----------------------------------------------------------------------===//
// Random numbers
//===----------------------------------------------------------------------===//

def Stablehlo_RngBitGeneratorOp : Stablehlo_Op<"rng_bit_generator",
    [Pure, Stablehlo_NamesResults]> {
  let summary = "Random bits from a state, and the next state";
  let description = [{
    Constraints:
    - (C1) The state is a vector of ui64 elements, 2 for THREE_FRY and 2 or 3
      for PHILOX.
    - (C2) The next state has the type of the state.
  }];
  let arguments = (ins RankedTensorOf<[AnyInteger]>:$initial_state,
                       Stablehlo_RngAlgorithmAttr:$rng_algorithm);
  let results = (outs RankedTensorOf<[AnyInteger]>:$output_state,
                      RankedTensorOf<[AnyInteger, AnyFloat]>:$output);
  let assemblyFormat = "$initial_state `,`"
      # " `algorithm` `=` custom<Word>($rng_algorithm)"
      # Stablehlo_Functional<>.tail;
  let hasVerifier = 1;
}

// Stateful: no effects declared, so that nothing merges or drops it.
def Stablehlo_RngOp : Stablehlo_Op<"rng"> {
  let summary = "Random numbers of a hidden state (older producers)";
  let description = [{
    Constraints:
    - (C1) `a` and `b` are scalars of the result's element type.
    - (C2) `shape` has one element per dimension of the result.
  }];
  let arguments = (ins Stablehlo_Tensor:$a, Stablehlo_Tensor:$b,
                       Stablehlo_ShapeTensor:$shape,
                       Stablehlo_RngDistributionAttr:$rng_distribution);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "$a `,` $b `,` $shape `,`"
      # " `distribution` `=` custom<Word>($rng_distribution)"
      # Stablehlo_Functional<>.tail;
  let hasVerifier = 1;
}

#endif // PLAIT_STABLEHLO_CONTROL_OPS
