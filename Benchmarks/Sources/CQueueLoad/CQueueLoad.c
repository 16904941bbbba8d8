#define _GNU_SOURCE
#include "CQueueLoad.h"

#include <alloca.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

enum { capacity = 1 << 20 };

struct load {
    uint32_t *samples[load_kinds];
    size_t counts[load_kinds];
    _Atomic int64_t sent[load_kinds];
    _Atomic uint64_t sendings[load_kinds], arrivals[load_kinds];
    double seconds;
    int64_t gap;
    int kind;
    void (*send)(void *);
    void *context;
};

int64_t load_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int load_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

void load_signal(int descriptor) {
    uint64_t one = 1;
    (void)!write(descriptor, &one, sizeof one);
}

uint64_t load_read(int descriptor) {
    uint64_t count = 0;
    (void)!read(descriptor, &count, sizeof count);
    return count;
}

void load_sleep_until(int64_t time) {
    struct timespec until = {time / 1000000000, time % 1000000000};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL)) continue;
}

load *load_new(void) {
    load *load = calloc(1, sizeof *load);
    for (int kind = 0; kind < load_kinds; kind++) {
        // Populated, so that storing a sample causes no page fault.
        load->samples[kind] = mmap(NULL, capacity * sizeof(uint32_t), PROT_READ | PROT_WRITE,
                                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    }
    return load;
}

void load_free(load *load) {
    for (int kind = 0; kind < load_kinds; kind++) munmap(load->samples[kind], capacity * sizeof(uint32_t));
    free(load);
}

__attribute__((noinline)) static void touch_stack(void) {
    enum { size = 64 * 1024, page = 4096 };
    volatile char *stack = alloca(size);
    for (size_t offset = 0; offset < size; offset += page) stack[size - 1 - offset] = 0;
}

void load_enter_real_time(int priority) {
    struct sched_param parameters = {.sched_priority = priority};
    sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &parameters);
    prctl(PR_SET_TIMERSLACK, 1);
    touch_stack();
}

static void note(load *load, int kind, int64_t latency) {
    if (load->counts[kind] == capacity) return;
    load->samples[kind][load->counts[kind]++] = latency < 0 ? 0 : latency > UINT32_MAX ? UINT32_MAX : (uint32_t)latency;
}

void load_arrived(load *load, int kind) {
    note(load, kind, load_now() - atomic_load(&load->sent[kind]));
    atomic_fetch_add(&load->arrivals[kind], 1);
}

void load_ticked(load *load, int64_t deadline, int64_t period, uint64_t missed) {
    int64_t now = load_now();
    for (int64_t number = (int64_t)missed; number >= 0; number--) note(load, load_tick, now - deadline + number * period);
}

static int has_arrived(load *load, int kind) {
    return atomic_load(&load->arrivals[kind]) == atomic_load(&load->sendings[kind]);
}

static void *run(void *argument) {
    load *load = argument;
    load_enter_real_time(40);
    int64_t end = load_now() + (int64_t)(load->seconds * 1e9), longest = end + 1000000000;
    int kind = load->kind;
    while (load_now() < end) {
        atomic_fetch_add(&load->sendings[kind], 1);
        atomic_store(&load->sent[kind], load_now());
        load->send(load->context);
        do load_sleep_until(load_now() + load->gap);
        while (!has_arrived(load, kind) && load_now() < longest);
    }
    return NULL;
}

void load_run(load *load, double seconds, int64_t gap, int kind, void (*send)(void *), void *context) {
    load->seconds = seconds;
    load->gap = gap;
    load->kind = kind;
    load->send = send;
    load->context = context;
    pthread_t thread;
    pthread_create(&thread, NULL, run, load);
    pthread_join(thread, NULL);
}

const uint32_t *load_samples(const load *load, int kind) { return load->samples[kind]; }

size_t load_count(const load *load, int kind) { return load->counts[kind]; }
