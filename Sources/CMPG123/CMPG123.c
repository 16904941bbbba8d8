#include "CMPG123.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

typedef struct mpg123_handle_struct handle;

// The constants of the library's interface that are used here.
enum {
    OK = 0,
    NEED_MORE = -10,
    NEW_FORMAT = -11,
    PARAMETER_ADD_FLAGS = 2,
    PARAMETER_RESYNC_LIMIT = 14,
    FLAG_QUIET = 0x20,
    FLAG_SKIP_ID3V2 = 0x2000,
    MONO_AND_STEREO = 1 | 2,
    FLOATS = 0x200,
};

static int (*init)(void);
static handle *(*new)(const char *, int *);
static void (*delete)(handle *);
static int (*param)(handle *, int, long, double);
static int (*format_none)(handle *);
static int (*format)(handle *, long, int, int);
static int (*open_feed)(handle *);
static int (*feed)(handle *, const unsigned char *, size_t);
static int (*read_samples)(handle *, void *, size_t, size_t *);
static int (*getformat)(handle *, long *, int *, int *);

static pthread_once_t once = PTHREAD_ONCE_INIT;
// The reason why the library is missing; empty if it has been loaded. The text of dlerror() does not last.
static char missing[256];

static const char *find(void) {
    void *library = dlopen("libmpg123.so.0", RTLD_NOW);
    if (!library) return dlerror();
#define FIND_AS(function, name)                                                                       \
    if (!(function = (__typeof__(function))dlsym(library, "mpg123_" name))) return dlerror();
#define FIND(function) FIND_AS(function, #function)
    FIND(init)
    FIND(new)
    FIND(delete)
    FIND(param)
    FIND(format_none)
    FIND(format)
    FIND(open_feed)
    FIND(feed)
    FIND_AS(read_samples, "read")
    FIND(getformat)
    return init() == OK ? NULL : "libmpg123 cannot start";
}

static void load(void) {
    const char *reason = find();
    if (reason) snprintf(missing, sizeof missing, "%s", reason);
}

const char *cmpg123_load(void) {
    pthread_once(&once, load);
    return missing[0] ? missing : NULL;
}

cmpg123_decoder *cmpg123_new(void) {
    int error;
    handle *decoder = new(NULL, &error);
    if (!decoder) return NULL;
    param(decoder, PARAMETER_ADD_FLAGS, FLAG_QUIET | FLAG_SKIP_ID3V2, 0);
    param(decoder, PARAMETER_RESYNC_LIMIT, 64 << 10, 0);
    format_none(decoder);
    const long rates[] = {8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000};
    for (size_t index = 0; index < sizeof rates / sizeof *rates; index++)
        format(decoder, rates[index], MONO_AND_STEREO, FLOATS);
    if (open_feed(decoder) != OK) {
        delete (decoder);
        return NULL;
    }
    return (cmpg123_decoder *)decoder;
}

bool cmpg123_feed(cmpg123_decoder *decoder, const uint8_t *bytes, size_t count) {
    return feed((handle *)decoder, bytes, count) == OK;
}

cmpg123_result cmpg123_read(cmpg123_decoder *decoder, float *samples, size_t room, size_t *done) {
    size_t bytes = 0;
    int result = read_samples((handle *)decoder, samples, room * sizeof(float), &bytes);
    *done = bytes / sizeof(float);
    switch (result) {
    case OK: return CMPG123_DECODED;
    case NEW_FORMAT: return CMPG123_NEW_FORMAT;
    case NEED_MORE: return CMPG123_NEEDS_MORE;
    default: return CMPG123_FAILED;
    }
}

void cmpg123_format(cmpg123_decoder *decoder, int *rate, int *channels) {
    long hertz = 0;
    int count = 0, encoding;
    *rate = *channels = 0;
    if (getformat((handle *)decoder, &hertz, &count, &encoding) != OK) return;
    *rate = (int)hertz;
    *channels = count;
}

void cmpg123_free(cmpg123_decoder *decoder) {
    if (decoder) delete ((handle *)decoder);
}
