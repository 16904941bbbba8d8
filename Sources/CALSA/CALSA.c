#include "CALSA.h"

// Variadic, so it cannot be written in Swift.
static void ignore(const char *file, int line, const char *function, int error, const char *format, ...) {
    (void)file, (void)line, (void)function, (void)error, (void)format;
}

void calsa_silence_errors(void) { snd_lib_error_set_handler(ignore); }
