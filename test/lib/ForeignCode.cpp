//===- ForeignCode.cpp - Foreign code of tests ----------------------------===//

#include "ForeignCode.h"

using namespace plait;
using reference::Tensor;
using Results = std::optional<std::vector<Tensor>>;

static bool isMatrix(const Tensor &tensor) {
  return tensor.rank() == 2 && tensor.elementType().isF32();
}

static const float *read(const Tensor &tensor) {
  return reinterpret_cast<const float *>(tensor.data());
}

static float *write(Tensor &tensor) {
  return reinterpret_cast<float *>(tensor.mutableData());
}

static Results product(llvm::ArrayRef<Tensor> operands) {
  if (operands.size() != 2 || !llvm::all_of(operands, isMatrix) ||
      operands[0].dim(1) != operands[1].dim(0))
    return std::nullopt;
  int64_t rows = operands[0].dim(0), terms = operands[0].dim(1),
          columns = operands[1].dim(1);
  Tensor result(operands[0].elementType(), {rows, columns});
  const float *x = read(operands[0]), *y = read(operands[1]);
  float *r = write(result);
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t k = 0; k < terms; ++k)
      for (int64_t j = 0; j < columns; ++j)
        r[i * columns + j] += x[i * terms + k] * y[k * columns + j];
  return std::vector<Tensor>{result};
}

static Results shares(llvm::ArrayRef<Tensor> operands) {
  if (operands.size() != 1 || !isMatrix(operands[0]))
    return std::nullopt;
  int64_t rows = operands[0].dim(0), columns = operands[0].dim(1);
  Tensor scaled(operands[0].elementType(), operands[0].shape());
  Tensor sums(operands[0].elementType(), {rows});
  const float *x = read(operands[0]);
  float *r = write(scaled), *s = write(sums);
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < columns; ++j)
      s[i] += x[i * columns + j];
    for (int64_t j = 0; j < columns; ++j)
      r[i * columns + j] = x[i * columns + j] * s[i];
  }
  return std::vector<Tensor>{scaled, sums};
}

const reference::ForeignCode &test::foreignCode() {
  static const reference::ForeignCode code = [] {
    reference::ForeignCode code;
    code["test.product"] = product;
    code["test.shares"] = shares;
    return code;
  }();
  return code;
}
