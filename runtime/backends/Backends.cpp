//===- Backends.cpp - The list of backends --------------------------------===//

#include "backends/null/Null.h"
#include "backends/threads/Threads.h"

namespace plait::runtime {

const std::vector<Backend> &allBackends() {
  static const std::vector<Backend> backends = {
      {"threads", "all ranks as threads of this process", true, launchThreads},
      {"null", "one rank that talks to nobody", true, launchNull},
      {"mpi", "one rank per MPI process", false, nullptr},
      {"nccl", "one rank per GPU", false, nullptr}};
  return backends;
}

} // namespace plait::runtime
