//===- Rolls.cpp - Tensors whose end comes to their beginning -------------===//
#include "plait/analysis/Rolls.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace plait {

/// Whether `slice` is [from, from + size) of `dim`, and all of the others.
static bool takes(tensor::ExtractSliceOp slice, int64_t dim, int64_t from,
                  int64_t size) {
  auto source = cast<RankedTensorType>(slice.getSource().getType());
  if (!slice.hasUnitStride() ||
      cast<RankedTensorType>(slice.getType()).getRank() != source.getRank())
    return false;
  for (int64_t d = 0; d < source.getRank(); ++d) {
    int64_t wantedFrom = d == dim ? from : 0;
    int64_t wantedSize = d == dim ? size : source.getDimSize(d);
    if (slice.getStaticOffsets()[d] != wantedFrom ||
        slice.getStaticSizes()[d] != wantedSize)
      return false;
  }
  return true;
}

std::optional<Roll> rollOf(tensor::ConcatOp concat) {
  if (concat.getInputs().size() != 2)
    return std::nullopt;
  auto end = concat.getInputs()[0].getDefiningOp<tensor::ExtractSliceOp>();
  auto begin = concat.getInputs()[1].getDefiningOp<tensor::ExtractSliceOp>();
  if (!end || !begin || end.getSource() != begin.getSource() ||
      !end->hasOneUse() || !begin->hasOneUse())
    return std::nullopt;
  auto type = cast<RankedTensorType>(end.getSource().getType());
  int64_t dim = concat.getDim();
  if (!type.hasStaticShape() || dim >= type.getRank())
    return std::nullopt;
  int64_t size = type.getDimSize(dim);
  int64_t by = cast<RankedTensorType>(end.getType()).getDimSize(dim);
  if (by <= 0 || by >= size || !takes(end, dim, size - by, by) ||
      !takes(begin, dim, 0, size - by))
    return std::nullopt;
  return Roll{end.getSource(), dim, by};
}

} // namespace plait
