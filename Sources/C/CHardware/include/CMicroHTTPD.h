#pragma once

#include <stddef.h>
#include <stdint.h>

// GNU libmicrohttpd, loaded only by a program with a page. The library's enumerations are unsigned numbers here.

typedef struct MHD_Daemon MHD_Daemon;
typedef struct MHD_Connection MHD_Connection;

/// The callbacks of a server. All are called during `cmicrohttpd_run` and `cmicrohttpd_stop`, with the server's context.
typedef struct {
    /// Called with the head of a request, and then with each piece of its body and at its end. `request` is null at
    /// first and keeps its value for the request. `size` is to be set to 0 when a piece has been read. Returns 1 to go
    /// on, and 0 to close the connection.
    unsigned (*_Nonnull take)(void *_Nullable context, MHD_Connection *_Nonnull connection, const char *_Nonnull path,
                              const char *_Nonnull method, const char *_Nonnull version, const char *_Nullable piece,
                              size_t *_Nonnull size, void *_Nullable *_Nonnull request);
    /// Called when a request has ended, in whatever way.
    void (*_Nonnull completed)(void *_Nullable context, MHD_Connection *_Nonnull connection,
                               void *_Nullable *_Nonnull request, unsigned reason);
    /// Called when a connection has been opened (`reason` is 0) and closed (1).
    void (*_Nonnull connected)(void *_Nullable context, MHD_Connection *_Nonnull connection,
                               void *_Nullable *_Nonnull unused, unsigned reason);
} cmicrohttpd_callbacks;

/// The limits of a server.
typedef struct {
    unsigned connections;
    /// The memory of a connection in bytes. It limits the head of a request.
    size_t memory;
    /// The time in seconds after which an idle connection is closed.
    unsigned timeout;
} cmicrohttpd_limits;

/// Loads the library. It stays loaded.
///
/// - Returns: NULL on success, or the loader's message.
const char *_Nullable cmicrohttpd_load(void);

/// Starts a server without a thread on a listening socket, which it owns from then on.
///
/// - Returns: NULL if the server cannot be started; errno says why.
MHD_Daemon *_Nullable cmicrohttpd_start(int socket, const cmicrohttpd_callbacks *_Nonnull callbacks,
                                        void *_Nullable context, cmicrohttpd_limits limits);

/// Closes all connections and ends the server. No connection may be suspended.
void cmicrohttpd_stop(MHD_Daemon *_Nonnull server);

/// Returns the descriptor that is readable when `cmicrohttpd_run` has something to do; -1 if there is none.
int cmicrohttpd_descriptor(MHD_Daemon *_Nonnull server);

/// Sends and receives as much as possible without waiting.
void cmicrohttpd_run(MHD_Daemon *_Nonnull server);

/// Returns the time in milliseconds after which `cmicrohttpd_run` must be called; -1 is never.
int64_t cmicrohttpd_timeout(MHD_Daemon *_Nonnull server);

/// Returns the socket of a connection; -1 if it has none.
int cmicrohttpd_socket(MHD_Connection *_Nonnull connection);

/// Changes the time in seconds after which a connection that is idle is closed.
void cmicrohttpd_set_idle_timeout(MHD_Connection *_Nonnull connection, unsigned seconds);

void cmicrohttpd_suspend(MHD_Connection *_Nonnull connection);
void cmicrohttpd_resume(MHD_Connection *_Nonnull connection);

/// Calls `each` with each header of a request (`isArgument` is 0), or with each argument of its address (1), in order.
/// The value of an argument without a value is NULL.
void cmicrohttpd_values(MHD_Connection *_Nonnull connection, int isArgument,
                        unsigned (*_Nonnull each)(void *_Nullable context, unsigned kind, const char *_Nonnull name,
                                                  const char *_Nullable value),
                        void *_Nullable context);

/// Answers a request. Copies the body and the headers.
///
/// - Parameter headers: Pairs of names and values, ended by NULL.
/// - Returns: 1 on success; 0 closes the connection.
unsigned cmicrohttpd_answer(MHD_Connection *_Nonnull connection, unsigned status, const void *_Nullable body,
                            size_t size, const char *_Nullable const *_Nonnull headers);
