#pragma once

#include <getopt.h>

/// The argument of the option that getopt_long has just found: a variable, which Swift would rather not read.
char *cgetopt_argument(void);
