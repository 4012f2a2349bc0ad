//===- StablehloCallOps.td - Calls and host transfer ------*- tablegen -*-===//
#ifndef PLAIT_STABLEHLO_CALL_OPS
#define PLAIT_STABLEHLO_CALL_OPS

include "StablehloAttrs.td"
include "StablehloBase.td"
include "StablehloTypes.td"

/// An array that is empty where the attribute is absent.
class Stablehlo_ArrayOf<Attr element, string what>
    : TypedArrayAttrBase<element, what> {
  let constBuilderCall = "$_builder.getArrayAttr($0)";
}

def Stablehlo_CustomCallOp : Stablehlo_Op<"custom_call",
    [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
     DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Calls what only the producer's runtime knows";
  let description = [{
    Without `has_side_effect` the call is pure.

    Constraints:
    - (C1) `operand_layouts` and `result_layouts` come together, one per
      operand and result, each a permutation of its dimensions.
    - (C2) An alias names an operand of the type of its result.
    - (C3) `called_computations` are functions of the module.
    - (C4) `api_version` is within [0, 4].

    Example:
    ```mlir
    stablehlo.custom_call @check.expect_eq(%a, %b) {has_side_effect = true}
      : (tensor<2xf32>, tensor<2xf32>) -> ()
    ```
  }];
  let arguments = (ins
      Variadic<AnyType>:$inputs, StrAttr:$call_target_name,
      DefaultValuedOptionalAttr<BoolAttr, "false">:$has_side_effect,
      OptionalAttr<AnyAttrOf<[StrAttr, DictionaryAttr]>>:$backend_config,
      DefaultValuedOptionalAttr<I32Attr, "1">:$api_version,
      DefaultValuedOptionalAttr<
          Stablehlo_ArrayOf<FlatSymbolRefAttr, "array of functions">, "{}">
        :$called_computations,
      OptionalAttr<ArrayAttr>:$operand_layouts,
      OptionalAttr<ArrayAttr>:$result_layouts,
      DefaultValuedOptionalAttr<
          Stablehlo_ArrayOf<Stablehlo_OutputOperandAliasAttr,
                            "array of output_operand_alias">, "{}">
        :$output_operand_aliases);
  let results = (outs Variadic<AnyType>);
  let assemblyFormat = "custom<CustomCallTarget>($call_target_name)"
      # " `(` $inputs `)`" # Stablehlo_Functional<>.tail;
  let hasVerifier = 1;
}

def Stablehlo_CompositeOp : Stablehlo_Op<"composite",
    [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "A named operation that a function of the module decomposes";
  let description = [{
    Constraints:
    - (C1) `name` is not empty.
    - (C2) `decomposition` is a function of the module, of the op's type.
    - (C3) `version` is not negative.
  }];
  let arguments = (ins
      Variadic<AnyType>:$inputs, StrAttr:$name,
      DefaultValuedOptionalAttr<DictionaryAttr, "{}">:$composite_attributes,
      FlatSymbolRefAttr:$decomposition,
      DefaultValuedOptionalAttr<I32Attr, "0">:$version);
  let results = (outs Variadic<AnyType>);
  let assemblyFormat = "$name $inputs" # Stablehlo_Functional<>.tail;
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Host transfer. No effects declared: nothing moves or drops these.
//===----------------------------------------------------------------------===//

def Stablehlo_SendOp : Stablehlo_Op<"send"> {
  let summary = "Sends tensors over a channel";
  let arguments = (ins
      Variadic<Stablehlo_Tensor>:$inputs, Stablehlo_Token:$token,
      Stablehlo_ChannelHandleAttr:$channel_handle,
      DefaultValuedOptionalAttr<BoolAttr, "false">:$is_host_transfer,
      OptionalAttr<I64ElementsAttr>:$source_target_pairs);
  let results = (outs Stablehlo_Token:$result);
}

def Stablehlo_RecvOp : Stablehlo_Op<"recv"> {
  let summary = "Receives tensors over a channel";
  let description = [{
    Constraints:
    - (C1) The last result is a token, the others are tensors.
  }];
  let arguments = (ins
      Stablehlo_Token:$token, Stablehlo_ChannelHandleAttr:$channel_handle,
      DefaultValuedOptionalAttr<BoolAttr, "false">:$is_host_transfer,
      OptionalAttr<I64ElementsAttr>:$source_target_pairs);
  let results = (outs Variadic<Stablehlo_TensorOrToken>);
  let hasVerifier = 1;
}

def Stablehlo_InfeedOp : Stablehlo_Op<"infeed"> {
  let summary = "Reads tensors from the host";
  let description = [{
    Constraints:
    - (C1) The last result is a token, the others are tensors.
  }];
  let arguments = (ins
      Stablehlo_Token:$token,
      DefaultValuedOptionalAttr<StrAttr, "\"\"">:$infeed_config,
      OptionalAttr<ArrayAttr>:$layout);
  let results = (outs Variadic<Stablehlo_TensorOrToken>);
  let hasVerifier = 1;
}

def Stablehlo_OutfeedOp : Stablehlo_Op<"outfeed"> {
  let summary = "Writes tensors to the host";
  let arguments = (ins
      Variadic<Stablehlo_Tensor>:$inputs, Stablehlo_Token:$token,
      DefaultValuedOptionalAttr<StrAttr, "\"\"">:$outfeed_config);
  let results = (outs Stablehlo_Token:$result);
}

#endif // PLAIT_STABLEHLO_CALL_OPS
