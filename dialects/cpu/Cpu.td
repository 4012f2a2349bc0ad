//===- Cpu.td - Umbrella of the cpu dialect --------------------*- tablegen -*-===//
include "CpuBase.td"
include "CpuOps.td"
