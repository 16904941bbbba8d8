#include "CGetopt.h"

char *cgetopt_argument(void) { return optarg; }

int cgetopt_letter(void) { return optopt; }

int cgetopt_index(void) { return optind; }

void cgetopt_skip(void) { optind++; }
