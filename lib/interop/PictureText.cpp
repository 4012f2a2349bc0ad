//===- PictureText.cpp - Blocks drawn with characters ---------------------===//
//
//            model 0    model 1
//            0..127     128..255
//          +----------+----------+
//   data 0 |    0     |    1     |
//   0..15  |          |          |
//          +----------+----------+
//
// with box-drawing characters; where there are many parts, those in the middle
// are left out.
//
//===----------------------------------------------------------------------===//
#include "Blocks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace plait::interop {

namespace {
constexpr int kMostRows = 12, kTallRows = 6, kWidth = 100;
constexpr int kGap = -1; // stands for parts left out

/// Indices 0..count-1, those in the middle replaced by a gap.
SmallVector<int> shownOf(int count, int most) {
  SmallVector<int> shown;
  if (count <= most) {
    for (int i = 0; i < count; ++i)
      shown.push_back(i);
    return shown;
  }
  for (int i = 0; i < most - 2; ++i)
    shown.push_back(i);
  shown.push_back(kGap);
  shown.push_back(count - 1);
  return shown;
}

std::string centered(StringRef text, size_t width) {
  size_t left = (width - std::min(width, text.size())) / 2;
  std::string line(left, ' ');
  line += text;
  line.resize(std::max(width, line.size()), ' ');
  return line;
}

std::string padded(StringRef text, size_t width) {
  std::string line = text.str();
  line.resize(std::max(width, line.size()), ' ');
  return line;
}

class TextPanel {
public:
  TextPanel(const Subject &subject, const Blocks &blocks, const Panels &panels,
            ArrayRef<int64_t> outer, bool color, raw_ostream &out)
      : subject(subject), blocks(blocks), panels(panels), outer(outer),
        color(color), out(out) {}

  void draw() {
    measure();
    drawHead();
    for (auto [i, row] : enumerate(rows)) {
      drawRule(i == 0 ? "┌┬┐" : "├┼┤");
      drawRow(row);
    }
    drawRule("└┴┘");
  }

private:
  const std::vector<Cut> &cutsOf(int dim) const {
    static const std::vector<Cut> one = {{0, 1, 0, ""}};
    return dim < 0 ? one : blocks.cuts[dim];
  }

  int64_t blockAt(int row, int column) const {
    SmallVector<int64_t> index(subject.shape.size(), 0);
    for (auto [dim, own] : zip_equal(panels.outer, outer))
      index[dim] = own;
    if (panels.rows >= 0)
      index[panels.rows] = row;
    if (panels.columns >= 0)
      index[panels.columns] = column;
    return blocks.blockOf(index);
  }

  std::string cell(int row, int column) const {
    if (row == kGap || column == kGap)
      return "...";
    return holdersText(blocks.holders[blockAt(row, column)]);
  }

  /// The two lines that name a part: where, and which elements.
  std::pair<std::string, std::string> label(int dim, int index) const {
    if (dim < 0)
      return {"", ""};
    if (index == kGap)
      return {"...", "..."};
    const Cut &cut = cutsOf(dim)[index];
    return {cut.where, rangeText(cut)};
  }

  void measure() {
    rows = shownOf(cutsOf(panels.rows).size(), kMostRows);
    for (int row : rows) {
      auto [where, range] = rowLabel(row);
      left = std::max({left, where.size(), range.size()});
    }
    int count = cutsOf(panels.columns).size();
    width = widthOf(shownOf(count, count));
    // As many columns as fit, three at least.
    int most = std::max<int>(3, (kWidth - left) / (width + 1));
    columns = shownOf(count, most);
    width = std::min(
        width, std::max<size_t>(12, (kWidth - left) / columns.size() - 1));
  }

  size_t widthOf(ArrayRef<int> all) const {
    size_t widest = 7;
    for (int column : all) {
      auto [where, range] = label(panels.columns, column);
      widest = std::max({widest, where.size() + 2, range.size() + 2});
      for (int row : rows)
        widest = std::max(widest, cell(row, column).size() + 2);
    }
    return widest;
  }

  /// Where there are many rows, one line each.
  std::pair<std::string, std::string> rowLabel(int row) const {
    auto [where, range] = label(panels.rows, row);
    if (where.empty())
      return {range, ""};
    if (row != kGap && rows.size() > kTallRows)
      return {where + "  " + range, ""};
    return {where, row == kGap ? "" : range};
  }

  void drawHead() {
    std::string first, second;
    for (int column : columns) {
      auto [where, range] = label(panels.columns, column);
      first += " " + centered(StringRef(where).take_front(width), width);
      second += " " + centered(StringRef(range).take_front(width), width);
    }
    for (StringRef line : {StringRef(first), StringRef(second)})
      if (!line.trim().empty())
        out << "  " << std::string(left, ' ') << line.rtrim() << "\n";
  }

  /// A rule by its three corners: left, between, right.
  void drawRule(StringRef corners) {
    StringRef start = corners.take_front(3), middle = corners.substr(3, 3),
              end = corners.drop_front(6);
    out << "  " << std::string(left, ' ') << " " << start;
    for (size_t i = 0; i < columns.size(); ++i) {
      for (size_t j = 0; j < width; ++j)
        out << "─";
      out << (i + 1 < columns.size() ? middle : end);
    }
    out << "\n";
  }

  void drawRow(int row) {
    auto [where, range] = rowLabel(row);
    drawLine(where, row, /*withHolders=*/true);
    if (!range.empty())
      drawLine(range, row, /*withHolders=*/false);
  }

  void drawLine(StringRef name, int row, bool withHolders) {
    out << "  " << padded(name, left) << " │";
    for (int column : columns) {
      std::string text = withHolders ? cell(row, column) : "";
      if (text.size() > width)
        text = text.substr(0, width - 1) + "~";
      paint(row, column, centered(text, width));
      out << "│";
    }
    out << "\n";
  }

  /// The text on the color of its block: neighbours differ.
  void paint(int row, int column, StringRef text) {
    static constexpr int colors[] = {153, 223, 157, 217, 189, 229,
                                     159, 224, 195, 187, 225, 194};
    if (!color || row == kGap || column == kGap) {
      out << text;
      return;
    }
    int64_t block = blockAt(row, column);
    out << "\x1b[30;48;5;" << colors[block % std::size(colors)] << "m" << text
        << "\x1b[0m";
  }

  const Subject &subject;
  const Blocks &blocks;
  const Panels &panels;
  ArrayRef<int64_t> outer;
  bool color;
  raw_ostream &out;
  SmallVector<int> rows, columns;
  size_t left = 0, width = 0;
};
} // namespace

/// "rows are dimension 0 (64), columns dimension 1 (256)".
static std::string directionsText(const Subject &subject,
                                  const Panels &panels) {
  auto name = [&](int dim) {
    return "dimension " + std::to_string(dim) + " (" +
           std::to_string(subject.shape[dim]) + ")";
  };
  if (panels.rows < 0)
    return panels.columns < 0 ? "" : "columns are " + name(panels.columns);
  return "rows are " + name(panels.rows) + ", columns " + name(panels.columns);
}

static void drawOne(const Subject &subject, bool color, raw_ostream &out) {
  Blocks blocks = blocksOf(subject);
  Panels panels = panelsOf(subject);
  std::string title = subject.title + ": " + shapeText(subject.shape) + " " +
                      subject.dtype + ", " + subject.sharding.str(subject.mesh);
  out << (color ? "\x1b[1m" + title + "\x1b[0m" : title) << "\n";
  out << "  on " << meshText(subject.mesh);
  for (const std::string &fact : factsOf(subject, blocks))
    out << "\n  " << fact;
  std::string directions = directionsText(subject, panels);
  out << "\n  in each block the devices that hold it";
  if (!directions.empty())
    out << "; " << directions;
  out << "\n";

  // One panel per index of the outer dimensions; the middle ones of many are
  // left out.
  SmallVector<int64_t> outer(panels.outer.size(), 0);
  int64_t count = 1;
  for (int dim : panels.outer)
    count *= blocks.cuts[dim].size();
  for (int number : shownOf(count, 8)) {
    out << "\n";
    if (number == kGap) {
      out << "  ... and " << count - 7 << " more\n";
      continue;
    }
    int64_t rest = number;
    for (size_t i = outer.size(); i-- > 0;) {
      int64_t parts = blocks.cuts[panels.outer[i]].size();
      outer[i] = rest % parts;
      rest /= parts;
    }
    for (auto [dim, own] : zip_equal(panels.outer, outer)) {
      const Cut &cut = blocks.cuts[dim][own];
      out << "  dimension " << dim << ": " << rangeText(cut) << " at "
          << cut.where << "\n";
    }
    TextPanel(subject, blocks, panels, outer, color, out).draw();
  }
}

std::string drawText(ArrayRef<Subject> subjects, bool color) {
  std::string text;
  raw_string_ostream out(text);
  for (auto [i, subject] : enumerate(subjects)) {
    if (i)
      out << "\n";
    drawOne(subject, color, out);
  }
  return text;
}

} // namespace plait::interop
