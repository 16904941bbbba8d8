#pragma once

#include <stddef.h>

// libsoxr, at its very high quality, for interleaved 32-bit floats.
//
// The library is loaded by the first call: it brings OpenMP's run time with it, 0.4 MB, and an appliance whose sounds
// have the rate of its sound card never calls it.

/// Makes a resampler.
///
/// - Returns: NULL, or libsoxr's or the loader's words for what went wrong.
const char *csoxr_create(double input_rate, double output_rate, unsigned channels, void **resampler);

/// Gives the resampler input and takes output from it, as much of both as it will have.
///
/// - Parameter input: NULL says that there is no more of it.
/// - Returns: NULL, or libsoxr's words for what went wrong.
const char *csoxr_process(void *resampler, const float *input, size_t input_frames, size_t *frames_taken,
                          float *output, size_t output_capacity, size_t *frames_given);

void csoxr_delete(void *resampler);
