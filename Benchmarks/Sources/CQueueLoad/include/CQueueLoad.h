#pragma once

#include <stddef.h>
#include <stdint.h>

// What a queue is given to do while its latencies are measured, the same for all that are compared: a thread of
// real-time priority 40 sends it work, or makes a descriptor readable. The next thing is sent some time after the last
// one has arrived, so that each arrival belongs to one sending. The queue's own ticks are noted here, too.

/// What is measured.
enum { load_tick, load_hop, load_descriptor, load_kinds };

typedef struct load load;

load *load_new(void);
void load_free(load *load);

/// CLOCK_MONOTONIC, in nanoseconds.
int64_t load_now(void);
/// A descriptor that is readable after a signal until it is read.
int load_eventfd(void);
void load_signal(int descriptor);
uint64_t load_read(int descriptor);
/// Puts the calling thread into SCHED_FIFO, with the least timer slack and its stack in memory.
void load_enter_real_time(int priority);

/// Sends `kind` for `seconds`, with pauses of `gap` nanoseconds, and returns when all has arrived or a second has passed.
void load_run(load *load, double seconds, int64_t gap, int kind, void (*send)(void *context), void *context);

/// What was sent last has arrived. On the thread where it does.
void load_arrived(load *load, int kind);
/// A tick that was due at `deadline` has come, after `missed` ticks before it that are as late. On the queue's thread.
void load_ticked(load *load, int64_t deadline, int64_t period, uint64_t missed);

/// The latencies in nanoseconds, in the order in which they came.
const uint32_t *load_samples(const load *load, int kind);
size_t load_count(const load *load, int kind);
