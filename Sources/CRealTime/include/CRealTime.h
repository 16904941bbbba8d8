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
/// Nobody will join it: all that it has goes with it.
void crt_thread_detach(uint64_t thread);
/// Puts the calling thread into SCHED_FIFO; what it forks or spawns falls back to SCHED_OTHER.
int crt_thread_set_fifo(int priority);
/// What RLIMIT_RTPRIO allows.
int crt_rtprio_limit(void);
/// Lets the calling thread's sleeps end within 1 ns of their time instead of 50 us.
void crt_thread_minimise_timer_slack(void);
/// Touches the stack's next pages, so that they do not fault later.
void crt_thread_prefault_stack(void);

/// Whether the calling thread may do what the capability allows; see capabilities(7).
bool crt_has_capability(int capability);
extern const int crt_cap_sys_nice;
extern const int crt_cap_ipc_lock;

/// The calling thread. Never 0; used again for another thread only after this one has ended.
uint64_t crt_thread_self(void);
/// The calling thread, as the kernel and `/proc/self/task` number it.
int crt_tid(void);

/// When what the calling thread is handling happened, in nanoseconds; 0 if nobody has said. Each thread has its own.
int64_t crt_origin(void);
void crt_set_origin(int64_t time);

// MARK: Memory

/// Keeps every page of the process in memory once it has been touched, present and future ones.
int crt_lock_memory(void);
/// What RLIMIT_MEMLOCK allows, in bytes; UINT64_MAX if all.
uint64_t crt_memlock_limit(void);

// MARK: Processors

/// A set of processors. 1024 is what glibc's cpu_set_t holds.
typedef struct {
    unsigned long words[1024 / (8 * sizeof(unsigned long))];
} crt_cpus;

/// Where the thread `tid` may run; 0 is the calling one.
int crt_affinity(int tid, crt_cpus *cpus);
int crt_set_affinity(int tid, const crt_cpus *cpus);
bool crt_cpus_contain(const crt_cpus *cpus, int cpu);
void crt_cpus_insert(crt_cpus *cpus, int cpu);
void crt_cpus_remove(crt_cpus *cpus, int cpu);
int crt_cpus_count(const crt_cpus *cpus);
bool crt_cpus_equal(const crt_cpus *cpus, crt_cpus others);
/// Whether the thread `tid` is in one of the kernel's two real-time classes.
bool crt_is_real_time(int tid);
/// Whether there is a thread `tid`.
bool crt_thread_exists(int tid);
/// How many threads the process has, told by the open folder /proc/self/task.
int crt_thread_count(int folder);

// MARK: Descriptors

int crt_eventfd(void);
void crt_eventfd_signal(int descriptor);
void crt_eventfd_clear(int descriptor);

int crt_timerfd(void);
/// Wakes at `time` of CLOCK_MONOTONIC; never, if `time` is 0. It is unreadable again until then.
void crt_timerfd_set(int descriptor, int64_t time);

int crt_epoll(void);
/// Tells `tag` as long as the descriptor is readable, or once for each write to it (`edge`).
int crt_epoll_add(int epoll, int descriptor, uint64_t tag, bool edge);
void crt_epoll_remove(int epoll, int descriptor);
/// Sleeps until a descriptor is readable, for that many nanoseconds at most, or without end (-1); returns how many tags
/// it wrote. Linux before 5.11 has no sleep that is shorter than a millisecond.
int crt_epoll_wait(int epoll, uint64_t *tags, int capacity, int64_t most);

void crt_close(int descriptor);
void crt_sleep_microseconds(int64_t duration);

// MARK: Signals

/// From now on SIGTERM, SIGINT and SIGHUP do not end the process but make the descriptor readable that is returned; one
/// that the process was started to ignore stays ignored. SIGPIPE is ignored: writing tells. To be called once.
///
/// The process is aborted 5 s after a signal that has not been heeded, and by another signal that comes a second after
/// such a one. (Sooner they belong together: timeout(1) and a terminal that goes away send two.)
int crt_catch_termination(void);
/// Says that the program has done what it does when one of the signals comes, and goes on.
void crt_heed_termination(void);
