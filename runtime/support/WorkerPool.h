//===-- WorkerPool.h - threads that share a list of items -------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The only threads of the runtime. One loop at a time; items must be
// independent.

#ifndef SC_RUNTIME_SUPPORT_WORKERPOOL_H
#define SC_RUNTIME_SUPPORT_WORKERPOOL_H

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace sc::runtime {

/// Runs loops on the calling thread and `threads - 1` others.
class WorkerPool {
public:
  using Body = std::function<void(int worker, int64_t item)>;

  /// 0 threads: one for each core.
  explicit WorkerPool(int threads);
  ~WorkerPool();
  WorkerPool(const WorkerPool &) = delete;
  WorkerPool &operator=(const WorkerPool &) = delete;

  int getNumWorkers() const { return static_cast<int>(threads.size()) + 1; }

  /// Calls `body` once for each item of 0 .. count - 1, in order with one
  /// worker, else in the order in which workers claim them; returns when all
  /// calls have. What a call wrote is visible to the caller.
  void run(int64_t count, const Body &body);

private:
  void serve(int worker);
  void claimItems(int worker);

  std::mutex mutex;
  std::condition_variable wake;
  std::condition_variable done;
  const Body *body = nullptr;
  int64_t numItems = 0;
  std::atomic<int64_t> nextItem = 0;
  uint64_t generation = 0;
  int busy = 0;
  bool isStopping = false;
  std::vector<std::thread> threads;
};

} // namespace sc::runtime

#endif // SC_RUNTIME_SUPPORT_WORKERPOOL_H
