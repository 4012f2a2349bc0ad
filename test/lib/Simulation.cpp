//===- Simulation.cpp - What the interpreting test passes share -----------===//

#include "Simulation.h"

#include "plait/pipeline/TensorFiles.h"
#include "llvm/ADT/MapVector.h"
#include <map>

using namespace mlir;
using namespace plait;
using reference::Tensor;

FailureOr<func::FuncOp> test::programOf(ModuleOp module) {
  if (auto main = module.lookupSymbol<func::FuncOp>("main"))
    return main;
  SmallVector<func::FuncOp> functions;
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPublic() && !function.isDeclaration())
      functions.push_back(function);
  if (functions.size() == 1)
    return functions.front();
  return module.emitError("must have a function 'main' or one public function, "
                          "got: ")
         << functions.size();
}

static Tensor integersOf(RankedTensorType type, uint64_t seed) {
  Type element = type.getElementType();
  bool isBoolean = element.isInteger(1), isInteger = isa<IntegerType>(element);
  auto [low, high] = isBoolean   ? std::pair(0, 1)
                     : isInteger ? std::pair(-4, 7)
                                 : std::pair(-3, 3);
  return reference::randomIntegers(element, type.getShape(), seed, low, high);
}

FailureOr<std::vector<Tensor>>
test::seededInputs(func::FuncOp main, uint64_t seed, Values values) {
  std::vector<Tensor> inputs;
  for (auto [i, type] : llvm::enumerate(main.getArgumentTypes())) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || !tensor.hasStaticShape() ||
        !Tensor::isSupported(tensor.getElementType()))
      return main.emitError("argument ")
             << i << " must be a tensor of static shape, got: " << type;
    uint64_t own = seed * 1000 + i;
    inputs.push_back(values == Values::Integral
                         ? integersOf(tensor, own)
                         : reference::randomTensor(tensor.getElementType(),
                                                   tensor.getShape(), own));
  }
  return inputs;
}

Tensor test::shardOf(const Tensor &whole, const Sharding &sharding,
                     const Mesh &mesh, int64_t place) {
  Tensor part(whole.elementType(), localShape(whole.shape(), sharding));
  reference::poison(part);
  ShardBox box = shardBox(mesh, whole.shape(), sharding, place);
  SmallVector<int64_t> zeros(whole.rank(), 0);
  copyBox(whole, box.offset, part, zeros, box.size);
  return part;
}

FailureOr<Tensor> test::wholeOf(ArrayRef<Tensor> parts, ArrayRef<int64_t> shape,
                                const Sharding &sharding, const Mesh &mesh,
                                func::FuncOp main, StringRef name) {
  Tensor whole(parts.front().elementType(), shape);
  SmallVector<int64_t> zeros(shape.size(), 0);
  std::map<std::vector<int64_t>, std::pair<int64_t, Tensor>> known;
  for (auto [place, part] : llvm::enumerate(parts)) {
    ShardBox box = shardBox(mesh, shape, sharding, place);
    Tensor valid(part.elementType(), box.size);
    copyBox(part, zeros, valid, zeros, box.size);
    std::vector<int64_t> offset(box.offset.begin(), box.offset.end());
    auto [it, isNew] = known.emplace(offset, std::pair(place, valid));
    if (!isNew && it->second.second != valid)
      return main.emitError("devices ")
             << it->second.first << " and " << place
             << " must hold the same part of result '" << name
             << "' bit for bit";
    copyBox(valid, zeros, whole, box.offset, box.size);
  }
  return whole;
}

std::string test::describe(ArrayRef<reference::SiteCount> sites) {
  struct Sum {
    int64_t executions = 0, bytes = 0;
  };
  llvm::MapVector<StringRef, Sum> sums;
  for (const reference::SiteCount &site : sites) {
    sums[site.kind].executions += site.executions;
    sums[site.kind].bytes += site.receivedBytes;
  }
  std::string text;
  for (auto &[kind, sum] : sums)
    text += (text.empty() ? "" : ", ") + kind.str() + " x" +
            std::to_string(sum.executions) + " (" + std::to_string(sum.bytes) +
            " bytes)";
  return text.empty() ? "none" : text;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

FailureOr<std::vector<runtime::Tensor>> test::readFile(func::FuncOp main,
                                                       StringRef path) {
  std::vector<runtime::Tensor> tensors;
  std::string error;
  if (!runtime::readTensorFile(path.str(), &tensors, &error))
    return main.emitError(error);
  return tensors;
}

LogicalResult test::readInputs(func::FuncOp main, StringRef path,
                               std::vector<Tensor> &to) {
  if (path.empty())
    return success();
  FailureOr<std::vector<runtime::Tensor>> file = readFile(main, path);
  if (failed(file))
    return failure();
  for (auto [i, argument] : llvm::enumerate(to)) {
    auto name = main.getArgAttrOfType<StringAttr>(i, kNameAttr);
    for (const runtime::Tensor &tensor : *file) {
      if (!name || tensor.name != name.getValue())
        continue;
      runtime::Tensor first = tensor; // the first step's value
      if (first.shape.size() == argument.shape().size() + 1)
        first.shape.erase(first.shape.begin());
      if (ArrayRef<int64_t>(first.shape) != argument.shape())
        return main.emitError("the file's ")
               << name << " must have the argument's shape";
      argument = fromFile(first, argument.elementType());
    }
  }
  return success();
}
