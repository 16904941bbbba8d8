#include "CSndfile.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

/// Sets `error` if there is no descriptor left. The loader reports this only in words, without an errno.
static void find_lack_of_descriptors(int *error) {
    int descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (descriptor >= 0)
        close(descriptor);
    else if (errno == EMFILE || errno == ENFILE)
        *error = errno;
}

const char *csndfile_load(csndfile *functions, int *error) {
    void *handle = dlopen("libsndfile.so.1", RTLD_NOW);
    if (!handle) {
        const char *reason = dlerror();
        find_lack_of_descriptors(error);
        return reason;
    }
    functions->handle = handle;
    // libsndfile has had all of these functions since version 1.0.18, of 2009.
#define FIND(name)                                                                       \
    functions->name = (__typeof__(functions->name))dlsym(handle, "sf_" #name);           \
    if (!functions->name) {                                                              \
        dlclose(handle);                                                                 \
        return "libsndfile.so.1 has no sf_" #name;                                       \
    }
    FIND(open)
    FIND(open_fd)
    FIND(open_virtual)
    FIND(close)
    FIND(command)
    FIND(seek)
    FIND(readf_float)
    FIND(writef_short)
    FIND(get_string)
    FIND(set_string)
    FIND(error)
    FIND(strerror)
    FIND(error_number)
    return NULL;
}

void csndfile_unload(csndfile *functions) { dlclose(functions->handle); }

typedef struct {
    __typeof__(&sf_open_virtual) open;
    SF_VIRTUAL_IO *callbacks;
    SF_INFO *info;
    void *context;
    SNDFILE *file;
} opening;

static void *open_file(void *argument) {
    opening *file = argument;
    file->file = file->open(file->callbacks, SFM_READ, file->info, file->context);
    return NULL;
}

SNDFILE *csndfile_open_deep(__typeof__(&sf_open_virtual) open, SF_VIRTUAL_IO *callbacks, SF_INFO *info, void *context,
                            int *error) {
    opening file = {open, callbacks, info, context, NULL};
    pthread_attr_t attributes;
    pthread_t thread;
    int result = EAGAIN;
    pthread_attr_init(&attributes);
    for (size_t size = 128 << 20; result && size >= 1 << 20; size /= 4) {
        pthread_attr_setstacksize(&attributes, size);
        result = pthread_create(&thread, &attributes, open_file, &file);
    }
    pthread_attr_destroy(&attributes);
    if (result)
        *error = result;
    else
        pthread_join(thread, NULL);
    return file.file;
}
