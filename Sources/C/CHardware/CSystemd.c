#include "CSystemd.h"

#include <stddef.h>
#include <systemd/sd-daemon.h>

#include "Library.h"

#define SYMBOL(name) sd_##name
#define FUNCTIONS(F) F(notify) F(watchdog_enabled)
LIBRARY(systemd, "libsystemd.so.0")

const char *csystemd_load(void) { return library_load(&systemd_library); }

int csystemd_notify(const char *state) { return systemd.notify(0, state); }

int64_t csystemd_watchdog_timeout(void) {
    const uint64_t day = 24 * 3600 * UINT64_C(1000000);
    uint64_t timeout;
    int result = systemd.watchdog_enabled(0, &timeout);
    return result <= 0 ? result : (int64_t)(timeout < day ? timeout : day);
}
