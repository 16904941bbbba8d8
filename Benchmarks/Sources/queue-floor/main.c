// The reference for the real-time queue: a bare C program with one SCHED_FIFO thread on epoll, or that sleeps until its next
// tick as cyclictest does, and with a queue behind a priority-inheritance mutex.
//
//     queue-floor hop SECONDS          writes the samples of hops
//     queue-floor descriptor SECONDS   writes the samples of descriptors
//     queue-floor tick SECONDS         writes the samples of ticks
//     queue-floor flood SECONDS        writes the samples of a FIFO producer's hops, while four ordinary threads flood
//     queue-floor throughput ITEMS     prints the nanoseconds of an item, from two producers
//
// The samples of each kind are a count of 8 bytes, then that many latencies of 4 bytes, in nanoseconds.

#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

#include "CQueueLoad.h"

enum { period = 1000000, priority = 50, wake_up_gap = 40000, flooded_gap = 1000000 };

static int new_epoll(const int *descriptors, int count) {
    int epoll = epoll_create1(0);
    for (int index = 0; index < count; index++) {
        struct epoll_event event = {.events = EPOLLIN, .data.u32 = (uint32_t)index};
        epoll_ctl(epoll, EPOLL_CTL_ADD, descriptors[index], &event);
    }
    return epoll;
}

// MARK: A thread on epoll, with two eventfds

struct floor {
    load *load;
    int descriptors[load_kinds];
};

static void *sleep_in_epoll(void *argument) {
    struct floor *floor = argument;
    load_enter_real_time(priority);
    int epoll = new_epoll(floor->descriptors, load_kinds);
    for (;;) {
        struct epoll_event events[load_kinds];
        int count = epoll_wait(epoll, events, load_kinds, -1);
        for (int index = 0; index < count; index++) {
            int kind = (int)events[index].data.u32;
            load_arrived(floor->load, kind);
            load_read(floor->descriptors[kind]);
        }
    }
    return NULL;
}

static void send_hop(void *context) { load_signal(((struct floor *)context)->descriptors[load_hop]); }

static void send_descriptor(void *context) { load_signal(((struct floor *)context)->descriptors[load_descriptor]); }

static void measure_wake_ups(load *load, double seconds, int kind) {
    struct floor floor = {.load = load};
    for (int index = 0; index < load_kinds; index++) floor.descriptors[index] = load_eventfd();
    pthread_t thread;
    pthread_create(&thread, NULL, sleep_in_epoll, &floor);
    load_run(load, seconds, wake_up_gap, kind, kind == load_hop ? send_hop : send_descriptor, &floor);
}

// MARK: A thread that sleeps until its next tick

struct ticks {
    load *load;
    int64_t end;
};

static void *sleep_until_ticks(void *argument) {
    struct ticks *ticks = argument;
    load_enter_real_time(priority);
    for (int64_t deadline = load_now() + 10 * period; deadline < ticks->end; deadline += period) {
        load_sleep_until(deadline);
        // Ticks that have passed meanwhile are left out, as by a timer.
        int64_t missed = (load_now() - deadline) / period;
        deadline += missed * period;
        load_ticked(ticks->load, deadline, period, (uint64_t)missed);
    }
    return NULL;
}

static void measure_ticks(load *load, double seconds) {
    struct ticks ticks = {.load = load, .end = load_now() + (int64_t)(seconds * 1e9)};
    pthread_t thread;
    pthread_create(&thread, NULL, sleep_until_ticks, &ticks);
    pthread_join(thread, NULL);
}

// MARK: A queue behind a mutex

struct item {
    void (*function)(void *);
    void *context;
};

enum { capacity = 65536 };

struct queue {
    pthread_mutex_t mutex;
    struct item *in, *out;
    size_t count;
    bool is_signalled;
    int wake_up;
    atomic_bool is_over;
};

static void queue_init(struct queue *queue) {
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT);
    pthread_mutex_init(&queue->mutex, &attributes);
    queue->in = calloc(capacity, sizeof *queue->in);
    queue->out = calloc(capacity, sizeof *queue->out);
    queue->wake_up = load_eventfd();
}

static void queue_push(struct queue *queue, void (*function)(void *), void *context) {
    for (;;) {
        pthread_mutex_lock(&queue->mutex);
        if (queue->count < capacity) break;
        pthread_mutex_unlock(&queue->mutex);
        nanosleep(&(struct timespec){.tv_nsec = 20000}, NULL);
    }
    queue->in[queue->count++] = (struct item){function, context};
    bool must_signal = !queue->is_signalled;
    queue->is_signalled = true;
    pthread_mutex_unlock(&queue->mutex);
    if (must_signal) load_signal(queue->wake_up);
}

static void *run_queue(void *argument) {
    struct queue *queue = argument;
    load_enter_real_time(priority);
    int epoll = new_epoll(&queue->wake_up, 1);
    while (!atomic_load(&queue->is_over)) {
        struct epoll_event event;
        epoll_wait(epoll, &event, 1, -1);
        load_read(queue->wake_up);
        for (;;) {
            pthread_mutex_lock(&queue->mutex);
            size_t count = queue->count;
            struct item *items = queue->in;
            queue->in = queue->out;
            queue->out = items;
            queue->count = 0;
            if (!count) queue->is_signalled = false;
            pthread_mutex_unlock(&queue->mutex);
            if (!count) break;
            for (size_t index = 0; index < count; index++) items[index].function(items[index].context);
        }
    }
    close(epoll);
    return NULL;
}

// MARK: Flooded

static struct queue flooded;
static load *flooded_load;

static void do_nothing(void *context) { (void)context; }

static void arrive(void *context) {
    (void)context;
    load_arrived(flooded_load, load_hop);
}

static void send_to_queue(void *context) { queue_push(context, arrive, NULL); }

static void *flood(void *argument) {
    (void)argument;
    while (!atomic_load(&flooded.is_over)) {
        for (int number = 0; number < 64; number++) queue_push(&flooded, do_nothing, NULL);
        nanosleep(&(struct timespec){.tv_nsec = 20000}, NULL);
    }
    return NULL;
}

static void measure_flooded(load *load, double seconds) {
    flooded_load = load;
    queue_init(&flooded);
    pthread_t consumer, flooders[4];
    pthread_create(&consumer, NULL, run_queue, &flooded);
    for (int index = 0; index < 4; index++) pthread_create(&flooders[index], NULL, flood, NULL);
    load_run(load, seconds, flooded_gap, load_hop, send_to_queue, &flooded);
    atomic_store(&flooded.is_over, true);
    load_signal(flooded.wake_up);
}

// MARK: Throughput

static struct queue busy;
static long items_each;
static atomic_long items_run;

static void run_item(void *context) {
    (void)context;
    // Not an atomic exchange, because that would take longer than the queue, and items run one at a time.
    atomic_store_explicit(
        &items_run, atomic_load_explicit(&items_run, memory_order_relaxed) + 1, memory_order_relaxed);
}

static void *produce(void *argument) {
    (void)argument;
    for (long item = 0; item < items_each; item++) queue_push(&busy, run_item, NULL);
    return NULL;
}

static void measure_throughput(long items) {
    items_each = items / 2;
    queue_init(&busy);
    pthread_t consumer, producers[2];
    pthread_create(&consumer, NULL, run_queue, &busy);
    int64_t start = load_now();
    for (int index = 0; index < 2; index++) pthread_create(&producers[index], NULL, produce, NULL);
    for (int index = 0; index < 2; index++) pthread_join(producers[index], NULL);
    while (atomic_load(&items_run) < 2 * items_each) nanosleep(&(struct timespec){.tv_nsec = 20000}, NULL);
    printf("%f\n", (double)(load_now() - start) / (double)(2 * items_each));
}

static void write_samples(const load *load) {
    for (int kind = 0; kind < load_kinds; kind++) {
        uint64_t count = load_count(load, kind);
        fwrite(&count, sizeof count, 1, stdout);
        fwrite(load_samples(load, kind), sizeof(uint32_t), count, stdout);
    }
}

int main(int count, char **arguments) {
    if (count != 3) return 2;
    load *load = load_new();
    if (!strcmp(arguments[1], "throughput")) {
        measure_throughput(atol(arguments[2]));
        return 0;
    } else if (!strcmp(arguments[1], "hop")) {
        measure_wake_ups(load, atof(arguments[2]), load_hop);
    } else if (!strcmp(arguments[1], "descriptor")) {
        measure_wake_ups(load, atof(arguments[2]), load_descriptor);
    } else if (!strcmp(arguments[1], "tick")) {
        measure_ticks(load, atof(arguments[2]));
    } else if (!strcmp(arguments[1], "flood")) {
        measure_flooded(load, atof(arguments[2]));
    } else {
        return 2;
    }
    write_samples(load);
    fflush(stdout);
    _exit(0);
}
