//===- GemmTest.cpp - Contractions against loops --------------------------===//
//
// Operands are small integers, so that sums are exact in f32 and results can be
// compared bit for bit: a wrong element cannot hide in a tolerance.
//
//===----------------------------------------------------------------------===//

#include "core/Gemm.h"
#include "Values.h"
#include "core/gemm/Blas.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <random>

using namespace plait::runtime;

namespace {

struct Shape {
  int64_t batch, m, n, k;
};

/// How a matrix lies: which dimension is contiguous, and what is between.
enum class Order { RowMajor, ColumnMajor, Strided, Broadcast };

struct Layout {
  int64_t batch, row, column, elements;
};

Layout layoutOf(Order order, int64_t batch, int64_t rows, int64_t columns) {
  switch (order) {
  case Order::RowMajor:
    return {rows * columns, columns, 1, batch * rows * columns};
  case Order::ColumnMajor:
    return {rows * columns, 1, rows, batch * rows * columns};
  case Order::Strided: // gaps everywhere, the batch innermost but one
    return {2, batch * 2 * (columns + 3) * 3, batch * 2 * 3,
            rows * batch * 2 * (columns + 3) * 3 + 1};
  case Order::Broadcast: // all rows are one
    return {0, 0, 1, columns};
  }
  return {};
}

struct Types {
  int32_t a, b, c;
};

/// A contraction with its data, and the same by loops.
class Contraction {
public:
  Contraction(Shape shape, Order aOrder, Order bOrder, Order cOrder,
              Types types, bool accumulate)
      : shape(shape), aLayout(layoutOf(aOrder, shape.batch, shape.m, shape.k)),
        bLayout(layoutOf(bOrder, shape.batch, shape.k, shape.n)),
        cLayout(layoutOf(cOrder, shape.batch, shape.m, shape.n)),
        a(types.a, aLayout.elements), b(types.b, bLayout.elements),
        c(types.c, cLayout.elements), want(types.c, cLayout.elements),
        accumulate(accumulate) {
    // In range of all types; unsigned ones wrap.
    for (int64_t i = 0; i < a.count; ++i)
      a.set(i, double((i * 7 + 3) % 11) -
                   (types.a >= PLAIT_U8 && types.a <= PLAIT_U64 ? 0 : 5));
    for (int64_t i = 0; i < b.count; ++i)
      b.set(i, double((i * 5 + 1) % 7) - 3);
    for (int64_t i = 0; i < c.count; ++i)
      c.set(i, double(i % 5) - 2);
    want.bytes = c.bytes;
  }

  plait_gemm_args args() {
    plait_gemm_args args{};
    args.size_bytes = sizeof(args);
    args.accumulate = accumulate;
    args.a_dtype = a.dtype;
    args.b_dtype = b.dtype;
    args.c_dtype = c.dtype;
    args.a = a.data();
    args.b = b.data();
    args.c = c.data();
    args.batch = shape.batch;
    args.m = shape.m;
    args.n = shape.n;
    args.k = shape.k;
    args.a_batch = aLayout.batch;
    args.a_m = aLayout.row;
    args.a_k = aLayout.column;
    args.b_batch = bLayout.batch;
    args.b_k = bLayout.row;
    args.b_n = bLayout.column;
    args.c_batch = cLayout.batch;
    args.c_m = cLayout.row;
    args.c_n = cLayout.column;
    return args;
  }

  void run(const Blas *blas = nullptr) { gemm(args(), workspace, blas); }

  /// Fills `want` with the type T of C's arithmetic.
  template <typename T>
  void loops() {
    for (int64_t s = 0; s < shape.batch; ++s)
      for (int64_t i = 0; i < shape.m; ++i)
        for (int64_t j = 0; j < shape.n; ++j) {
          int64_t at = s * cLayout.batch + i * cLayout.row + j * cLayout.column;
          T sum = accumulate ? get<T>(c, at) : T(0);
          for (int64_t p = 0; p < shape.k; ++p)
            sum += get<T>(a, s * aLayout.batch + i * aLayout.row +
                                 p * aLayout.column) *
                   get<T>(b, s * bLayout.batch + p * bLayout.row +
                                 j * bLayout.column);
          put(want, at, sum);
        }
  }

  Shape shape;
  Layout aLayout, bLayout, cLayout;
  Values a, b, c, want;
  bool accumulate;
  Workspace workspace;

private:
  template <typename T>
  static T get(const Values &values, int64_t i) {
    T result{};
    withValue(values.dtype, [&](auto element) {
      std::memcpy(&element, &values.bytes[i * sizeof(element)],
                  sizeof(element));
      if constexpr (std::is_constructible_v<T, decltype(inArithmetic(element))>)
        result = T(element_cast(element));
    });
    return result;
  }
  static float element_cast(F16 value) { return toFloat(value); }
  static float element_cast(Bf16 value) { return toFloat(value); }
  template <typename T>
  static T element_cast(T value) {
    return value;
  }

  template <typename T>
  static void put(Values &values, int64_t i, T value) {
    withValue(values.dtype, [&](auto element) {
      using E = decltype(element);
      if constexpr (std::is_same_v<E, F16> || std::is_same_v<E, Bf16>) {
        if constexpr (std::is_floating_point_v<T>)
          assign(element, double(value));
      } else if constexpr (std::is_constructible_v<E, T>) {
        element = E(value);
      }
      std::memcpy(&values.bytes[i * sizeof(element)], &element,
                  sizeof(element));
    });
  }
};

void expectEqual(Contraction &contraction) {
  if (contraction.c.dtype == PLAIT_C64)
    contraction.loops<std::complex<float>>();
  else if (contraction.c.dtype == PLAIT_C128)
    contraction.loops<std::complex<double>>();
  else if (isInteger(contraction.c.dtype))
    contraction.loops<int64_t>();
  else
    contraction.loops<double>();
  contraction.run();
  EXPECT_TRUE(contraction.c == contraction.want)
      << "batch " << contraction.shape.batch << " m " << contraction.shape.m
      << " n " << contraction.shape.n << " k " << contraction.shape.k
      << " accumulate " << contraction.accumulate;
}

constexpr Types floats = {PLAIT_F32, PLAIT_F32, PLAIT_F32};

/// Each test runs with each kernel that this processor has.
class GemmTest : public testing::TestWithParam<const char *> {
protected:
  void SetUp() override {
    before = gemmVariantName();
    if (!selectGemmVariant(GetParam()))
      GTEST_SKIP() << "the processor lacks " << GetParam();
  }
  void TearDown() override { selectGemmVariant(before); }
  std::string before;
};

TEST_P(GemmTest, TileEdges) {
  for (int64_t m : {1, 2, 5, 6, 7, 13, 14, 15, 29})
    for (int64_t n : {1, 3, 7, 8, 15, 16, 17, 31, 32, 33, 65})
      for (int64_t k : {1, 2, 3, 9}) {
        Contraction c({1, m, n, k}, Order::RowMajor, Order::RowMajor,
                      Order::RowMajor, floats, false);
        expectEqual(c);
      }
}

TEST_P(GemmTest, BlockEdges) {
  for (Shape shape :
       {Shape{1, 97, 129, 513}, Shape{1, 65, 1025, 33}, Shape{1, 100, 70, 1025},
        Shape{1, 14, 200, 600}, Shape{1, 200, 40, 600}, Shape{1, 193, 2050, 5}})
    for (bool accumulate : {false, true}) {
      Contraction c(shape, Order::RowMajor, Order::RowMajor, Order::RowMajor,
                    floats, accumulate);
      expectEqual(c);
    }
}

TEST_P(GemmTest, AllOrders) {
  for (Order a :
       {Order::RowMajor, Order::ColumnMajor, Order::Strided, Order::Broadcast})
    for (Order b : {Order::RowMajor, Order::ColumnMajor, Order::Strided,
                    Order::Broadcast})
      for (Order c : {Order::RowMajor, Order::ColumnMajor, Order::Strided})
        for (Shape shape :
             {Shape{2, 19, 37, 23}, Shape{1, 70, 140, 30}, Shape{3, 1, 50, 40},
              Shape{2, 50, 1, 40}, Shape{2, 1, 1, 77}, Shape{2, 9, 11, 1}}) {
          Contraction contraction(shape, a, b, c, floats, true);
          expectEqual(contraction);
        }
}

/// Few rows of a large B: it is read in place.
TEST_P(GemmTest, FewRows) {
  for (int64_t m : {1, 2, 7, 8, 9})
    for (Order b : {Order::RowMajor, Order::ColumnMajor})
      for (Types types : {floats, Types{PLAIT_BF16, PLAIT_BF16, PLAIT_BF16}})
        for (bool accumulate : {false, true}) {
          Contraction c({1, m, 701, 103}, Order::Strided, b, Order::RowMajor,
                        types, accumulate);
          expectEqual(c);
        }
}

TEST_P(GemmTest, FloatTypes) {
  for (Types types : {Types{PLAIT_F64, PLAIT_F64, PLAIT_F64},
                      Types{PLAIT_BF16, PLAIT_BF16, PLAIT_BF16},
                      Types{PLAIT_F16, PLAIT_F16, PLAIT_F16},
                      Types{PLAIT_BF16, PLAIT_BF16, PLAIT_F32},
                      Types{PLAIT_F16, PLAIT_F16, PLAIT_F32},
                      Types{PLAIT_F32, PLAIT_BF16, PLAIT_F32},
                      Types{PLAIT_F32, PLAIT_F32, PLAIT_F64},
                      Types{PLAIT_F32, PLAIT_F32, PLAIT_BF16}})
    for (Order order : {Order::RowMajor, Order::ColumnMajor, Order::Strided})
      for (Shape shape : {Shape{2, 13, 35, 21}, Shape{1, 70, 130, 40},
                          Shape{1, 1, 1100, 19}, Shape{1, 1100, 1, 19},
                          Shape{1, 1, 1, 500}, Shape{1, 20, 20, 700}}) {
        Contraction contraction(shape, order, order, order, types, true);
        expectEqual(contraction);
      }
}

/// K is cut into blocks; the sum must not be rounded to 16 bits in between.
TEST_P(GemmTest, HalfResultsRoundOnce) {
  constexpr int64_t k = 1500;
  std::vector<Bf16> a(k * 8), b(k * 8), c(64);
  for (int64_t i = 0; i < k * 8; ++i) {
    a[i] = toBf16(1);
    b[i] = toBf16(i < 8 ? 256 : 1); // row 0 of B
  }
  plait_gemm_args args{};
  args.a_dtype = args.b_dtype = args.c_dtype = PLAIT_BF16;
  args.a = a.data();
  args.b = b.data();
  args.c = c.data();
  args.batch = 1;
  args.m = args.n = 8;
  args.k = k;
  args.a_m = k;
  args.a_k = args.b_n = args.c_n = 1;
  args.b_k = args.c_m = 8;
  Workspace workspace;
  gemm(args, workspace, nullptr);
  for (Bf16 value : c)
    EXPECT_EQ(toFloat(value), toFloat(toBf16(float(256 + k - 1))));
}

TEST_P(GemmTest, LargeBlocksOfConvertedResults) {
  Contraction c({1, 1030, 40, 20}, Order::RowMajor, Order::RowMajor,
                Order::RowMajor, {PLAIT_F32, PLAIT_F32, PLAIT_BF16}, true);
  expectEqual(c);
}

TEST_P(GemmTest, NanAndInfinityPass) {
  std::vector<float> a = {1, 0, 0, 1}, b = {NAN, INFINITY, -INFINITY, 2}, c(4);
  plait_gemm_args args{};
  args.a_dtype = args.b_dtype = args.c_dtype = PLAIT_F32;
  args.a = a.data();
  args.b = b.data();
  args.c = c.data();
  args.batch = 1;
  args.m = args.n = args.k = 2;
  args.a_m = args.b_k = args.c_m = 2;
  args.a_k = args.b_n = args.c_n = 1;
  Workspace workspace;
  gemm(args, workspace, nullptr);
  EXPECT_TRUE(std::isnan(c[0]));
  EXPECT_EQ(c[1], INFINITY);
  EXPECT_TRUE(std::isnan(c[2])); // 0 * NaN
  EXPECT_TRUE(std::isnan(c[3])); // 0 * infinity
}

TEST_P(GemmTest, RunsAreEqualBitForBit) {
  std::mt19937 random(1);
  std::vector<float> a(150 * 700), b(700 * 150), c(150 * 150), d(150 * 150);
  for (float &value : a)
    value = float(random()) / 1e9f - 2;
  for (float &value : b)
    value = float(random()) / 1e9f - 2;
  plait_gemm_args args{};
  args.a_dtype = args.b_dtype = args.c_dtype = PLAIT_F32;
  args.a = a.data();
  args.b = b.data();
  args.batch = 1;
  args.m = args.n = 150;
  args.k = 700;
  args.a_m = 700;
  args.b_k = args.c_m = 150;
  args.a_k = args.b_n = args.c_n = 1;
  Workspace first, second;
  args.c = c.data();
  gemm(args, first, nullptr);
  second.get(10000000); // another history
  args.c = d.data();
  gemm(args, second, nullptr);
  EXPECT_EQ(std::memcmp(c.data(), d.data(), c.size() * sizeof(float)), 0);
  // And right: against f64.
  for (int64_t i : {0, 77, 149})
    for (int64_t j : {0, 31, 149}) {
      double sum = 0;
      for (int64_t p = 0; p < 700; ++p)
        sum += double(a[i * 700 + p]) * b[p * 150 + j];
      EXPECT_NEAR(c[i * 150 + j], sum, 1e-3);
    }
}

TEST_P(GemmTest, RandomShapesAndStrides) {
  std::mt19937 random(7);
  auto order = [&] { return Order(random() % 4); };
  auto size = [&](int64_t below) { return int64_t(random() % below); };
  for (int i = 0; i < 300; ++i) {
    Shape shape = {1 + size(3), 1 + size(110), 1 + size(150), size(80)};
    Order cOrder = Order(random() % 3);
    Types types = i % 4 == 0   ? Types{PLAIT_BF16, PLAIT_BF16, PLAIT_F32}
                  : i % 4 == 1 ? Types{PLAIT_F64, PLAIT_F64, PLAIT_F64}
                               : floats;
    Contraction c(shape, order(), order(), cOrder, types, random() % 2);
    expectEqual(c);
  }
}

INSTANTIATE_TEST_SUITE_P(Variants, GemmTest,
                         testing::Values("avx512", "avx2", "portable"),
                         [](const auto &info) {
                           return std::string(info.param);
                         });

TEST(GemmIntegers, AllTypes) {
  for (int32_t dtype = PLAIT_I8; dtype <= PLAIT_U64; ++dtype)
    for (Order order : {Order::RowMajor, Order::ColumnMajor, Order::Strided})
      for (bool accumulate : {false, true}) {
        Contraction c({2, 7, 600, 40}, order, order, order,
                      {dtype, dtype, dtype}, accumulate);
        expectEqual(c);
      }
}

TEST(GemmIntegers, NarrowIntoWide) {
  Contraction c({1, 5, 6, 300}, Order::RowMajor, Order::ColumnMajor,
                Order::RowMajor, {PLAIT_I8, PLAIT_I8, PLAIT_I32}, false);
  expectEqual(c);
  Contraction mixed({1, 5, 6, 30}, Order::RowMajor, Order::ColumnMajor,
                    Order::RowMajor, {PLAIT_U8, PLAIT_I8, PLAIT_I32}, false);
  expectEqual(mixed);
}

TEST(GemmComplex, BothTypes) {
  for (int32_t dtype : {PLAIT_C64, PLAIT_C128})
    for (Order order : {Order::RowMajor, Order::Strided}) {
      Contraction c({2, 5, 530, 9}, order, order, order, {dtype, dtype, dtype},
                    true);
      expectEqual(c);
    }
}

TEST(GemmSizes, EmptySumsAreZero) {
  for (int32_t dtype : {PLAIT_F32, PLAIT_I32, PLAIT_BF16, PLAIT_C64}) {
    Contraction zero({2, 3, 4, 0}, Order::RowMajor, Order::RowMajor,
                     Order::Strided, {dtype, dtype, dtype}, false);
    expectEqual(zero);
    Contraction kept({2, 3, 4, 0}, Order::RowMajor, Order::RowMajor,
                     Order::Strided, {dtype, dtype, dtype}, true);
    expectEqual(kept);
  }
}

TEST(GemmSizes, NothingToDo) {
  for (Shape shape :
       {Shape{0, 3, 4, 5}, Shape{1, 0, 4, 5}, Shape{1, 3, 0, 5}}) {
    Contraction c(shape, Order::RowMajor, Order::RowMajor, Order::RowMajor,
                  floats, false);
    expectEqual(c);
  }
}

std::string refusal(plait_gemm_args args) {
  Workspace workspace;
  try {
    gemm(args, workspace, nullptr);
  } catch (const Failure &failure) {
    return failure.what();
  }
  return "accepted";
}

TEST(GemmRefusals, Types) {
  plait_gemm_args args{};
  args.a_dtype = PLAIT_F32;
  args.b_dtype = PLAIT_I32;
  args.c_dtype = PLAIT_F32;
  EXPECT_NE(refusal(args).find("float32 and int32 into float32"),
            std::string::npos);
  args.b_dtype = 99;
  EXPECT_NE(refusal(args).find("plait_dtype numbers"), std::string::npos);
  args.a_dtype = args.b_dtype = args.c_dtype = PLAIT_BOOL;
  EXPECT_NE(refusal(args).find("not supported"), std::string::npos);
}

TEST(GemmRefusals, Sizes) {
  plait_gemm_args args{};
  args.a_dtype = args.b_dtype = args.c_dtype = PLAIT_F32;
  args.m = -1;
  EXPECT_NE(refusal(args).find("0 or more"), std::string::npos);
}

TEST(GemmBlas, MissingLibraryIsTold) {
  try {
    Blas blas("/nowhere/libblas.so");
    FAIL();
  } catch (const Failure &failure) {
    EXPECT_NE(std::string(failure.what()).find("leave the option out"),
              std::string::npos);
  }
}

/// Where the system has an OpenBLAS, it gives what the own kernel gives.
TEST(GemmBlas, EqualsLoops) {
  std::unique_ptr<Blas> blas;
  try {
    blas = std::make_unique<Blas>("");
  } catch (const Failure &failure) {
    GTEST_SKIP() << failure.what();
  }
  for (Types types : {floats, Types{PLAIT_F64, PLAIT_F64, PLAIT_F64},
                      Types{PLAIT_BF16, PLAIT_BF16, PLAIT_F32}})
    for (Order a : {Order::RowMajor, Order::ColumnMajor, Order::Strided})
      for (Order b : {Order::RowMajor, Order::ColumnMajor, Order::Broadcast})
        for (bool accumulate : {false, true}) {
          Contraction c({2, 33, 45, 27}, a, b, Order::RowMajor, types,
                        accumulate);
          c.loops<double>();
          c.run(blas.get());
          EXPECT_TRUE(c.c == c.want);
        }
}

} // namespace
