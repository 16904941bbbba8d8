#ifndef C_AUDIO_TAP_H
#define C_AUDIO_TAP_H

#include <stdint.h>

// Records when a program first passes anything but silence to ALSA. Replaces a function of alsa-lib by one that checks
// the samples and then calls alsa-lib's. The benchmarks link it; aplay is started with LD_PRELOAD and with
// AUDIO_TAP_PRINTS in its environment, and writes the time to its standard output.

/// Clears the recorded time.
void audio_tap_reset(void);

/// Returns the CLOCK_MONOTONIC time, in nanoseconds, of the first sound since the last reset; 0 if there was none.
int64_t audio_tap_first_sound(void);

#endif
