// Empty: SwiftPM builds a C target only if it has a C file.
#include "CYAML.h"
