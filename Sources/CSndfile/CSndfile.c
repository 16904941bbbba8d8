#include "CSndfile.h"

#include <dlfcn.h>
#include <stddef.h>

const char *csndfile_load(csndfile *functions) {
    void *handle = dlopen("libsndfile.so.1", RTLD_NOW);
    if (!handle) return dlerror();
    functions->handle = handle;
    // All of them have been there since version 1.0.18, of 2009.
#define FIND(name) functions->name = (__typeof__(functions->name))dlsym(handle, "sf_" #name)
    FIND(open);
    FIND(open_fd);
    FIND(open_virtual);
    FIND(close);
    FIND(command);
    FIND(seek);
    FIND(readf_float);
    FIND(writef_short);
    FIND(get_string);
    FIND(set_string);
    FIND(error);
    FIND(strerror);
    FIND(error_number);
    return NULL;
}

void csndfile_unload(csndfile *functions) { dlclose(functions->handle); }
