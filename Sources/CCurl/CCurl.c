#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void CURL;
typedef void CURLM;
typedef struct curl_slist curl_slist;

// The constants of the library's interface that are used here: curl.h and multi.h.
enum {
    GLOBAL_DEFAULT = 3,
    OPTION_BUFFER_SIZE = 98,
    OPTION_CA_INFO = 10065,
    OPTION_CONNECT_TIMEOUT_MS = 156,
    OPTION_FAIL_ON_ERROR = 45,
    OPTION_FOLLOW_LOCATION = 52,
    OPTION_HEADER_DATA = 10029,
    OPTION_HEADER_FUNCTION = 20079,
    OPTION_HTTP_200_ALIASES = 10104,
    OPTION_HTTP_HEADER = 10023,
    OPTION_LOW_SPEED_LIMIT = 19,
    OPTION_LOW_SPEED_TIME = 20,
    OPTION_MAX_REDIRECTIONS = 68,
    OPTION_NO_SIGNAL = 99,
    OPTION_PROTOCOLS = 10318,
    OPTION_REDIRECTION_PROTOCOLS = 10319,
    OPTION_URL = 10002,
    OPTION_USER_AGENT = 10018,
    OPTION_WRITE_DATA = 10001,
    OPTION_WRITE_FUNCTION = 20011,
    WRITE_PAUSE = 0x10000001,
    PAUSE_NOTHING = 0,
    INFO_RESPONSE_CODE = 0x200000 + 2,
    MESSAGE_DONE = 1,
    RESULT_UNSUPPORTED_PROTOCOL = 1,
    RESULT_MALFORMED = 3,
    RESULT_NO_PROXY_NAME = 5,
    RESULT_NO_NAME = 6,
    RESULT_HTTP_ERROR = 22,
    RESULT_WRITE_ERROR = 23,
    RESULT_TIMED_OUT = 28,
    RESULT_TOO_MANY_REDIRECTIONS = 47,
    RESULT_CERTIFICATE = 60,
};

typedef struct {
    int kind;
    CURL *easy;
    union {
        void *other;
        int result;
    } data;
} message;

// curl_waitfd has the fields of pollfd, and three of its events.
typedef struct {
    int descriptor;
    short events, revents;
} waited;
enum { WAIT_IN = 1, WAIT_OUT = 4 };

static int (*global_init)(long);
static CURL *(*easy_init)(void);
static int (*easy_setopt)(CURL *, int, ...);
static int (*easy_getinfo)(CURL *, int, ...);
static int (*easy_pause)(CURL *, int);
static void (*easy_cleanup)(CURL *);
static const char *(*easy_strerror)(int);
static CURLM *(*multi_init)(void);
static int (*multi_add_handle)(CURLM *, CURL *);
static int (*multi_remove_handle)(CURLM *, CURL *);
static int (*multi_perform)(CURLM *, int *);
static int (*multi_poll)(CURLM *, waited *, unsigned, int, int *);
static message *(*multi_info_read)(CURLM *, int *);
static int (*multi_cleanup)(CURLM *);
static curl_slist *(*slist_append)(curl_slist *, const char *);
static void (*slist_free_all)(curl_slist *);

static pthread_once_t once = PTHREAD_ONCE_INIT;
// The reason why the library is missing; empty if it has been loaded. The text of dlerror() does not last.
static char missing[256];

static const char *find(void) {
    void *library = dlopen("libcurl.so.4", RTLD_NOW);
    if (!library) library = dlopen("libcurl-gnutls.so.4", RTLD_NOW);
    if (!library) return dlerror();
#define FIND(name)                                                                       \
    if (!(name = (__typeof__(name))dlsym(library, "curl_" #name))) return dlerror();
    FIND(global_init)
    FIND(easy_init)
    FIND(easy_setopt)
    FIND(easy_getinfo)
    FIND(easy_pause)
    FIND(easy_cleanup)
    FIND(easy_strerror)
    FIND(multi_init)
    FIND(multi_add_handle)
    FIND(multi_remove_handle)
    FIND(multi_perform)
    FIND(multi_poll)
    FIND(multi_info_read)
    FIND(multi_cleanup)
    FIND(slist_append)
    FIND(slist_free_all)
    return global_init(GLOBAL_DEFAULT) == 0 ? NULL : "libcurl cannot start";
}

static void load(void) {
    const char *reason = find();
    if (reason) snprintf(missing, sizeof missing, "%s", reason);
}

const char *ccurl_load(void) {
    pthread_once(&once, load);
    return missing[0] ? missing : NULL;
}

struct ccurl_transfer {
    CURLM *multi;
    CURL *easy;
    curl_slist *headers, *aliases;
    ccurl_callbacks callbacks;
    bool has_ended, is_added;
    int result;
    long status;
};

static size_t take_header(char *line, size_t size, size_t count, void *context) {
    ccurl_transfer *transfer = context;
    return transfer->callbacks.header(transfer->callbacks.context, line, size * count) ? size * count : 0;
}

static size_t take_body(char *bytes, size_t size, size_t count, void *context) {
    ccurl_transfer *transfer = context;
    bool taken = transfer->callbacks.received(transfer->callbacks.context, (const uint8_t *)bytes, size * count);
    return taken ? size * count : WRITE_PAUSE;
}

ccurl_transfer *ccurl_start(const char *address, ccurl_limits limits, ccurl_callbacks callbacks) {
    // OpenSSL writes to closed connections.
    sigset_t pipe;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, NULL);
    ccurl_transfer *transfer = calloc(1, sizeof *transfer);
    if (!transfer) return NULL;
    transfer->callbacks = callbacks;
    transfer->multi = multi_init();
    transfer->easy = easy_init();
    transfer->headers = slist_append(NULL, "Icy-MetaData: 1");
    transfer->aliases = slist_append(NULL, "ICY 200 OK");
    if (!transfer->multi || !transfer->easy || !transfer->headers || !transfer->aliases) {
        ccurl_free(transfer);
        return NULL;
    }
    CURL *easy = transfer->easy;
    int failure = 0;
    failure |= easy_setopt(easy, OPTION_URL, address);
    failure |= easy_setopt(easy, OPTION_PROTOCOLS, "http,https");
    failure |= easy_setopt(easy, OPTION_REDIRECTION_PROTOCOLS, "http,https");
    failure |= easy_setopt(easy, OPTION_FOLLOW_LOCATION, 1L);
    failure |= easy_setopt(easy, OPTION_MAX_REDIRECTIONS, (long)limits.redirections);
    failure |= easy_setopt(easy, OPTION_FAIL_ON_ERROR, 1L);
    failure |= easy_setopt(easy, OPTION_CONNECT_TIMEOUT_MS, (long)limits.connecting);
    failure |= easy_setopt(easy, OPTION_LOW_SPEED_LIMIT, (long)limits.lowest);
    failure |= easy_setopt(easy, OPTION_LOW_SPEED_TIME, (long)limits.timeout);
    failure |= easy_setopt(easy, OPTION_NO_SIGNAL, 1L);
    failure |= easy_setopt(easy, OPTION_BUFFER_SIZE, 16384L);
    failure |= easy_setopt(easy, OPTION_HTTP_HEADER, transfer->headers);
    failure |= easy_setopt(easy, OPTION_HTTP_200_ALIASES, transfer->aliases);
    failure |= easy_setopt(easy, OPTION_USER_AGENT, "carillon");
    failure |= easy_setopt(easy, OPTION_HEADER_FUNCTION, take_header);
    failure |= easy_setopt(easy, OPTION_HEADER_DATA, transfer);
    failure |= easy_setopt(easy, OPTION_WRITE_FUNCTION, take_body);
    failure |= easy_setopt(easy, OPTION_WRITE_DATA, transfer);
    if (limits.authorities) failure |= easy_setopt(easy, OPTION_CA_INFO, limits.authorities);
    if (!failure) failure = multi_add_handle(transfer->multi, easy);
    if (failure) {
        // Such as an address that is too long
        transfer->has_ended = true;
        transfer->result = RESULT_MALFORMED;
    } else {
        transfer->is_added = true;
    }
    return transfer;
}

static void perform(ccurl_transfer *transfer) {
    int running, count;
    multi_perform(transfer->multi, &running);
    for (message *next; (next = multi_info_read(transfer->multi, &count));) {
        if (next->kind != MESSAGE_DONE) continue;
        transfer->has_ended = true;
        transfer->result = next->data.result;
        easy_getinfo(transfer->easy, INFO_RESPONSE_CODE, &transfer->status);
    }
}

void ccurl_step(ccurl_transfer *transfer, int milliseconds, struct pollfd *other) {
    if (!transfer->has_ended) perform(transfer);
    if (milliseconds <= 0) return;
    if (transfer->has_ended) {
        // The wait is for the other descriptor, or for time to pass.
        poll(other, other ? 1 : 0, milliseconds);
        return;
    }
    waited also = {-1, 0, 0};
    if (other) {
        also.descriptor = other->fd;
        also.events = (short)((other->events & POLLIN ? WAIT_IN : 0) | (other->events & POLLOUT ? WAIT_OUT : 0));
    }
    multi_poll(transfer->multi, other ? &also : NULL, other ? 1 : 0, milliseconds, NULL);
    perform(transfer);
}

void ccurl_resume(ccurl_transfer *transfer) {
    if (!transfer->has_ended) easy_pause(transfer->easy, PAUSE_NOTHING);
}

ccurl_end ccurl_result(const ccurl_transfer *transfer) {
    if (!transfer->has_ended) return CCURL_GOES_ON;
    switch (transfer->result) {
    case 0: return CCURL_COMPLETE;
    case RESULT_UNSUPPORTED_PROTOCOL:
    case RESULT_MALFORMED: return CCURL_ADDRESS;
    case RESULT_NO_PROXY_NAME:
    case RESULT_NO_NAME: return CCURL_NAME;
    case RESULT_HTTP_ERROR: return CCURL_REFUSED;
    case RESULT_WRITE_ERROR: return CCURL_ABORTED;
    case RESULT_TIMED_OUT: return CCURL_SLOW;
    case RESULT_TOO_MANY_REDIRECTIONS: return CCURL_REDIRECTIONS;
    case RESULT_CERTIFICATE: return CCURL_CERTIFICATE;
    default: return CCURL_FAILED;
    }
}

long ccurl_status(const ccurl_transfer *transfer) { return transfer->status; }

const char *ccurl_reason(const ccurl_transfer *transfer) { return easy_strerror(transfer->result); }

void ccurl_free(ccurl_transfer *transfer) {
    if (!transfer) return;
    if (transfer->is_added) multi_remove_handle(transfer->multi, transfer->easy);
    if (transfer->easy) easy_cleanup(transfer->easy);
    if (transfer->multi) multi_cleanup(transfer->multi);
    if (transfer->headers) slist_free_all(transfer->headers);
    if (transfer->aliases) slist_free_all(transfer->aliases);
    free(transfer);
}
