#define _GNU_SOURCE
#include "CMosquitto.h"

#include <dlfcn.h>
#include <errno.h>
#include <linux/tcp.h>
#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "Library.h"

#define SYMBOL(name) mosquitto_##name
#define FUNCTIONS(F)                                                                                              \
    F(lib_init) F(new) F(destroy) F(int_option) F(username_pw_set) F(tls_set) F(will_set_v5)                      \
    F(property_add_int32) F(property_read_int32) F(property_free_all) F(connect_bind_v5) F(connect_bind_async)    \
    F(disconnect) F(subscribe_v5) F(publish_v5) F(loop_read) F(loop_write) F(loop_misc) F(want_write) F(socket)   \
    F(strerror) F(reason_string) F(connect_v5_callback_set) F(disconnect_v5_callback_set)                         \
    F(publish_v5_callback_set) F(subscribe_v5_callback_set) F(message_v5_callback_set) F(log_callback_set)
LIBRARY(mosquitto, "libmosquitto.so.1")

// A broker counts the expiry of a retained message down, and tells the rest. So a subscriber learns the age of the message.
// 100 years are as good as no expiry, and no version of Mosquitto takes them for it.
static const uint32_t RETAINED_EXPIRY = 3155760000;

// Fails on Windows only.
static void start(void) { mosquitto.lib_init(); }

const char *cmosquitto_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    const char *reason = library_load(&mosquitto_library);
    if (!reason) pthread_once(&once, start);
    return reason;
}

struct CMosquitto {
    struct mosquitto *client;
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

static void on_connect(struct mosquitto *m, void *object, int reason, int flags, const mosquitto_property *p) {
    EVENT(events->connected(events->context, reason));
}

static void on_disconnect(struct mosquitto *m, void *object, int reason, const mosquitto_property *p) {
    EVENT(events->disconnected(events->context, reason));
}

static void on_publish(struct mosquitto *m, void *object, int identifier, int reason, const mosquitto_property *p) {
    EVENT(events->acknowledged(events->context, identifier, reason));
}

static void on_subscribe(struct mosquitto *m, void *object, int identifier, int count, const int *reasons,
                         const mosquitto_property *p) {
    if (count < 1) return;
    EVENT(events->subscribed(events->context, identifier, reasons[0]));
}

static void on_message(struct mosquitto *m, void *object, const struct mosquitto_message *news,
                       const mosquitto_property *p) {
    uint32_t rest;
    bool has_rest = mosquitto.property_read_int32(p, MQTT_PROP_MESSAGE_EXPIRY_INTERVAL, &rest, false);
    CMosquittoMessage message = {
        .topic = news->topic, .payload = news->payload, .length = news->payloadlen, .is_retained = news->retain,
        .identifier = news->mid, .is_repeated = ((CMosquitto *)object)->is_repeated,
        .age = has_rest && rest <= RETAINED_EXPIRY ? (int64_t)(RETAINED_EXPIRY - rest) : -1,
    };
    EVENT(events->received(events->context, &message));
}

static void on_log(struct mosquitto *m, void *object, int level, const char *text) {
    // The library tells the DUP flag of a message only here, before the message. Without it, a repeated command could not
    // be told from a new one, because brokers use the numbers again. RepeatedCommandTests notice if the text changes.
    const char beginning[] = " received PUBLISH (d", *flags = strstr(text, beginning);
    if (level == MOSQ_LOG_DEBUG && flags) ((CMosquitto *)object)->is_repeated = flags[strlen(beginning)] == '1';
    if (!(level & (MOSQ_LOG_WARNING | MOSQ_LOG_ERR))) return;
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
    c->client = mosquitto.new(identifier, is_clean, c);
    sigaction(SIGPIPE, &disposition, NULL);
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, NULL);
    if (c->client && c->epoll >= 0 && !mosquitto.int_option(c->client, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5)
        && !mosquitto.int_option(c->client, MOSQ_OPT_TCP_NODELAY, 1))
        return c;
    cmosquitto_free(c);
    return NULL;
}

int cmosquitto_log_in(CMosquitto *c, const char *user, const char *password) {
    return user ? mosquitto.username_pw_set(c->client, user, password) : 0;
}

int cmosquitto_secure(CMosquitto *c, const char *authorities, const char *certificate, const char *key) {
    return mosquitto.tls_set(c->client, authorities, authorities ? NULL : "/etc/ssl/certs", certificate, key, NULL);
}

int cmosquitto_leave_will(CMosquitto *c, const char *topic, const char *payload, uint32_t delay) {
    mosquitto_property *properties = NULL;
    int result = mosquitto.property_add_int32(&properties, MQTT_PROP_WILL_DELAY_INTERVAL, delay);
    if (!result) result = mosquitto.property_add_int32(&properties, MQTT_PROP_MESSAGE_EXPIRY_INTERVAL, RETAINED_EXPIRY);
    // The client owns the properties of its will from now on.
    if (!result) return mosquitto.will_set_v5(c->client, topic, strlen(payload), payload, 1, true, properties);
    mosquitto.property_free_all(&properties);
    return result;
}

int cmosquitto_set_session(CMosquitto *c, uint32_t expiry, uint32_t largest_packet) {
    mosquitto_property *properties = NULL;
    int result = mosquitto.property_add_int32(&properties, MQTT_PROP_SESSION_EXPIRY_INTERVAL, expiry);
    if (!result && largest_packet)
        result = mosquitto.property_add_int32(&properties, MQTT_PROP_MAXIMUM_PACKET_SIZE, largest_packet);
    // Only the function that waits takes the properties of CONNECT, and it keeps them for the function that does not wait.
    // Without a host it tries no connection.
    if (!result) result = mosquitto.connect_bind_v5(c->client, NULL, 0, c->keep_alive, NULL, properties);
    mosquitto.property_free_all(&properties);
    return result == MOSQ_ERR_INVAL ? MOSQ_ERR_SUCCESS : result;
}

void cmosquitto_free(CMosquitto *c) {
    if (c->client) mosquitto.destroy(c->client);
    if (c->epoll >= 0) close(c->epoll);
    free(c);
}

int cmosquitto_connect(CMosquitto *c, const char *host, int port) {
    mosquitto.connect_v5_callback_set(c->client, on_connect);
    mosquitto.disconnect_v5_callback_set(c->client, on_disconnect);
    mosquitto.publish_v5_callback_set(c->client, on_publish);
    mosquitto.subscribe_v5_callback_set(c->client, on_subscribe);
    mosquitto.message_v5_callback_set(c->client, on_message);
    mosquitto.log_callback_set(c->client, on_log);
    return mosquitto.connect_bind_async(c->client, host, port, c->keep_alive, NULL);
}

int cmosquitto_disconnect(CMosquitto *c) { return mosquitto.disconnect(c->client); }

int cmosquitto_subscribe(CMosquitto *c, const char *pattern, int *identifier) {
    int options = MQTT_SUB_OPT_NO_LOCAL | MQTT_SUB_OPT_RETAIN_AS_PUBLISHED;
    return mosquitto.subscribe_v5(c->client, identifier, pattern, 1, options, NULL);
}

int cmosquitto_observe(CMosquitto *c, const char *pattern, int *identifier) {
    return mosquitto.subscribe_v5(c->client, identifier, pattern, 0, 0, NULL);
}

int cmosquitto_publish(CMosquitto *c, const char *topic, const void *payload, int length, bool is_retained,
                       int *identifier) {
    mosquitto_property *properties = NULL;
    int result = MOSQ_ERR_SUCCESS;
    if (is_retained)
        result = mosquitto.property_add_int32(&properties, MQTT_PROP_MESSAGE_EXPIRY_INTERVAL, RETAINED_EXPIRY);
    if (!result) result = mosquitto.publish_v5(c->client, identifier, topic, length, payload, 1, is_retained, properties);
    mosquitto.property_free_all(&properties);
    return result;
}

int cmosquitto_read(CMosquitto *c) {
    // OpenSSL may have decrypted more than epoll knows of. The library leaves EAGAIN when it has read everything.
    for (int packets = 0; packets < 1000; packets++) {
        errno = 0;
        if (mosquitto.socket(c->client) < 0) return MOSQ_ERR_SUCCESS;
        int result = mosquitto.loop_read(c->client, 1);
        if (result || errno == EAGAIN) return result;
    }
    return MOSQ_ERR_SUCCESS;
}

int cmosquitto_write(CMosquitto *c) {
    return mosquitto.socket(c->client) < 0 ? MOSQ_ERR_SUCCESS : mosquitto.loop_write(c->client, 1);
}

int cmosquitto_misc(CMosquitto *c) { return mosquitto.loop_misc(c->client); }

bool cmosquitto_wants_to_write(CMosquitto *c) { return mosquitto.want_write(c->client); }

int cmosquitto_descriptor(CMosquitto *c) { return c->epoll; }

void cmosquitto_watch(CMosquitto *c, bool also_writable) {
    int descriptor = mosquitto.socket(c->client);
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

const char *cmosquitto_message(int result) {
    return result == MOSQ_ERR_ERRNO ? strerror(errno) : mosquitto.strerror(result);
}

const char *cmosquitto_reason(int reason) { return mosquitto.reason_string(reason); }
