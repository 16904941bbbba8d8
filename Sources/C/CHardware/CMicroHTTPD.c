#include "CMicroHTTPD.h"

#include <microhttpd.h>

#include "Library.h"

#define SYMBOL(name) MHD_##name
#define FUNCTIONS(F)                                                                                              \
    F(start_daemon) F(stop_daemon) F(get_daemon_info) F(run) F(get_timeout) F(get_connection_info)                \
    F(set_connection_option) F(suspend_connection) F(resume_connection) F(get_connection_values)                  \
    F(create_response_from_buffer) F(add_response_header) F(queue_response) F(destroy_response)
LIBRARY(microhttpd, "libmicrohttpd.so.12")

const char *cmicrohttpd_load(void) { return library_load(&microhttpd_library); }

MHD_Daemon *cmicrohttpd_start(int socket, const cmicrohttpd_callbacks *callbacks, void *context,
                              cmicrohttpd_limits limits) {
    // The library's default is to refuse requests that are malformed; STRICT_FOR_CLIENT refuses those that only some
    // servers accept, too.
    return microhttpd.start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, callbacks->take, context, MHD_OPTION_LISTEN_SOCKET, socket,
        MHD_OPTION_NOTIFY_COMPLETED, callbacks->completed, context, MHD_OPTION_NOTIFY_CONNECTION, callbacks->connected,
        context, MHD_OPTION_CONNECTION_LIMIT, limits.connections, MHD_OPTION_CONNECTION_MEMORY_LIMIT, limits.memory,
        MHD_OPTION_CONNECTION_TIMEOUT, limits.timeout, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
}

void cmicrohttpd_stop(MHD_Daemon *server) { microhttpd.stop_daemon(server); }

int cmicrohttpd_descriptor(MHD_Daemon *server) {
    const union MHD_DaemonInfo *info = microhttpd.get_daemon_info(server, MHD_DAEMON_INFO_EPOLL_FD);
    return info ? info->epoll_fd : -1;
}

void cmicrohttpd_run(MHD_Daemon *server) { microhttpd.run(server); }

int64_t cmicrohttpd_timeout(MHD_Daemon *server) {
    unsigned long long milliseconds;
    return microhttpd.get_timeout(server, &milliseconds) == MHD_YES ? (int64_t)milliseconds : -1;
}

int cmicrohttpd_socket(MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        microhttpd.get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

void cmicrohttpd_set_idle_timeout(MHD_Connection *connection, unsigned seconds) {
    microhttpd.set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, seconds);
}

void cmicrohttpd_suspend(MHD_Connection *connection) { microhttpd.suspend_connection(connection); }
void cmicrohttpd_resume(MHD_Connection *connection) { microhttpd.resume_connection(connection); }

void cmicrohttpd_values(MHD_Connection *connection, int isArgument,
                        unsigned (*each)(void *, unsigned, const char *, const char *), void *context) {
    microhttpd.get_connection_values(connection, isArgument ? MHD_GET_ARGUMENT_KIND : MHD_HEADER_KIND, each, context);
}

unsigned cmicrohttpd_answer(MHD_Connection *connection, unsigned status, const void *body, size_t size,
                            const char *const *headers) {
    struct MHD_Response *response =
        microhttpd.create_response_from_buffer(size, size ? (void *)body : "", MHD_RESPMEM_MUST_COPY);
    if (!response) return MHD_NO;
    enum MHD_Result result = MHD_YES;
    for (; result && *headers; headers += 2) result = microhttpd.add_response_header(response, headers[0], headers[1]);
    if (result) result = microhttpd.queue_response(connection, status, response);
    microhttpd.destroy_response(response);
    return result;
}
