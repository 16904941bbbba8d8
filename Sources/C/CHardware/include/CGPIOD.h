#pragma once

// One interface to libgpiod 1.6 (Debian 12) and 2.2 (Debian 13), for the operations that Carillon needs. Functions that
// return an int return a negative errno on failure.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cgpiod_chip cgpiod_chip;
typedef struct cgpiod_input cgpiod_input;
typedef struct cgpiod_outputs cgpiod_outputs;

/// The maximum number of edges read at once: the default size of the kernel's buffer.
enum { cgpiod_most_edges = 16 };

/// The maximum number of lines that the kernel drives together.
enum { cgpiod_most_outputs = 64 };

enum cgpiod_bias { CGPIOD_BIAS_AS_IS, CGPIOD_BIAS_NONE, CGPIOD_BIAS_PULL_UP, CGPIOD_BIAS_PULL_DOWN };

struct cgpiod_edge {
    int64_t timestamp;  ///< CLOCK_MONOTONIC in nanoseconds, taken in the interrupt.
    uint32_t number;    ///< The edge's number on the line, from 1; 0 if the kernel does not count edges (libgpiod 1.x).
    bool active;        ///< The logical level after the edge.
};

int cgpiod_chip_open(const char *path, cgpiod_chip **chip);
void cgpiod_chip_close(cgpiod_chip *chip);
const char *cgpiod_chip_label(cgpiod_chip *chip);
unsigned cgpiod_chip_line_count(cgpiod_chip *chip);
/// Reads a line's name and consumer. Returns 1 if the line is in use, 0 if not. Both texts are truncated to `size`
/// bytes with their terminating zero, and empty if there is none.
int cgpiod_chip_describe_line(cgpiod_chip *chip, unsigned offset, char *name, char *consumer, size_t size);

int cgpiod_request_input(cgpiod_chip *chip, unsigned offset, const char *consumer, enum cgpiod_bias bias,
                         bool active_low, cgpiod_input **input);
void cgpiod_input_release(cgpiod_input *input);
/// Returns 1 for an active line, 0 for an inactive one.
int cgpiod_input_get(cgpiod_input *input);
/// Returns the descriptor, which is readable while edges are pending.
int cgpiod_input_descriptor(cgpiod_input *input);
/// Reads at most `cgpiod_most_edges` pending edges, the oldest first. Returns their number, -EAGAIN if there are none.
int cgpiod_input_read_edges(cgpiod_input *input, struct cgpiod_edge *edges);

/// Requests at most `cgpiod_most_outputs` lines that are driven together. Bit n of each mask belongs to the line of
/// offsets[n]: `active_low` marks lines whose voltage is low when they are active, `levels` has the initial logical
/// levels.
int cgpiod_request_outputs(cgpiod_chip *chip, const unsigned *offsets, unsigned count, const char *consumer,
                           uint64_t active_low, uint64_t levels, cgpiod_outputs **outputs);
void cgpiod_outputs_release(cgpiod_outputs *outputs);
/// Drives all lines in one call. Has no effect once the process is ending and its outputs are safe.
int cgpiod_outputs_set(cgpiod_outputs *outputs, uint64_t levels);
/// Drives all lines to one set of levels after the other, each for at least 2 µs. Returns at the first failure.
int cgpiod_outputs_set_in_turn(cgpiod_outputs *outputs, const uint64_t *levels, unsigned count);
/// Guards the outputs until they are released: drives them to the sets of levels in turn however the process ends; see
/// CGuard.h. Call once. -ENOMEM: there is no memory for a copy of the levels.
/// Both libraries are safe in a signal handler here, because they fill a structure on the stack and make one ioctl
/// (gpiod_line_set_value_bulk of 1.6, gpiod_line_request_set_values of 2.2).
int cgpiod_guard_outputs(cgpiod_outputs *outputs, const uint64_t *levels, unsigned count);

/// Returns the library's version, such as "1.6.3".
const char *cgpiod_version(void);
