#pragma once

#include <getopt.h>

// Functions for the variables of getopt_long, because Swift 6 does not allow reading C's global variables.

/// Returns the argument of the option just found.
char *cgetopt_argument(void);
/// Returns the refused option: the letter of a short option; the value of a long option, or 0 if its name is unknown.
int cgetopt_letter(void);
/// Returns the index of the next argument; after all options, the index of the first operand.
int cgetopt_index(void);
/// Skips the next argument, because it belongs to the option just found.
void cgetopt_skip(void);
