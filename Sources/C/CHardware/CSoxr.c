#include "CSoxr.h"

#include <soxr.h>

#include "Library.h"

#define SYMBOL(name) soxr_##name
#define FUNCTIONS(F) F(quality_spec) F(create) F(process) F(delay) F(delete)
LIBRARY(soxr, "libsoxr.so.0")

const char *csoxr_create(double input_rate, double output_rate, unsigned channels, void **resampler) {
    const char *reason = library_load(&soxr_library);
    if (reason) return reason;
    soxr_quality_spec_t quality = soxr.quality_spec(SOXR_HQ, 0);
    soxr_error_t error = NULL;
    // Without an I/O specification, libsoxr reads and writes interleaved 32-bit floats.
    *resampler = soxr.create(input_rate, output_rate, channels, &error, NULL, &quality, NULL);
    return error;
}

const char *csoxr_process(void *resampler, const float *input, size_t input_frames, size_t *frames_taken,
                          float *output, size_t output_capacity, size_t *frames_given) {
    return soxr.process(resampler, input, input_frames, frames_taken, output, output_capacity, frames_given);
}

double csoxr_delay(void *resampler) { return soxr.delay(resampler); }

void csoxr_delete(void *resampler) { soxr.delete(resampler); }
