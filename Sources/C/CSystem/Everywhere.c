// The functions for every POSIX system.

#include "CRealTime.h"

#include <pthread.h>
#include <time.h>

int64_t crt_now(void) {
#ifdef __APPLE__
    // The clock of DispatchTime, which stands still while a Mac sleeps. CLOCK_MONOTONIC does not there.
    return (int64_t)clock_gettime_nsec_np(CLOCK_UPTIME_RAW);
#else
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
#endif
}

uint64_t crt_thread_self(void) { return (uint64_t)pthread_self(); }

static _Thread_local int64_t event_timestamp;

int64_t crt_event_timestamp(void) { return event_timestamp; }

void crt_set_event_timestamp(int64_t time) { event_timestamp = time; }

static _Thread_local void *effects;
static _Thread_local int64_t effect;

void *crt_effects(void) { return effects; }

void crt_set_effects(void *counter) { effects = counter; }

int64_t crt_effect(void) { return effect; }

void crt_set_effect(int64_t number) { effect = number; }
