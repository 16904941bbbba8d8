#pragma once

// The kernel interfaces of real-time threads, for Swift: the Glibc module lacks epoll, eventfd, timerfd and scheduling
// classes. Each function is one call, and returns a negative errno on failure.

#include <stdbool.h>
#include <stdint.h>

/// Returns the CLOCK_MONOTONIC time in nanoseconds.
int64_t crt_now(void);

// MARK: Threads

/// Starts a thread named `name` (15 characters are kept) that runs `body(argument)`.
int crt_thread_start(uint64_t *thread, const char *name, void *(*body)(void *), void *argument);
void crt_thread_join(uint64_t thread);
/// Detaches a thread, so that its resources are released when it exits.
void crt_thread_detach(uint64_t thread);
/// Puts the calling thread into SCHED_FIFO. Its children, processes and threads, fall back to SCHED_OTHER.
int crt_thread_set_fifo(int priority);
/// Puts the calling thread behind the others: into SCHED_BATCH, in which it preempts no thread that wakes it up, and 10
/// nice levels down.
void crt_thread_set_background(void);
/// Returns the priority that RLIMIT_RTPRIO allows, 0 to 99.
int crt_rtprio_limit(void);
/// Reduces the calling thread's timer slack to 1 ns, from the default of 50 us.
void crt_thread_minimise_timer_slack(void);
/// Touches the next 64 KiB of the stack, so that they cause no page fault later.
void crt_thread_prefault_stack(void);

/// Returns whether the calling thread has the capability; see capabilities(7).
bool crt_has_capability(int capability);
extern const int crt_cap_sys_nice;
extern const int crt_cap_ipc_lock;

/// Returns the calling thread, never 0. The value is reused only after the thread has ended.
uint64_t crt_thread_self(void);
/// Returns the kernel's number of the calling thread, as in `/proc/self/task`.
int crt_tid(void);

/// Returns the timestamp, in nanoseconds, of the event that the calling thread is handling; 0 if none was set. Each
/// thread has its own.
int64_t crt_event_timestamp(void);
void crt_set_event_timestamp(int64_t time);

/// Returns the counter of effects of the session that the calling thread is recording or replaying; NULL if there is
/// none.
void *crt_effects(void);
void crt_set_effects(void *counter);
/// Returns the number of the effect that the calling thread is sending an event for; 0 if there is none.
int64_t crt_effect(void);
void crt_set_effect(int64_t number);

// MARK: Memory

/// Locks every present and future page of the process in memory once it has been touched.
int crt_lock_memory(void);
/// Returns the limit RLIMIT_MEMLOCK in bytes; UINT64_MAX without a limit.
uint64_t crt_memlock_limit(void);

// MARK: Processors

/// A set of processors, up to 1024 as in glibc's cpu_set_t.
typedef struct {
    unsigned long words[1024 / (8 * sizeof(unsigned long))];
} crt_cpus;

/// Reads the processors on which the thread `tid` may run; 0 is the calling thread.
int crt_affinity(int tid, crt_cpus *cpus);
int crt_set_affinity(int tid, const crt_cpus *cpus);
bool crt_cpus_contain(const crt_cpus *cpus, int cpu);
void crt_cpus_insert(crt_cpus *cpus, int cpu);
void crt_cpus_remove(crt_cpus *cpus, int cpu);
int crt_cpus_count(const crt_cpus *cpus);
bool crt_cpus_equal(const crt_cpus *cpus, crt_cpus others);
/// Returns whether the thread `tid` is in one of the kernel's two real-time classes.
bool crt_is_real_time(int tid);
/// Returns whether there is a thread `tid`.
bool crt_thread_exists(int tid);
/// Returns the number of threads of the process. `folder` is an open descriptor of /proc/self/task.
int crt_thread_count(int folder);

// MARK: Descriptors

int crt_eventfd(void);
void crt_eventfd_signal(int descriptor);
void crt_eventfd_clear(int descriptor);

int crt_timerfd(void);
/// Makes the descriptor readable at `time` of CLOCK_MONOTONIC, and not before; never if `time` is 0.
void crt_timerfd_set(int descriptor, int64_t time);

/// Returns CLOCK_REALTIME minus CLOCK_MONOTONIC, in nanoseconds.
int64_t crt_wall_offset(void);
/// Returns a descriptor that is readable when CLOCK_REALTIME has been set, or -errno.
int crt_wall_changes(void);
/// Returns whether CLOCK_REALTIME has been set since the last call.
bool crt_wall_changed(int descriptor);

int crt_epoll(void);
/// Reports `tag` while the descriptor is readable; with `edge`, once for each write to it.
int crt_epoll_add(int epoll, int descriptor, uint64_t tag, bool edge);
void crt_epoll_remove(int epoll, int descriptor);
/// Returns whether `crt_epoll_wait` accepts a time. Linux has epoll_pwait2 since 5.11, but a sandbox may refuse it.
bool crt_epoll_takes_nanoseconds(void);
/// Sleeps until a descriptor is readable, at most `most` nanoseconds, or without limit (-1). Returns the number of tags
/// written.
int crt_epoll_wait(int epoll, uint64_t *tags, int capacity, int64_t most);

void crt_close(int descriptor);
void crt_sleep_microseconds(int64_t duration);

// MARK: Signals

/// Catches SIGTERM, SIGINT and SIGHUP: instead of ending the process, they make the returned descriptor readable. A
/// signal that was ignored when the process started stays ignored. SIGPIPE is ignored, because write(2) reports the
/// error. Call once.
///
/// The process is aborted 5 s after a signal without `crt_heed_termination`, and by a second signal that comes at least
/// 1 s after the first. (Sooner ones belong together: timeout(1) and a closing terminal send two.)
int crt_catch_termination(void);
/// Acknowledges the signals: the program has handled them and continues.
void crt_heed_termination(void);
