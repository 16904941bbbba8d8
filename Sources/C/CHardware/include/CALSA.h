#pragma once

#include <alsa/asoundlib.h>

/// Stops alsa-lib from writing to standard error. Each failing call reports its own error.
void calsa_silence_errors(void);

/// Stops the JACK library from writing to standard error, if `device` is one of JACK's. Call before it is opened.
void calsa_silence_jack(const char *device);
