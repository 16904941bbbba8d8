#pragma once

#include <getopt.h>

// What getopt_long leaves behind in variables, which Swift would rather not read.

/// The argument of the option that it has just found.
char *cgetopt_argument(void);
/// What it has refused: the letter of a short option; of a long one its value, or 0 if there is none of that name.
int cgetopt_letter(void);
/// The index of the next argument; once it has found all options, of the first that is none.
int cgetopt_index(void);
