#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The MP3 decoder libmpg123, which decodes bytes as they come. Only cmpg123_load loads it. The library's headers are not
// needed, because this module declares what it calls: functions without a file offset, whose size depends on the build.

/// Loads libmpg123. Call before all other functions here. May be called from any thread.
///
/// - Returns: NULL on success, or the error message of the loader.
const char *_Nullable cmpg123_load(void);

/// A decoder, used by one thread at a time.
typedef struct cmpg123_decoder cmpg123_decoder;

/// Creates a decoder to floats, mono or stereo as the stream is. It skips tags, and looks for a frame in up to 64 KiB.
///
/// - Returns: NULL if there is no memory.
cmpg123_decoder *_Nullable cmpg123_new(void);

/// Adds bytes to decode. Returns false if there is no memory.
bool cmpg123_feed(cmpg123_decoder *_Nonnull decoder, const uint8_t *_Nonnull bytes, size_t count);

typedef enum : int {
    CMPG123_DECODED,
    /// The samples that follow have another format.
    CMPG123_NEW_FORMAT,
    CMPG123_NEEDS_MORE,
    CMPG123_FAILED,
} cmpg123_result;

/// Decodes samples, interleaved; full scale is 1.
///
/// - Parameter done: Set to the number of samples, whatever the result is.
cmpg123_result cmpg123_read(cmpg123_decoder *_Nonnull decoder, float *_Nonnull samples, size_t room,
                            size_t *_Nonnull done);

/// Returns the sample rate and the number of channels; 0 if they are unknown.
void cmpg123_format(cmpg123_decoder *_Nonnull decoder, int *_Nonnull rate, int *_Nonnull channels);

void cmpg123_free(cmpg123_decoder *_Nullable decoder);
