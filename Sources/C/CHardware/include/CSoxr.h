#pragma once

#include <stddef.h>

// libsoxr, at its high quality of 20 bits, for interleaved 32-bit floats.
//
// The first call loads the library. It takes 0.4 MB with the OpenMP runtime, and an appliance whose sounds have the
// rate of its sound card never needs it.

/// Creates a resampler.
///
/// - Returns: NULL on success, or the error message of libsoxr or of the loader.
const char *csoxr_create(double input_rate, double output_rate, unsigned channels, void **resampler);

/// Consumes input and produces output, as much of both as libsoxr chooses.
///
/// - Parameter input: NULL marks the end of the input.
/// - Returns: NULL on success, or the error message of libsoxr.
const char *csoxr_process(void *resampler, const float *input, size_t input_frames, size_t *frames_taken,
                          float *output, size_t output_capacity, size_t *frames_given);

/// Returns the number of output frames that the input consumed so far still makes.
double csoxr_delay(void *resampler);

void csoxr_delete(void *resampler);
