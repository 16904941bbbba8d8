#include "CSoxr.h"

#include <dlfcn.h>
#include <soxr.h>

const char *csoxr_resample(double input_rate, double output_rate, unsigned channels, const float *input,
                           size_t input_frames, float *output, size_t output_capacity, size_t *output_frames) {
    // The loader counts how often a library is loaded: a second call costs a look-up, and never a second copy.
    void *library = dlopen("libsoxr.so.0", RTLD_NOW);
    if (!library) return dlerror();
    __typeof__(&soxr_quality_spec) quality_of = (__typeof__(&soxr_quality_spec))dlsym(library, "soxr_quality_spec");
    __typeof__(&soxr_oneshot) resample = (__typeof__(&soxr_oneshot))dlsym(library, "soxr_oneshot");
    if (!quality_of || !resample) return dlerror();
    soxr_quality_spec_t quality = quality_of(SOXR_VHQ, 0);
    // Without an I/O specification libsoxr takes and gives interleaved 32-bit floats.
    return resample(input_rate, output_rate, channels, input, input_frames, NULL, output, output_capacity,
                    output_frames, NULL, &quality, NULL);
}
