#include "CMPG123.h"

#include <mpg123.h>
#include <stdio.h>

#include "Library.h"

#define SYMBOL(name) mpg123_##name
#define FUNCTIONS(F)                                                                                             \
    F(new) F(delete) F(param) F(format_none) F(format) F(open_feed) F(feed) F(read) F(getformat) F(spf)          \
    F(replace_reader_handle) F(open_handle) F(length) F(set_filesize) F(seek) F(tellframe) F(framepos) F(index)  \
    F(set_index)
LIBRARY(mpg123, "libmpg123.so.0")

static const long INDEX_SIZE = 1000;

const char *cmpg123_load(void) { return library_load(&mpg123_library); }

static cmpg123_decoder *make(long resync_limit) {
    int error;
    cmpg123_decoder *decoder = mpg123.new(NULL, &error);
    if (!decoder) return NULL;
    mpg123.param(decoder, MPG123_ADD_FLAGS, MPG123_QUIET | MPG123_SKIP_ID3V2, 0);
    mpg123.param(decoder, MPG123_RESYNC_LIMIT, resync_limit, 0);
    // A frame may use up to 511 bytes of earlier ones, at 8 kbit/s those of 21 frames.
    mpg123.param(decoder, MPG123_PREFRAMES, 24, 0);
    mpg123.param(decoder, MPG123_INDEX_SIZE, INDEX_SIZE, 0);
    mpg123.format_none(decoder);
    const long rates[] = {8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000};
    for (size_t index = 0; index < sizeof rates / sizeof *rates; index++)
        mpg123.format(decoder, rates[index], MPG123_MONO | MPG123_STEREO, MPG123_ENC_FLOAT_32);
    return decoder;
}

static cmpg123_decoder *opened(cmpg123_decoder *decoder, int result) {
    if (result == MPG123_OK) return decoder;
    mpg123.delete(decoder);
    return NULL;
}

cmpg123_decoder *cmpg123_new(void) {
    cmpg123_decoder *decoder = make(64 << 10);
    return decoder ? opened(decoder, mpg123.open_feed(decoder)) : NULL;
}

cmpg123_decoder *cmpg123_open(void *context, ptrdiff_t (*read)(void *, void *, size_t),
                              int64_t (*seek)(void *, int64_t, int), bool trusts_first) {
    cmpg123_decoder *decoder = make(1 << 20);
    if (!decoder) return NULL;
    if (trusts_first) mpg123.param(decoder, MPG123_ADD_FLAGS, MPG123_NO_READAHEAD, 0);
    int result = mpg123.replace_reader_handle(decoder, read, seek, NULL);
    return opened(decoder, result == MPG123_OK ? mpg123.open_handle(decoder, context) : result);
}

bool cmpg123_feed(cmpg123_decoder *decoder, const uint8_t *bytes, size_t count) {
    return mpg123.feed(decoder, bytes, count) == MPG123_OK;
}

cmpg123_result cmpg123_read(cmpg123_decoder *decoder, float *samples, size_t room, size_t *done) {
    size_t bytes = 0;
    int result = mpg123.read(decoder, samples, room * sizeof(float), &bytes);
    *done = bytes / sizeof(float);
    switch (result) {
    case MPG123_OK: return CMPG123_DECODED;
    case MPG123_NEW_FORMAT: return CMPG123_NEW_FORMAT;
    case MPG123_NEED_MORE: return CMPG123_NEEDS_MORE;
    case MPG123_DONE: return CMPG123_ENDED;
    default: return CMPG123_FAILED;
    }
}

void cmpg123_format(cmpg123_decoder *decoder, int *rate, int *channels) {
    long hertz = 0;
    int count = 0, encoding;
    *rate = *channels = 0;
    if (mpg123.getformat(decoder, &hertz, &count, &encoding) != MPG123_OK) return;
    *rate = (int)hertz;
    *channels = count;
}

int64_t cmpg123_length(cmpg123_decoder *decoder, int64_t file_size) {
    // With the size of the file, libmpg123 would guess the length.
    mpg123.set_filesize(decoder, -1);
    int64_t samples = mpg123.length(decoder);
    mpg123.set_filesize(decoder, file_size);
    return samples;
}

int cmpg123_frame_length(cmpg123_decoder *decoder) { return mpg123.spf(decoder); }

bool cmpg123_seek(cmpg123_decoder *decoder, int64_t sample) { return mpg123.seek(decoder, sample, SEEK_SET) >= 0; }

int64_t cmpg123_frame(cmpg123_decoder *decoder, int64_t *byte) {
    *byte = mpg123.framepos(decoder);
    return mpg123.tellframe(decoder);
}

size_t cmpg123_index(cmpg123_decoder *decoder, const int64_t **places, int64_t *step) {
    int64_t *found = NULL;
    size_t count = 0;
    if (mpg123.index(decoder, &found, step, &count) != MPG123_OK || !found) return 0;
    *places = found;
    return count;
}

void cmpg123_set_index(cmpg123_decoder *decoder, int64_t first, int64_t frame, int64_t place) {
    int64_t places[] = {first, place};
    mpg123.set_index(decoder, places, frame, 2);
    // set_index leaves no room for more.
    mpg123.param(decoder, MPG123_INDEX_SIZE, INDEX_SIZE, 0);
}

void cmpg123_free(cmpg123_decoder *decoder) {
    if (decoder) mpg123.delete(decoder);
}
