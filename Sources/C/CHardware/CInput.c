#include "CInput.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

_Static_assert(cinput_syn == EV_SYN && cinput_key == EV_KEY, "types");
_Static_assert(cinput_syn_report == SYN_REPORT && cinput_syn_dropped == SYN_DROPPED, "codes");

static int fail(int descriptor) {
    int error = errno;
    close(descriptor);
    return -error;
}

int cinput_open(const char *path) {
    int clock = CLOCK_MONOTONIC;
    int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) return -errno;
    if (ioctl(descriptor, EVIOCSCLOCKID, &clock) < 0) return fail(descriptor);
    if (ioctl(descriptor, EVIOCGRAB, 1) < 0) return fail(descriptor);
    return descriptor;
}

int cinput_read(int descriptor, struct cinput_event *events, size_t count) {
    struct input_event read_events[32];
    if (count > sizeof read_events / sizeof *read_events) count = sizeof read_events / sizeof *read_events;
    ssize_t length = read(descriptor, read_events, count * sizeof *read_events);
    if (length < 0) return errno == EAGAIN || errno == EINTR ? 0 : -errno;
    int got = length / sizeof *read_events;
    for (int i = 0; i < got; i++) {
        const struct input_event *event = &read_events[i];
        events[i] = (struct cinput_event){event->input_event_sec * 1000000000LL + event->input_event_usec * 1000LL,
                                          event->type, event->code, event->value};
    }
    return got;
}

int cinput_each_down(int descriptor, void *context, void (*body)(void *context, uint16_t code)) {
    uint8_t bits[KEY_CNT / 8] = {0};
    if (ioctl(descriptor, EVIOCGKEY(sizeof bits), bits) < 0) return -errno;
    for (uint16_t code = 0; code < KEY_CNT; code++)
        if (bits[code / 8] >> code % 8 & 1) body(context, code);
    return 0;
}
