// SwiftPM builds a C target only where there is a C file; the library itself is linked.
#include "CYAML.h"
