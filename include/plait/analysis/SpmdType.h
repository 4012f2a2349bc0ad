//===- SpmdType.h - What devices hold of a value, per mesh axis -*- C++ -*-===//
//
// The types of the SPMD verifier. Mesh axes are cut into atoms, so that every
// sub-axis the program names is a list of atoms. A local value has, per atom,
// one of four kinds:
//
//   invariant  the same on all devices along the atom
//   sharded    another part of a larger value; a dimension says which
//   partial    an addend: devices' values combined (sum, max, ..) are the
//   value;
//              without a combiner, one device has it and nobody else does, or
//              tuples that a body combines
//   varying    different, and nothing more is known
//
// A sharded dimension knows which part: local index i is the global index
// `stride` * (coordinate over `atoms`) + `offset` + i.
//
// Example: mesh <"data"=4, "model"=2>; w : 8x6 declared [{"model"},{}] is
// sharded over model, dimension 0 = {atoms [model], stride 4, offset 0}, and
// invariant over data. x @ w with x split along its second dimension alike is
// partial(sum) over model.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_ANALYSIS_SPMDTYPE_H
#define PLAIT_ANALYSIS_SPMDTYPE_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/Operation.h"
#include "plait/sharding/Sharding.h"

namespace plait::spmd {

//===----------------------------------------------------------------------===//
// Atoms
//===----------------------------------------------------------------------===//

using AtomList = llvm::SmallVector<uint8_t, 2>;
using AtomMask = uint32_t;

/// The parts of mesh axes that a program distinguishes.
class Atoms {
public:
  /// Cuts the axes wherever one of `refs` begins or ends, and where `aligned`
  /// pairs of lists (permutes: from, to) demand it. Nothing where that cannot
  /// be: sub-axes that overlap without one dividing the other.
  static std::optional<Atoms>
  create(const Mesh &mesh, llvm::ArrayRef<AxisRef> refs,
         llvm::ArrayRef<std::pair<llvm::SmallVector<AxisRef, 2>,
                                  llvm::SmallVector<AxisRef, 2>>>
             aligned = {});

  size_t size() const { return refs.size(); }
  const AxisRef &operator[](size_t i) const { return refs[i]; }
  int64_t extent(unsigned atom) const { return refs[atom].size; }
  int64_t extent(llvm::ArrayRef<uint8_t> list) const;
  /// Major first; axes of size 1 have no atom.
  AtomList of(llvm::ArrayRef<AxisRef> axes) const;
  /// "data" or "data:(1)2".
  std::string name(unsigned atom) const;
  std::string names(AtomMask mask) const;
  const Mesh &getMesh() const { return mesh; }

private:
  Mesh mesh;
  llvm::SmallVector<AxisRef, 8> refs;
};

AtomMask maskOf(llvm::ArrayRef<uint8_t> list);

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

enum class Kind : uint8_t { Invariant, Sharded, Partial, Varying };
llvm::StringRef str(Kind kind);

/// A set of combiners. A value that is zero on all devices but one is partial
/// for sum, or and xor alike.
using CombinerSet = uint16_t;
inline CombinerSet only(Combiner combiner) {
  return CombinerSet(1) << static_cast<int>(combiner);
}
/// Not combined at all: each device has an element of its own shard, and the
/// one whose element is meant sends it to the others.
inline constexpr CombinerSet kSent = CombinerSet(1) << 15;
inline bool has(CombinerSet set, Combiner combiner) {
  return set & only(combiner);
}
/// Whether combining a value with itself gives it back.
bool isIdempotent(Combiner combiner);
/// All combiners of which that is true.
CombinerSet idempotentCombiners();
/// The combiners that a constant changes nothing for.
CombinerSet neutralFor(mlir::Attribute value);
bool isZero(mlir::Attribute value);
std::string str(CombinerSet set);

/// Along one atom.
struct AxisType {
  Kind kind = Kind::Invariant;
  /// Of a partial value how it combines. Of an invariant one: it may be an
  /// addend as well, since it adds up a dimension of which no operand says how
  /// long it is on all devices together.
  CombinerSet combiners = 0;
  mlir::Operation *since = nullptr; // what made it so
  /// Of a varying value: each device has it from its coordinate, and from what
  /// is the same everywhere. Shards change by it element by element.
  bool byPlace = false;

  /// Partial, and no combiner makes it whole.
  bool isLoose() const { return kind == Kind::Partial && combiners == 0; }
  bool operator==(const AxisType &o) const {
    return kind == o.kind && combiners == o.combiners && byPlace == o.byPlace;
  }
};

/// By which factor a value is too large: n where a sum over n devices counted
/// a value that was whole already.
struct Scale {
  int64_t numerator = 1, denominator = 1;
  mlir::Operation *since = nullptr;

  bool isOne() const { return numerator == denominator; }
  bool operator==(const Scale &o) const {
    return numerator == o.numerator && denominator == o.denominator;
  }
  Scale times(int64_t by, int64_t over, mlir::Operation *at) const;
  std::string str() const;
};

/// What is known of a scalar's value beyond its kinds.
struct Form {
  enum Tag {
    None,
    Index,  // loopFactor * (index of `loop`) + factor * coordinate + rest
    Rest,   // max(extent - stride * coordinate, 0)
    Limit,  // min(the same, shard): how much of a shard is no padding
    Owner,  // true on at most one device over `atoms`
    Inside, // whether a loop is at an element that is no padding
    Before, // whether an index is below `extent`
  };
  struct Loop {
    int loop = -1;
    AtomList atoms;
    int64_t stride = 0, extent = 0;
    bool operator==(const Loop &o) const {
      return loop == o.loop && atoms == o.atoms && stride == o.stride &&
             extent == o.extent;
    }
  };
  Tag tag = None;
  int loop = -1;
  int64_t loopFactor = 0;
  AtomList atoms;
  int64_t factor = 0;
  std::optional<int64_t> base; // the rest, where it is constant
  bool clamped = false;        // moved into the shard: it owns no more
  int64_t extent = 0;
  llvm::SmallVector<Loop, 1> inside;

  bool operator==(const Form &o) const {
    return tag == o.tag && loop == o.loop && loopFactor == o.loopFactor &&
           atoms == o.atoms && factor == o.factor && base == o.base &&
           extent == o.extent && clamped == o.clamped && inside == o.inside;
  }
};

/// What stands in the padding of an uneven dimension: garbage, or a constant.
struct Pad {
  unsigned dim = 0;
  mlir::Attribute content; // null: garbage
  bool made = false;       // by the program, not of an argument
  bool operator==(const Pad &o) const {
    return dim == o.dim && content == o.content;
  }
};

/// The type of a scalar, or of each element of a tensor.
struct Element {
  llvm::SmallVector<AxisType, 4> axes; // per atom
  Scale scale;
  mlir::Attribute splat;  // the value, where it is one constant
  bool constant = false;  // computed from no argument
  bool undefined = false; // tensor.empty: whatever is asked of it
  Form form;
  llvm::SmallVector<Pad, 1> pads; // of dimensions; in a body, of loops

  explicit Element(size_t atoms = 0) : axes(atoms) {}
  bool operator==(const Element &o) const;
  /// Atoms of that kind.
  AtomMask mask(Kind kind) const;
  AtomMask notInvariant() const;
  void set(AtomMask mask, Kind kind, mlir::Operation *since,
           CombinerSet combiners = 0);
};

/// For which combiners a value is an addend over `atom`: as partial ones are,
/// and what is the same everywhere where that does no harm.
CombinerSet asPartial(const Element &element, unsigned atom);

/// Which part of a global dimension is here.
struct Dim {
  enum Tag { Any, Block, Unknown } tag = Any; // any: all elements are equal
  AtomList atoms;                             // none: the whole dimension
  int64_t stride = 0, offset = 0;             // 0 where whole
  int64_t extent = 0; // global size where the last shards end in garbage
  bool wraps = false; // moved round the ring of devices: part of a roll
  /// Parts in the order of the devices; which, is not known: elements on their
  /// way between shards. What needs a shard over `atoms` has it.
  bool moved = false;

  static Dim whole() {
    Dim dim;
    dim.tag = Block;
    return dim;
  }
  static Dim unknown() {
    Dim dim;
    dim.tag = Unknown;
    return dim;
  }
  static Dim shard(AtomList atoms, int64_t stride, int64_t offset = 0) {
    Dim dim = whole();
    dim.atoms = std::move(atoms);
    if (!dim.atoms.empty())
      dim.stride = stride, dim.offset = offset;
    return dim;
  }
  /// What is on its way between the shards of `dim`.
  static Dim movedOf(const Dim &dim) {
    Dim result = whole();
    result.atoms = dim.atoms;
    result.moved = !dim.atoms.empty();
    return result;
  }
  bool isWhole() const { return tag == Block && atoms.empty(); }
  bool isSplit() const { return tag == Block && !atoms.empty(); }
  /// The same part of the same dimension, whatever the padding.
  bool samePart(const Dim &o) const {
    return tag == o.tag && atoms == o.atoms &&
           (moved || o.moved || (stride == o.stride && offset == o.offset));
  }
  bool operator==(const Dim &o) const {
    return samePart(o) && extent == o.extent && moved == o.moved;
  }
};

/// The type of a value; scalars have no dimensions.
struct SpmdType {
  Element element;
  llvm::SmallVector<Dim, 4> dims;

  bool operator==(const SpmdType &o) const {
    return element == o.element && dims == o.dims;
  }
  /// Atoms of `dim` can no longer be told: it and they become unknown.
  void forget(unsigned dim, mlir::Operation *at);
  /// Where an atom varies, the dimension that names it says nothing: makes
  /// that so, and nothing else.
  void settle();
};

/// "[{model},{?}] partial {data: sum}, varying {x}".
std::string str(const SpmdType &type, const Atoms &atoms);

/// Why an op cannot have a type: the rule broken, and the op to point at.
struct Reason {
  std::string text;
  mlir::Operation *since = nullptr;
  std::string sinceText;
};

/// The common type of two values of which either may stand here (branches, and
/// what a loop carries); nothing, and why, where there is none.
std::optional<SpmdType> join(const SpmdType &a, const SpmdType &b,
                             const Atoms &atoms, Reason &why);
/// The same of dimensions.
std::optional<Dim> merge(const Dim &a, const Dim &b);

} // namespace plait::spmd

#endif // PLAIT_ANALYSIS_SPMDTYPE_H
