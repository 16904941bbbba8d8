#ifndef C_AUDIO_TAP_H
#define C_AUDIO_TAP_H

#include <stdint.h>

// Notes when a program first hands something else than silence to ALSA: a function of alsa-lib's is replaced by one that
// looks and then calls alsa-lib's. In the benchmarks it is linked; another program is started with LD_PRELOAD, and writes
// the time to its standard output.

/// Forgets what was noted.
void audio_tap_reset(void);

/// The time of CLOCK_MONOTONIC, in nanoseconds, at which the first sound since then was handed over; 0 if none was.
int64_t audio_tap_first_sound(void);

#endif
