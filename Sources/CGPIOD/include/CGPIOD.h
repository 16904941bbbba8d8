#pragma once

// libgpiod 1.6 (Debian 12) and 2.2 (Debian 13) behind one set of names: what Carillon asks of a chip and its lines.
// Functions that return an int return a negative errno where they failed.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cgpiod_chip cgpiod_chip;
typedef struct cgpiod_line cgpiod_line;

/// How many edges are read at once: as many as the kernel's buffer holds by default.
enum { cgpiod_most_edges = 16 };

enum cgpiod_bias { CGPIOD_BIAS_AS_IS, CGPIOD_BIAS_NONE, CGPIOD_BIAS_PULL_UP, CGPIOD_BIAS_PULL_DOWN };

struct cgpiod_edge {
    int64_t timestamp;  ///< Of CLOCK_MONOTONIC, in nanoseconds, taken in the interrupt.
    bool active;        ///< The logical level after the edge.
};

int cgpiod_chip_open(const char *path, cgpiod_chip **chip);
void cgpiod_chip_close(cgpiod_chip *chip);
const char *cgpiod_chip_label(cgpiod_chip *chip);
unsigned cgpiod_chip_line_count(cgpiod_chip *chip);
/// Both texts are cut to the buffer and ended with a zero; empty where the line has none.
int cgpiod_chip_describe_line(cgpiod_chip *chip, unsigned offset, char *name, char *consumer, size_t size);

int cgpiod_request_input(cgpiod_chip *chip, unsigned offset, const char *consumer, enum cgpiod_bias bias,
                         bool active_low, cgpiod_line **line);
int cgpiod_request_output(cgpiod_chip *chip, unsigned offset, const char *consumer, bool active_low, bool active,
                          cgpiod_line **line);
void cgpiod_line_release(cgpiod_line *line);
/// 1 active, 0 inactive.
int cgpiod_line_get(cgpiod_line *line);
int cgpiod_line_set(cgpiod_line *line, bool active);
/// Readable while edges wait.
int cgpiod_line_descriptor(cgpiod_line *line);
/// Takes at most `cgpiod_most_edges` edges that wait, the oldest first; how many, -EAGAIN if none.
int cgpiod_line_read_edges(cgpiod_line *line, struct cgpiod_edge *edges);

/// The library's version, such as "1.6.3".
const char *cgpiod_version(void);
