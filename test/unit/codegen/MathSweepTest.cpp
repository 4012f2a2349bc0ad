//===- MathSweepTest.cpp - Error bounds of the expanded functions ---------===//
//
// Compiles a kernel per function with the compiler itself, loads it, and sweeps
// floats of all magnitudes and both signs (every 997th, denormals, infinities
// and NaN included) against libm in double. The bounds are those of
// passes/codegen/cpu/README.md, in units in the last place of the result.
//
//===----------------------------------------------------------------------===//
#include "plait/passes/lower/EmitObject.h"
#include "plait/pipeline/Pipeline.h"
#include "plait/runtime/abi.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"

#include <cmath>
#include <cstring>
#include <dlfcn.h>
#include <gtest/gtest.h>

using namespace mlir;

static constexpr int64_t kCount = 1 << 16;

namespace {
/// One function of the math dialect, compiled for arrays of kCount floats.
class Compiled {
public:
  explicit Compiled(const std::string &name) {
    DialectRegistry registry;
    plait::registerAllDialects(registry);
    MLIRContext context(registry, MLIRContext::Threading::DISABLED);
    std::string type = "tensor<" + std::to_string(kCount) + "xf32>";
    std::string text = R"mlir(
      #id = affine_map<(i) -> (i)>
      func.func @main(%x: TYPE) -> TYPE {
        %e = tensor.empty() : TYPE
        %y = linalg.generic {indexing_maps = [#id, #id],
            iterator_types = ["parallel"]} ins(%x : TYPE) outs(%e : TYPE) {
        ^bb0(%a: f32, %o: f32):
          %0 = math.NAME %a : f32
          linalg.yield %0 : f32
        } -> TYPE
        return %y : TYPE
      })mlir";
    replaceAll(text, "TYPE", type);
    replaceAll(text, "NAME", name);
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    PassManager passes(&context);
    plait::buildCodegenCpuPipeline(passes, {});
    plait::buildLowerPipeline(passes, {});
    llvm::SmallString<128> path;
    llvm::sys::fs::createTemporaryFile("sweep", "so", path);
    llvm::FileRemover remove(path);
    if (!module || failed(passes.run(*module)) ||
        failed(plait::emitSharedLibrary(*module, path)))
      return;
    library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library)
      table = static_cast<const plait_module *>(
          dlsym(library, "plait_module_table"));
  }
  ~Compiled() {
    if (library)
      dlclose(library);
  }

  bool works() const { return table; }
  void run(float *x, float *y) const {
    const plait_program *program = table->programs[0];
    std::vector<char> arena(program->arena_bytes + 64);
    void *buffers[] = {x, y, arena.data()};
    ASSERT_EQ(program->step(nullptr, buffers), 0);
  }

private:
  static void replaceAll(std::string &text, const std::string &from,
                         const std::string &to) {
    for (size_t at = text.find(from); at != std::string::npos;
         at = text.find(from, at + to.size()))
      text.replace(at, from.size(), to);
  }
  void *library = nullptr;
  const plait_module *table = nullptr;
};

float fromBits(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, 4);
  return value;
}

/// The distance of `got` from `exact` in ulps of `exact` as a float.
double ulps(float got, double exact) {
  float rounded = static_cast<float>(exact);
  if (std::isnan(exact))
    return std::isnan(got) ? 0 : 1e9;
  if (std::isinf(rounded) || std::isinf(got)) {
    // At the border the largest float and infinity are neighbours.
    float other = std::isinf(rounded) ? got : rounded;
    bool border = std::abs(other) >= 3.4028230e38f &&
                  std::signbit(got) == std::signbit(rounded);
    return got == rounded || border ? 0 : 1e9;
  }
  int exponent;
  std::frexp(exact, &exponent);
  double unit = std::ldexp(1.0, std::max(exponent, -125) - 24);
  return std::abs(got - exact) / unit;
}

/// The worst error over the sweep, with where it is.
void sweep(const std::string &name, double (*exact)(double), double bound) {
  Compiled function(name);
  ASSERT_TRUE(function.works()) << name;
  std::vector<float> x(kCount), y(kCount);
  double worst = 0;
  float where = 0;
  uint64_t next = 0;
  while (next <= 0xFFFFFFFF) {
    int64_t filled = 0;
    for (; filled < kCount && next <= 0xFFFFFFFF; next += 997)
      x[filled++] = fromBits(static_cast<uint32_t>(next));
    std::fill(x.begin() + filled, x.end(), INFINITY);
    function.run(x.data(), y.data());
    for (int64_t i = 0; i < kCount; ++i) {
      double error = ulps(y[i], exact(x[i]));
      if (error > worst) {
        worst = error;
        where = x[i];
      }
    }
  }
  EXPECT_LE(worst, bound) << name << " at " << where;
  std::printf("%-6s worst %.2f ulp at %a\n", name.c_str(), worst, where);
}
} // namespace

TEST(MathSweep, Exp) { sweep("exp", std::exp, 1.05); }
TEST(MathSweep, Exp2) { sweep("exp2", std::exp2, 1.05); }
TEST(MathSweep, ExpM1) { sweep("expm1", std::expm1, 1.4); }
TEST(MathSweep, Log) { sweep("log", std::log, 0.8); }
TEST(MathSweep, Log1p) { sweep("log1p", std::log1p, 1.5); }
TEST(MathSweep, Tanh) { sweep("tanh", std::tanh, 1.35); }
TEST(MathSweep, Erf) { sweep("erf", std::erf, 1.2); }

TEST(MathSweep, KeepsTheSignOfZero) {
  for (const char *name : {"expm1", "log1p", "tanh", "erf"}) {
    Compiled function(name);
    ASSERT_TRUE(function.works()) << name;
    std::vector<float> x(kCount, -0.0f), y(kCount);
    function.run(x.data(), y.data());
    EXPECT_EQ(y[0], 0.0f) << name;
    EXPECT_TRUE(std::signbit(y[0])) << name;
  }
}
