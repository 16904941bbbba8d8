#include "CGetopt.h"

char *cgetopt_argument(void) { return optarg; }

int cgetopt_index(void) { return optind; }
