#pragma once

#include <sndfile.h>

// libsndfile, loaded only while a sound file is open: with its codecs it takes 1.2 MB, and an appliance whose sounds
// are in memory only mixes them.

#define CSNDFILE_FUNCTIONS(F)                                                                          \
    F(open) F(open_fd) F(open_virtual) F(close) F(command) F(seek) F(readf_float) F(writef_short)        \
    F(get_string) F(set_string) F(error) F(strerror) F(error_number)
#define CSNDFILE_POINTER(name) __typeof__(sf_##name) *name;

/// The functions of libsndfile that Carillon calls.
typedef struct {
    CSNDFILE_FUNCTIONS(CSNDFILE_POINTER)
    void *handle;
} csndfile;

/// Loads libsndfile. Each call needs a call of `csndfile_unload`, after which the functions must not be called.
///
/// - Parameter error: EMFILE or ENFILE if the process or the system has no descriptor left; otherwise unchanged.
/// - Returns: NULL on success, or the error message. Nothing is loaded then.
const char *csndfile_load(csndfile *functions, int *error);

void csndfile_unload(csndfile *functions);

/// Opens a file for reading on a thread with a stack of 128 MiB, and waits for that thread.
///
/// For a Vorbis file libvorbis sorts the codewords of each codebook on the stack, 12 bytes for each of up to 2^23, which a
/// file of 200 bytes can declare. A page of the stack takes memory only when it is written. The stack is smaller, at least
/// 1 MiB, if a limit leaves no room for it: all of it counts for RLIMIT_MEMLOCK once the program has locked its memory.
///
/// - Parameters:
///   - open: sf_open_virtual.
///   - error: Set if the thread cannot be started; otherwise unchanged.
/// - Returns: The result of sf_open_virtual; NULL if the thread cannot be started.
SNDFILE *csndfile_open_deep(__typeof__(&sf_open_virtual) open, SF_VIRTUAL_IO *callbacks, SF_INFO *info, void *context,
                            int *error);
