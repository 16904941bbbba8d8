#pragma once

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Transfers by HTTP, through libcurl. Only ccurl_load loads it: a program that plays no stream saves 8.5 MB with TLS.

/// Loads libcurl. Call before all other functions here. May be called from any thread.
///
/// - Returns: NULL on success, or the error message of the loader.
const char *_Nullable ccurl_load(void);

/// A transfer, used by one thread at a time.
typedef struct ccurl_transfer ccurl_transfer;

/// The callbacks of a transfer, called during `ccurl_step` with the context.
typedef struct {
    void *_Nullable context;
    /// Called with a line of the head of each answer, its end of line included. Returns false to end the transfer.
    bool (*_Nonnull header)(void *_Nullable context, const char *_Nonnull line, size_t length);
    /// Called with up to 16 KiB of the body. Returns false to pause; the same bytes come again after `ccurl_resume`.
    bool (*_Nonnull received)(void *_Nullable context, const uint8_t *_Nonnull bytes, size_t length);
} ccurl_callbacks;

typedef struct {
    /// The largest number of redirections.
    int redirections;
    /// The time in milliseconds for a connection.
    int connecting;
    /// A transfer with less than `lowest` bytes a second for `timeout` seconds ends, unless it is paused.
    int lowest, timeout;
    /// A file with the certificates of the authorities that are trusted; NULL for those of the system.
    const char *_Nullable authorities;
} ccurl_limits;

/// Starts a transfer of the answer to GET. The strings are copied. SIGPIPE is blocked on the calling thread from now on.
///
/// Only HTTP and HTTPS are spoken, also after a redirection. The request asks for titles in the stream (`Icy-MetaData`).
///
/// - Returns: NULL if there is no memory.
ccurl_transfer *_Nullable ccurl_start(const char *_Nonnull address, ccurl_limits limits, ccurl_callbacks callbacks);

/// Sends and receives as much as possible, and waits if nothing happens.
///
/// - Parameters:
///   - milliseconds: The longest wait.
///   - other: A descriptor that ends the wait as well; NULL for none.
void ccurl_step(ccurl_transfer *_Nonnull transfer, int milliseconds, struct pollfd *_Nullable other);

/// Goes on after a pause.
void ccurl_resume(ccurl_transfer *_Nonnull transfer);

/// The way in which a transfer has ended.
typedef enum : int {
    CCURL_GOES_ON,
    CCURL_COMPLETE,
    /// The server has answered with a status from 400 on.
    CCURL_REFUSED,
    /// The certificate is not that of the server, has expired, or is not signed by an authority that is trusted.
    CCURL_CERTIFICATE,
    /// The address is none, or one of another protocol.
    CCURL_ADDRESS,
    CCURL_REDIRECTIONS,
    /// `header` has returned false.
    CCURL_ABORTED,
    /// The server is slow.
    CCURL_SLOW,
    /// No machine has the name, or no name server answers.
    CCURL_NAME,
    /// Another failure of the connection, which may pass.
    CCURL_FAILED,
} ccurl_end;

ccurl_end ccurl_result(const ccurl_transfer *_Nonnull transfer);

/// The status of the last answer, such as 404; 0 if there is none.
long ccurl_status(const ccurl_transfer *_Nonnull transfer);

/// The address of the last answer, after redirections. Valid until the transfer is freed.
const char *_Nonnull ccurl_address(const ccurl_transfer *_Nonnull transfer);

/// Resolves a reference, such as `../sound.mp3`, against the address of the document that contains it (RFC 3986). Spaces and
/// letters beyond ASCII are encoded.
///
/// - Parameter room: Receives the address with its zero.
/// - Returns: False if there is no such address, it does not fit, or there is no memory.
bool ccurl_resolve(const char *_Nonnull base, const char *_Nonnull reference, char *_Nonnull room, size_t size);

/// The reason of a failure in libcurl's words, without the address.
const char *_Nonnull ccurl_reason(const ccurl_transfer *_Nonnull transfer);

/// Ends a transfer.
void ccurl_free(ccurl_transfer *_Nullable transfer);
