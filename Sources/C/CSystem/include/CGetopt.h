#pragma once

#include <getopt.h>

// The variables of getopt_long as functions, because Swift 6 does not allow reading C's global variables.

/// Returns the argument of the option just found.
static inline char *cgetopt_argument(void) { return optarg; }
/// Returns the refused option: the letter of a short option; 0 for a long one, which has no value.
static inline int cgetopt_letter(void) { return optopt; }
/// Returns the index of the next argument; after all options, the index of the first operand.
static inline int cgetopt_index(void) { return optind; }
/// Skips the next argument, because it belongs to the option just found.
static inline void cgetopt_skip(void) { optind++; }
