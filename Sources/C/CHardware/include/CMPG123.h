#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The MP3 decoder libmpg123, for files and for bytes as they come. Only cmpg123_load loads it.

/// Loads libmpg123. Call before all other functions here. May be called from any thread.
///
/// - Returns: NULL on success, or the error message of the loader.
const char *_Nullable cmpg123_load(void);

/// A decoder, used by one thread at a time.
typedef struct mpg123_handle_struct cmpg123_decoder;

/// Creates a decoder of bytes as they come, to floats, mono or stereo as the stream is. It skips tags, and looks for a frame in
/// up to 64 KiB.
///
/// - Returns: NULL if there is no memory.
cmpg123_decoder *_Nullable cmpg123_new(void);

/// Adds bytes to decode. Returns false if there is no memory.
bool cmpg123_feed(cmpg123_decoder *_Nonnull decoder, const uint8_t *_Nonnull bytes, size_t count);

/// Creates a decoder of a file that can be sought. It looks for a frame in up to 1 MiB.
///
/// - Parameters:
///   - read: Reads up to so many bytes. Returns 0 at the end.
///   - seek: Does what lseek does.
///   - trusts_first: Whether the first frame need not be followed by another one.
/// - Returns: NULL if there is no memory.
cmpg123_decoder *_Nullable cmpg123_open(void *_Nonnull context,
                                        ptrdiff_t (*_Nonnull read)(void *_Nullable, void *_Nullable, size_t),
                                        int64_t (*_Nonnull seek)(void *_Nullable, int64_t, int), bool trusts_first);

typedef enum : int {
    CMPG123_DECODED,
    /// The samples that follow have another format.
    CMPG123_NEW_FORMAT,
    CMPG123_NEEDS_MORE,
    CMPG123_ENDED,
    CMPG123_FAILED,
} cmpg123_result;

/// Decodes samples, interleaved; full scale is 1.
///
/// - Parameter done: Set to the number of samples, whatever the result is.
cmpg123_result cmpg123_read(cmpg123_decoder *_Nonnull decoder, float *_Nonnull samples, size_t room,
                            size_t *_Nonnull done);

/// Returns the sample rate and the number of channels; 0 if they are unknown. Looks for the first frame.
void cmpg123_format(cmpg123_decoder *_Nonnull decoder, int *_Nonnull rate, int *_Nonnull channels);

// MARK: Files

/// Returns the number of samples of a channel that the tag in the first frame declares; a negative number if there is none.
int64_t cmpg123_length(cmpg123_decoder *_Nonnull decoder, int64_t file_size);

/// Returns the number of samples of a channel in a frame.
int cmpg123_frame_length(cmpg123_decoder *_Nonnull decoder);

/// Goes to a sample. Reads all frames between the last one in the index before it, and it.
bool cmpg123_seek(cmpg123_decoder *_Nonnull decoder, int64_t sample);

/// Returns the number of the present frame.
///
/// - Parameter byte: Set to its place in the file.
int64_t cmpg123_frame(cmpg123_decoder *_Nonnull decoder, int64_t *_Nonnull byte);

/// Returns the places of each `step`th frame, as far as they have been read. Valid until the decoder is used again.
size_t cmpg123_index(cmpg123_decoder *_Nonnull decoder, const int64_t *_Nullable *_Nonnull places, int64_t *_Nonnull step);

/// Makes known the place of a frame beside that of the first one.
void cmpg123_set_index(cmpg123_decoder *_Nonnull decoder, int64_t first, int64_t frame, int64_t place);

void cmpg123_free(cmpg123_decoder *_Nullable decoder);
