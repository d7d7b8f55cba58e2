//===-- WorkerPool.cpp - threads that share a list of items --------------===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Workers sleep between loops and claim one item at a time.

#include "runtime/support/WorkerPool.h"

#include <algorithm>
#include <exception>

namespace sc::runtime {

WorkerPool::WorkerPool(int numThreads) {
  if (numThreads <= 0)
    numThreads = static_cast<int>(std::thread::hardware_concurrency());
  threads.reserve(std::max(0, numThreads - 1));
  // Fewer threads do the same work where the system gives no more.
  try {
    for (int worker = 1; worker < numThreads; ++worker)
      threads.emplace_back([this, worker] { serve(worker); });
  } catch (const std::exception &) {
  }
}

WorkerPool::~WorkerPool() {
  {
    std::lock_guard lock(mutex);
    isStopping = true;
  }
  wake.notify_all();
  for (std::thread &thread : threads)
    thread.join();
}

void WorkerPool::claimItems(int worker) {
  while (true) {
    int64_t item = nextItem.fetch_add(1, std::memory_order_relaxed);
    if (item >= numItems)
      return;
    (*body)(worker, item);
  }
}

void WorkerPool::serve(int worker) {
  uint64_t seen = 0;
  std::unique_lock lock(mutex);
  while (true) {
    wake.wait(lock, [&] { return isStopping || generation != seen; });
    if (isStopping)
      return;
    seen = generation;
    lock.unlock();
    claimItems(worker);
    lock.lock();
    if (--busy == 0)
      done.notify_one();
  }
}

void WorkerPool::run(int64_t count, const Body &loopBody) {
  if (threads.empty() || count <= 1) {
    for (int64_t item = 0; item < count; ++item)
      loopBody(0, item);
    return;
  }
  {
    std::lock_guard lock(mutex);
    body = &loopBody;
    numItems = count;
    nextItem.store(0, std::memory_order_relaxed);
    busy = static_cast<int>(threads.size());
    ++generation;
  }
  wake.notify_all();
  claimItems(0);
  std::unique_lock lock(mutex);
  done.wait(lock, [&] { return busy == 0; });
}

} // namespace sc::runtime
