#pragma once

// libgpiod 1.6 (Debian 12) and 2.2 (Debian 13) behind one set of names: what Carillon asks of a chip and its lines.
// Functions that return an int return a negative errno where they failed.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cgpiod_chip cgpiod_chip;
typedef struct cgpiod_input cgpiod_input;
typedef struct cgpiod_outputs cgpiod_outputs;

/// How many edges are read at once: as many as the kernel's buffer holds by default.
enum { cgpiod_most_edges = 16 };

/// How many lines the kernel drives together at most.
enum { cgpiod_most_outputs = 64 };

enum cgpiod_bias { CGPIOD_BIAS_AS_IS, CGPIOD_BIAS_NONE, CGPIOD_BIAS_PULL_UP, CGPIOD_BIAS_PULL_DOWN };

struct cgpiod_edge {
    int64_t timestamp;  ///< Of CLOCK_MONOTONIC, in nanoseconds, taken in the interrupt.
    uint32_t number;    ///< Of the line's edges, the first is 1; 0 where the kernel does not count them (libgpiod 1.x).
    bool active;        ///< The logical level after the edge.
};

int cgpiod_chip_open(const char *path, cgpiod_chip **chip);
void cgpiod_chip_close(cgpiod_chip *chip);
const char *cgpiod_chip_label(cgpiod_chip *chip);
unsigned cgpiod_chip_line_count(cgpiod_chip *chip);
/// 1 if the line is in use, 0 if not. Both texts are cut to the buffer and ended with a zero; empty where there is none.
int cgpiod_chip_describe_line(cgpiod_chip *chip, unsigned offset, char *name, char *consumer, size_t size);

int cgpiod_request_input(cgpiod_chip *chip, unsigned offset, const char *consumer, enum cgpiod_bias bias,
                         bool active_low, cgpiod_input **input);
void cgpiod_input_release(cgpiod_input *input);
/// 1 active, 0 inactive.
int cgpiod_input_get(cgpiod_input *input);
/// Readable while edges wait.
int cgpiod_input_descriptor(cgpiod_input *input);
/// Takes at most `cgpiod_most_edges` edges that wait, the oldest first; how many, -EAGAIN if none.
int cgpiod_input_read_edges(cgpiod_input *input, struct cgpiod_edge *edges);

/// Requests at most `cgpiod_most_outputs` lines, to be driven together. Bit n of a mask is for the line of offsets[n]:
/// of `active_low` those whose voltage is low when they are active, of `levels` the logical levels from the start.
int cgpiod_request_outputs(cgpiod_chip *chip, const unsigned *offsets, unsigned count, const char *consumer,
                           uint64_t active_low, uint64_t levels, cgpiod_outputs **outputs);
void cgpiod_outputs_release(cgpiod_outputs *outputs);
/// Drives all of them in one call. Has no effect once the process is ending and its outputs are safe.
int cgpiod_outputs_set(cgpiod_outputs *outputs, uint64_t levels);
/// Drives outputs to `safe_levels` however the process ends, until they are released; see CGuard.h. Both libraries allow
/// that in a signal handler: they fill a structure on the stack and make one ioctl (gpiod_line_set_value_bulk of 1.6,
/// gpiod_line_request_set_values of 2.2).
int cgpiod_guard_outputs(cgpiod_outputs *outputs, uint64_t safe_levels);

/// The library's version, such as "1.6.3".
const char *cgpiod_version(void);
