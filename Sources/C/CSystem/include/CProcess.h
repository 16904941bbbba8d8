#pragma once

// The system's functions for starting programs that the Glibc module lacks.

#include <spawn.h>

/// Makes a pipe whose ends programs do not inherit. Returns -1 and sets errno on failure.
int cprocess_pipe(int ends[2]);
/// Adds closing all descriptors from `first` on. Returns an errno on failure.
int cprocess_close_from(posix_spawn_file_actions_t *actions, int first);
/// Puts a process into SCHED_BATCH, in which it preempts no thread that wakes it up. posix_spawn refuses that class.
void cprocess_set_batch(pid_t process);
/// Limits the memory that a process may allocate, in bytes (RLIMIT_DATA). Has no effect if the process has ended.
void cprocess_limit_memory(pid_t process, size_t bytes);
