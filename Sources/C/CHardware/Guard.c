#define _GNU_SOURCE
#include "CGuard.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// The signal handlers here make only loads, stores and system calls; see signal-safety(7).

typedef void (*action)(const void *context);

enum { places = 32, last_signal = 64 };

static struct place {
    /// NULL if the place is free.
    _Atomic(action) make_safe;
    /// The process that added the action. A child that is forked later does not run it.
    pid_t process;
    _Alignas(max_align_t) unsigned char context[cguard_most_bytes];
} guarded[places];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t installing = PTHREAD_ONCE_INIT;
static struct sigaction actions_before[last_signal + 1];
static atomic_bool is_ending;

/// The process whose writer has not been asked for its last data; 0 if there is none.
static _Atomic(pid_t) process_of_writer;
static atomic_bool awaits_writer;

bool cguard_is_ending(void) { return atomic_load_explicit(&is_ending, memory_order_relaxed); }

/// - Parameter ends: Whether the process is certain to end.
static void make_safe(bool ends) {
    pid_t process = getpid();
    // Two passes, because during the first one another thread may be about to drive an output.
    for (int index = 0; index < 2 * places; index++) {
        struct place *place = &guarded[index % places];
        action make_safe = atomic_load(&place->make_safe);
        if (!make_safe || place->process != process) continue;
        if (ends) atomic_store(&is_ending, true);
        make_safe(place->context);
    }
}

static void await_writer(void) {
    pid_t process = getpid();
    if (!atomic_compare_exchange_strong(&process_of_writer, &process, 0)) return;
    atomic_store(&awaits_writer, true);
    for (int waits = 0; waits < 2000 && atomic_load(&awaits_writer); waits++)
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
}

static void make_safe_at_exit(void) {
    make_safe(true);
    await_writer();
}

// MARK: Signals

static bool is_fault(int signal) {
    switch (signal) {
    case SIGILL: case SIGTRAP: case SIGABRT: case SIGBUS: case SIGFPE: case SIGSEGV: case SIGSYS: return true;
    default: return false;
    }
}

static bool ends_by_default(int signal) {
    switch (signal) {
    case SIGCHLD: case SIGCONT: case SIGSTOP: case SIGTSTP: case SIGTTIN: case SIGTTOU: case SIGURG: case SIGWINCH:
        return false;
    default: return true;
    }
}

/// Returns whether the signal is raised again when the handler returns. A fault is, because its instruction is executed
/// again. A signal that was sent is not, and some traps are not.
static bool comes_again(int signal, const siginfo_t *info) {
    return is_fault(signal) && signal != SIGTRAP && signal != SIGABRT && signal != SIGSYS && info->si_code > 0;
}

/// Restores the default action with the system call, because the C library refuses its own signals. All zeros are
/// SIG_DFL.
static void set_default(int signal) {
    static const unsigned char zeros[64];
    syscall(SYS_rt_sigaction, signal, zeros, NULL, _NSIG / 8);
}

static void end(int signal, siginfo_t *info, void *context) {
    (void)context;
    int error = errno;
    bool ends = actions_before[signal].sa_handler == SIG_DFL;
    make_safe(ends);
    await_writer();
    if (ends)
        set_default(signal);
    else
        sigaction(signal, &actions_before[signal], NULL);
    if (!comes_again(signal, info)) syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), signal);
    errno = error;
}

/// Guards the first two real-time signals, which the C library reserves for cancelling threads and for changes of user.
/// Until the C library handles them, they end the process as any other signal. It refuses to install a handler for
/// them, so the kernel's record of another signal is copied.
static void install_for_libc_signals(int copied) {
    struct {
        void *handler;
        unsigned char rest[56];
    } ours, before;
    if (syscall(SYS_rt_sigaction, copied, NULL, &ours, _NSIG / 8)) return;
    for (int signal = __SIGRTMIN; signal < SIGRTMIN; signal++)
        if (!syscall(SYS_rt_sigaction, signal, NULL, &before, _NSIG / 8) && !before.handler)
            syscall(SYS_rt_sigaction, signal, &ours, NULL, _NSIG / 8);
}

static void install(void) {
    atexit(make_safe_at_exit);
    at_quick_exit(make_safe_at_exit);
    struct sigaction guarding = {.sa_sigaction = end, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    for (int signal = 1; signal <= last_signal; signal++) {
        struct sigaction *before = &actions_before[signal];
        if (!ends_by_default(signal) || sigaction(signal, NULL, before)) continue;
        if (before->sa_handler == SIG_DFL || (is_fault(signal) && before->sa_handler != SIG_IGN))
            sigaction(signal, &guarding, NULL);
    }
    install_for_libc_signals(SIGSEGV);
}

// MARK: The writer

void cguard_set_writer(bool exists) {
    pthread_once(&installing, install);
    atomic_store(&process_of_writer, exists ? getpid() : 0);
}

bool cguard_awaits_writer(void) { return atomic_load(&awaits_writer); }

void cguard_writer_is_done(void) { atomic_store(&awaits_writer, false); }

// MARK: Places

int cguard_add(action make_safe, const void *context, size_t size) {
    if (size > cguard_most_bytes) return -EINVAL;
    pthread_once(&installing, install);
    int result = -ENOSPC;
    pthread_mutex_lock(&lock);
    for (int index = 0; index < places && result < 0; index++) {
        struct place *place = &guarded[index];
        if (atomic_load(&place->make_safe)) continue;
        place->process = getpid();
        memcpy(place->context, context, size);
        atomic_store(&place->make_safe, make_safe);
        result = index;
    }
    pthread_mutex_unlock(&lock);
    return result;
}

void cguard_remove(int place) {
    if (place >= 0) atomic_store(&guarded[place].make_safe, NULL);
}
