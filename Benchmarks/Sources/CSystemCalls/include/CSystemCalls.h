#ifndef C_SYSTEM_CALLS_H
#define C_SYSTEM_CALLS_H

#include <stdint.h>

/// Runs `work` twice on a thread of its own, and counts the system calls of the second run.
///
/// The kernel blocks each system call of the thread (seccomp) and sends a signal instead, which is counted. The call
/// itself fails. The first run warms up the thread's heap arena and lazily bound functions.
///
/// Returns the number of system calls, or a negative errno if the kernel or the container does not allow counting.
int64_t system_calls_of(void (*work)(void *context), void *context);

#endif
