#pragma once

// Makes safe what a process would leave behind, however it ends. exit(3), quick_exit(3) and every signal whose default
// ends the process first call what has been added here. A signal then does what it did before. SIGKILL and _exit(2)
// leave no time for that.
//
// A signal that the program handles itself is the program's affair, with one exception: a fault (SIGSEGV, SIGABRT and
// the like) makes all safe and then goes to the program's handler. A handler that is installed later replaces the guard's.
//
// A forked child calls nothing of its parent's, which goes on.

#include <stdbool.h>
#include <stddef.h>

/// The largest context, in bytes.
enum { cguard_most_bytes = 64 };

/// Calls `make_safe` with a copy of `context` when the process ends, until `cguard_remove`.
///
/// `make_safe` may be called more than once, on any thread and in a signal handler: see signal-safety(7). May be called
/// from any thread.
///
/// - Returns: The place, for `cguard_remove`; -ENOSPC if 32 places are taken, -EINVAL if the context is too large.
int cguard_add(void (*make_safe)(const void *context), const void *context, size_t size);

/// Guards a file of sysfs: writes `safe_text`, at most 47 bytes, to its begin. Returns what `cguard_add` does.
int cguard_add_file(int descriptor, const char *safe_text);

/// Guards a terminal: gives it the settings that it has now, unless it belongs to another program by then. Returns what
/// `cguard_add` does, or a negative errno if the descriptor is no terminal.
int cguard_add_terminal(int descriptor);

/// Ends the guarding of a place. A negative number has no effect. May be called from any thread.
void cguard_remove(int place);

/// Whether the process is ending and all has been made safe. No output may be driven any more. May be called from any
/// thread.
bool cguard_is_ending(void);
