#pragma once

#include <stddef.h>

/// Changes the rate of interleaved 32-bit floats at libsoxr's very high quality.
///
/// libsoxr is loaded by the first call: it brings OpenMP's run time with it, 0.4 MB, and an appliance whose sounds have
/// the rate of its sound card never calls it.
///
/// - Returns: NULL, or libsoxr's or the loader's words for what went wrong.
const char *csoxr_resample(double input_rate, double output_rate, unsigned channels, const float *input,
                           size_t input_frames, float *output, size_t output_capacity, size_t *output_frames);
