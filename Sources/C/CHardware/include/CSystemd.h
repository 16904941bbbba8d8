#pragma once

#include <stdint.h>

// systemd's service manager, through libsystemd. Only csystemd_load loads it: a program that was not
// started by the service manager saves its memory and the time to link it.

/// Loads libsystemd. Call before starting a second thread, and before all other functions here.
///
/// - Returns: NULL on success, or the error message of the loader.
const char *csystemd_load(void);

/// Calls sd_notify(3). Returns a negative errno on failure.
int csystemd_notify(const char *state);

/// Calls sd_watchdog_enabled(3). Returns the watchdog's timeout in microseconds, at most one day; 0 if the watchdog is
/// off; a negative errno on failure.
int64_t csystemd_watchdog_timeout(void);
