#include "Guard.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// All that is done in a signal handler here is loads, ioctl, write, sigaction and raise; see signal-safety(7).

enum { places = 32, longest_text = 15 };

static struct place {
    _Atomic(cgpiod_outputs *) outputs;
    uint64_t safe_levels;
    /// A descriptor plus one; 0 is none.
    atomic_int file;
    char safe_text[longest_text + 1];
} guarded[places];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t installing = PTHREAD_ONCE_INIT;

/// Those that end a process because of what it does itself; SIGXCPU comes to real-time threads that never rest.
static const int signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGXCPU, SIGQUIT};
enum { signal_count = sizeof signals / sizeof signals[0] };
static struct sigaction actions_before[signal_count];

static void make_safe(void) {
    for (int index = 0; index < places; index++) {
        struct place *place = &guarded[index];
        cgpiod_outputs *outputs = atomic_load(&place->outputs);
        if (outputs) cgpiod_outputs_set(outputs, place->safe_levels);
        int file = atomic_load(&place->file);
        if (file) (void)!pwrite(file - 1, place->safe_text, strlen(place->safe_text), 0);
    }
}

/// A fault comes again when the instruction is executed again, and is then what it was without us. What was sent does
/// not, nor do some traps.
static bool comes_again(int signal, const siginfo_t *info) {
    bool is_fault = signal == SIGILL || signal == SIGBUS || signal == SIGFPE || signal == SIGSEGV;
    return is_fault && info->si_code > 0;
}

static void end(int signal, siginfo_t *info, void *context) {
    (void)context;
    int error = errno;
    make_safe();
    for (int index = 0; index < signal_count; index++)
        if (signals[index] == signal) sigaction(signal, &actions_before[index], NULL);
    if (!comes_again(signal, info)) raise(signal);
    errno = error;
}

static void install(void) {
    atexit(make_safe);
    struct sigaction action = {.sa_sigaction = end, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    for (int index = 0; index < signal_count; index++) {
        sigaction(signals[index], NULL, &actions_before[index]);
        if (actions_before[index].sa_handler != SIG_IGN) sigaction(signals[index], &action, NULL);
    }
}

int cgpiod_guard_outputs(cgpiod_outputs *outputs, uint64_t safe_levels) {
    pthread_once(&installing, install);
    int result = -ENOSPC;
    pthread_mutex_lock(&lock);
    for (int index = 0; index < places && result; index++) {
        if (guarded[index].outputs || guarded[index].file) continue;
        guarded[index].safe_levels = safe_levels;
        atomic_store(&guarded[index].outputs, outputs);
        result = 0;
    }
    pthread_mutex_unlock(&lock);
    return result;
}

void cgpiod_unguard_outputs(cgpiod_outputs *outputs) {
    for (int index = 0; index < places; index++) {
        cgpiod_outputs *expected = outputs;
        atomic_compare_exchange_strong(&guarded[index].outputs, &expected, NULL);
    }
}

int cgpiod_guard_file(int descriptor, const char *safe_text) {
    if (strlen(safe_text) > longest_text) return -EINVAL;
    pthread_once(&installing, install);
    int result = -ENOSPC;
    pthread_mutex_lock(&lock);
    for (int index = 0; index < places && result; index++) {
        if (guarded[index].outputs || guarded[index].file) continue;
        strcpy(guarded[index].safe_text, safe_text);
        atomic_store(&guarded[index].file, descriptor + 1);
        result = 0;
    }
    pthread_mutex_unlock(&lock);
    return result;
}

void cgpiod_unguard_file(int descriptor) {
    for (int index = 0; index < places; index++) {
        int expected = descriptor + 1;
        atomic_compare_exchange_strong(&guarded[index].file, &expected, 0);
    }
}
