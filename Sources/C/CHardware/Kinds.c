#include "CGuard.h"

#include <errno.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// MARK: Files

struct file {
    int descriptor;
    char safe_text[48];
};

static void write_safe_text(const void *context) {
    const struct file *file = context;
    (void)!pwrite(file->descriptor, file->safe_text, strlen(file->safe_text), 0);
}

int cguard_add_file(int descriptor, const char *safe_text) {
    struct file file = {.descriptor = descriptor};
    if (strlen(safe_text) >= sizeof file.safe_text) return -EINVAL;
    strcpy(file.safe_text, safe_text);
    return cguard_add(write_safe_text, &file, sizeof file);
}

// MARK: Terminals

struct terminal {
    int descriptor;
    struct termios settings;
};
_Static_assert(sizeof(struct terminal) <= cguard_most_bytes, "a terminal fits into a place");

static void restore(const void *context) {
    const struct terminal *terminal = context;
    pid_t foreground = tcgetpgrp(terminal->descriptor);
    // Another foreground process has settings of its own, and a change from the background would stop this process.
    if (foreground < 0 || foreground == getpgrp()) tcsetattr(terminal->descriptor, TCSANOW, &terminal->settings);
}

int cguard_add_terminal(int descriptor) {
    struct terminal terminal = {.descriptor = descriptor};
    if (tcgetattr(descriptor, &terminal.settings)) return -errno;
    return cguard_add(restore, &terminal, sizeof terminal);
}
