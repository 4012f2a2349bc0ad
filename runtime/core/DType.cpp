//===- DType.cpp - Element types and their names --------------------------===//

#include "core/DType.h"

namespace plait::runtime {

static const DTypeInfo table[numDTypes] = {
    {"bool", "BOOL", "b1", 1},         {"int8", "I8", "i1", 1},
    {"int16", "I16", "i2", 2},         {"int32", "I32", "i4", 4},
    {"int64", "I64", "i8", 8},         {"uint8", "U8", "u1", 1},
    {"uint16", "U16", "u2", 2},        {"uint32", "U32", "u4", 4},
    {"uint64", "U64", "u8", 8},        {"float16", "F16", "f2", 2},
    {"bfloat16", "BF16", "V2", 2},     {"float32", "F32", "f4", 4},
    {"float64", "F64", "f8", 8},       {"complex64", "C64", "c8", 8},
    {"complex128", nullptr, "c16", 16}};

bool isDType(int32_t dtype) { return dtype >= 0 && dtype < numDTypes; }

const DTypeInfo &dtypeInfo(int32_t dtype) { return table[dtype]; }

/// The type whose name in column `name` is `wanted`.
static std::optional<plait_dtype> find(const char *DTypeInfo::*name,
                                       const std::string &wanted) {
  for (int32_t dtype = 0; dtype < numDTypes; ++dtype)
    if (table[dtype].*name && wanted == table[dtype].*name)
      return static_cast<plait_dtype>(dtype);
  return std::nullopt;
}

std::optional<plait_dtype> dtypeFromNumpy(const std::string &name) {
  return find(&DTypeInfo::numpy, name);
}

std::optional<plait_dtype> dtypeFromSafeTensors(const std::string &name) {
  return find(&DTypeInfo::safetensors, name);
}

std::optional<plait_dtype> dtypeFromNpy(const std::string &descriptor) {
  return find(&DTypeInfo::npy, descriptor);
}

} // namespace plait::runtime
