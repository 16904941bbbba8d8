#include "CGetopt.h"

char *cgetopt_argument(void) { return optarg; }
