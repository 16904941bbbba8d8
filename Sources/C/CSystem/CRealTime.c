// The functions that only Linux has.
#ifdef __linux__

#define _GNU_SOURCE
#include "CRealTime.h"

#include <alloca.h>
#include <errno.h>
#include <linux/capability.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static struct timespec timespec_of(int64_t nanoseconds) {
    return (struct timespec){.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
}

int crt_thread_start(uint64_t *thread, const char *name, void *(*body)(void *), void *argument) {
    _Static_assert(sizeof(pthread_t) <= sizeof(uint64_t), "a thread is kept in 64 bits");
    pthread_t started;
    int error = pthread_create(&started, NULL, body, argument);
    if (error) return -error;
    pthread_setname_np(started, name);
    *thread = (uint64_t)started;
    return 0;
}

void crt_thread_join(uint64_t thread) { pthread_join((pthread_t)thread, NULL); }

void crt_thread_detach(uint64_t thread) { pthread_detach((pthread_t)thread); }

int crt_thread_set_fifo(int priority) {
    struct sched_param parameters = {.sched_priority = priority};
    // Without SCHED_RESET_ON_FORK, worker threads that libdispatch starts from this thread would be real-time, too.
    return sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &parameters) ? -errno : 0;
}

void crt_thread_set_background(void) {
    // Also ends a real-time priority that the process was started with, as by chrt.
    sched_setscheduler(0, SCHED_BATCH, &(struct sched_param){0});
    // For the kernel, a process is a thread. It accepts the lowest priority for any lower one.
    setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + 10);
}

int crt_rtprio_limit(void) {
    struct rlimit limit;
    return getrlimit(RLIMIT_RTPRIO, &limit) ? 0 : limit.rlim_cur > 99 ? 99 : (int)limit.rlim_cur;
}

void crt_thread_minimise_timer_slack(void) { prctl(PR_SET_TIMERSLACK, 1); }

__attribute__((noinline)) void crt_thread_prefault_stack(void) {
    enum { size = 64 * 1024, page = 4096 };
    volatile char *stack = alloca(size);
    for (size_t offset = 0; offset < size; offset += page) stack[size - 1 - offset] = 0;
}

int crt_tid(void) {
    static _Thread_local int tid;
    if (!tid) tid = (int)syscall(SYS_gettid);
    return tid;
}

const int crt_cap_sys_nice = CAP_SYS_NICE;
const int crt_cap_ipc_lock = CAP_IPC_LOCK;

bool crt_has_capability(int capability) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = {0};
    if (syscall(SYS_capget, &header, data)) return false;
    return data[CAP_TO_INDEX(capability)].effective & CAP_TO_MASK(capability);
}

// Without MCL_ONFAULT all mapped pages would become resident: 100 MB instead of 10.
int crt_lock_memory(void) { return mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT) ? -errno : 0; }

uint64_t crt_memlock_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_MEMLOCK, &limit)) return 0;
    return limit.rlim_cur == RLIM_INFINITY ? UINT64_MAX : limit.rlim_cur;
}

_Static_assert(sizeof(crt_cpus) == sizeof(cpu_set_t), "crt_cpus is a cpu_set_t");

int crt_affinity(int tid, crt_cpus *cpus) {
    return sched_getaffinity(tid, sizeof *cpus, (cpu_set_t *)cpus) ? -errno : 0;
}

int crt_set_affinity(int tid, const crt_cpus *cpus) {
    return sched_setaffinity(tid, sizeof *cpus, (const cpu_set_t *)cpus) ? -errno : 0;
}

bool crt_cpus_contain(const crt_cpus *cpus, int cpu) { return CPU_ISSET(cpu, (const cpu_set_t *)cpus); }

void crt_cpus_insert(crt_cpus *cpus, int cpu) { CPU_SET(cpu, (cpu_set_t *)cpus); }

void crt_cpus_remove(crt_cpus *cpus, int cpu) { CPU_CLR(cpu, (cpu_set_t *)cpus); }

int crt_cpus_count(const crt_cpus *cpus) { return CPU_COUNT((const cpu_set_t *)cpus); }

bool crt_cpus_equal(const crt_cpus *cpus, crt_cpus others) {
    return CPU_EQUAL((const cpu_set_t *)cpus, (const cpu_set_t *)&others);
}

bool crt_is_real_time(int tid) {
    int policy = sched_getscheduler(tid) & ~SCHED_RESET_ON_FORK;
    return policy == SCHED_FIFO || policy == SCHED_RR;
}

bool crt_thread_exists(int tid) { return sched_getscheduler(tid) >= 0; }

int crt_thread_count(int folder) {
    struct stat status;
    // Two links belong to the folder itself, and each thread's subfolder adds one.
    return fstat(folder, &status) ? 0 : (int)status.st_nlink - 2;
}

int crt_eventfd(void) {
    int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return descriptor < 0 ? -errno : descriptor;
}

void crt_eventfd_signal(int descriptor) {
    uint64_t one = 1;
    while (write(descriptor, &one, sizeof one) < 0 && errno == EINTR) continue;
}

void crt_eventfd_clear(int descriptor) {
    uint64_t count;
    (void)!read(descriptor, &count, sizeof count);
}

int crt_timerfd(void) {
    int descriptor = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    return descriptor < 0 ? -errno : descriptor;
}

void crt_timerfd_set(int descriptor, int64_t time) {
    struct itimerspec setting = {.it_value = timespec_of(time)};
    timerfd_settime(descriptor, TFD_TIMER_ABSTIME, &setting, NULL);
}

static int64_t nanoseconds_of(struct timespec time) { return time.tv_sec * INT64_C(1000000000) + time.tv_nsec; }

int64_t crt_wall_offset(void) {
    struct timespec before, wall, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    clock_gettime(CLOCK_REALTIME, &wall);
    clock_gettime(CLOCK_MONOTONIC, &after);
    int64_t monotonic = nanoseconds_of(before);
    return nanoseconds_of(wall) - monotonic - (nanoseconds_of(after) - monotonic) / 2;
}

int crt_wall_changes(void) {
    int descriptor = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
    if (descriptor < 0) return -errno;
    // A timer that never fires, but is cancelled when the clock is set.
    struct itimerspec never = {.it_value = {.tv_sec = INT32_MAX * (time_t)64}};
    if (timerfd_settime(descriptor, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, NULL)) {
        int error = errno;
        close(descriptor);
        return -error;
    }
    return descriptor;
}

bool crt_wall_changed(int descriptor) {
    uint64_t count;
    return read(descriptor, &count, sizeof count) < 0 && errno == ECANCELED;
}

int crt_epoll(void) {
    int descriptor = epoll_create1(EPOLL_CLOEXEC);
    return descriptor < 0 ? -errno : descriptor;
}

int crt_epoll_add(int epoll, int descriptor, uint64_t tag, bool edge) {
    struct epoll_event event = {.events = edge ? EPOLLIN | EPOLLET : EPOLLIN, .data.u64 = tag};
    return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) ? -errno : 0;
}

void crt_epoll_remove(int epoll, int descriptor) { epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, NULL); }

bool crt_epoll_takes_nanoseconds(void) {
    struct epoll_event event;
    return epoll_pwait2(-1, &event, 1, &(struct timespec){0}, NULL) < 0 && errno == EBADF;
}

int crt_epoll_wait(int epoll, uint64_t *tags, int capacity, int64_t most) {
    enum { room = 16 };
    struct epoll_event events[room];
    if (capacity > room) capacity = room;
    int count;
    if (most <= 0) {
        count = epoll_wait(epoll, events, capacity, (int)most);
    } else {
        struct timespec time = timespec_of(most);
        count = epoll_pwait2(epoll, events, capacity, &time, NULL);
    }
    // There is usually one event.
#pragma clang loop unroll(disable)
    for (int index = 0; index < count; index++) tags[index] = events[index].data.u64;
    return count < 0 ? 0 : count;  // After EINTR the caller sleeps again.
}

void crt_close(int descriptor) { close(descriptor); }

void crt_sleep_microseconds(int64_t duration) {
    struct timespec time = timespec_of(duration * 1000);
    nanosleep(&time, NULL);
}

static int termination = -1;
static timer_t termination_deadline;
/// The time of the first signal that is not yet acknowledged; 0 if there is none.
static _Atomic int64_t unheeded_since;

enum { termination_seconds = 5 };

static void set_termination_deadline(int seconds) {
    timer_settime(termination_deadline, 0, &(struct itimerspec){.it_value.tv_sec = seconds}, NULL);
}

static void write_error(const char *text) { (void)!write(STDERR_FILENO, text, strlen(text)); }

static void note_termination(int signal) {
    (void)signal;
    int error = errno;
    int64_t now = crt_now(), since = 0;
    if (atomic_compare_exchange_strong(&unheeded_since, &since, now)) {
        set_termination_deadline(termination_seconds);
    } else if (now - since >= 1000000000) {
        write_error(program_invocation_short_name);
        write_error(": did not end after a termination signal; aborting\n");
        abort();
    }
    crt_eventfd_signal(termination);
    errno = error;
}

void crt_heed_termination(void) {
    set_termination_deadline(0);
    atomic_store(&unheeded_since, 0);
}

// A signalfd would be simpler, but it needs the signals to be blocked in every thread. Once the main thread has entered
// dispatch_main, libdispatch keeps a thread in which no signal is blocked.
int crt_catch_termination(void) {
    const struct sigaction catching = {.sa_handler = note_termination, .sa_flags = SA_RESTART | SA_ONSTACK};
    const int signals[] = {SIGTERM, SIGINT, SIGHUP};
    enum { count = sizeof signals / sizeof *signals };
    bool caught[count];
    // The deadline raises a signal that the process does not ignore.
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGTERM};
    for (int index = 0; index < count; index++) {
        struct sigaction present;
        sigaction(signals[index], NULL, &present);
        caught[index] = present.sa_handler != SIG_IGN;
        if (caught[index]) event.sigev_signo = signals[index];
    }
    termination = crt_eventfd();
    if (termination < 0) return termination;
    if (timer_create(CLOCK_MONOTONIC, &event, &termination_deadline)) {
        int failure = -errno;
        close(termination);
        return failure;
    }
    for (int index = 0; index < count; index++)
        if (caught[index]) sigaction(signals[index], &catching, NULL);
    signal(SIGPIPE, SIG_IGN);
    return termination;
}

#endif
