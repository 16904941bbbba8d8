#pragma once

// The kernel's input devices, through /dev/input/eventN: linux/input.h. Functions that return an int return a negative errno
// where they failed.

#include <stddef.h>
#include <stdint.h>

/// An event: its time on CLOCK_MONOTONIC in nanoseconds, and its type, code and value as in linux/input.h.
struct cinput_event {
    int64_t time;
    uint16_t type, code;
    int32_t value;
};

enum { cinput_syn = 0x00, cinput_syn_report = 0, cinput_syn_dropped = 3, cinput_key = 0x01 };

/// Opens a device and keeps its events from all other programs. -EBUSY: another program does so already.
int cinput_open(const char *path);

/// Reads at most `count` events; 0 if there are none. -ENODEV: the device has gone away.
int cinput_read(int descriptor, struct cinput_event *events, size_t count);

/// Calls `body` with the code of each key that is down.
int cinput_each_down(int descriptor, void *context, void (*body)(void *context, uint16_t code));
