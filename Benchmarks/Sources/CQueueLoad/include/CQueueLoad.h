#pragma once

#include <stddef.h>
#include <stdint.h>

// The load on a queue while its latencies are measured, the same for all queues: a thread of real-time priority 40
// sends work, or makes a descriptor readable. It sends again some time after the last arrival, so that each arrival
// belongs to one sending. The queue's own ticks are recorded here, too.

/// The kinds of latency.
enum { load_tick, load_hop, load_descriptor, load_kinds };

typedef struct load load;

load *load_new(void);
void load_free(load *load);

/// Returns the CLOCK_MONOTONIC time in nanoseconds.
int64_t load_now(void);
/// Sleeps until `time`, by clock_nanosleep.
void load_sleep_until(int64_t time);
/// Returns a descriptor that is readable from `load_signal` until `load_read`.
int load_eventfd(void);
void load_signal(int descriptor);
uint64_t load_read(int descriptor);
/// Puts the calling thread into SCHED_FIFO, with the minimum timer slack and its stack in memory.
void load_enter_real_time(int priority);

/// Sends `kind` for `seconds`, with pauses of `gap` nanoseconds. Returns when everything has arrived, or a second
/// later.
void load_run(load *load, double seconds, int64_t gap, int kind, void (*send)(void *context), void *context);

/// Records the arrival of the last sending. Call on the thread where it arrives.
void load_arrived(load *load, int kind);
/// Records a tick that was due at `deadline`, and `missed` ticks before it. Call on the queue's thread.
void load_ticked(load *load, int64_t deadline, int64_t period, uint64_t missed);

/// Returns the latencies in nanoseconds, in the order of arrival.
const uint32_t *load_samples(const load *load, int kind);
size_t load_count(const load *load, int kind);
