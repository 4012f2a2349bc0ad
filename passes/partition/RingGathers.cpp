//===- RingGathers.cpp - Products of blocks that go round a ring ----------===//
//
// Before: %all = coll.all_gather %x dim d over @mesh["x"]       // n devices
//         %y = contraction of %all and others
// After:  %y = coll.ring %x dim d over @mesh["x"] steps {
//           n - 1 times: %next = coll.permute %block     // from the next
//           device
//                        %sum = its share of %y, of %block and others
//           %y = the share of the last block, which nobody sends on
//         } whole { %y, of all blocks at once }
//
// In trip t a device has the block of the t-th device behind it. The loop of
// the contraction that runs over dimension d is cut to that block: operands and
// result are cut along it, at the block's place. So a share is a part of the
// result where the loop is parallel, and an addend where it is reduced. A
// product needs nothing of the block that comes meanwhile, so that `overlap`
// sends under it. Each device receives n - 1 blocks, as the gather's did.
//
// First the gathers that only feed contractions are found, and who of those can
// stand together in one ring; then rings are written. In between nothing moves
// but views, which are taken of shards in place of the gathered value.
//
//===----------------------------------------------------------------------===//
#include "plait/analysis/Collectives.h"
#include "plait/analysis/Spmd.h"
#include "plait/dialects/coll/Coll.h"
#include "plait/dialects/plait/RingWindow.h"
#include "plait/passes/partition/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Transforms/RegionUtils.h"

#define DEBUG_TYPE "plait-partition-ring-gathers"

using namespace mlir;

namespace plait::partition {

#define GEN_PASS_DEF_RINGGATHERSPASS
#include "plait/passes/partition/Passes.h.inc"

//===----------------------------------------------------------------------===//
// Contractions that blocks divide
//===----------------------------------------------------------------------===//

namespace {
/// A contraction, and the loop of it that runs over the gathered dimension.
struct Product {
  linalg::GenericOp op;
  unsigned gathered; // which operand
  unsigned loop;

  /// The dimension of operand `i` that `loop` runs over, or -1.
  int dimOf(unsigned i) {
    AffineMap map = op.getMatchingIndexingMap(&op->getOpOperand(i));
    std::optional<unsigned> at =
        map.getResultPosition(getAffineDimExpr(loop, op.getContext()));
    return at ? static_cast<int>(*at) : -1;
  }
  unsigned init() { return op.getNumDpsInputs(); }
  bool isReduced() {
    return op.getIteratorTypesArray()[loop] == utils::IteratorType::reduction;
  }
};

/// Products of one gathered value that can stand at one place.
struct Round {
  SmallVector<Product> products;
};
} // namespace

/// Whether sums in another order may have other bits.
static bool addsFloats(linalg::GenericOp op) {
  Type element = getElementTypeOrSelf(op.getResult(0));
  return isa<FloatType, ComplexType>(element);
}

static bool roundsEachSum(linalg::GenericOp op) {
  auto sum = dyn_cast<FloatType>(getElementTypeOrSelf(op.getResult(0)));
  return sum && sum.getWidth() < 32;
}

/// `use` as an operand of a contraction that blocks along `dim` divide; else
/// why it is none.
static std::optional<Product> asProduct(OpOperand &use, unsigned dim,
                                        StringRef &why) {
  auto op = dyn_cast<linalg::GenericOp>(use.getOwner());
  if (!op || !op.hasPureTensorSemantics() || !isMultiplyAdd(op)) {
    why = "what reads it is no contraction";
    return std::nullopt;
  }
  auto maps = op.getIndexingMapsArray();
  bool plain = llvm::all_of(
      maps, [](AffineMap map) { return map.isProjectedPermutation(); });
  if (!plain || op.hasIndexSemantics() ||
      llvm::count(op->getOperands(), use.get()) != 1 ||
      use.getOperandNumber() >= unsigned(op.getNumDpsInputs())) {
    why = "the contraction that reads it has no part for a block";
    return std::nullopt;
  }
  Product product = {op, use.getOperandNumber(),
                     maps[use.getOperandNumber()].getDimPosition(dim)};
  if (product.isReduced() && roundsEachSum(op)) {
    why = "the contraction that reads it rounds sums to a narrow type, which "
          "each block would do again";
    return std::nullopt;
  }
  return product;
}

//===----------------------------------------------------------------------===//
// Who stands where
//===----------------------------------------------------------------------===//

/// Whatever `op` reads, in its region too.
static llvm::SetVector<Value> readBy(Operation *op) {
  llvm::SetVector<Value> values(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), values);
  return values;
}

/// The last op of the block of `op` that gives it what it reads; null if none.
static Operation *lastOperand(Operation *op) {
  Operation *last = nullptr;
  for (Value value : readBy(op))
    if (Operation *def = value.getDefiningOp())
      if (def->getBlock() == op->getBlock() &&
          (!last || last->isBeforeInBlock(def)))
        last = def;
  return last;
}

/// The first op of its block that uses a result of `op`, itself or in a region.
static Operation *firstUser(Operation *op) {
  Operation *first = op->getBlock()->getTerminator();
  for (Operation *user : op->getUsers())
    if (Operation *here = op->getBlock()->findAncestorOpInBlock(*user))
      if (here->isBeforeInBlock(first))
        first = here;
  return first;
}

/// Whether all products have their operands before any has a user, and none is
/// the operand of another.
static bool canStandTogether(ArrayRef<Product> products) {
  return llvm::all_of(products, [&](Product a) {
    Operation *last = lastOperand(a.op);
    return !last || llvm::all_of(products, [&](Product b) {
      return last->isBeforeInBlock(firstUser(b.op)) &&
             !readBy(a.op).contains(b.op->getResult(0));
    });
  });
}

/// Products in program order, as few rounds as that takes.
static SmallVector<Round> roundsOf(SmallVector<Product> products) {
  llvm::sort(products, [](const Product &a, const Product &b) {
    return a.op->isBeforeInBlock(b.op);
  });
  SmallVector<Round> rounds;
  for (const Product &product : products) {
    if (!rounds.empty()) {
      SmallVector<Product> more = rounds.back().products;
      more.push_back(product);
      if (canStandTogether(more)) {
        rounds.back().products = std::move(more);
        continue;
      }
    }
    rounds.push_back({{product}});
  }
  return rounds;
}

/// Behind all operands of a round's products.
static void setInsertionPoint(OpBuilder &builder, const Round &round) {
  Operation *last = nullptr;
  for (const Product &product : round.products)
    if (Operation *own = lastOperand(product.op))
      if (!last || last->isBeforeInBlock(own))
        last = own;
  last
      ? builder.setInsertionPointAfter(last)
      : builder.setInsertionPointToStart(round.products.front().op->getBlock());
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// Where dimension `dim` of the operand is in the result of a view that leaves
/// it alone.
static std::optional<int64_t> dimBehind(Operation *op, int64_t dim) {
  auto collapse = dyn_cast<tensor::CollapseShapeOp>(op);
  if (!collapse)
    return std::nullopt;
  for (auto [i, group] : llvm::enumerate(collapse.getReassociationIndices()))
    if (group.size() == 1 && group.front() == dim)
      return i;
  return std::nullopt;
}

namespace {
/// A gather with the views that its contractions read it through.
struct Gathered {
  coll::AllGatherOp gather;
  SmallVector<tensor::CollapseShapeOp> views;
  Value value; // what contractions read
  int64_t dim; // there

  explicit Gathered(coll::AllGatherOp gather)
      : gather(gather), value(gather.getResult()), dim(gather.getDim()) {
    while (value.hasOneUse()) {
      Operation *user = *value.user_begin();
      std::optional<int64_t> behind = dimBehind(user, dim);
      if (!behind)
        return;
      views.push_back(cast<tensor::CollapseShapeOp>(user));
      value = user->getResult(0);
      dim = *behind;
    }
  }

  /// The same views of the shard.
  Value shard(OpBuilder &builder) {
    Value shard = gather.getOperand();
    for (tensor::CollapseShapeOp view : views)
      shard = tensor::CollapseShapeOp::create(builder, view.getLoc(), shard,
                                              view.getReassociationIndices());
    return shard;
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

namespace {
class RingWriter {
public:
  RingWriter(OpBuilder &builder, Gathered &gathered, Value shard)
      : builder(builder), gathered(gathered), shard(shard),
        gather(gathered.gather), loc(gather.getLoc()),
        members(coll::groupSize(gather, gather.getGroup())),
        size(cast<RankedTensorType>(shard.getType()).getDimSize(gathered.dim)) {
  }

  /// Replaces the products by a ring that gives what they give.
  void write(const Round &round) {
    products = round.products;
    SmallVector<Type> types;
    for (Product &product : products)
      types.push_back(product.op.getResult(0).getType());
    auto ring = coll::RingOp::create(builder, loc, types, shard, gathered.dim,
                                     gather.getGroup());
    writeWhole(ring.getWhole().emplaceBlock());
    writeSteps(ring.getSteps().emplaceBlock());
    for (auto [product, result] : llvm::zip(products, ring.getResults())) {
      product.op.getResult(0).replaceAllUsesWith(result);
      product.op.erase();
    }
    builder.setInsertionPointAfter(ring);
  }

private:
  void writeWhole(Block &block) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&block);
    IRMapping map;
    map.map(gathered.value, block.addArgument(gathered.value.getType(), loc));
    SmallVector<Value> results;
    for (Product &product : products)
      results.push_back(builder.clone(*product.op, map)->getResult(0));
    coll::YieldOp::create(builder, loc, results);
  }

  void writeSteps(Block &block) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&block);
    self = coll::AxisIndexOp::create(builder, loc, builder.getIndexType(),
                                     gather.getGroup());
    Value first = number(0), one = number(1), last = number(members - 1);
    count = number(members);
    rows = number(size);
    SmallVector<Value> carried = {shard};
    for (Product &product : products)
      carried.push_back(product.op->getOperand(product.init()));
    auto loop = scf::ForOp::create(
        builder, loc, first, last, one, carried,
        [&](OpBuilder &, Location, Value trip, ValueRange carried) {
          SmallVector<Value> next = {sendOn(carried.front())};
          llvm::append_range(
              next, shares(trip, carried.front(), carried.drop_front()));
          scf::YieldOp::create(builder, loc, next);
        });
    ValueRange behind = loop.getResults();
    coll::YieldOp::create(builder, loc,
                          shares(last, behind.front(), behind.drop_front()));
  }

  Value number(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }

  /// The gather's, and whether the placement foresaw a ring.
  coll::SiteAttr site() {
    coll::SiteAttr own = gather.getSite();
    return own.getOrigin() == kRingWindow
               ? own
               : coll::SiteAttr::get(own.getContext(), own.getId(),
                                     kAskedRingOrigin, own.getReason());
  }

  /// The block that the next device has now.
  Value sendOn(Value block) {
    SmallVector<int64_t> sources;
    for (int64_t member = 0; member < members; ++member)
      sources.push_back((member + 1) % members);
    AxesAttr group = gather.getGroup();
    return coll::PermuteOp::create(builder, loc, block.getType(), block,
                                   Value(), group, group, group, site(),
                                   builder.getDenseI64ArrayAttr(sources))
        .getResult();
  }

  /// The products' results with the share of `block`, that of trip `trip`.
  SmallVector<Value> shares(Value trip, Value block, ValueRange sums) {
    Value place = arith::RemUIOp::create(
        builder, loc, arith::AddIOp::create(builder, loc, self, trip), count);
    place = arith::MulIOp::create(builder, loc, place, rows);
    SmallVector<Value> results;
    for (auto [product, sum] : llvm::zip(products, sums))
      results.push_back(share(product, place, block, sum));
    return results;
  }

  Value share(Product &product, Value place, Value block, Value sum) {
    SmallVector<Value> operands(product.op->getOperands());
    operands[product.gathered] = block;
    operands[product.init()] = sum;
    for (auto [i, operand] : llvm::enumerate(operands))
      if (int dim = product.dimOf(i); dim >= 0 && i != product.gathered)
        operand = cut(operand, dim, place, product.op.getLoc());
    Value result =
        clone(builder, product.op, operands.back().getType(), operands)
            ->getResult(0);
    int dim = product.dimOf(product.init());
    return dim < 0 ? result : put(result, sum, dim, place, product.op.getLoc());
  }

  /// The block's part of a value, along dimension `dim`.
  Value cut(Value value, unsigned dim, Value place, Location at) {
    Part part = partOf(value, dim, place);
    return tensor::ExtractSliceOp::create(builder, at, value, part.offsets,
                                          part.sizes, part.strides);
  }
  Value put(Value own, Value into, unsigned dim, Value place, Location at) {
    Part part = partOf(into, dim, place);
    return tensor::InsertSliceOp::create(builder, at, own, into, part.offsets,
                                         part.sizes, part.strides);
  }

  struct Part {
    SmallVector<OpFoldResult> offsets, sizes, strides;
  };
  Part partOf(Value value, unsigned dim, Value place) {
    auto type = cast<RankedTensorType>(value.getType());
    Part part;
    part.offsets.assign(type.getRank(), builder.getIndexAttr(0));
    part.sizes = getAsIndexOpFoldResult(builder.getContext(), type.getShape());
    part.strides.assign(type.getRank(), builder.getIndexAttr(1));
    part.offsets[dim] = place;
    part.sizes[dim] = builder.getIndexAttr(size);
    return part;
  }

  OpBuilder &builder;
  Gathered &gathered;
  Value shard;
  coll::AllGatherOp gather;
  Location loc;
  int64_t members, size;
  SmallVector<Product> products;
  Value self, count, rows; // the device's place, of how many; rows of a block
};
} // namespace

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static int64_t bytesOf(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  return type.getNumElements() * coll::elementBytes(type.getElementType());
}

/// Whether the placement has it go round, of whatever size.
static bool isWanted(coll::AllGatherOp gather) {
  return gather.getSite().getOrigin() == kRingWindow;
}

namespace {
struct RingGathersPass : impl::RingGathersPassBase<RingGathersPass> {
  using RingGathersPassBase::RingGathersPassBase;

  void runOnOperation() override {
    SmallVector<coll::AllGatherOp> gathers;
    getOperation().walk([&](coll::AllGatherOp gather) {
      if ((minBytes >= 0 || isWanted(gather)) &&
          coll::groupSize(gather, gather.getGroup()) > 1)
        gathers.push_back(gather);
    });
    // Where both operands of a contraction are gathered, the larger goes round.
    llvm::stable_sort(gathers, [](coll::AllGatherOp a, coll::AllGatherOp b) {
      return bytesOf(a.getResult()) > bytesOf(b.getResult());
    });
    findOwnSums(gathers);
    for (coll::AllGatherOp gather : gathers)
      ringOrExplain(gather);
  }

  /// Which contractions of floats add blocks up to what no two devices of the
  /// ring have: each of them begins with another block, and copies of one value
  /// must not differ by how they were rounded.
  void findOwnSums(ArrayRef<coll::AllGatherOp> gathers) {
    std::vector<std::pair<Value, AxesAttr>> sums;
    for (coll::AllGatherOp gather : gathers) {
      Gathered gathered(gather);
      StringRef why;
      for (OpOperand &use : gathered.value.getUses())
        if (std::optional<Product> product = asProduct(use, gathered.dim, why);
            product && product->isReduced() && addsFloats(product->op))
          sums.push_back({product->op.getResult(0), gather.getGroup()});
    }
    for (auto [sum, isOwn] :
         llvm::zip(sums, haveNoCopies(getOperation(), sums)))
      if (isOwn)
        ownSums.insert({sum.first.getDefiningOp(), sum.second});
  }

  void ringOrExplain(coll::AllGatherOp gather) {
    auto opts = remark::RemarkOpts::name("Ring").category(DEBUG_TYPE);
    int64_t bytes = bytesOf(gather.getResult());
    StringRef why;
    Gathered gathered(gather);
    SmallVector<Round> rounds = plan(gathered, why);
    if (rounds.empty()) {
      remark::missed(gather.getLoc(), opts)
          << remark::reason("{0}", why) << remark::metric("bytes", bytes);
      return;
    }
    remark::passed(gather.getLoc(), opts)
        << remark::metric("bytes", bytes)
        << remark::metric("contractions", rounds.front().products.size());
    OpBuilder builder(gather);
    Value shard = gathered.shard(builder);
    for (const Round &round : rounds) {
      setInsertionPoint(builder, round);
      RingWriter(builder, gathered, shard).write(round);
    }
    for (tensor::CollapseShapeOp view : llvm::reverse(gathered.views))
      view.erase();
    gather.erase();
  }

  /// The rings that take the gather's place; none, and why, where it stays.
  SmallVector<Round> plan(Gathered &gathered, StringRef &why) {
    if (bytesOf(gathered.gather.getResult()) < minBytes &&
        !isWanted(gathered.gather)) {
      why = "smaller than min-bytes";
      return {};
    }
    SmallVector<Product> products;
    for (OpOperand &use : gathered.value.getUses()) {
      std::optional<Product> product = asProduct(use, gathered.dim, why);
      if (!product)
        return {};
      if (product->op->getBlock() != gathered.gather->getBlock()) {
        why = "what reads it stands in another block";
        return {};
      }
      if (product->isReduced() && addsFloats(product->op) &&
          !ownSums.contains({product->op, gathered.gather.getGroup()})) {
        why = "several devices have the sum, and each would add blocks in "
              "another order";
        return {};
      }
      products.push_back(*product);
    }
    if (products.empty()) {
      why = "nobody reads it";
      return {};
    }
    SmallVector<Round> rounds = roundsOf(std::move(products));
    if (rounds.size() > 1) {
      why = "contractions read it that need each other: each would have it "
            "sent again";
      return {};
    }
    return rounds;
  }

  llvm::DenseSet<std::pair<Operation *, Attribute>> ownSums;
};
} // namespace

} // namespace plait::partition
