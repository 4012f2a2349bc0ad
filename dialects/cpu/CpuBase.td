//===- CpuBase.td - The dialect --------------------------------*- tablegen -*-===//
#ifndef CPU_BASE
#define CPU_BASE

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Cpu_Dialect : Dialect {
  let name = "cpu";
  let cppNamespace = "::plait::cpu";
  let summary = "What a step on CPU buffers needs and upstream lacks";
  let description = [{See dialects/cpu/README.md.}];
}

class Cpu_Op<string mnemonic, list<Trait> traits = []>
    : Op<Cpu_Dialect, mnemonic, traits>;

#endif // CPU_BASE
