#pragma once

// Runs actions that make outputs and the terminal safe, however the process ends. exit(3), quick_exit(3) and every
// signal that ends the process by default first run the actions added here. A signal then has its earlier effect.
// SIGKILL and _exit(2) cannot run them.
//
// A signal that the program handles itself runs no actions, except for faults (SIGSEGV, SIGABRT and the like): these
// run the actions and then the program's handler. A handler that is installed later replaces the guard's.
//
// A forked child does not run the actions of its parent, which continues.

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

/// Guards a sysfs file: writes `safe_text`, at most 47 bytes, to its start. Returns the same values as `cguard_add`.
int cguard_add_file(int descriptor, const char *safe_text);

/// Guards a terminal: restores its present settings, unless another program is in the foreground by then. Returns the
/// same values as `cguard_add`, or a negative errno if the descriptor is not a terminal.
int cguard_add_terminal(int descriptor);

/// Removes the action of a place. A negative number has no effect. May be called from any thread.
void cguard_remove(int place);

/// Records that a thread of this process writes data that it checks for a request at least every 0.4 s, or that it has
/// ended. When the process ends, the guard requests the last data, after the actions, and waits at most 10 s for them:
/// the thread stands back for others on a busy machine, and may be waiting for the disk.
void cguard_set_writer(bool exists);

/// Returns whether the guard waits for the writer.
bool cguard_awaits_writer(void);

/// Reports to the guard that the writer has written the last data.
void cguard_writer_is_done(void);

/// Returns whether the process is ending and the actions have run. Outputs must not be driven any more. May be called
/// from any thread.
bool cguard_is_ending(void);
