#include "CGPIOD.h"
#include "CGuard.h"

#include <errno.h>
#include <fcntl.h>
#include <gpiod.h>
#include <linux/gpio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static void copy_text(char *to, size_t size, const char *from) { snprintf(to, size, "%s", from ? from : ""); }

static int make_nonblocking(int descriptor) {
    int flags = fcntl(descriptor, F_GETFL);
    return flags < 0 || fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) < 0 ? -errno : 0;
}

const char *cgpiod_version(void) {
#ifdef GPIOD_LINE_BULK_MAX_LINES
    return gpiod_version_string();
#else
    return gpiod_api_version();
#endif
}

#ifdef GPIOD_LINE_BULK_MAX_LINES  // Only libgpiod 1.x defines it.

struct cgpiod_chip {
    struct gpiod_chip *chip;
};

struct cgpiod_input {
    struct gpiod_line *line;
};

struct cgpiod_outputs {
    struct gpiod_line_bulk bulk;
    /// The active-low lines. They are inverted here, because the lines of one request share their flags.
    uint64_t active_low;
    int guard;
    uint64_t *safe;
};

int cgpiod_chip_open(const char *path, cgpiod_chip **result) {
    cgpiod_chip *chip = malloc(sizeof *chip);
    if (!chip) return -ENOMEM;
    chip->chip = gpiod_chip_open(path);
    if (!chip->chip) {
        int error = errno;
        free(chip);
        return -error;
    }
    *result = chip;
    return 0;
}

void cgpiod_chip_close(cgpiod_chip *chip) {
    gpiod_chip_close(chip->chip);
    free(chip);
}

const char *cgpiod_chip_label(cgpiod_chip *chip) { return gpiod_chip_label(chip->chip); }

unsigned cgpiod_chip_line_count(cgpiod_chip *chip) { return gpiod_chip_num_lines(chip->chip); }

int cgpiod_chip_describe_line(cgpiod_chip *chip, unsigned offset, char *name, char *consumer, size_t size) {
    struct gpiod_line *line = gpiod_chip_get_line(chip->chip, offset);
    if (!line || gpiod_line_update(line) < 0) return -errno;
    copy_text(name, size, gpiod_line_name(line));
    bool is_used = gpiod_line_is_used(line);
    copy_text(consumer, size, is_used ? gpiod_line_consumer(line) : NULL);
    return is_used;
}

int cgpiod_request_input(cgpiod_chip *chip, unsigned offset, const char *consumer, enum cgpiod_bias bias,
                         bool active_low, cgpiod_input **result) {
    static const int flags_of_bias[] = {
        [CGPIOD_BIAS_AS_IS] = 0,
        [CGPIOD_BIAS_NONE] = GPIOD_LINE_REQUEST_FLAG_BIAS_DISABLE,
        [CGPIOD_BIAS_PULL_UP] = GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_UP,
        [CGPIOD_BIAS_PULL_DOWN] = GPIOD_LINE_REQUEST_FLAG_BIAS_PULL_DOWN,
    };
    struct gpiod_line_request_config config = {
        .consumer = consumer,
        .request_type = GPIOD_LINE_REQUEST_EVENT_BOTH_EDGES,
        .flags = flags_of_bias[bias] | (active_low ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW : 0),
    };
    cgpiod_input *input = malloc(sizeof *input);
    if (!input) return -ENOMEM;
    input->line = gpiod_chip_get_line(chip->chip, offset);
    if (!input->line || gpiod_line_request(input->line, &config, 0) < 0) {
        int error = errno;
        free(input);
        return -error;
    }
    int failure = make_nonblocking(cgpiod_input_descriptor(input));
    if (failure) {
        cgpiod_input_release(input);
        return failure;
    }
    *result = input;
    return 0;
}

void cgpiod_input_release(cgpiod_input *input) {
    gpiod_line_release(input->line);
    free(input);
}

int cgpiod_input_get(cgpiod_input *input) {
    int value = gpiod_line_get_value(input->line);
    return value < 0 ? -errno : value;
}

int cgpiod_input_descriptor(cgpiod_input *input) { return gpiod_line_event_get_fd(input->line); }

typedef struct gpioevent_data kernel_edge;

static struct cgpiod_edge edge_of(const kernel_edge *edge) {
    return (struct cgpiod_edge){
        .timestamp = (int64_t)edge->timestamp,
        .active = edge->id == GPIOEVENT_EVENT_RISING_EDGE,
    };
}

static void fill(int *values, unsigned count, uint64_t levels) {
    for (unsigned index = 0; index < count; index++) values[index] = (int)(levels >> index & 1);
}

int cgpiod_request_outputs(cgpiod_chip *chip, const unsigned *offsets, unsigned count, const char *consumer,
                           uint64_t active_low, uint64_t levels, cgpiod_outputs **result) {
    struct gpiod_line_request_config config = {
        .consumer = consumer,
        .request_type = GPIOD_LINE_REQUEST_DIRECTION_OUTPUT,
    };
    cgpiod_outputs *outputs = malloc(sizeof *outputs);
    if (!outputs) return -ENOMEM;
    outputs->active_low = active_low;
    outputs->guard = -1;
    outputs->safe = NULL;
    gpiod_line_bulk_init(&outputs->bulk);
    bool all_found = true;
    for (unsigned index = 0; index < count && all_found; index++) {
        struct gpiod_line *line = gpiod_chip_get_line(chip->chip, offsets[index]);
        all_found = line != NULL;
        if (all_found) gpiod_line_bulk_add(&outputs->bulk, line);
    }
    int values[cgpiod_most_outputs];
    fill(values, count, levels ^ active_low);
    if (!all_found || gpiod_line_request_bulk(&outputs->bulk, &config, values) < 0) {
        int error = errno;
        free(outputs);
        return -error;
    }
    *result = outputs;
    return 0;
}

void cgpiod_outputs_release(cgpiod_outputs *outputs) {
    cguard_remove(outputs->guard);
    gpiod_line_release_bulk(&outputs->bulk);
    free(outputs->safe);
    free(outputs);
}

static int drive(cgpiod_outputs *outputs, uint64_t levels) {
    int values[cgpiod_most_outputs];
    fill(values, outputs->bulk.num_lines, levels ^ outputs->active_low);
    return gpiod_line_set_value_bulk(&outputs->bulk, values) < 0 ? -errno : 0;
}

#else  // libgpiod 2.x

struct cgpiod_chip {
    struct gpiod_chip *chip;
    struct gpiod_chip_info *info;
};

struct cgpiod_input {
    struct gpiod_line_request *request;
    unsigned offset;
};

struct cgpiod_outputs {
    struct gpiod_line_request *request;
    unsigned count;
    int guard;
    uint64_t *safe;
};

int cgpiod_chip_open(const char *path, cgpiod_chip **result) {
    cgpiod_chip *chip = calloc(1, sizeof *chip);
    if (!chip) return -ENOMEM;
    chip->chip = gpiod_chip_open(path);
    chip->info = chip->chip ? gpiod_chip_get_info(chip->chip) : NULL;
    if (!chip->info) {
        int error = errno;
        if (chip->chip) gpiod_chip_close(chip->chip);
        free(chip);
        return -error;
    }
    *result = chip;
    return 0;
}

void cgpiod_chip_close(cgpiod_chip *chip) {
    gpiod_chip_info_free(chip->info);
    gpiod_chip_close(chip->chip);
    free(chip);
}

const char *cgpiod_chip_label(cgpiod_chip *chip) { return gpiod_chip_info_get_label(chip->info); }

unsigned cgpiod_chip_line_count(cgpiod_chip *chip) { return (unsigned)gpiod_chip_info_get_num_lines(chip->info); }

int cgpiod_chip_describe_line(cgpiod_chip *chip, unsigned offset, char *name, char *consumer, size_t size) {
    struct gpiod_line_info *info = gpiod_chip_get_line_info(chip->chip, offset);
    if (!info) return -errno;
    copy_text(name, size, gpiod_line_info_get_name(info));
    bool is_used = gpiod_line_info_is_used(info);
    copy_text(consumer, size, is_used ? gpiod_line_info_get_consumer(info) : NULL);
    gpiod_line_info_free(info);
    return is_used;
}

/// Requests the lines, and frees `config`. `config` may be NULL, which returns -ENOMEM.
static int request(cgpiod_chip *chip, const char *consumer, struct gpiod_line_config *config,
                   struct gpiod_line_request **result) {
    if (!config) return -ENOMEM;
    struct gpiod_request_config *request_config = gpiod_request_config_new();
    *result = NULL;
    int error = ENOMEM;
    if (request_config) {
        gpiod_request_config_set_consumer(request_config, consumer);
        *result = gpiod_chip_request_lines(chip->chip, request_config, config);
        error = errno;
        gpiod_request_config_free(request_config);
    }
    gpiod_line_config_free(config);
    return *result ? 0 : -error;
}

/// Adds the settings of a line to `config`, and frees them. `settings` may be NULL, which returns -ENOMEM.
static int configure(struct gpiod_line_config *config, const unsigned *offset, struct gpiod_line_settings *settings) {
    if (!settings) return -ENOMEM;
    int result = gpiod_line_config_add_line_settings(config, offset, 1, settings) < 0 ? -errno : 0;
    gpiod_line_settings_free(settings);
    return result;
}

static struct gpiod_line_settings *input_settings(enum cgpiod_bias bias, bool active_low) {
    static const enum gpiod_line_bias biases[] = {
        [CGPIOD_BIAS_AS_IS] = GPIOD_LINE_BIAS_AS_IS,
        [CGPIOD_BIAS_NONE] = GPIOD_LINE_BIAS_DISABLED,
        [CGPIOD_BIAS_PULL_UP] = GPIOD_LINE_BIAS_PULL_UP,
        [CGPIOD_BIAS_PULL_DOWN] = GPIOD_LINE_BIAS_PULL_DOWN,
    };
    struct gpiod_line_settings *settings = gpiod_line_settings_new();
    if (!settings) return NULL;
    gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_INPUT);
    gpiod_line_settings_set_edge_detection(settings, GPIOD_LINE_EDGE_BOTH);
    gpiod_line_settings_set_bias(settings, biases[bias]);
    gpiod_line_settings_set_active_low(settings, active_low);
    return settings;
}

static struct gpiod_line_settings *output_settings(bool active_low, bool active) {
    struct gpiod_line_settings *settings = gpiod_line_settings_new();
    if (!settings) return NULL;
    gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_OUTPUT);
    gpiod_line_settings_set_active_low(settings, active_low);
    gpiod_line_settings_set_output_value(settings, active ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE);
    return settings;
}

int cgpiod_request_input(cgpiod_chip *chip, unsigned offset, const char *consumer, enum cgpiod_bias bias,
                         bool active_low, cgpiod_input **result) {
    cgpiod_input *input = calloc(1, sizeof *input);
    struct gpiod_line_config *config = gpiod_line_config_new();
    if (!input || !config) {
        free(input);
        gpiod_line_config_free(config);
        return -ENOMEM;
    }
    input->offset = offset;
    int failure = configure(config, &offset, input_settings(bias, active_low));
    if (failure)
        gpiod_line_config_free(config);
    else
        failure = request(chip, consumer, config, &input->request);
    if (!failure) failure = make_nonblocking(cgpiod_input_descriptor(input));
    if (failure) {
        cgpiod_input_release(input);
        return failure;
    }
    *result = input;
    return 0;
}

void cgpiod_input_release(cgpiod_input *input) {
    if (input->request) gpiod_line_request_release(input->request);
    free(input);
}

int cgpiod_input_get(cgpiod_input *input) {
    enum gpiod_line_value value = gpiod_line_request_get_value(input->request, input->offset);
    return value == GPIOD_LINE_VALUE_ERROR ? -errno : value == GPIOD_LINE_VALUE_ACTIVE;
}

int cgpiod_input_descriptor(cgpiod_input *input) { return gpiod_line_request_get_fd(input->request); }

typedef struct gpio_v2_line_event kernel_edge;

static struct cgpiod_edge edge_of(const kernel_edge *edge) {
    return (struct cgpiod_edge){
        .timestamp = (int64_t)edge->timestamp_ns,
        .number = edge->line_seqno,
        .active = edge->id == GPIO_V2_LINE_EVENT_RISING_EDGE,
    };
}

int cgpiod_request_outputs(cgpiod_chip *chip, const unsigned *offsets, unsigned count, const char *consumer,
                           uint64_t active_low, uint64_t levels, cgpiod_outputs **result) {
    cgpiod_outputs *outputs = calloc(1, sizeof *outputs);
    struct gpiod_line_config *config = gpiod_line_config_new();
    if (!outputs || !config) {
        free(outputs);
        gpiod_line_config_free(config);
        return -ENOMEM;
    }
    outputs->count = count;
    outputs->guard = -1;
    int failure = 0;
    for (unsigned index = 0; index < count && !failure; index++)
        failure = configure(config, &offsets[index], output_settings(active_low >> index & 1, levels >> index & 1));
    if (failure)
        gpiod_line_config_free(config);
    else
        failure = request(chip, consumer, config, &outputs->request);
    if (failure) {
        free(outputs);
        return failure;
    }
    *result = outputs;
    return 0;
}

void cgpiod_outputs_release(cgpiod_outputs *outputs) {
    cguard_remove(outputs->guard);
    gpiod_line_request_release(outputs->request);
    free(outputs->safe);
    free(outputs);
}

static int drive(cgpiod_outputs *outputs, uint64_t levels) {
    enum gpiod_line_value values[cgpiod_most_outputs];
    for (unsigned index = 0; index < outputs->count; index++)
        values[index] = levels >> index & 1 ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE;
    return gpiod_line_request_set_values(outputs->request, values) < 0 ? -errno : 0;
}

#endif

// MARK: On every libgpiod

// Both versions of libgpiod zero their buffers for 16 edges at each read, which costs more than the read's own code. The
// kernel's structures are a stable interface; each version of libgpiod uses one of them.
int cgpiod_input_read_edges(cgpiod_input *input, struct cgpiod_edge *edges) {
    kernel_edge read_edges[cgpiod_most_edges];
    // Not read(), a cancellation point: in a program with several threads it takes 40 instructions more.
    ssize_t size = syscall(SYS_read, cgpiod_input_descriptor(input), read_edges, sizeof read_edges);
    if (size < 0) return -errno;
    int count = (int)((size_t)size / sizeof *read_edges);
    for (int index = 0; index < count; index++) edges[index] = edge_of(&read_edges[index]);
    return count;
}

int cgpiod_outputs_set(cgpiod_outputs *outputs, uint64_t levels) {
    return cguard_is_ending() ? 0 : drive(outputs, levels);
}

/// Waits for the 2 µs of a level. A sleep would take 50 µs more.
static void hold(void) {
    struct timespec start, now;
    clock_gettime(CLOCK_MONOTONIC, &start);
    do clock_gettime(CLOCK_MONOTONIC, &now);
    while ((now.tv_sec - start.tv_sec) * 1000000000 + now.tv_nsec - start.tv_nsec < 2000);
}

int cgpiod_outputs_set_in_turn(cgpiod_outputs *outputs, const uint64_t *levels, unsigned count) {
    for (unsigned index = 0; index < count; index++) {
        int result = cgpiod_outputs_set(outputs, levels[index]);
        if (result) return result;
        hold();
    }
    return 0;
}

struct safe_outputs {
    cgpiod_outputs *outputs;
    const uint64_t *levels;
    unsigned count;
};

static void make_safe(const void *context) {
    const struct safe_outputs *safe = context;
    for (unsigned index = 0; index < safe->count; index++) {
        drive(safe->outputs, safe->levels[index]);
        if (safe->count > 1) hold();
    }
}

int cgpiod_guard_outputs(cgpiod_outputs *outputs, const uint64_t *levels, unsigned count) {
    struct safe_outputs safe = {.outputs = outputs, .count = count};
    safe.levels = outputs->safe = malloc(count * sizeof *levels);
    if (!outputs->safe) return -ENOMEM;
    memcpy(outputs->safe, levels, count * sizeof *levels);
    outputs->guard = cguard_add(make_safe, &safe, sizeof safe);
    return outputs->guard < 0 ? outputs->guard : 0;
}
