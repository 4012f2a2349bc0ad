//===- PortAttrs.h - Attributes of a function's ends ------------*- C++ -*-===//
//
// Changes attributes of arguments and results together: set one by one, each
// copies the list of all, and a training step has thousands.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_DIALECTS_PLAIT_PORTATTRS_H
#define PLAIT_DIALECTS_PLAIT_PORTATTRS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace plait {

class PortAttrs {
public:
  explicit PortAttrs(mlir::func::FuncOp function) : function(function) {
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      arguments.emplace_back(function.getArgAttrDict(i));
    for (unsigned i = 0; i < function.getNumResults(); ++i)
      results.emplace_back(function.getResultAttrDict(i));
  }

  mlir::NamedAttrList &argument(unsigned i) { return arguments[i]; }
  mlir::NamedAttrList &result(unsigned i) { return results[i]; }

  /// Writes all of them.
  void apply() {
    function.setAllArgAttrs(dictionaries(arguments));
    function.setAllResultAttrs(dictionaries(results));
  }

private:
  llvm::SmallVector<mlir::DictionaryAttr>
  dictionaries(llvm::ArrayRef<mlir::NamedAttrList> lists) {
    llvm::SmallVector<mlir::DictionaryAttr> made;
    for (const mlir::NamedAttrList &list : lists)
      made.push_back(list.getDictionary(function.getContext()));
    return made;
  }

  mlir::func::FuncOp function;
  llvm::SmallVector<mlir::NamedAttrList> arguments, results;
};

} // namespace plait

#endif // PLAIT_DIALECTS_PLAIT_PORTATTRS_H
