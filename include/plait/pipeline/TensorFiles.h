//===- TensorFiles.h - The interpreter's tensors in files -------*- C++ -*-===//
//
// Between the runtime's tensor files, whose element types have signs, and the
// interpreter's tensors, whose types are those of the core program.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PIPELINE_TENSORFILES_H
#define PLAIT_PIPELINE_TENSORFILES_H

#include "plait/reference/Tensor.h"
#include "plait/runtime/TensorFile.h"

namespace plait {

/// The file type that NumPy calls `name` (float32, bool, ...); nullopt where
/// files do not have it.
std::optional<int32_t> fileTypeOf(llvm::StringRef name);

/// `tensor` as elements of `elementType`: the caller has checked the file type.
reference::Tensor fromFile(const runtime::Tensor &tensor,
                           mlir::Type elementType);
/// `tensor` under a name, for a file.
runtime::Tensor toFile(const reference::Tensor &tensor, llvm::StringRef name,
                       int32_t fileType);

} // namespace plait

#endif // PLAIT_PIPELINE_TENSORFILES_H
