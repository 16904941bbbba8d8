#include "Library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

static const char *find(library *library) {
    static _Thread_local char reason[256];
    const char *const *file = library->files, *const *name = library->names;
    void *handle, **function = library->functions;
    while (!(handle = dlopen(*file, RTLD_NOW)) && file[1]) file++;
    if (!handle) {
        // The text of dlerror() does not last.
        snprintf(reason, sizeof reason, "%s", dlerror());
        return reason;
    }
    for (; *name; name++, function++) {
        if ((*function = dlsym(handle, *name))) continue;
        snprintf(reason, sizeof reason, "%s has no %s", *file, *name);
        dlclose(handle);
        return reason;
    }
    library->handle = handle;
    return NULL;
}

const char *library_load(library *library) {
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&mutex);
    const char *reason = library->handle ? NULL : find(library);
    pthread_mutex_unlock(&mutex);
    return reason;
}
