//===- PictureSvgTest.cpp - Blocks drawn to scale -------------------------===//
#include "Subjects.h"

#include "gtest/gtest.h"

namespace plait::interop {
namespace {

TEST(PictureSvg, Write) {
  FILE *f = fopen("/tmp/iop/a.svg", "w");
  std::vector<Subject> s = {subjectOf("data=4,model=2", {64, 256}, "[{data},{model}]"),
   subjectOf("data=4,model=2", {8}, "[{data}]"),
   subjectOf("data=4", {5,3}, "[{data},{}]"),
   subjectOf("x=2,y=2,z=2", {8,4,6}, "[{x},{y},{z}]"),
   subjectOf("x=4,y=2", {8,4}, "[{x:(1)2},{y}], partial={x:(2)2:sum}"),
   subjectOf("x=4,y=2", {}, "[]"),
   subjectOf("x=16,y=16", {1024,4096}, "[{x},{y}]")};
  fputs(drawSvg(s).c_str(), f);
  fclose(f);
}

} // namespace
} // namespace plait::interop
