#pragma once

#include "CGPIOD.h"

/// To be called before the outputs are released. What is not guarded is left alone.
void cgpiod_unguard_outputs(cgpiod_outputs *outputs);
