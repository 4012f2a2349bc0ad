/*===- Program.c - A compiled program, written by hand -------------*- C -*-===*
 *
 * What the compiler would emit for one training step of a linear model on the
 * mesh data=2, model=2, in plain C:
 *
 *   loss  = sum over rows r, columns c of x[r, c] * w[c]
 *   w     = w - lr * (sum over rows of x[r, :])         replaces the argument
 *   rows  = per row of x, the number of its positive elements
 *
 * x is [5, 4] over [data, model]: shards of 3 x 2, the last one short. w is [4]
 * over [model], rows is [5] over [data]. `step` (a scalar, i64) counts up.
 *
 * PLAIT_TEST_FAULT breaks rank 3: hang, late, leave, status, site, shape, wait,
 * drift.
 *
 *===------------------------------------------------------------------------===*/
#include "plait/runtime/abi.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { X, W, LR, STEP, LOSS, NEW_W, ROWS, NEW_STEP, ARENA };

static const char manifest[] =
    "{\"schema\": 1, \"program\": 0, \"name\": \"linear\","
    " \"hash\": \"00112233445566ff\","
    " \"mesh\": {\"name\": \"mesh\", \"axes\": [{\"name\": \"data\", \"size\": "
    "2}, {\"name\": \"model\", \"size\": 2}], \"device_ids\": []},"
    " \"arguments\": ["
    "  {\"name\": \"x\", \"shape\": [5, 4], \"dtype\": \"float32\","
    "   \"local_shape\": [3, 2], \"dims\": [[{\"axis\": 0, \"pre\": 1, "
    "\"size\": "
    "2}], [{\"axis\": 1, \"pre\": 1, \"size\": 2}]],"
    "   \"sharding\": \"[{data},{model}]\", \"state\": \"batch\"},"
    "  {\"name\": \"params['w']\", \"shape\": [4], \"dtype\": \"float32\","
    "   \"local_shape\": [2], \"dims\": [[{\"axis\": 1, \"pre\": 1, \"size\": "
    "2}]],"
    "   \"sharding\": \"[{model}]\", \"state\": \"parameter\"},"
    "  {\"name\": \"lr\", \"shape\": [], \"dtype\": \"float32\","
    "   \"local_shape\": [], \"dims\": [], \"sharding\": \"[]\"},"
    "  {\"name\": \"step\", \"shape\": [], \"dtype\": \"int64\","
    "   \"local_shape\": [], \"dims\": [], \"sharding\": \"[]\"}],"
    " \"results\": ["
    "  {\"name\": \"result['loss']\", \"shape\": [], \"dtype\": \"float32\","
    "   \"local_shape\": [], \"dims\": [], \"alias\": -1},"
    "  {\"name\": \"result['w']\", \"shape\": [4], \"dtype\": \"float32\","
    "   \"local_shape\": [2], \"dims\": [[{\"axis\": 1, \"pre\": 1, \"size\": "
    "2}]], \"alias\": 1},"
    "  {\"name\": \"rows\", \"shape\": [5], \"dtype\": \"int32\","
    "   \"local_shape\": [3], \"dims\": [[{\"axis\": 0, \"pre\": 1, \"size\": "
    "2}]], \"alias\": -1},"
    "  {\"name\": \"result['step']\", \"shape\": [], \"dtype\": \"int64\","
    "   \"local_shape\": [], \"dims\": [], \"alias\": 3}],"
    " \"memory\": {\"arena\": 128, \"arguments\": 256, \"results\": 128},"
    " \"collectives\": ["
    "  {\"site\": 0, \"kind\": \"all_reduce\", \"axes\": [\"data\", \"model\"],"
    "   \"group_size\": 4, \"bytes_per_device\": 6, \"count\": 1,"
    "   \"reason\": \"the loss is a sum over both axes\","
    "   \"origin\": \"reduce\", \"location\": \"train.py:10\"},"
    "  {\"site\": 4, \"kind\": \"all_reduce\", \"axes\": [\"data\"],"
    "   \"group_size\": 2, \"bytes_per_device\": 8, \"count\": 1,"
    "   \"reason\": \"gradient of w\", \"origin\": \"grad\","
    "   \"location\": \"train.py:11\"},"
    "  {\"site\": 5, \"kind\": \"all_reduce\", \"axes\": [\"model\"],"
    "   \"group_size\": 2, \"bytes_per_device\": 24, \"count\": 2,"
    "   \"reason\": \"rows\", \"origin\": \"count\","
    "   \"location\": \"train.py:12\"}]}";

static const plait_axis_ref both[] = {{0, 0, 1, 2}, {1, 0, 1, 2}};
static const plait_group groups[] = {{sizeof(plait_group), 2, both},
                                     {sizeof(plait_group), 1, both},
                                     {sizeof(plait_group), 1, both + 1}};

static void nap(long milliseconds) {
  struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
  nanosleep(&time, NULL);
}

/* Breaks rank 3 as the environment asks; nonzero ends the step. */
static int fault(plait_context *context, const char **kind) {
  const char *wanted = getenv("PLAIT_TEST_FAULT");
  *kind = "";
  if (!wanted || plait_axis_index(context, 0) != 3)
    return 0;
  *kind = wanted;
  while (!strcmp(wanted, "hang"))
    nap(10);
  if (!strcmp(wanted, "late"))
    nap(300);
  return !strcmp(wanted, "leave") ? -1 : !strcmp(wanted, "status") ? 7 : 0;
}

static int32_t step(plait_context *context, void *const *buffers) {
  const float *x = buffers[X], *w = buffers[W], *lr = buffers[LR];
  float *partial = buffers[ARENA], *sums = partial + 1, *total = partial + 4;
  int32_t *positive = (int32_t *)(partial + 8), *rows = buffers[ROWS];
  int64_t first = plait_axis_index(context, 1) * 3, request;
  int64_t valid = first + 3 > 5 ? 5 - first : 3;
  const char *kind;
  int32_t status = fault(context, &kind);
  if (status)
    return status < 0 ? 0 : status;

  partial[0] = sums[0] = sums[1] = 0;
  positive[0] = positive[1] = positive[2] = 0;
  for (int64_t r = 0; r < valid; ++r)
    for (int64_t c = 0; c < 2; ++c) {
      partial[0] += x[r * 2 + c] * w[c];
      sums[c] += x[r * 2 + c];
      positive[r] += x[r * 2 + c] > 0;
    }
  status = plait_all_reduce_start(context, 1, 4, PLAIT_F32, PLAIT_SUM, sums,
                                  total, 2, &request);
  if (status)
    return status;
  status = plait_all_reduce(context, 0, !strcmp(kind, "site") ? 99 : 0,
                            PLAIT_F32, PLAIT_SUM, partial, buffers[LOSS],
                            !strcmp(kind, "shape") ? 2 : 1);
  for (int i = 0; i < 2 && !status; ++i) /* twice: as a loop would */
    status = plait_all_reduce(context, 2, 5, PLAIT_I32, PLAIT_SUM, positive,
                              rows, 3);
  if (status || !strcmp(kind, "wait"))
    return status;
  status = plait_wait(context, request);
  if (status)
    return status;
  for (int64_t c = 0; c < 2; ++c)
    ((float *)buffers[NEW_W])[c] = w[c] - *lr * total[c];
  if (!strcmp(kind, "drift"))
    ((float *)buffers[NEW_W])[1] += 1;
  *(int64_t *)buffers[NEW_STEP] = *(const int64_t *)buffers[STEP] + 1;
  return 0;
}

static const plait_program program = {sizeof(plait_program),
                                      0,
                                      "linear",
                                      manifest,
                                      sizeof(manifest) - 1,
                                      4,
                                      4,
                                      3,
                                      0,
                                      groups,
                                      128,
                                      step};
static const plait_program *const programs[] = {&program};
const plait_module plait_module_table = {sizeof(plait_module), PLAIT_ABI_MAJOR,
                                         PLAIT_ABI_MINOR, 1, programs};

int main(int argc, char **argv) {
  return plait_main(&plait_module_table, argc, argv);
}
