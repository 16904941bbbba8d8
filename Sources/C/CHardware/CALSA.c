#include "CALSA.h"

#include <dlfcn.h>
#include <string.h>

// Variadic, so it cannot be written in Swift.
static void ignore(const char *file, int line, const char *function, int error, const char *format, ...) {
    (void)file, (void)line, (void)function, (void)error, (void)format;
}

void calsa_silence_errors(void) { snd_lib_error_set_handler(ignore); }

static void ignore_text(const char *text) { (void)text; }

void calsa_silence_jack(const char *device) {
    typedef void (*set_function)(void (*)(const char *));
    // The library stays loaded, so that alsa-lib's plugin uses it.
    void *library = strncmp(device, "jack", 4) ? NULL : dlopen("libjack.so.0", RTLD_NOW);
    if (!library) return;
    set_function set_error = (set_function)dlsym(library, "jack_set_error_function");
    set_function set_info = (set_function)dlsym(library, "jack_set_info_function");
    if (set_error) set_error(ignore_text);
    if (set_info) set_info(ignore_text);
}
