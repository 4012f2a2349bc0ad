//===- PictureTextTest.cpp - Blocks drawn with characters -----------------===//
#include "Subjects.h"

#include "gtest/gtest.h"

namespace plait::interop {
namespace {

std::string draw(llvm::StringRef mesh, llvm::ArrayRef<int64_t> shape,
                 llvm::StringRef sharding) {
  return drawText(subjectOf(mesh, shape, sharding), /*color=*/false);
}

TEST(PictureText, AMatrixOverTwoAxes) { puts(draw("data=2,model=2", {8, 6}, "[{data},{model}]").c_str()); }
TEST(PictureText, Copies) { puts(draw("data=4,model=2", {8}, "[{data}]").c_str()); }
TEST(PictureText, Uneven) { puts(draw("data=4", {5,3}, "[{data},{}]").c_str()); }
TEST(PictureText, Three) { puts(draw("x=2,y=2,z=2", {8,4,6}, "[{x},{y},{z}]").c_str()); }
TEST(PictureText, Sub) { puts(draw("x=4,y=2", {8,4}, "[{x:(1)2},{y}], partial={x:(2)2:sum}").c_str()); }
TEST(PictureText, Sub2) { puts(draw("x=4,y=2", {8,4}, "[{x:(1)2, y},{}]").c_str()); }
TEST(PictureText, Scalar) { puts(draw("x=4,y=2", {}, "[]").c_str()); }
TEST(PictureText, Large) { puts(draw("x=32,y=32", {1024,4096}, "[{x},{y}]").c_str()); }

} // namespace
} // namespace plait::interop
