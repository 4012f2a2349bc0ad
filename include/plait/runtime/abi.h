/*===- abi.h - What compiled programs and the runtime share ----------*- C -*-===*
 *
 * The only file that compiler output and runtime have in common: plain C, no
 * LLVM. A compiled program is a constant table `plait_module` of SPMD programs
 * (today one); its step function is called by the runtime once per step and
 * rank, and calls back the functions declared at the end of this file.
 *
 *   plait_module_table --> plait_program[] --> step(context, buffers)
 *                                          \-> groups, constants, manifest
 *
 * Rules
 * - Every struct begins with its size, so that a field can be added at its end.
 *   A runtime refuses another major version and accepts an older minor one.
 * - Generated code has no writable globals: a rank's state hangs on its context.
 * - Every collective carries its compile-time site id. Ranks of a communicator
 *   call the same sites in the same order.
 * - Sizes are in elements unless a name says bytes. Shapes are static and local.
 *
 * Counterparts: a communicator is an MPI_Comm or ncclComm_t, a request is an
 * MPI_Request, an event of a NCCL stream.
 *
 *===------------------------------------------------------------------------===*/
#ifndef PLAIT_RUNTIME_ABI_H
#define PLAIT_RUNTIME_ABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PLAIT_ABI_MAJOR 1
#define PLAIT_ABI_MINOR 0
#define PLAIT_MANIFEST_SCHEMA 1

/** Element types, as in memory. A boolean takes one byte, 0 or 1. */
typedef enum plait_dtype {
  PLAIT_BOOL = 0,
  PLAIT_I8 = 1,
  PLAIT_I16 = 2,
  PLAIT_I32 = 3,
  PLAIT_I64 = 4,
  PLAIT_U8 = 5,
  PLAIT_U16 = 6,
  PLAIT_U32 = 7,
  PLAIT_U64 = 8,
  PLAIT_F16 = 9,
  PLAIT_BF16 = 10,
  PLAIT_F32 = 11,
  PLAIT_F64 = 12,
  PLAIT_C64 = 13, /* two f32 */
  PLAIT_C128 = 14 /* two f64 */
} plait_dtype;

/** How partial values combine. Max and min let NaN win (IEEE 754-2019 maximum);
 *  signedness is that of the element type. */
typedef enum plait_combiner {
  PLAIT_SUM = 0,
  PLAIT_PROD = 1,
  PLAIT_MAX = 2,
  PLAIT_MIN = 3,
  PLAIT_AND = 4,
  PLAIT_OR = 5,
  PLAIT_XOR = 6
} plait_combiner;

/** One rank's state: communicators, counters, workspace, pending requests. */
typedef struct plait_context plait_context;

/** A (sub-)axis of the mesh. With mesh axis size A: A = pre * size * post; the
 *  coordinate along it is (index / post) % size. A whole axis has pre = 1 and
 *  size = A. */
typedef struct plait_axis_ref {
  int32_t axis; /* position in the mesh */
  int32_t reserved;
  int64_t pre;
  int64_t size;
} plait_axis_ref;

/** A communicator to make: devices that differ only along `axes` form a group,
 *  ordered by their linear coordinate over `axes`, the first axis major. */
typedef struct plait_group {
  uint32_t size_bytes; /* sizeof(plait_group) */
  int32_t num_axes;
  const plait_axis_ref *axes;
} plait_group;

/** One SPMD program. */
typedef struct plait_program {
  uint32_t size_bytes; /* sizeof(plait_program) */
  uint32_t program_index;
  const char *name;
  const char *manifest; /* JSON, see runtime/README.md; not terminated by 0 */
  uint64_t manifest_bytes;
  int32_t num_arguments;
  int32_t num_results;
  int32_t num_groups;
  int32_t reserved;
  const plait_group *groups;
  uint64_t arena_bytes; /* of one rank, 64-byte aligned by the runtime */

  /** Runs one step on one rank. `buffers` holds, in order: the arguments, the
   *  results, the arena; each 64-byte aligned. A result that aliases an argument
   *  has the argument's pointer, and is written there. Returns 0, else the first
   *  error that a callback returned. */
  int32_t (*step)(plait_context *context, void *const *buffers);
} plait_program;

/** The symbol `plait_module_table` of every compiled program. */
typedef struct plait_module {
  uint32_t size_bytes; /* sizeof(plait_module) */
  uint32_t abi_major;
  uint32_t abi_minor;
  int32_t num_programs;
  const plait_program *const *programs;
} plait_module;

/*---- Called by compiled programs ---------------------------------------------
 * All return 0 or an error code (plait_status below); after an error the
 * program returns it from `step` at once. `group` indexes plait_program.groups.
 * Source and destination do not overlap; they stay untouched by the program
 * from start to wait. `count` is the number of elements of the local operand.
 *---------------------------------------------------------------------------*/

typedef enum plait_status {
  PLAIT_OK = 0,
  PLAIT_USAGE = 1,        /* bad options, input files or programs */
  PLAIT_RESULT_DIFFERS = 2,
  PLAIT_COMMUNICATION = 3 /* a rank or a collective failed */
} plait_status;

/** The linear coordinate of this rank over `axes` of the mesh, first major. */
int64_t plait_axis_index(plait_context *context, int32_t group);

/** dst[i] = combination over the group, in rank order, of src[i]. MPI_Allreduce,
 *  ncclAllReduce. bf16 and f16 accumulate in f32. */
int32_t plait_all_reduce(plait_context *context, int32_t group, int64_t site,
                         int32_t dtype, int32_t combiner, const void *src,
                         void *dst, int64_t count);

/** The operand is [outer, mine]; the result is [outer, n, mine], n the group's
 *  size. outer * mine == count. MPI_Allgather, ncclAllGather. */
int32_t plait_all_gather(plait_context *context, int32_t group, int64_t site,
                         int32_t dtype, const void *src, void *dst,
                         int64_t count, int64_t outer);

/** The operand is [outer, n, mine]; the result is [outer, mine], this rank's
 *  slice of the combination. MPI_Reduce_scatter_block, ncclReduceScatter. */
int32_t plait_reduce_scatter(plait_context *context, int32_t group,
                             int64_t site, int32_t dtype, int32_t combiner,
                             const void *src, void *dst, int64_t count,
                             int64_t outer);

/** The operand, seen as an array of `rank` dimensions `shape`, is cut into n
 *  parts along `split`; part j goes to member j; the parts received are joined
 *  along `concat` in member order. MPI_Alltoall. */
int32_t plait_all_to_all(plait_context *context, int32_t group, int64_t site,
                         int32_t dtype, const void *src, void *dst,
                         int32_t rank, const int64_t *shape, int32_t split,
                         int32_t concat);

/** Member i of the group receives the operand of member source[i]; where
 *  source[i] is -1 it gets zeros. `source` is a permutation but for the -1.
 *  MPI_Sendrecv, ncclSend with ncclRecv. */
int32_t plait_collective_permute(plait_context *context, int32_t group,
                                 int64_t site, int32_t dtype, const void *src,
                                 void *dst, int64_t count,
                                 const int64_t *source);

/** Everybody in the group gets the operand of member `root`, which all members
 *  give alike (it may be computed at run time). MPI_Bcast, ncclBroadcast. */
int32_t plait_broadcast(plait_context *context, int32_t group, int64_t site,
                        int32_t dtype, const void *src, void *dst,
                        int64_t count, int64_t root);

/** Start forms: as above, and *request names what plait_wait waits for. A rank
 *  may have several requests in flight; waits may come in any order. */
int32_t plait_all_reduce_start(plait_context *context, int32_t group,
                               int64_t site, int32_t dtype, int32_t combiner,
                               const void *src, void *dst, int64_t count,
                               int64_t *request);
int32_t plait_all_gather_start(plait_context *context, int32_t group,
                               int64_t site, int32_t dtype, const void *src,
                               void *dst, int64_t count, int64_t outer,
                               int64_t *request);
int32_t plait_reduce_scatter_start(plait_context *context, int32_t group,
                                   int64_t site, int32_t dtype,
                                   int32_t combiner, const void *src, void *dst,
                                   int64_t count, int64_t outer,
                                   int64_t *request);
int32_t plait_all_to_all_start(plait_context *context, int32_t group,
                               int64_t site, int32_t dtype, const void *src,
                               void *dst, int32_t rank, const int64_t *shape,
                               int32_t split, int32_t concat,
                               int64_t *request);
int32_t plait_collective_permute_start(plait_context *context, int32_t group,
                                       int64_t site, int32_t dtype,
                                       const void *src, void *dst,
                                       int64_t count, const int64_t *source,
                                       int64_t *request);
int32_t plait_broadcast_start(plait_context *context, int32_t group,
                              int64_t site, int32_t dtype, const void *src,
                              void *dst, int64_t count, int64_t root,
                              int64_t *request);
int32_t plait_wait(plait_context *context, int64_t request);

/** Contraction C[b,m,n] (+)= sum over k of A[b,m,k] * B[b,k,n], any strides, in
 *  elements. f32, f64; bf16 and f16 operands accumulate in f32 and round once
 *  into `c_dtype`. K = 0 writes zeros unless `accumulate`. */
typedef struct plait_gemm_args {
  uint32_t size_bytes; /* sizeof(plait_gemm_args) */
  int32_t accumulate;
  int32_t a_dtype, b_dtype, c_dtype, reserved;
  const void *a, *b;
  void *c;
  int64_t batch, m, n, k;
  int64_t a_batch, a_m, a_k;
  int64_t b_batch, b_k, b_n;
  int64_t c_batch, c_m, c_n;
} plait_gemm_args;
int32_t plait_gemm(plait_context *context, const plait_gemm_args *args);

/*---- The command line of a program -------------------------------------------
 * `main` of an executable is one line: return plait_main(&plait_module_table,
 * argc, argv). plait-run calls it too, with a module it has loaded. */
int plait_main(const plait_module *module, int argc, char **argv);

#ifdef __cplusplus
}
#endif

#endif /* PLAIT_RUNTIME_ABI_H */
