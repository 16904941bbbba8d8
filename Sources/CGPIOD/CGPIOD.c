#include "CGPIOD.h"

#include <errno.h>
#include <fcntl.h>
#include <gpiod.h>
#include <stdio.h>
#include <stdlib.h>

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

struct cgpiod_line {
    struct gpiod_line *line;
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
    copy_text(consumer, size, gpiod_line_is_used(line) ? gpiod_line_consumer(line) : NULL);
    return 0;
}

static int request(cgpiod_chip *chip, unsigned offset, const struct gpiod_line_request_config *config, bool active,
                   cgpiod_line **result) {
    cgpiod_line *line = malloc(sizeof *line);
    if (!line) return -ENOMEM;
    line->line = gpiod_chip_get_line(chip->chip, offset);
    if (!line->line || gpiod_line_request(line->line, config, active) < 0) {
        int error = errno;
        free(line);
        return -error;
    }
    *result = line;
    return 0;
}

int cgpiod_request_input(cgpiod_chip *chip, unsigned offset, const char *consumer, enum cgpiod_bias bias,
                         bool active_low, cgpiod_line **line) {
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
    int result = request(chip, offset, &config, false, line);
    if (result < 0) return result;
    result = make_nonblocking(cgpiod_line_descriptor(*line));
    if (result < 0) cgpiod_line_release(*line);
    return result;
}

int cgpiod_request_output(cgpiod_chip *chip, unsigned offset, const char *consumer, bool active_low, bool active,
                          cgpiod_line **line) {
    struct gpiod_line_request_config config = {
        .consumer = consumer,
        .request_type = GPIOD_LINE_REQUEST_DIRECTION_OUTPUT,
        .flags = active_low ? GPIOD_LINE_REQUEST_FLAG_ACTIVE_LOW : 0,
    };
    return request(chip, offset, &config, active, line);
}

void cgpiod_line_release(cgpiod_line *line) {
    gpiod_line_release(line->line);
    free(line);
}

int cgpiod_line_get(cgpiod_line *line) {
    int value = gpiod_line_get_value(line->line);
    return value < 0 ? -errno : value;
}

int cgpiod_line_set(cgpiod_line *line, bool active) {
    return gpiod_line_set_value(line->line, active) < 0 ? -errno : 0;
}

int cgpiod_line_descriptor(cgpiod_line *line) { return gpiod_line_event_get_fd(line->line); }

int cgpiod_line_read_edges(cgpiod_line *line, struct cgpiod_edge *edges) {
    struct gpiod_line_event events[cgpiod_most_edges];
    int count = gpiod_line_event_read_multiple(line->line, events, cgpiod_most_edges);
    if (count < 0) return -errno;
    for (int index = 0; index < count; index++) {
        edges[index] = (struct cgpiod_edge){
            .timestamp = (int64_t)events[index].ts.tv_sec * 1000000000 + events[index].ts.tv_nsec,
            .active = events[index].event_type == GPIOD_LINE_EVENT_RISING_EDGE,
        };
    }
    return count;
}

#else  // libgpiod 2.x

struct cgpiod_chip {
    struct gpiod_chip *chip;
    struct gpiod_chip_info *info;
};

struct cgpiod_line {
    struct gpiod_line_request *request;
    struct gpiod_edge_event_buffer *buffer;
    unsigned offset;
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
    copy_text(consumer, size, gpiod_line_info_is_used(info) ? gpiod_line_info_get_consumer(info) : NULL);
    gpiod_line_info_free(info);
    return 0;
}

static int request(cgpiod_chip *chip, unsigned offset, const char *consumer, struct gpiod_line_settings *settings,
                   cgpiod_line **result) {
    struct gpiod_request_config *request_config = gpiod_request_config_new();
    struct gpiod_line_config *line_config = gpiod_line_config_new();
    cgpiod_line *line = calloc(1, sizeof *line);
    int error = ENOMEM;
    if (request_config && line_config && line) {
        gpiod_request_config_set_consumer(request_config, consumer);
        line->offset = offset;
        line->buffer = gpiod_edge_event_buffer_new(cgpiod_most_edges);
        if (line->buffer && gpiod_line_config_add_line_settings(line_config, &offset, 1, settings) == 0)
            line->request = gpiod_chip_request_lines(chip->chip, request_config, line_config);
        error = line->request ? 0 : errno;
    }
    if (line_config) gpiod_line_config_free(line_config);
    if (request_config) gpiod_request_config_free(request_config);
    if (error) {
        if (line && line->buffer) gpiod_edge_event_buffer_free(line->buffer);
        free(line);
        return -error;
    }
    *result = line;
    return 0;
}

int cgpiod_request_input(cgpiod_chip *chip, unsigned offset, const char *consumer, enum cgpiod_bias bias,
                         bool active_low, cgpiod_line **line) {
    static const enum gpiod_line_bias biases[] = {
        [CGPIOD_BIAS_AS_IS] = GPIOD_LINE_BIAS_AS_IS,
        [CGPIOD_BIAS_NONE] = GPIOD_LINE_BIAS_DISABLED,
        [CGPIOD_BIAS_PULL_UP] = GPIOD_LINE_BIAS_PULL_UP,
        [CGPIOD_BIAS_PULL_DOWN] = GPIOD_LINE_BIAS_PULL_DOWN,
    };
    struct gpiod_line_settings *settings = gpiod_line_settings_new();
    if (!settings) return -ENOMEM;
    gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_INPUT);
    gpiod_line_settings_set_edge_detection(settings, GPIOD_LINE_EDGE_BOTH);
    gpiod_line_settings_set_bias(settings, biases[bias]);
    gpiod_line_settings_set_active_low(settings, active_low);
    int result = request(chip, offset, consumer, settings, line);
    gpiod_line_settings_free(settings);
    if (result < 0) return result;
    result = make_nonblocking(cgpiod_line_descriptor(*line));
    if (result < 0) cgpiod_line_release(*line);
    return result;
}

int cgpiod_request_output(cgpiod_chip *chip, unsigned offset, const char *consumer, bool active_low, bool active,
                          cgpiod_line **line) {
    struct gpiod_line_settings *settings = gpiod_line_settings_new();
    if (!settings) return -ENOMEM;
    gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_OUTPUT);
    gpiod_line_settings_set_active_low(settings, active_low);
    gpiod_line_settings_set_output_value(settings, active ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE);
    int result = request(chip, offset, consumer, settings, line);
    gpiod_line_settings_free(settings);
    return result;
}

void cgpiod_line_release(cgpiod_line *line) {
    gpiod_line_request_release(line->request);
    gpiod_edge_event_buffer_free(line->buffer);
    free(line);
}

int cgpiod_line_get(cgpiod_line *line) {
    enum gpiod_line_value value = gpiod_line_request_get_value(line->request, line->offset);
    return value == GPIOD_LINE_VALUE_ERROR ? -errno : value == GPIOD_LINE_VALUE_ACTIVE;
}

int cgpiod_line_set(cgpiod_line *line, bool active) {
    enum gpiod_line_value value = active ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE;
    return gpiod_line_request_set_value(line->request, line->offset, value) < 0 ? -errno : 0;
}

int cgpiod_line_descriptor(cgpiod_line *line) { return gpiod_line_request_get_fd(line->request); }

int cgpiod_line_read_edges(cgpiod_line *line, struct cgpiod_edge *edges) {
    int count = gpiod_line_request_read_edge_events(line->request, line->buffer, cgpiod_most_edges);
    if (count < 0) return -errno;
    for (int index = 0; index < count; index++) {
        struct gpiod_edge_event *event = gpiod_edge_event_buffer_get_event(line->buffer, index);
        edges[index] = (struct cgpiod_edge){
            .timestamp = (int64_t)gpiod_edge_event_get_timestamp_ns(event),
            .active = gpiod_edge_event_get_event_type(event) == GPIOD_EDGE_EVENT_RISING_EDGE,
        };
    }
    return count;
}

#endif
