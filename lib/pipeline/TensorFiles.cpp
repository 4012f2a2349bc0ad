//===- TensorFiles.cpp - The interpreter's tensors in files ---------------===//

#include "plait/pipeline/TensorFiles.h"

#include "llvm/ADT/StringSwitch.h"
#include <cstring>

using namespace plait;

std::optional<int32_t> plait::fileTypeOf(llvm::StringRef name) {
  int32_t type = llvm::StringSwitch<int32_t>(name)
                     .Case("bool", PLAIT_BOOL)
                     .Case("int8", PLAIT_I8)
                     .Case("int16", PLAIT_I16)
                     .Case("int32", PLAIT_I32)
                     .Case("int64", PLAIT_I64)
                     .Case("uint8", PLAIT_U8)
                     .Case("uint16", PLAIT_U16)
                     .Case("uint32", PLAIT_U32)
                     .Case("uint64", PLAIT_U64)
                     .Case("float16", PLAIT_F16)
                     .Case("bfloat16", PLAIT_BF16)
                     .Case("float32", PLAIT_F32)
                     .Case("float64", PLAIT_F64)
                     .Case("complex64", PLAIT_C64)
                     .Case("complex128", PLAIT_C128)
                     .Default(-1);
  return type < 0 ? std::nullopt : std::optional<int32_t>(type);
}

reference::Tensor plait::fromFile(const runtime::Tensor &tensor,
                                  mlir::Type elementType) {
  reference::Tensor made(elementType, tensor.shape);
  if (made.numBytes() > 0)
    std::memcpy(made.mutableData(), tensor.data, made.numBytes());
  return made;
}

runtime::Tensor plait::toFile(const reference::Tensor &tensor,
                              llvm::StringRef name, int32_t fileType) {
  auto owner = std::make_shared<reference::Tensor>(tensor);
  runtime::Tensor made;
  made.name = name.str();
  made.dtype = fileType;
  made.shape.assign(tensor.shape().begin(), tensor.shape().end());
  made.data = owner->data();
  made.owner = owner;
  return made;
}
