#pragma once

#include <alsa/asoundlib.h>

/// Stops alsa-lib from writing to standard error. Each failing call reports its own error.
void calsa_silence_errors(void);
