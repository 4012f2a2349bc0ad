//===- Loss.cpp - Which result is the loss --------------------------------===//
#include "Loss.h"

#include "plait/dialects/plait/Plait.h"
#include "plait/support/NamePattern.h"
#include "plait/support/Suggestion.h"

using namespace mlir;

namespace plait::place {

static std::string nameOfResult(func::FuncOp main, unsigned index) {
  auto name = main.getResultAttrOfType<StringAttr>(index, kNameAttr);
  return name ? name.str() : "result" + std::to_string(index);
}

/// "loss" of result[2]['loss'] and of out.loss.
static StringRef lastKey(StringRef name) {
  name = name.rtrim("]'\"");
  size_t at = name.find_last_of("[.'\"");
  return at == StringRef::npos ? name : name.drop_front(at + 1);
}

static bool isScalarFloat(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getRank() == 0 &&
         isa<FloatType>(tensor.getElementType());
}

static bool replacesArgument(func::FuncOp main, unsigned result) {
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    if (auto alias = main.getArgAttrOfType<IntegerAttr>(i, kAliasAttr))
      if (alias.getInt() == int64_t(result))
        return true;
  return false;
}

FailureOr<unsigned> findLoss(func::FuncOp main, StringRef name) {
  SmallVector<unsigned> named, keyed, scalars;
  std::vector<std::string> names;
  for (unsigned i = 0; i < main.getNumResults(); ++i) {
    names.push_back(nameOfResult(main, i));
    if (!name.empty() && matchesName(name, names.back()))
      named.push_back(i);
    if (replacesArgument(main, i))
      continue;
    if (lastKey(names.back()) == "loss")
      keyed.push_back(i);
    if (isScalarFloat(main.getResultTypes()[i]))
      scalars.push_back(i);
  }
  if (!name.empty()) {
    if (named.size() == 1)
      return named.front();
    return main.emitError("--loss must name one result, got: '")
           << name << "', which matches " << named.size()
           << (named.empty() ? suggestion(name, names) : "");
  }
  if (keyed.size() == 1)
    return keyed.front();
  if (scalars.size() == 1)
    return scalars.front();
  return main.emitError("which result is the loss must be said by --loss NAME: "
                        "none has the last key 'loss', and not one is a scalar "
                        "float, got: ")
         << scalars.size() << " scalars";
}

} // namespace plait::place
