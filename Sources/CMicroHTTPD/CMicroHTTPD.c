#include "CMicroHTTPD.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

typedef struct MHD_Response MHD_Response;

// The constants of the library's interface that are used here.
enum {
    USE_EPOLL = 512,
    ALLOW_SUSPEND_RESUME = 8192 | 1024,
    OPTION_END = 0,
    OPTION_CONNECTION_MEMORY_LIMIT = 1,
    OPTION_CONNECTION_LIMIT = 2,
    OPTION_CONNECTION_TIMEOUT = 3,
    OPTION_NOTIFY_COMPLETED = 4,
    OPTION_LISTEN_SOCKET = 12,
    OPTION_NOTIFY_CONNECTION = 27,
    OPTION_STRICT_FOR_CLIENT = 29,
    DAEMON_INFO_EPOLL_FD = 3,
    CONNECTION_INFO_CONNECTION_FD = 6,
    CONNECTION_OPTION_TIMEOUT = 0,
    HEADER_KIND = 1,
    GET_ARGUMENT_KIND = 8,
    RESPMEM_MUST_COPY = 2,
};

static MHD_Daemon *(*start_daemon)(unsigned flags, uint16_t port, void *accept_policy, void *policy_context, void *take,
                                   void *context, ...);
static void (*stop_daemon)(MHD_Daemon *);
static const int *(*get_daemon_info)(MHD_Daemon *, int kind, ...);
static int (*run)(MHD_Daemon *);
static int (*get_timeout)(MHD_Daemon *, unsigned long long *);
static const int *(*get_connection_info)(MHD_Connection *, int kind, ...);
static int (*set_connection_option)(MHD_Connection *, int option, ...);
static void (*suspend_connection)(MHD_Connection *);
static void (*resume_connection)(MHD_Connection *);
static int (*get_connection_values)(MHD_Connection *, int kind, void *each, void *context);
static MHD_Response *(*create_response_from_buffer)(size_t size, void *buffer, int mode);
static int (*add_response_header)(MHD_Response *, const char *name, const char *value);
static int (*queue_response)(MHD_Connection *, unsigned status, MHD_Response *);
static void (*destroy_response)(MHD_Response *);

static pthread_once_t once = PTHREAD_ONCE_INIT;
// The reason why the library is missing; empty if it has been loaded. The text of dlerror() does not last.
static char reason[256];

static const char *find(void) {
    void *library = dlopen("libmicrohttpd.so.12", RTLD_NOW);
    if (!library) return dlerror();
#define FIND(name)                                                                       \
    if (!(name = (__typeof__(name))dlsym(library, "MHD_" #name))) return dlerror();
    FIND(start_daemon)
    FIND(stop_daemon)
    FIND(get_daemon_info)
    FIND(run)
    FIND(get_timeout)
    FIND(get_connection_info)
    FIND(set_connection_option)
    FIND(suspend_connection)
    FIND(resume_connection)
    FIND(get_connection_values)
    FIND(create_response_from_buffer)
    FIND(add_response_header)
    FIND(queue_response)
    FIND(destroy_response)
    return NULL;
}

static void load(void) {
    const char *error = find();
    if (error) snprintf(reason, sizeof reason, "%s", error);
}

const char *cmicrohttpd_load(void) {
    pthread_once(&once, load);
    return reason[0] ? reason : NULL;
}

MHD_Daemon *cmicrohttpd_start(int socket, const cmicrohttpd_callbacks *callbacks, void *context,
                              cmicrohttpd_limits limits) {
    // The library's default is to refuse requests that are malformed; STRICT_FOR_CLIENT refuses those that only some
    // servers accept, too.
    return start_daemon(USE_EPOLL | ALLOW_SUSPEND_RESUME, 0, NULL, NULL, callbacks->take, context,
                        OPTION_LISTEN_SOCKET, socket, OPTION_NOTIFY_COMPLETED, callbacks->completed, context,
                        OPTION_NOTIFY_CONNECTION, callbacks->connected, context, OPTION_CONNECTION_LIMIT,
                        limits.connections, OPTION_CONNECTION_MEMORY_LIMIT, limits.memory, OPTION_CONNECTION_TIMEOUT,
                        limits.timeout, OPTION_STRICT_FOR_CLIENT, 1, OPTION_END);
}

void cmicrohttpd_stop(MHD_Daemon *server) { stop_daemon(server); }

int cmicrohttpd_descriptor(MHD_Daemon *server) {
    const int *descriptor = get_daemon_info(server, DAEMON_INFO_EPOLL_FD);
    return descriptor ? *descriptor : -1;
}

void cmicrohttpd_run(MHD_Daemon *server) { run(server); }

int64_t cmicrohttpd_timeout(MHD_Daemon *server) {
    unsigned long long milliseconds;
    return get_timeout(server, &milliseconds) == 1 ? (int64_t)milliseconds : -1;
}

int cmicrohttpd_socket(MHD_Connection *connection) {
    const int *descriptor = get_connection_info(connection, CONNECTION_INFO_CONNECTION_FD);
    return descriptor ? *descriptor : -1;
}

void cmicrohttpd_set_idle_timeout(MHD_Connection *connection, unsigned seconds) {
    set_connection_option(connection, CONNECTION_OPTION_TIMEOUT, seconds);
}

void cmicrohttpd_suspend(MHD_Connection *connection) { suspend_connection(connection); }
void cmicrohttpd_resume(MHD_Connection *connection) { resume_connection(connection); }

void cmicrohttpd_values(MHD_Connection *connection, int isArgument,
                        int (*each)(void *, int, const char *, const char *), void *context) {
    get_connection_values(connection, isArgument ? GET_ARGUMENT_KIND : HEADER_KIND, each, context);
}

int cmicrohttpd_answer(MHD_Connection *connection, unsigned status, const void *body, size_t size,
                       const char *const *headers) {
    MHD_Response *response = create_response_from_buffer(size, size ? (void *)body : "", RESPMEM_MUST_COPY);
    if (!response) return 0;
    int result = 1;
    for (; result && *headers; headers += 2) result = add_response_header(response, headers[0], headers[1]);
    if (result) result = queue_response(connection, status, response);
    destroy_response(response);
    return result;
}
