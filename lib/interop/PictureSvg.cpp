//===- PictureSvg.cpp - Blocks drawn to scale -----------------------------===//
//
// Left the tensor, each block in a color of its own, as large as it is; hatched
// what its devices hold beyond the tensor's end. Right the mesh: each device in
// the color of the block that it holds.
//
//===----------------------------------------------------------------------===//
#include "Blocks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace llvm;

namespace plait::interop {

namespace {

/// A rectangle, in pixels.
struct Box {
  double x, y, width, height;
};

constexpr double kMargin = 28, kPageWidth = 1000, kPanelWidth = 500;
constexpr int64_t kMostDevices = 512, kMostBlocks = 4096;
constexpr size_t kMostPanels = 8;

std::string escaped(StringRef text) {
  std::string result;
  for (char c : text) {
    if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else if (c == '&')
      result += "&amp;";
    else if (c == '"')
      result += "&quot;";
    else if (static_cast<unsigned char>(c) >= 0x20)
      result += c;
  }
  return result;
}

std::string pixels(double value) { return formatv("{0:F1}", value).str(); }

/// HSL to #rrggbb: not every viewer knows hsl().
std::string rgbOf(double hue, double saturation, double lightness) {
  double chroma = (1 - std::fabs(2 * lightness - 1)) * saturation;
  auto channel = [&](double offset) {
    double k = std::fmod(offset + hue / 30, 12);
    double ramp = std::max(-1.0, std::min({k - 3, 9 - k, 1.0}));
    return int(std::lround(255 * (lightness - chroma / 2 * ramp)));
  };
  return formatv("#{0:x-2}{1:x-2}{2:x-2}", channel(0), channel(8), channel(4))
      .str();
}

/// Soft colors around the circle; neighbours differ also in lightness.
std::string colorOf(int64_t block, int64_t count) {
  double hue =
      std::fmod(212 + 360.0 * block / std::max<int64_t>(count, 1), 360);
  return rgbOf(hue, 0.62, count > 12 && block % 2 ? 0.74 : 0.81);
}

/// Shapes and text, with as much height as they took.
class Canvas {
public:
  void text(double x, double y, StringRef text, StringRef style = "") {
    out << "<text x=\"" << pixels(x) << "\" y=\"" << pixels(y) << "\"";
    if (!style.empty())
      out << " class=\"" << style << "\"";
    out << ">" << escaped(text) << "</text>\n";
  }
  /// Text in the middle of a box, as large as fits; none where it is tiny.
  void label(Box box, StringRef text, double largest) {
    double size =
        std::min({largest, box.height * 0.6,
                  box.width / (0.62 * std::max<size_t>(1, text.size()))});
    if (size < 5)
      return;
    out << "<text class=\"mid\" x=\"" << pixels(box.x + box.width / 2)
        << "\" y=\"" << pixels(box.y + box.height / 2 + size * 0.35)
        << "\" style=\"font-size:" << pixels(size) << "px\">" << escaped(text)
        << "</text>\n";
  }
  void box(Box box, StringRef fill, StringRef style, StringRef tip = "") {
    out << "<rect x=\"" << pixels(box.x) << "\" y=\"" << pixels(box.y)
        << "\" width=\"" << pixels(std::max(box.width, 0.0)) << "\" height=\""
        << pixels(std::max(box.height, 0.0)) << "\" class=\"" << style << "\"";
    if (!fill.empty())
      out << " fill=\"" << fill << "\"";
    if (tip.empty())
      out << "/>\n";
    else
      out << "><title>" << escaped(tip) << "</title></rect>\n";
  }

  std::string body;
  raw_string_ostream out{body};
  double bottom = 0;
};

//===----------------------------------------------------------------------===//
// One panel: two dimensions of the tensor
//===----------------------------------------------------------------------===//

class SvgPanel {
public:
  SvgPanel(const Blocks &blocks, const Panel &panel, Box box, Canvas &canvas)
      : blocks(blocks), panel(panel), box(box), canvas(canvas) {}

  void draw() {
    drawColumnLabels();
    drawRowLabels();
    for (size_t row = 0; row < cutsOf(panel.rows).size(); ++row)
      for (size_t column = 0; column < cutsOf(panel.columns).size(); ++column)
        drawBlock(row, column);
  }

private:
  const std::vector<Cut> &cutsOf(int dim) const {
    return panel.cutsOf(dim, blocks);
  }
  /// Where the part `index` begins, and how long it is, of `length` pixels.
  std::pair<double, double> span(int dim, int64_t index, double length) const {
    double part = length / cutsOf(dim).size();
    return {part * index, part};
  }

  /// The share of a part that is real elements.
  static double realShare(const Cut &cut) {
    double all = double(cut.end - cut.begin + cut.padding);
    return all > 0 ? (cut.end - cut.begin) / all : 1;
  }

  void drawBlock(int64_t row, int64_t column) {
    const Cut &down = cutsOf(panel.rows)[row];
    const Cut &across = cutsOf(panel.columns)[column];
    auto [y, height] = span(panel.rows, row, box.height);
    auto [x, width] = span(panel.columns, column, box.width);
    Box whole{box.x + x, box.y + y, width, height};
    Box real{whole.x, whole.y, width * realShare(across),
             height * realShare(down)};
    int64_t block = panel.blockAt(blocks, row, column);
    std::string devices = holdersText(blocks.holders[block]);
    if (down.padding || across.padding)
      canvas.box(whole, "url(#padding)", "pad", "padding");
    if (real.width > 0 && real.height > 0)
      canvas.box(real, colorOf(block, blocks.holders.size()), "block",
                 tipOf(down, across, devices));
    canvas.label(real.width > 12 && real.height > 10 ? real : whole, devices,
                 17);
  }

  std::string tipOf(const Cut &down, const Cut &across,
                    StringRef devices) const {
    std::string tip;
    auto add = [&](int dim, const Cut &cut) {
      if (dim >= 0)
        tip +=
            "dimension " + std::to_string(dim) + ": " + rangeText(cut) + "; ";
    };
    add(panel.rows, down);
    add(panel.columns, across);
    return tip + "device " + devices.str();
  }

  /// Every how many parts have a label, where one needs `need` pixels.
  static size_t strideOf(double part, double need) {
    return std::max<size_t>(1, std::ceil(need / std::max(part, 0.1)));
  }

  void drawColumnLabels() {
    if (panel.columns < 0)
      return;
    const std::vector<Cut> &cuts = cutsOf(panel.columns);
    size_t longest = 0;
    for (const Cut &cut : cuts)
      longest = std::max({longest, cut.where.size(), rangeText(cut).size()});
    double part = box.width / cuts.size();
    size_t stride = strideOf(part, 6.6 * longest + 6);
    for (size_t i = 0; i < cuts.size(); i += stride) {
      double x = box.x + part * (i + 0.5);
      canvas.text(x, box.y - 22, cuts[i].where, "axis mid");
      canvas.text(x, box.y - 8, rangeText(cuts[i]), "range mid");
    }
  }

  void drawRowLabels() {
    if (panel.rows < 0)
      return;
    const std::vector<Cut> &cuts = cutsOf(panel.rows);
    double part = box.height / cuts.size();
    size_t stride = strideOf(part, 30);
    for (size_t i = 0; i < cuts.size(); i += stride) {
      double y = box.y + part * (i + 0.5);
      bool named = !cuts[i].where.empty();
      if (named)
        canvas.text(box.x - 10, y - 2, cuts[i].where, "axis end");
      canvas.text(box.x - 10, y + (named ? 12 : 4), rangeText(cuts[i]),
                  "range end");
    }
  }

  const Blocks &blocks;
  const Panel &panel;
  Box box;
  Canvas &canvas;
};

//===----------------------------------------------------------------------===//
// The mesh
//===----------------------------------------------------------------------===//

/// Devices as a grid: the last axis across, all others down.
void drawMesh(const Subject &subject, const Blocks &blocks, double x, double y,
              Canvas &canvas) {
  const Mesh &mesh = subject.mesh;
  int64_t devices = mesh.numDevices();
  if (devices < 2 || devices > kMostDevices)
    return;
  int64_t across = mesh.axes.back().size, down = devices / across;
  double room = kPageWidth - kMargin - x;
  double cell = std::min(42.0, room / across);
  canvas.text(x, y - 22, "mesh, colored by the block that a device holds",
              "range");
  canvas.text(x, y - 7, mesh.axes.back().name + " across", "axis");
  if (cell > 16)
    for (int64_t column = 0; column < across; ++column)
      canvas.label({x + column * cell, y, cell, 14}, std::to_string(column),
                   10);
  double top = y + 16;
  for (int64_t place = 0; place < devices; ++place) {
    int64_t rank = mesh.deviceIds.empty() ? place : mesh.deviceIds[place];
    Box box{x + place % across * cell, top + place / across * cell, cell - 2,
            cell - 2};
    std::string tip = "device " + std::to_string(rank);
    for (auto [axis, at] : zip_equal(mesh.axes, mesh.coordinates(place)))
      tip += ", " + axis.name + " " + std::to_string(at);
    canvas.box(box, colorOf(blocks.blockAt[place], blocks.holders.size()),
               "device", tip);
    canvas.label(box, std::to_string(rank), 13);
  }
  double bottom = top + down * cell;
  if (mesh.axes.size() > 1) {
    std::vector<std::string> names;
    for (const MeshAxis &axis : ArrayRef(mesh.axes).drop_back())
      names.push_back(axis.name);
    canvas.text(x, bottom + 14, join(names, ", ") + " down", "axis");
    bottom += 18;
  }
  canvas.bottom = std::max(canvas.bottom, bottom);
}

//===----------------------------------------------------------------------===//
// One subject
//===----------------------------------------------------------------------===//

/// As tall as the tensor is, within what is readable.
double panelHeight(const Subject &subject, const Blocks &blocks,
                   const Panel &panel) {
  if (panel.rows < 0)
    return 64;
  double ratio = double(std::max<int64_t>(subject.shape[panel.rows], 1)) /
                 std::max<int64_t>(subject.shape[panel.columns], 1);
  double least = 44.0 * std::min<size_t>(blocks.cuts[panel.rows].size(), 8);
  double most = panel.outer.empty() ? 400 : 200;
  return std::min(std::max({kPanelWidth * ratio, least, 70.0}), most);
}

void drawPanels(const Subject &subject, const Blocks &blocks, double top,
                Canvas &canvas) {
  std::vector<Panel> panels = panelsOf(subject, blocks);
  double left = kMargin + 118, y = top;
  double height = panelHeight(subject, blocks, panels.front());
  for (const Panel &panel :
       ArrayRef(panels).take_front(std::min(panels.size(), kMostPanels))) {
    for (const std::string &title : panel.titles(blocks)) {
      canvas.text(left, y + 12, title, "fact");
      y += 18;
    }
    y += 36;
    SvgPanel(blocks, panel, {left, y, kPanelWidth, height}, canvas).draw();
    y += height + 14;
  }
  if (panels.size() > kMostPanels) {
    canvas.text(left, y + 12,
                "and " + std::to_string(panels.size() - kMostPanels) + " more",
                "fact");
    y += 18;
  }
  canvas.bottom = std::max(canvas.bottom, y);
}

/// Draws below `top`; the canvas' bottom is where it ends.
void drawOne(const Subject &subject, double top, Canvas &canvas) {
  Blocks blocks = blocksOf(subject);
  double y = top + 26;
  canvas.text(kMargin, y, subject.title, "title");
  y += 20;
  canvas.text(kMargin, y,
              shapeText(subject.shape) + " " + subject.dtype + "   " +
                  subject.sharding.str(subject.mesh) + "   on " +
                  meshText(subject.mesh),
              "code");
  y += 6;
  for (const std::string &fact : factsOf(subject, blocks))
    canvas.text(kMargin, y += 17, fact, "fact");
  y += 16;
  canvas.bottom = y;
  if (int64_t(blocks.holders.size()) > kMostBlocks) {
    canvas.text(kMargin, y + 16,
                numberText(blocks.holders.size()) +
                    " blocks are too many for a picture",
                "fact");
    canvas.bottom = y + 24;
    return;
  }
  drawPanels(subject, blocks, y, canvas);
  drawMesh(subject, blocks, kMargin + 118 + kPanelWidth + 44, y + 36, canvas);
}

constexpr char kStyle[] = R"css(
text { font: 12px ui-sans-serif, "DejaVu Sans", sans-serif; fill: #1f2430; }
.title { font-size: 17px; font-weight: 600; }
.code { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: 13px; fill: #39424e; }
.fact { font-size: 12.5px; fill: #39424e; }
.axis { font-size: 11.5px; font-weight: 600; fill: #39424e; }
.range { font-size: 11px; fill: #6b7684; }
.mid { text-anchor: middle; }
.end { text-anchor: end; }
.block { stroke: #ffffff; stroke-width: 2; }
.device { stroke: #9aa4b0; stroke-width: 1; }
.pad { stroke: #c8ced6; stroke-width: 1; stroke-dasharray: 3 3; }
)css";

constexpr char kDefs[] =
    "<defs><pattern id=\"padding\" width=\"7\" height=\"7\" "
    "patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">"
    "<rect width=\"7\" height=\"7\" fill=\"#f4f6f8\"/>"
    "<line x1=\"0\" y1=\"0\" x2=\"0\" y2=\"7\" stroke=\"#d3d9e0\" "
    "stroke-width=\"3\"/></pattern></defs>\n";

std::string svgOf(StringRef body, double height) {
  return formatv("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" "
                 "height=\"{1:F0}\" viewBox=\"0 0 {0} {1:F0}\">\n"
                 "<style>{2}</style>\n{3}"
                 "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
                 "{4}</svg>\n",
                 int(kPageWidth), height, kStyle, kDefs, body)
      .str();
}

} // namespace

std::string drawSvg(ArrayRef<Subject> subjects) {
  Canvas canvas;
  double top = 0;
  for (const Subject &subject : subjects) {
    drawOne(subject, top, canvas);
    top = canvas.bottom + 16;
  }
  return svgOf(canvas.body, top);
}

std::string drawHtml(ArrayRef<Subject> subjects) {
  std::string page =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">"
      "<title>Plait: shardings</title>\n<style>body { margin: 24px auto; "
      "max-width: 1000px; background: #eef1f4; } svg { display: block; margin: "
      "0 0 20px; border-radius: 8px; max-width: 100%; height: auto; }</style>"
      "</head>\n<body>\n";
  for (const Subject &subject : subjects)
    page += drawSvg(subject);
  return page + "</body>\n</html>\n";
}

} // namespace plait::interop
