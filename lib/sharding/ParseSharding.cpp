//===- ParseSharding.cpp - Meshes and shardings from text -----------------===//
//
//   sharding ::= `[` (dim (`,` dim)*)? `]` (`,` key `=` `{` items `}`)*
//   dim      ::= `{` (axis (`,` axis)*)? (`,`? `?`)? `}` (`p` INT)?
//   axis     ::= (NAME | STRING) (`:` `(` INT `)` INT)?
//   key      ::= `replicated`, items are axes
//              | `partial`, items are axis `:` combiner
//   mesh     ::= NAME `=` INT (`,` NAME `=` INT)*
//
//===----------------------------------------------------------------------===//
#include "plait/sharding/Sharding.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

namespace plait {

namespace {

/// Reads a text from left to right; the first error is kept and every later
/// call fails too.
class Reader {
public:
  Reader(llvm::StringRef text, std::string &error) : rest(text), error(error) {}

  bool failed() const { return bad; }

  bool fail(const llvm::Twine &rule, llvm::StringRef got) {
    if (!bad)
      error = (rule + ", got: '" + got + "'").str();
    bad = true;
    return false;
  }
  bool fail(const llvm::Twine &rule) {
    skipSpace();
    return fail(rule, rest.take_front(24));
  }

  bool atEnd() {
    skipSpace();
    return rest.empty();
  }
  bool peek(char c) {
    skipSpace();
    return !bad && rest.starts_with(llvm::StringRef(&c, 1));
  }
  bool accept(char c) {
    if (!peek(c))
      return false;
    rest = rest.drop_front();
    return true;
  }
  bool expect(char c, const llvm::Twine &where) {
    return accept(c) ||
           fail(llvm::Twine("expected '") + llvm::Twine(c) + "' " + where);
  }

  /// A word, or a text in quotes with backslash before a quote or a backslash.
  bool name(std::string &out, const llvm::Twine &what) {
    skipSpace();
    if (accept('"'))
      return quoted(out);
    llvm::StringRef word = rest.take_while([](char c) {
      return !llvm::isSpace(c) && !llvm::StringRef("[]{}(),:=?\"").contains(c);
    });
    if (word.empty())
      return fail("expected " + what);
    rest = rest.drop_front(word.size());
    out = word.str();
    return !bad;
  }

  bool integer(int64_t &out, const llvm::Twine &what) {
    skipSpace();
    llvm::StringRef digits =
        rest.take_while([](char c) { return llvm::isDigit(c) || c == '-'; });
    if (digits.empty())
      return fail("expected " + what);
    if (digits.getAsInteger(10, out))
      return fail(what + " must be a number of 64 bits", digits);
    rest = rest.drop_front(digits.size());
    return !bad;
  }

private:
  void skipSpace() { rest = rest.ltrim(); }

  bool quoted(std::string &out) {
    out.clear();
    while (!rest.empty() && rest.front() != '"') {
      if (rest.front() == '\\' && rest.size() > 1)
        rest = rest.drop_front();
      out += rest.front();
      rest = rest.drop_front();
    }
    return expect('"', "to close a quoted name");
  }

  llvm::StringRef rest;
  std::string &error;
  bool bad = false;
};

class ShardingParser {
public:
  ShardingParser(llvm::StringRef text, const Mesh &mesh, std::string &error)
      : in(text, error), mesh(mesh) {}

  std::optional<Sharding> parse() {
    if (!parseDims())
      return std::nullopt;
    while (in.accept(','))
      if (!parseSection())
        return std::nullopt;
    if (!in.atEnd()) {
      in.fail("expected the end of the sharding");
      return std::nullopt;
    }
    return sharding;
  }

private:
  bool parseDims() {
    if (!in.expect('[', "to open the list of dimensions"))
      return false;
    if (in.accept(']'))
      return true;
    do {
      if (!parseDim())
        return false;
    } while (in.accept(','));
    return in.expect(']', "to close the list of dimensions");
  }

  bool parseDim() {
    DimSharding dim;
    if (!in.expect('{', "to open a dimension"))
      return false;
    for (bool more = !in.peek('}'); more;
         more = in.accept(',') || in.peek('?')) {
      if (in.accept('?')) {
        dim.open = true;
        break;
      }
      AxisRef ref;
      if (!parseAxis(ref))
        return false;
      dim.axes.push_back(ref);
    }
    if (!in.expect('}', "to close a dimension"))
      return false;
    if (in.accept('p')) {
      int64_t priority;
      if (!in.integer(priority, "a priority"))
        return false;
      dim.priority = priority;
    }
    sharding.dims.push_back(std::move(dim));
    return true;
  }

  bool parseAxis(AxisRef &ref) {
    std::string name;
    if (!in.name(name, "the name of an axis"))
      return false;
    int axis = mesh.find(name);
    if (axis < 0)
      return in.fail("an axis must be one of " + axisNames(), name);
    ref = mesh.whole(axis);
    return !isSubAxisNext() || parseSubAxis(ref);
  }

  /// A `:` follows an axis before a sub-axis, and in `partial` also before a
  /// combiner; only the first is followed by `(`.
  bool isSubAxisNext() {
    Reader ahead = in;
    return ahead.accept(':') && ahead.peek('(');
  }

  bool parseSubAxis(AxisRef &ref) {
    return in.expect(':', "before a sub-axis") &&
           in.expect('(', "to open the pre-size of a sub-axis") &&
           in.integer(ref.pre, "the pre-size of a sub-axis") &&
           in.expect(')', "to close the pre-size of a sub-axis") &&
           in.integer(ref.size, "the size of a sub-axis");
  }

  bool parseSection() {
    std::string key;
    if (!in.name(key, "'replicated' or 'partial'"))
      return false;
    if (key != "replicated" && key != "partial")
      return in.fail("expected 'replicated' or 'partial'", key);
    if (!in.expect('=', "after '" + key + "'") ||
        !in.expect('{', "to open the axes of '" + key + "'"))
      return false;
    if (in.accept('}'))
      return true;
    do {
      bool parsed = key == "partial" ? parsePartial() : parseReplicated();
      if (!parsed)
        return false;
    } while (in.accept(','));
    return in.expect('}', "to close the axes of '" + key + "'");
  }

  bool parseReplicated() {
    AxisRef ref;
    if (!parseAxis(ref))
      return false;
    sharding.replicated.push_back(ref);
    return true;
  }

  bool parsePartial() {
    PartialAxis part;
    std::string word;
    if (!parseAxis(part.axis) || !in.expect(':', "before a combiner") ||
        !in.name(word, "a combiner"))
      return false;
    std::optional<Combiner> combiner = parseCombiner(word);
    if (!combiner)
      return in.fail("a combiner must be one of sum, prod, max, min, maxnum, "
                     "minnum, umax, umin, and, or, xor",
                     word);
    part.combiner = *combiner;
    sharding.partial.push_back(part);
    return true;
  }

  std::string axisNames() const {
    if (mesh.axes.empty())
      return "the mesh's axes, of which there are none";
    std::string text = "the mesh's axes ";
    for (auto [i, axis] : llvm::enumerate(mesh.axes))
      text += (i ? ", '" : "'") + axis.name + "'";
    return text;
  }

  Reader in;
  const Mesh &mesh;
  Sharding sharding;
};

} // namespace

std::optional<Sharding> parseSharding(llvm::StringRef text, const Mesh &mesh,
                                      std::string &error) {
  error.clear();
  std::optional<Sharding> sharding = ShardingParser(text, mesh, error).parse();
  if (!sharding)
    return std::nullopt;
  if (auto wrong = check(*sharding, mesh, sharding->rank())) {
    error = *wrong;
    return std::nullopt;
  }
  return sharding;
}

static bool parseAxes(Reader &in, Mesh &mesh) {
  do {
    MeshAxis axis;
    if (!in.name(axis.name, "the name of an axis") ||
        !in.expect('=', "after the name of an axis") ||
        !in.integer(axis.size, "the size of an axis"))
      return false;
    mesh.axes.push_back(std::move(axis));
  } while (in.accept(','));
  return in.atEnd() || in.fail("expected ',' between axes, or the end");
}

std::optional<Mesh> parseMesh(llvm::StringRef text, std::string &error) {
  error.clear();
  Mesh mesh;
  Reader in(text, error);
  if (!parseAxes(in, mesh))
    return std::nullopt;
  if (auto wrong = check(mesh)) {
    error = *wrong;
    return std::nullopt;
  }
  return mesh;
}

} // namespace plait
