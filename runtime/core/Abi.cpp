//===- Abi.cpp - The functions that compiled programs call ----------------===//
//
// Each builds a `Collective` from its parameters and hands it to the context.
// No exception leaves: the context keeps the first failure, the program gets
// its status and returns it.
//
//===----------------------------------------------------------------------===//

#include "core/Context.h"
#include "core/Gemm.h"

#include <new>

using namespace plait::runtime;

/// Runs `body`; keeps what it throws in the context.
template <typename Body>
static int32_t guarded(plait_context *context, Body body) {
  try {
    body();
    return PLAIT_OK;
  } catch (const Failure &failure) {
    if (!context->failure)
      context->failure = failure;
    return failure.status;
  } catch (const std::exception &error) {
    if (!context->failure)
      context->failure = Failure(
          PLAIT_USAGE, text("rank ", context->rank, ": ", error.what()));
    return PLAIT_USAGE;
  }
}

static int32_t run(plait_context *context, int32_t group,
                   const Collective &collective) {
  return guarded(context, [&] { context->run(collective, group); });
}

static int32_t start(plait_context *context, int32_t group,
                     const Collective &collective, int64_t *request) {
  return guarded(context,
                 [&] { *request = context->start(collective, group); });
}

static Collective makeCollective(CollectiveKind kind, int64_t site,
                                 int32_t dtype, const void *src, void *dst,
                                 int64_t count) {
  Collective c;
  c.kind = kind;
  c.site = site;
  c.dtype = dtype;
  c.src = src;
  c.dst = dst;
  c.count = count;
  return c;
}

static Collective allReduce(int64_t site, int32_t dtype, int32_t combiner,
                            const void *src, void *dst, int64_t count) {
  Collective c =
      makeCollective(CollectiveKind::AllReduce, site, dtype, src, dst, count);
  c.combiner = combiner;
  return c;
}

static Collective allGather(int64_t site, int32_t dtype, const void *src,
                            void *dst, int64_t count, int64_t outer) {
  Collective c =
      makeCollective(CollectiveKind::AllGather, site, dtype, src, dst, count);
  c.outer = outer;
  return c;
}

static Collective reduceScatter(int64_t site, int32_t dtype, int32_t combiner,
                                const void *src, void *dst, int64_t count,
                                int64_t outer) {
  Collective c = makeCollective(CollectiveKind::ReduceScatter, site, dtype, src,
                                dst, count);
  c.combiner = combiner;
  c.outer = outer;
  return c;
}

static Collective allToAll(int64_t site, int32_t dtype, const void *src,
                           void *dst, int32_t rank, const int64_t *shape,
                           int32_t split, int32_t concat) {
  Collective c =
      makeCollective(CollectiveKind::AllToAll, site, dtype, src, dst, 0);
  if (rank > 0)
    c.shape.assign(shape, shape + rank);
  c.count = checkedProduct(c.shape);
  c.split = split;
  c.concat = concat;
  return c;
}

/// `source` has one entry per member of the group; a bad group index is told
/// later, by the context.
static Collective permute(plait_context *context, int32_t group, int64_t site,
                          int32_t dtype, const void *src, void *dst,
                          int64_t count, const int64_t *source) {
  Collective c = makeCollective(CollectiveKind::CollectivePermute, site, dtype,
                                src, dst, count);
  if (group >= 0 && group < int32_t(context->groups.size()))
    c.source.assign(source, source + context->groups[group].size());
  return c;
}

static Collective broadcast(int64_t site, int32_t dtype, const void *src,
                            void *dst, int64_t count, int64_t root) {
  Collective c =
      makeCollective(CollectiveKind::Broadcast, site, dtype, src, dst, count);
  c.root = root;
  return c;
}

extern "C" {

int64_t plait_axis_index(plait_context *context, int32_t group) {
  // Without a way to return a status, a bad group is told at the step's end.
  if (group >= 0 && group < int32_t(context->groups.size()))
    return context->groups[group].self;
  guarded(context, [&] {
    failCommunication("rank ", context->rank, " asks for its index in group ",
                      group, ", the program has ", context->groups.size());
  });
  return 0;
}

int32_t plait_all_reduce(plait_context *context, int32_t group, int64_t site,
                         int32_t dtype, int32_t combiner, const void *src,
                         void *dst, int64_t count) {
  return run(context, group, allReduce(site, dtype, combiner, src, dst, count));
}

int32_t plait_all_gather(plait_context *context, int32_t group, int64_t site,
                         int32_t dtype, const void *src, void *dst,
                         int64_t count, int64_t outer) {
  return run(context, group, allGather(site, dtype, src, dst, count, outer));
}

int32_t plait_reduce_scatter(plait_context *context, int32_t group,
                             int64_t site, int32_t dtype, int32_t combiner,
                             const void *src, void *dst, int64_t count,
                             int64_t outer) {
  return run(context, group,
             reduceScatter(site, dtype, combiner, src, dst, count, outer));
}

int32_t plait_all_to_all(plait_context *context, int32_t group, int64_t site,
                         int32_t dtype, const void *src, void *dst,
                         int32_t rank, const int64_t *shape, int32_t split,
                         int32_t concat) {
  return run(context, group,
             allToAll(site, dtype, src, dst, rank, shape, split, concat));
}

int32_t plait_collective_permute(plait_context *context, int32_t group,
                                 int64_t site, int32_t dtype, const void *src,
                                 void *dst, int64_t count,
                                 const int64_t *source) {
  return run(context, group,
             permute(context, group, site, dtype, src, dst, count, source));
}

int32_t plait_broadcast(plait_context *context, int32_t group, int64_t site,
                        int32_t dtype, const void *src, void *dst,
                        int64_t count, int64_t root) {
  return run(context, group, broadcast(site, dtype, src, dst, count, root));
}

int32_t plait_all_reduce_start(plait_context *context, int32_t group,
                               int64_t site, int32_t dtype, int32_t combiner,
                               const void *src, void *dst, int64_t count,
                               int64_t *request) {
  return start(context, group,
               allReduce(site, dtype, combiner, src, dst, count), request);
}

int32_t plait_all_gather_start(plait_context *context, int32_t group,
                               int64_t site, int32_t dtype, const void *src,
                               void *dst, int64_t count, int64_t outer,
                               int64_t *request) {
  return start(context, group, allGather(site, dtype, src, dst, count, outer),
               request);
}

int32_t plait_reduce_scatter_start(plait_context *context, int32_t group,
                                   int64_t site, int32_t dtype,
                                   int32_t combiner, const void *src, void *dst,
                                   int64_t count, int64_t outer,
                                   int64_t *request) {
  return start(context, group,
               reduceScatter(site, dtype, combiner, src, dst, count, outer),
               request);
}

int32_t plait_all_to_all_start(plait_context *context, int32_t group,
                               int64_t site, int32_t dtype, const void *src,
                               void *dst, int32_t rank, const int64_t *shape,
                               int32_t split, int32_t concat,
                               int64_t *request) {
  return start(context, group,
               allToAll(site, dtype, src, dst, rank, shape, split, concat),
               request);
}

int32_t plait_collective_permute_start(plait_context *context, int32_t group,
                                       int64_t site, int32_t dtype,
                                       const void *src, void *dst,
                                       int64_t count, const int64_t *source,
                                       int64_t *request) {
  return start(context, group,
               permute(context, group, site, dtype, src, dst, count, source),
               request);
}

int32_t plait_broadcast_start(plait_context *context, int32_t group,
                              int64_t site, int32_t dtype, const void *src,
                              void *dst, int64_t count, int64_t root,
                              int64_t *request) {
  return start(context, group, broadcast(site, dtype, src, dst, count, root),
               request);
}

int32_t plait_wait(plait_context *context, int64_t request) {
  return guarded(context, [&] { context->wait(request); });
}

int32_t plait_gemm(plait_context *context, const plait_gemm_args *args) {
  return guarded(context, [&] {
    gemm(*args, context->workspace, context->settings.blas);
  });
}

} // extern "C"
