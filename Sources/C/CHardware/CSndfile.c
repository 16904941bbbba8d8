#include "CSndfile.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

#include "Library.h"

/// Sets `error` if there is no descriptor left. The loader reports this only in words, without an errno.
static void find_lack_of_descriptors(int *error) {
    int descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (descriptor >= 0)
        close(descriptor);
    else if (errno == EMFILE || errno == ENFILE)
        *error = errno;
}

#define SYMBOL(name) sf_##name

const char *csndfile_load(csndfile *functions, int *error) {
    library library = {{"libsndfile.so.1"}, LIBRARY_NAMES(CSNDFILE_FUNCTIONS), functions};
    const char *reason = library_load(&library);
    if (reason) find_lack_of_descriptors(error);
    functions->handle = library.handle;
    return reason;
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
