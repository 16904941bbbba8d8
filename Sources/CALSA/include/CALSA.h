#pragma once

#include <alsa/asoundlib.h>

/// Keeps alsa-lib from writing to standard error: every failure is reported by the call that failed.
void calsa_silence_errors(void);
