#define _GNU_SOURCE
#include "CMosquitto.h"

#include <dlfcn.h>
#include <errno.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

typedef struct mosquitto mosquitto;
typedef struct mqtt5__property property;

// The library's interface, as far as it is used here.
typedef struct {
    int identifier;
    char *topic;
    void *payload;
    int length;
    int qos;
    bool is_retained;
} message;

enum {
    SUCCESS = 0,
    BY_ERRNO = 14,
    OPTION_PROTOCOL_VERSION = 1,
    OPTION_TCP_NODELAY = 11,
    PROTOCOL_5 = 5,
    PROPERTY_MESSAGE_EXPIRY = 2,
    PROPERTY_SESSION_EXPIRY = 17,
    PROPERTY_WILL_DELAY = 24,
    PROPERTY_LARGEST_PACKET = 39,
    LOG_WARNING_OR_ERROR = 4 | 8,
    LOG_DEBUG = 16,
    NO_LOCAL_RETAIN_AS_PUBLISHED = 4 | 8,
};

// A broker counts the expiry of a retained message down, and tells the rest. So a subscriber learns the age of the message.
// 100 years are as good as no expiry, and no version of Mosquitto takes them for it.
static const uint32_t RETAINED_EXPIRY = 3155760000;

static int (*lib_init)(void);
static mosquitto *(*new)(const char *, bool, void *);
static void (*destroy)(mosquitto *);
static int (*int_option)(mosquitto *, int, int);
static int (*username_pw_set)(mosquitto *, const char *, const char *);
static int (*tls_set)(mosquitto *, const char *, const char *, const char *, const char *, void *);
static int (*will_set_v5)(mosquitto *, const char *, int, const void *, int, bool, property *);
static int (*property_add_int32)(property **, int, uint32_t);
static const property *(*property_read_int32)(const property *, int, uint32_t *, bool);
static void (*property_free_all)(property **);
static int (*connect_bind_v5)(mosquitto *, const char *, int, int, const char *, const property *);
static int (*connect_bind_async)(mosquitto *, const char *, int, int, const char *);
static int (*disconnect)(mosquitto *);
static int (*subscribe_v5)(mosquitto *, int *, const char *, int, int, const property *);
static int (*publish_v5)(mosquitto *, int *, const char *, int, const void *, int, bool, const property *);
static int (*loop_read)(mosquitto *, int);
static int (*loop_write)(mosquitto *, int);
static int (*loop_misc)(mosquitto *);
static bool (*want_write)(mosquitto *);
static int (*socket_of)(mosquitto *);
static const char *(*error_text)(int);
static const char *(*reason_text)(int);
static void (*connect_callback_set)(mosquitto *, void (*)(mosquitto *, void *, int, int, const property *));
static void (*disconnect_callback_set)(mosquitto *, void (*)(mosquitto *, void *, int, const property *));
static void (*publish_callback_set)(mosquitto *, void (*)(mosquitto *, void *, int, int, const property *));
static void (*subscribe_callback_set)(mosquitto *, void (*)(mosquitto *, void *, int, int, const int *, const property *));
static void (*message_callback_set)(mosquitto *, void (*)(mosquitto *, void *, const message *, const property *));
static void (*log_callback_set)(mosquitto *, void (*)(mosquitto *, void *, int, const char *));

static pthread_once_t once = PTHREAD_ONCE_INIT;
// The reason why the library is missing; empty if it has been loaded. The text of dlerror() does not last.
static char missing[256];

// Returns NULL, or the reason why the library is missing.
static const char *find(void) {
    void *library = dlopen("libmosquitto.so.1", RTLD_NOW);
    if (!library) return dlerror();
#define FIND_AS(function, name)                                                                          \
    if (!(function = (__typeof__(function))dlsym(library, "mosquitto_" name))) return dlerror();
#define FIND(function) FIND_AS(function, #function)
    FIND(lib_init)
    FIND(new)
    FIND(destroy)
    FIND(int_option)
    FIND(username_pw_set)
    FIND(tls_set)
    FIND(will_set_v5)
    FIND(property_add_int32)
    FIND(property_read_int32)
    FIND(property_free_all)
    FIND(connect_bind_v5)
    FIND(connect_bind_async)
    FIND(disconnect)
    FIND(subscribe_v5)
    FIND(publish_v5)
    FIND(loop_read)
    FIND(loop_write)
    FIND(loop_misc)
    FIND(want_write)
    FIND_AS(socket_of, "socket")
    FIND_AS(error_text, "strerror")
    FIND_AS(reason_text, "reason_string")
    FIND_AS(connect_callback_set, "connect_v5_callback_set")
    FIND_AS(disconnect_callback_set, "disconnect_v5_callback_set")
    FIND_AS(publish_callback_set, "publish_v5_callback_set")
    FIND_AS(subscribe_callback_set, "subscribe_v5_callback_set")
    FIND_AS(message_callback_set, "message_v5_callback_set")
    FIND(log_callback_set)
    return lib_init() == SUCCESS ? NULL : "libmosquitto cannot start";
}

static void load(void) {
    const char *reason = find();
    if (reason) snprintf(missing, sizeof missing, "%s", reason);
}

const char *cmosquitto_load(void) {
    pthread_once(&once, load);
    return missing[0] ? missing : NULL;
}

struct CMosquitto {
    mosquitto *client;
    CMosquittoEvents events;
    // Whether the message that is being handled has been sent before.
    bool is_repeated;
    int keep_alive;
    int epoll;
    // The socket in the epoll descriptor; -1 for none.
    int watched;
};

// Events change errno, which cmosquitto_read needs.
#define EVENT(call)                   \
    CMosquittoEvents *events = &((CMosquitto *)object)->events; \
    int saved = errno;                \
    call;                             \
    errno = saved

static void on_connect(mosquitto *m, void *object, int reason, int flags, const property *p) {
    EVENT(events->connected(events->context, reason));
}

static void on_disconnect(mosquitto *m, void *object, int reason, const property *p) {
    EVENT(events->disconnected(events->context, reason));
}

static void on_publish(mosquitto *m, void *object, int identifier, int reason, const property *p) {
    EVENT(events->acknowledged(events->context, identifier, reason));
}

static void on_subscribe(mosquitto *m, void *object, int identifier, int count, const int *reasons, const property *p) {
    if (count < 1) return;
    EVENT(events->subscribed(events->context, identifier, reasons[0]));
}

static void on_message(mosquitto *m, void *object, const message *news, const property *p) {
    uint32_t rest;
    bool has_rest = property_read_int32(p, PROPERTY_MESSAGE_EXPIRY, &rest, false) && rest <= RETAINED_EXPIRY;
    CMosquittoMessage message = {
        .topic = news->topic, .payload = news->payload, .length = news->length, .is_retained = news->is_retained,
        .identifier = news->identifier, .is_repeated = ((CMosquitto *)object)->is_repeated,
        .age = has_rest ? (int64_t)(RETAINED_EXPIRY - rest) : -1,
    };
    EVENT(events->received(events->context, &message));
}

static void on_log(mosquitto *m, void *object, int level, const char *text) {
    if (level == LOG_DEBUG) {
        // The library reports the DUP flag of a message only here, before the message.
        const char *flags = strstr(text, " received PUBLISH (d");
        if (flags) ((CMosquitto *)object)->is_repeated = flags[strlen(" received PUBLISH (d")] == '1';
    }
    if (!(level & LOG_WARNING_OR_ERROR)) return;
    EVENT(events->logged(events->context, text));
}

CMosquitto *cmosquitto_new(const char *identifier, bool is_clean, int keep_alive, CMosquittoEvents events) {
    CMosquitto *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->events = events;
    c->keep_alive = keep_alive;
    c->watched = -1;
    c->epoll = epoll_create1(EPOLL_CLOEXEC);
    // The library lets the process ignore SIGPIPE, because OpenSSL causes it. This thread alone blocks it instead.
    struct sigaction disposition;
    sigaction(SIGPIPE, NULL, &disposition);
    c->client = new(identifier, is_clean, c);
    sigaction(SIGPIPE, &disposition, NULL);
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, NULL);
    if (c->client && c->epoll >= 0 && !int_option(c->client, OPTION_PROTOCOL_VERSION, PROTOCOL_5)
        && !int_option(c->client, OPTION_TCP_NODELAY, 1))
        return c;
    cmosquitto_free(c);
    return NULL;
}

int cmosquitto_log_in(CMosquitto *c, const char *user, const char *password) {
    return user ? username_pw_set(c->client, user, password) : 0;
}

int cmosquitto_secure(CMosquitto *c, const char *authorities, const char *certificate, const char *key) {
    return tls_set(c->client, authorities, authorities ? NULL : "/etc/ssl/certs", certificate, key, NULL);
}

int cmosquitto_leave_will(CMosquitto *c, const char *topic, const char *payload, uint32_t delay) {
    property *properties = NULL;
    int result = property_add_int32(&properties, PROPERTY_WILL_DELAY, delay);
    if (!result) result = property_add_int32(&properties, PROPERTY_MESSAGE_EXPIRY, RETAINED_EXPIRY);
    // The client owns the properties of its will from now on.
    if (!result) return will_set_v5(c->client, topic, strlen(payload), payload, 1, true, properties);
    property_free_all(&properties);
    return result;
}

int cmosquitto_set_session(CMosquitto *c, uint32_t expiry, uint32_t largest_packet) {
    property *properties = NULL;
    int result = property_add_int32(&properties, PROPERTY_SESSION_EXPIRY, expiry);
    if (!result && largest_packet) result = property_add_int32(&properties, PROPERTY_LARGEST_PACKET, largest_packet);
    // Only the function that waits takes the properties of CONNECT. For a Unix socket that does not exist it fails at
    // once, and keeps them for the function that does not wait.
    if (!result) connect_bind_v5(c->client, "/nonexistent", 0, c->keep_alive, NULL, properties);
    property_free_all(&properties);
    return result;
}

void cmosquitto_free(CMosquitto *c) {
    if (c->client) destroy(c->client);
    if (c->epoll >= 0) close(c->epoll);
    free(c);
}

int cmosquitto_connect(CMosquitto *c, const char *host, int port) {
    // Not before: the attempt with the Unix socket is none.
    connect_callback_set(c->client, on_connect);
    disconnect_callback_set(c->client, on_disconnect);
    publish_callback_set(c->client, on_publish);
    subscribe_callback_set(c->client, on_subscribe);
    message_callback_set(c->client, on_message);
    log_callback_set(c->client, on_log);
    return connect_bind_async(c->client, host, port, c->keep_alive, NULL);
}

int cmosquitto_disconnect(CMosquitto *c) { return disconnect(c->client); }

int cmosquitto_subscribe(CMosquitto *c, const char *pattern, int *identifier) {
    return subscribe_v5(c->client, identifier, pattern, 1, NO_LOCAL_RETAIN_AS_PUBLISHED, NULL);
}

int cmosquitto_observe(CMosquitto *c, const char *pattern, int *identifier) {
    return subscribe_v5(c->client, identifier, pattern, 0, 0, NULL);
}

int cmosquitto_publish(CMosquitto *c, const char *topic, const void *payload, int length, bool is_retained,
                       int *identifier) {
    property *properties = NULL;
    int result = is_retained ? property_add_int32(&properties, PROPERTY_MESSAGE_EXPIRY, RETAINED_EXPIRY) : SUCCESS;
    if (!result) result = publish_v5(c->client, identifier, topic, length, payload, 1, is_retained, properties);
    property_free_all(&properties);
    return result;
}

int cmosquitto_read(CMosquitto *c) {
    // OpenSSL may have decrypted more than epoll knows of. The library leaves EAGAIN when it has read everything.
    for (int packets = 0; packets < 1000; packets++) {
        errno = 0;
        if (socket_of(c->client) < 0) return SUCCESS;
        int result = loop_read(c->client, 1);
        if (result || errno == EAGAIN) return result;
    }
    return SUCCESS;
}

int cmosquitto_write(CMosquitto *c) { return socket_of(c->client) < 0 ? SUCCESS : loop_write(c->client, 1); }

int cmosquitto_misc(CMosquitto *c) { return loop_misc(c->client); }

bool cmosquitto_wants_to_write(CMosquitto *c) { return want_write(c->client); }

int cmosquitto_descriptor(CMosquitto *c) { return c->epoll; }

void cmosquitto_watch(CMosquitto *c, bool also_writable) {
    int descriptor = socket_of(c->client);
    struct epoll_event event = {.events = EPOLLIN | (also_writable ? EPOLLOUT : 0)};
    if (descriptor < 0) {
        c->watched = -1;
    } else if (descriptor == c->watched) {
        epoll_ctl(c->epoll, EPOLL_CTL_MOD, descriptor, &event);
    } else {
        unsigned timeout = 20000;
        setsockopt(descriptor, IPPROTO_TCP, TCP_USER_TIMEOUT, &timeout, sizeof timeout);
        epoll_ctl(c->epoll, EPOLL_CTL_ADD, descriptor, &event);
        c->watched = descriptor;
    }
}

CMosquittoReadiness cmosquitto_readiness(CMosquitto *c) {
    CMosquittoReadiness readiness = {0};
    struct epoll_event event;
    if (epoll_wait(c->epoll, &event, 1, 0) != 1) return readiness;
    readiness.is_writable = event.events & EPOLLOUT;
    readiness.has_ended = event.events & EPOLLHUP;
    struct tcp_info information = {0};
    socklen_t size = sizeof information;
    // The first byte that is acknowledged is the SYN.
    if (readiness.has_ended && !getsockopt(c->watched, IPPROTO_TCP, TCP_INFO, &information, &size))
        readiness.was_connected = information.tcpi_bytes_acked > 0;
    socklen_t error_size = sizeof readiness.error;
    if (readiness.has_ended && !readiness.was_connected)
        getsockopt(c->watched, SOL_SOCKET, SO_ERROR, &readiness.error, &error_size);
    return readiness;
}

void cmosquitto_confine(uint64_t data) {
    // Not all libraries close their descriptors in other programs.
    close_range(3, ~0U, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    struct rlimit none = {0};
    setrlimit(RLIMIT_CORE, &none);
    setrlimit(RLIMIT_RTPRIO, &none);
    // A sanitizer needs gigabytes.
    if (dlsym(RTLD_DEFAULT, "__sanitizer_print_stack_trace")) return;
    struct rlimit memory = {.rlim_cur = data, .rlim_max = data};
    setrlimit(RLIMIT_DATA, &memory);
}

const char *cmosquitto_message(int result) { return result == BY_ERRNO ? strerror(errno) : error_text(result); }

const char *cmosquitto_reason(int reason) { return reason_text(reason); }
