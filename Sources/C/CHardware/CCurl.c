#include "CCurl.h"

#include <curl/curl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "Library.h"

#define SYMBOL(name) curl_##name
#define FUNCTIONS(F)                                                                                                 \
    F(easy_init) F(easy_setopt) F(easy_getinfo) F(easy_pause) F(easy_cleanup) F(easy_strerror) F(multi_init)         \
    F(multi_add_handle) F(multi_remove_handle) F(multi_perform) F(multi_poll) F(multi_info_read) F(multi_cleanup)    \
    F(slist_append) F(slist_free_all) F(url) F(url_set) F(url_get) F(url_cleanup) F(free)
LIBRARY(curl, "libcurl.so.4", "libcurl-gnutls.so.4")

const char *ccurl_load(void) { return library_load(&curl_library); }

struct ccurl_transfer {
    CURLM *multi;
    CURL *easy;
    struct curl_slist *headers, *aliases;
    ccurl_callbacks callbacks;
    bool has_ended, is_added;
    CURLcode result;
    long status;
};

static size_t take_header(char *line, size_t size, size_t count, void *context) {
    ccurl_transfer *transfer = context;
    return transfer->callbacks.header(transfer->callbacks.context, line, size * count) ? size * count : 0;
}

static size_t take_body(char *bytes, size_t size, size_t count, void *context) {
    ccurl_transfer *transfer = context;
    bool taken = transfer->callbacks.received(transfer->callbacks.context, (const uint8_t *)bytes, size * count);
    return taken ? size * count : CURL_WRITEFUNC_PAUSE;
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
    // First, because it initializes the library.
    transfer->easy = curl.easy_init();
    transfer->multi = curl.multi_init();
    transfer->headers = curl.slist_append(NULL, "Icy-MetaData: 1");
    transfer->aliases = curl.slist_append(NULL, "ICY 200 OK");
    if (!transfer->multi || !transfer->easy || !transfer->headers || !transfer->aliases) {
        ccurl_free(transfer);
        return NULL;
    }
    CURL *easy = transfer->easy;
    int failure = 0;
    failure |= curl.easy_setopt(easy, CURLOPT_URL, address);
    failure |= curl.easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    failure |= curl.easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
    failure |= curl.easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 1L);
    failure |= curl.easy_setopt(easy, CURLOPT_MAXREDIRS, (long)limits.redirections);
    failure |= curl.easy_setopt(easy, CURLOPT_FAILONERROR, 1L);
    failure |= curl.easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)limits.connecting);
    failure |= curl.easy_setopt(easy, CURLOPT_LOW_SPEED_LIMIT, (long)limits.lowest);
    failure |= curl.easy_setopt(easy, CURLOPT_LOW_SPEED_TIME, (long)limits.timeout);
    failure |= curl.easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    failure |= curl.easy_setopt(easy, CURLOPT_BUFFERSIZE, 16384L);
    failure |= curl.easy_setopt(easy, CURLOPT_HTTPHEADER, transfer->headers);
    failure |= curl.easy_setopt(easy, CURLOPT_HTTP200ALIASES, transfer->aliases);
    failure |= curl.easy_setopt(easy, CURLOPT_USERAGENT, "carillon");
    failure |= curl.easy_setopt(easy, CURLOPT_HEADERFUNCTION, take_header);
    failure |= curl.easy_setopt(easy, CURLOPT_HEADERDATA, transfer);
    failure |= curl.easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_body);
    failure |= curl.easy_setopt(easy, CURLOPT_WRITEDATA, transfer);
    if (limits.authorities) failure |= curl.easy_setopt(easy, CURLOPT_CAINFO, limits.authorities);
    if (!failure) failure = curl.multi_add_handle(transfer->multi, easy);
    if (failure) {
        // Such as an address that is too long
        transfer->has_ended = true;
        transfer->result = CURLE_URL_MALFORMAT;
    } else {
        transfer->is_added = true;
    }
    return transfer;
}

static void perform(ccurl_transfer *transfer) {
    int running, count;
    curl.multi_perform(transfer->multi, &running);
    for (CURLMsg *next; (next = curl.multi_info_read(transfer->multi, &count));) {
        if (next->msg != CURLMSG_DONE) continue;
        transfer->has_ended = true;
        transfer->result = next->data.result;
        curl.easy_getinfo(transfer->easy, CURLINFO_RESPONSE_CODE, &transfer->status);
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
    struct curl_waitfd also = {CURL_SOCKET_BAD, 0, 0};
    if (other) {
        also.fd = other->fd;
        if (other->events & POLLIN) also.events |= CURL_WAIT_POLLIN;
        if (other->events & POLLOUT) also.events |= CURL_WAIT_POLLOUT;
    }
    curl.multi_poll(transfer->multi, other ? &also : NULL, other ? 1 : 0, milliseconds, NULL);
    perform(transfer);
}

void ccurl_resume(ccurl_transfer *transfer) {
    if (!transfer->has_ended) curl.easy_pause(transfer->easy, CURLPAUSE_CONT);
}

ccurl_end ccurl_result(const ccurl_transfer *transfer) {
    if (!transfer->has_ended) return CCURL_GOES_ON;
    switch (transfer->result) {
    case CURLE_OK: return CCURL_COMPLETE;
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_URL_MALFORMAT: return CCURL_ADDRESS;
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_RESOLVE_HOST: return CCURL_NAME;
    case CURLE_HTTP_RETURNED_ERROR: return CCURL_REFUSED;
    case CURLE_WRITE_ERROR: return CCURL_ABORTED;
    case CURLE_OPERATION_TIMEDOUT: return CCURL_SLOW;
    case CURLE_TOO_MANY_REDIRECTS: return CCURL_REDIRECTIONS;
    case CURLE_PEER_FAILED_VERIFICATION: return CCURL_CERTIFICATE;
    default: return CCURL_FAILED;
    }
}

long ccurl_status(const ccurl_transfer *transfer) { return transfer->status; }

const char *ccurl_address(const ccurl_transfer *transfer) {
    char *address = NULL;
    curl.easy_getinfo(transfer->easy, CURLINFO_EFFECTIVE_URL, &address);
    return address ? address : "";
}

bool ccurl_resolve(const char *base, const char *reference, char *room, size_t size) {
    CURLU *address = curl.url();
    if (!address) return false;
    char *text = NULL;
    bool is_valid = curl.url_set(address, CURLUPART_URL, base, 0) == 0 &&
                    curl.url_set(address, CURLUPART_URL, reference, CURLU_URLENCODE) == 0 &&
                    curl.url_get(address, CURLUPART_URL, &text, 0) == 0;
    if (is_valid) is_valid = (size_t)snprintf(room, size, "%s", text) < size;
    curl.free(text);
    curl.url_cleanup(address);
    return is_valid;
}

const char *ccurl_reason(const ccurl_transfer *transfer) { return curl.easy_strerror(transfer->result); }

void ccurl_free(ccurl_transfer *transfer) {
    if (!transfer) return;
    if (transfer->is_added) curl.multi_remove_handle(transfer->multi, transfer->easy);
    curl.easy_cleanup(transfer->easy);
    curl.multi_cleanup(transfer->multi);
    curl.slist_free_all(transfer->headers);
    curl.slist_free_all(transfer->aliases);
    free(transfer);
}
