// Measures the time from an edge on an input line to the level of an output line, on the kernel's simulated GPIO chip.
// Run as root in a virtual machine.
//
//     edge-floor measure EDGES PROGRAM [ARGUMENT...]   makes edges while PROGRAM handles them, and prints the time of
//                                                      each in nanoseconds, one a line
//     edge-floor answer                                handles them: a bare C program on libgpiod
//
// The handling program copies the level of the line "button" of the chip "edge-floor" to the line "led", and writes a
// line to standard output when it is ready. The time of the output's change comes from the kernel's trace, with a
// resolution of a microsecond, because polling the output would take processor time from the handling program.

#define _GNU_SOURCE
#include <fcntl.h>
#include <gpiod.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define CONFIGURATION "/sys/kernel/config/gpio-sim/edge-floor"
#define TRACING "/sys/kernel/tracing"

extern char **environ;

enum { button = 0, led = 1 };

static void fail(const char *what) {
    perror(what);
    exit(1);
}

// MARK: Handling edges

static void enter_real_time(void) {
    struct sched_param parameters = {.sched_priority = 50};
    sched_setscheduler(0, SCHED_FIFO, &parameters);
    prctl(PR_SET_TIMERSLACK, 1);
    mlockall(MCL_CURRENT | MCL_FUTURE);
}

static struct gpiod_chip *open_chip(void) {
    for (int number = 0; number < 16; number++) {
        char path[32];
        snprintf(path, sizeof path, "/dev/gpiochip%d", number);
        struct gpiod_chip *chip = gpiod_chip_open(path);
        if (!chip) continue;
#ifdef GPIOD_LINE_BULK_MAX_LINES  // Only libgpiod 1.x defines it.
        if (strcmp(gpiod_chip_label(chip), "edge-floor") == 0) return chip;
#else
        struct gpiod_chip_info *info = gpiod_chip_get_info(chip);
        bool is_it = strcmp(gpiod_chip_info_get_label(info), "edge-floor") == 0;
        gpiod_chip_info_free(info);
        if (is_it) return chip;
#endif
        gpiod_chip_close(chip);
    }
    fail("edge-floor: cannot find the chip edge-floor");
    return NULL;
}

#ifdef GPIOD_LINE_BULK_MAX_LINES

static void answer(void) {
    struct gpiod_chip *chip = open_chip();
    struct gpiod_line *input = gpiod_chip_get_line(chip, button), *output = gpiod_chip_get_line(chip, led);
    if (gpiod_line_request_both_edges_events(input, "edge-floor") || gpiod_line_request_output(output, "edge-floor", 0))
        fail("edge-floor: cannot request lines");
    puts("ready");
    fflush(stdout);
    while (gpiod_line_event_wait(input, NULL) == 1) {
        struct gpiod_line_event event;
        gpiod_line_event_read(input, &event);
        gpiod_line_set_value(output, event.event_type == GPIOD_LINE_EVENT_RISING_EDGE);
    }
}

#else

static struct gpiod_line_request *request(struct gpiod_chip *chip, unsigned line, struct gpiod_line_settings *settings) {
    struct gpiod_line_config *config = gpiod_line_config_new();
    gpiod_line_config_add_line_settings(config, &line, 1, settings);
    struct gpiod_line_request *result = gpiod_chip_request_lines(chip, NULL, config);
    if (!result) fail("edge-floor: cannot request lines");
    return result;
}

static void answer(void) {
    struct gpiod_chip *chip = open_chip();
    struct gpiod_line_settings *settings = gpiod_line_settings_new();
    gpiod_line_settings_set_edge_detection(settings, GPIOD_LINE_EDGE_BOTH);
    struct gpiod_line_request *input = request(chip, button, settings);
    gpiod_line_settings_reset(settings);
    gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_OUTPUT);
    struct gpiod_line_request *output = request(chip, led, settings);
    struct gpiod_edge_event_buffer *buffer = gpiod_edge_event_buffer_new(1);
    puts("ready");
    fflush(stdout);
    while (gpiod_line_request_wait_edge_events(input, -1) == 1) {
        gpiod_line_request_read_edge_events(input, buffer, 1);
        struct gpiod_edge_event *event = gpiod_edge_event_buffer_get_event(buffer, 0);
        bool is_active = gpiod_edge_event_get_event_type(event) == GPIOD_EDGE_EVENT_RISING_EDGE;
        gpiod_line_request_set_value(output, led, is_active ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE);
    }
}

#endif

// MARK: Measuring

static void write_file(const char *path, const char *text) {
    int file = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
    if (file < 0 || write(file, text, strlen(text)) < 0) fail(path);
    close(file);
}

static void read_file(const char *path, char *text, size_t size) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t count = file < 0 ? -1 : read(file, text, size - 1);
    if (count < 0) fail(path);
    text[count] = 0;
    text[strcspn(text, "\n")] = 0;
    close(file);
}

/// Creates the chip unless it exists. Returns the path of the file that pulls its button.
static const char *make_chip(char *name) {
    static char path[256];
    char device[64];
    if (mkdir(CONFIGURATION, 0755) == 0) {
        mkdir(CONFIGURATION "/bank0", 0755);
        write_file(CONFIGURATION "/bank0/num_lines", "2");
        write_file(CONFIGURATION "/bank0/label", "edge-floor");
        const char *names[] = {"button", "led"};
        for (int line = 0; line < 2; line++) {
            char folder[128];
            snprintf(folder, sizeof folder, CONFIGURATION "/bank0/line%d", line);
            mkdir(folder, 0755);
            strcat(folder, "/name");
            write_file(folder, names[line]);
        }
        write_file(CONFIGURATION "/live", "1");
    }
    read_file(CONFIGURATION "/bank0/chip_name", name, 32);
    read_file(CONFIGURATION "/dev_name", device, sizeof device);
    snprintf(path, sizeof path, "/sys/devices/platform/%s/%s/sim_gpio%d/pull", device, name, button);
    return path;
}

/// Returns the LED's number in the kernel's trace, which numbers the lines of all chips.
static int number_of_led(const char *chip) {
    FILE *file = fopen("/sys/kernel/debug/gpio", "r");
    char line[256], begin[48];
    int first = -1;
    snprintf(begin, sizeof begin, "%s: GPIOs ", chip);
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, begin, strlen(begin)) == 0) first = atoi(line + strlen(begin));
    if (first < 0) fail("edge-floor: cannot find the chip in /sys/kernel/debug/gpio");
    fclose(file);
    return first + led;
}

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/// Reads the times at which the LED was set, in nanoseconds. Returns their number.
static int read_trace(int number, int64_t *times, int most) {
    FILE *file = fopen(TRACING "/trace", "r");
    char line[512], set[48];
    int count = 0;
    snprintf(set, sizeof set, "gpio_value: %d set ", number);
    while (file && fgets(line, sizeof line, file)) {
        char *event = strstr(line, set);
        if (!event || count == most) continue;
        // `  answer-12  [000] .....  1.234567: gpio_value: 511 set 1`
        event[-2] = 0;
        char *time = strrchr(line, ' ');
        long seconds, microseconds;
        if (sscanf(time, "%ld.%ld", &seconds, &microseconds) == 2)
            times[count++] = (int64_t)seconds * 1000000000 + (int64_t)microseconds * 1000;
    }
    fclose(file);
    return count;
}

static void measure(int edges, char **program) {
    char chip[32];
    const char *pull_path = make_chip(chip);
    int pull = open(pull_path, O_WRONLY | O_CLOEXEC);
    if (pull < 0) fail(pull_path);

    int output[2];
    if (pipe2(output, O_CLOEXEC)) fail("edge-floor: cannot create a pipe");
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, output[1], STDOUT_FILENO);
    pid_t process;
    if (posix_spawn(&process, program[0], &files, NULL, program, environ)) fail(program[0]);
    char ready;
    close(output[1]);
    if (read(output[0], &ready, 1) != 1) fail("edge-floor: the program did not get ready");
    usleep(100000);

    write_file(TRACING "/buffer_size_kb", "8192");
    write_file(TRACING "/trace_clock", "mono");
    write_file(TRACING "/trace", "");
    write_file(TRACING "/events/gpio/gpio_value/enable", "1");
    int64_t *made = calloc(edges, sizeof *made), *answered = calloc(edges, sizeof *answered);
    for (int edge = 0; edge < edges; edge++) {
        const char *text = edge % 2 ? "pull-down" : "pull-up";
        made[edge] = now();
        if (pwrite(pull, text, strlen(text), 0) < 0) fail(pull_path);
        usleep(5000);
    }
    write_file(TRACING "/events/gpio/gpio_value/enable", "0");
    kill(process, SIGKILL);
    waitpid(process, NULL, 0);
    int count = read_trace(number_of_led(chip), answered, edges);
    if (count != edges) {
        fprintf(stderr, "edge-floor: made %d edges, but only %d were handled\n", edges, count);
        exit(1);
    }
    for (int edge = 0; edge < edges; edge++) printf("%lld\n", (long long)(answered[edge] - made[edge]));
}

int main(int count, char **arguments) {
    if (count == 2 && strcmp(arguments[1], "answer") == 0) {
        enter_real_time();
        answer();
    } else if (count > 3 && strcmp(arguments[1], "measure") == 0) {
        measure(atoi(arguments[2]), arguments + 3);
    } else {
        fprintf(stderr, "usage: edge-floor measure EDGES PROGRAM [ARGUMENT...] | answer\n");
        return 2;
    }
    return 0;
}
