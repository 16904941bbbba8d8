#pragma once

#include <stdint.h>

// systemd's service manager and journal, through libsystemd. It is loaded by csystemd_load: a program that no service
// manager has started needs none of it, and saves its memory and the time to link it.

/// Loads libsystemd; before there is a second thread, and before all below.
///
/// - Returns: NULL, or the loader's words for what went wrong.
const char *csystemd_load(void);

/// sd_notify(3). A negative errno where it failed.
int csystemd_notify(const char *state);

/// sd_watchdog_enabled(3): after how many microseconds without a sign of life the manager acts, at most a day's; 0 if it
/// does not watch.
/// A negative errno where it failed.
int64_t csystemd_watchdog_timeout(void);

/// sd_journal_send(3): an entry with a message and its priority (syslog(3)). A negative errno where it failed.
int csystemd_journal(int priority, const char *program, const char *message);
