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
constexpr int kMostRows = 12, kTallRows = 6, kMostPanels = 8;
constexpr int kWidth = 100; // characters
constexpr int kGap = -1;    // stands for parts left out

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
  TextPanel(const Blocks &blocks, const Panel &panel, bool color,
            raw_ostream &out)
      : blocks(blocks), panel(panel), color(color), out(out) {}

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
    return panel.cutsOf(dim, blocks);
  }
  int64_t blockAt(int row, int column) const {
    return panel.blockAt(blocks, row, column);
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
    rows = shownOf(cutsOf(panel.rows).size(), kMostRows);
    for (int row : rows) {
      auto [where, range] = rowLabel(row);
      left = std::max({left, where.size(), range.size()});
    }
    int count = cutsOf(panel.columns).size();
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
      auto [where, range] = label(panel.columns, column);
      widest = std::max({widest, where.size() + 2, range.size() + 2});
      for (int row : rows)
        widest = std::max(widest, cell(row, column).size() + 2);
    }
    return widest;
  }

  /// Where there are many rows, one line each.
  std::pair<std::string, std::string> rowLabel(int row) const {
    auto [where, range] = label(panel.rows, row);
    if (where.empty())
      return {range, ""};
    if (row != kGap && rows.size() > kTallRows)
      return {where + "  " + range, ""};
    return {where, row == kGap ? "" : range};
  }

  void drawHead() {
    std::string first, second;
    for (int column : columns) {
      auto [where, range] = label(panel.columns, column);
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

  const Blocks &blocks;
  const Panel &panel;
  bool color;
  raw_ostream &out;
  SmallVector<int> rows, columns;
  size_t left = 0, width = 0;
};
} // namespace

/// "rows are dimension 0 (64), columns dimension 1 (256)".
static std::string directionsText(const Subject &subject, const Panel &panel) {
  auto name = [&](int dim) {
    return "dimension " + std::to_string(dim) + " (" +
           std::to_string(subject.shape[dim]) + ")";
  };
  if (panel.rows < 0)
    return panel.columns < 0 ? "" : "columns are " + name(panel.columns);
  return "rows are " + name(panel.rows) + ", columns " + name(panel.columns);
}

/// Title, facts, and how to read the picture.
static void drawWords(const Subject &subject, const Blocks &blocks,
                      const Panel &panel, bool color, raw_ostream &out) {
  std::string title = subject.title + ": " + shapeText(subject.shape) + " " +
                      subject.dtype + ", " + subject.sharding.str(subject.mesh);
  out << (color ? "\x1b[1m" + title + "\x1b[0m" : title) << "\n  on "
      << meshText(subject.mesh);
  for (const std::string &fact : factsOf(subject, blocks))
    out << "\n  " << fact;
  out << "\n  in each block the devices that hold it";
  if (std::string directions = directionsText(subject, panel);
      !directions.empty())
    out << "; " << directions;
  out << "\n";
}

static void drawOne(const Subject &subject, bool color, raw_ostream &out) {
  Blocks blocks = blocksOf(subject);
  std::vector<Panel> panels = panelsOf(subject, blocks);
  drawWords(subject, blocks, panels.front(), color, out);
  for (int number : shownOf(panels.size(), kMostPanels)) {
    out << "\n";
    if (number == kGap) {
      out << "  ... and " << panels.size() - kMostPanels + 1 << " more\n";
      continue;
    }
    for (const std::string &title : panels[number].titles(blocks))
      out << "  " << title << "\n";
    TextPanel(blocks, panels[number], color, out).draw();
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
