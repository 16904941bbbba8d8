#include "CSoxr.h"

#include <dlfcn.h>
#include <pthread.h>
#include <soxr.h>

static struct {
    __typeof__(&soxr_quality_spec) quality_spec;
    __typeof__(&soxr_create) create;
    __typeof__(&soxr_process) process;
    __typeof__(&soxr_delay) delay;
    __typeof__(&soxr_delete) delete;
} library;

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    void *handle = dlopen("libsoxr.so.0", RTLD_NOW);
    if (!handle) return;
    library.quality_spec = (__typeof__(&soxr_quality_spec))dlsym(handle, "soxr_quality_spec");
    library.process = (__typeof__(&soxr_process))dlsym(handle, "soxr_process");
    library.delay = (__typeof__(&soxr_delay))dlsym(handle, "soxr_delay");
    library.delete = (__typeof__(&soxr_delete))dlsym(handle, "soxr_delete");
    if (library.quality_spec && library.process && library.delay && library.delete)
        library.create = (__typeof__(&soxr_create))dlsym(handle, "soxr_create");
}

const char *csoxr_create(double input_rate, double output_rate, unsigned channels, void **resampler) {
    pthread_once(&once, load);
    if (!library.create) return "libsoxr.so.0 cannot be loaded";
    soxr_quality_spec_t quality = library.quality_spec(SOXR_HQ, 0);
    soxr_error_t error = NULL;
    // Without an I/O specification, libsoxr reads and writes interleaved 32-bit floats.
    *resampler = library.create(input_rate, output_rate, channels, &error, NULL, &quality, NULL);
    return error;
}

const char *csoxr_process(void *resampler, const float *input, size_t input_frames, size_t *frames_taken,
                          float *output, size_t output_capacity, size_t *frames_given) {
    return library.process(resampler, input, input_frames, frames_taken, output, output_capacity, frames_given);
}

double csoxr_delay(void *resampler) { return library.delay(resampler); }

void csoxr_delete(void *resampler) { library.delete(resampler); }
