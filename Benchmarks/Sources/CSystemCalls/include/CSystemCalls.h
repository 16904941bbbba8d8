#ifndef C_SYSTEM_CALLS_H
#define C_SYSTEM_CALLS_H

#include <stdint.h>

/// Runs `work` twice on a thread of its own, and counts the system calls of the second time.
///
/// The kernel stops each system call of the thread (seccomp) and sends a signal instead, which is counted; the call itself
/// is not made and fails. The first time is to warm up: the thread's part of the heap, lazily bound functions.
///
/// Returns the number of system calls, or a negative errno if the kernel or the container does not allow the count.
int64_t system_calls_of(void (*work)(void *context), void *context);

#endif
