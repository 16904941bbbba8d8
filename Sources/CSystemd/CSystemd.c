// The location in this file is useless in the journal: entries have their program and message.
#define SD_JOURNAL_SUPPRESS_LOCATION

#include "CSystemd.h"

#include <dlfcn.h>
#include <stddef.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-journal.h>

static __typeof__(&sd_notify) notify;
static __typeof__(&sd_watchdog_enabled) watchdog_enabled;
static __typeof__(&sd_journal_send) journal_send;

const char *csystemd_load(void) {
    void *library = dlopen("libsystemd.so.0", RTLD_NOW);
    if (!library) return dlerror();
    notify = (__typeof__(notify))dlsym(library, "sd_notify");
    watchdog_enabled = (__typeof__(watchdog_enabled))dlsym(library, "sd_watchdog_enabled");
    journal_send = (__typeof__(journal_send))dlsym(library, "sd_journal_send");
    return notify && watchdog_enabled && journal_send ? NULL : dlerror();
}

int csystemd_notify(const char *state) { return notify(0, state); }

int64_t csystemd_watchdog_timeout(void) {
    const uint64_t day = 24 * 3600 * UINT64_C(1000000);
    uint64_t timeout;
    int result = watchdog_enabled(0, &timeout);
    return result <= 0 ? result : (int64_t)(timeout < day ? timeout : day);
}

int csystemd_journal(int priority, const char *program, const char *message) {
    return journal_send("PRIORITY=%i", priority, "SYSLOG_IDENTIFIER=%s", program, "MESSAGE=%s", message, NULL);
}
