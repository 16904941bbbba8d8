#pragma once

// The kernel interfaces that a real-time thread is made of, for Swift: Glibc's module leaves out epoll, eventfd,
// timerfd and scheduling classes. Thin: a function is one call, a negative errno where it failed.

#include <stdbool.h>
#include <stdint.h>

/// CLOCK_MONOTONIC, in nanoseconds.
int64_t crt_now(void);

// MARK: Threads

/// Starts a thread named `name` (15 characters are kept) that runs `body(argument)`.
int crt_thread_start(uint64_t *thread, const char *name, void *(*body)(void *), void *argument);
void crt_thread_join(uint64_t thread);
/// Puts the calling thread into SCHED_FIFO; what it forks or spawns falls back to SCHED_OTHER.
int crt_thread_set_fifo(int priority);
/// What RLIMIT_RTPRIO allows.
int crt_rtprio_limit(void);
/// Lets the calling thread's sleeps end within 1 ns of their time instead of 50 us.
void crt_thread_minimise_timer_slack(void);
/// Touches the stack's next pages, so that they do not fault later.
void crt_thread_prefault_stack(void);

/// The calling thread. Never 0; used again for another thread only after this one has ended.
uint64_t crt_thread_self(void);

// MARK: Descriptors

int crt_eventfd(void);
void crt_eventfd_signal(int descriptor);
void crt_eventfd_clear(int descriptor);

int crt_timerfd(void);
/// Wakes at `time` of CLOCK_MONOTONIC; never, if `time` is 0.
void crt_timerfd_set(int descriptor, int64_t time);
void crt_timerfd_clear(int descriptor);

int crt_epoll(void);
int crt_epoll_add(int epoll, int descriptor, uint64_t tag);
void crt_epoll_remove(int epoll, int descriptor);
/// Sleeps until a descriptor is readable (`block`), or only looks; returns how many tags it wrote.
int crt_epoll_wait(int epoll, uint64_t *tags, int capacity, bool block);

void crt_close(int descriptor);
void crt_sleep_microseconds(int64_t duration);

// MARK: Signals

/// From now on SIGTERM, SIGINT and SIGHUP do not end the process but make the descriptor readable that is returned; one
/// that the process was started to ignore stays ignored. SIGPIPE is ignored: writing tells. To be called once.
int crt_catch_termination(void);
