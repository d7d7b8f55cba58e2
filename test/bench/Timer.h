//===-- Timer.h - how long work takes ---------------------------*- C++ -*-===//
// Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef SC_TEST_BENCH_TIMER_H
#define SC_TEST_BENCH_TIMER_H

#include <algorithm>
#include <chrono>
#include <ctime>
#include <vector>

namespace sc::bench {

/// Adds the time of its own life to a counter.
class Timer {
public:
  explicit Timer(double &seconds) : seconds(seconds) {}
  ~Timer() {
    seconds +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
            .count();
  }
  Timer(const Timer &) = delete;
  Timer &operator=(const Timer &) = delete;

private:
  double &seconds;
  std::chrono::steady_clock::time_point start =
      std::chrono::steady_clock::now();
};

/// Times of one kind of work, in ms. Where one thread works, processor time is
/// compared, so that other processes disturb little.
struct Times {
  std::vector<double> processor, elapsed;
};

inline double getMedian(std::vector<double> values) {
  auto middle = values.begin() + static_cast<int64_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

inline double getMilliseconds(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) * 1e3 +
         static_cast<double>(time.tv_nsec) * 1e-6;
}

/// Adds the time that `work` takes.
template <typename Work> void measure(Times &times, const Work &work) {
  double processor = getMilliseconds(CLOCK_PROCESS_CPUTIME_ID);
  double elapsed = getMilliseconds(CLOCK_MONOTONIC);
  work();
  times.elapsed.push_back(getMilliseconds(CLOCK_MONOTONIC) - elapsed);
  times.processor.push_back(getMilliseconds(CLOCK_PROCESS_CPUTIME_ID) -
                            processor);
}

} // namespace sc::bench

#endif // SC_TEST_BENCH_TIMER_H
