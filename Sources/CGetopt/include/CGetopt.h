#pragma once

#include <getopt.h>

// What getopt_long leaves behind in variables, which Swift would rather not read.

/// The argument of the option that it has just found.
char *cgetopt_argument(void);
/// The index of the first argument that is no option, once it has found them all.
int cgetopt_index(void);
