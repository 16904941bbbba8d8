#pragma once

#include <mosquitto.h>
#include <stdbool.h>
#include <stdint.h>

// A client of an MQTT broker, through libmosquitto. Only cmosquitto_load loads it: a program without a fleet saves its
// memory.

/// Loads libmosquitto. Call before all other functions here.
///
/// - Returns: NULL on success, or the error message of the loader.
const char *cmosquitto_load(void);

/// A client. One connection each: it is freed after that, with the messages that have no acknowledgement.
typedef struct CMosquitto CMosquitto;

/// A message that has arrived.
typedef struct {
    const char *topic;
    const void *payload;
    int length;
    bool is_retained;
    /// Its number in the session.
    int identifier;
    /// Whether the broker has sent it before, and not seen its acknowledgement.
    bool is_repeated;
    /// The seconds since a retained message of Carillon came to the broker; -1 if they are unknown.
    int64_t age;
} CMosquittoMessage;

/// The events of a client. They come in cmosquitto_read, cmosquitto_write and cmosquitto_misc.
typedef struct {
    void *context;
    /// The broker's answer to CONNECT: 0 for success.
    void (*connected)(void *context, int reason);
    void (*disconnected)(void *context, int reason);
    /// The broker's answer to PUBLISH: below 128 if it has taken the message.
    void (*acknowledged)(void *context, int identifier, int reason);
    /// The broker's answer to SUBSCRIBE: below 128 if it has taken the subscription.
    void (*subscribed)(void *context, int identifier, int reason);
    void (*received)(void *context, const CMosquittoMessage *message);
    /// A warning or an error of the library, such as OpenSSL's opinion of a certificate.
    void (*logged)(void *context, const char *text);
} CMosquittoEvents;

/// Creates a client; NULL if there is no memory. SIGPIPE is blocked on the calling thread from now on, and all later calls
/// must be on this thread. Strings are copied, here and below.
///
/// - Parameters:
///   - is_clean: Whether the broker forgets the session of an earlier connection.
CMosquitto *cmosquitto_new(const char *identifier, bool is_clean, int keep_alive, CMosquittoEvents events);

/// Sets the login, before the connection; NULL for none. This function and the next three return a result.
int cmosquitto_log_in(CMosquitto *client, const char *user, const char *password);

/// Lets the client use TLS.
///
/// - Parameters:
///   - authorities: The file with the certificates of the authorities that are trusted; NULL for those of the system.
int cmosquitto_secure(CMosquitto *client, const char *authorities, const char *certificate, const char *key);

/// Sets the message that the broker publishes `delay` seconds after it has lost the client.
int cmosquitto_leave_will(CMosquitto *client, const char *topic, const char *payload, uint32_t delay);

/// Sets the properties of the session. Call last before the connection.
///
/// - Parameters:
///   - expiry: The seconds for which the broker keeps the session after a loss.
///   - largest_packet: The largest packet that the broker may send, in bytes; 0 for no limit.
int cmosquitto_set_session(CMosquitto *client, uint32_t expiry, uint32_t largest_packet);

/// Ends the connection without a farewell and frees the client. Not in an event.
void cmosquitto_free(CMosquitto *client);

/// Starts to connect. Waits for the name server.
int cmosquitto_connect(CMosquitto *client, const char *host, int port);

/// Says farewell to the broker.
int cmosquitto_disconnect(CMosquitto *client);

/// Subscribes with QoS 1, without the client's own messages, and with the retain flags as published.
int cmosquitto_subscribe(CMosquitto *client, const char *pattern, int *identifier);

/// Subscribes with QoS 0, with the client's own messages. The retain flag tells the messages that were there before.
int cmosquitto_observe(CMosquitto *client, const char *pattern, int *identifier);

/// Publishes with QoS 1.
int cmosquitto_publish(CMosquitto *client, const char *topic, const void *payload, int length, bool is_retained,
                       int *identifier);

/// Reads and handles what has arrived, until there is no more.
int cmosquitto_read(CMosquitto *client);

int cmosquitto_write(CMosquitto *client);

/// Keeps the connection alive. Call every few seconds.
int cmosquitto_misc(CMosquitto *client);

bool cmosquitto_wants_to_write(CMosquitto *client);

/// An epoll descriptor that is readable when the socket is ready.
int cmosquitto_descriptor(CMosquitto *client);

/// Waits for the socket to be readable, and writable if `also_writable`.
void cmosquitto_watch(CMosquitto *client, bool also_writable);

/// The socket's state.
typedef struct {
    bool is_writable;
    bool has_ended;
    /// Whether the machine has accepted the connection before it ended.
    bool was_connected;
    /// The reason, as errno, why a connection ended that the machine had not accepted.
    int error;
} CMosquittoReadiness;

CMosquittoReadiness cmosquitto_readiness(CMosquitto *client);

/// Lets this process take what a broker can do to it, and no more: it keeps the three standard
/// descriptors, is killed when the thread that created it ends, writes no core file, and gets less than `data` bytes of memory, as far as the system lets it state its own limits.
void cmosquitto_confine(uint64_t data);

/// Returns the message of a result, or of errno if the result says so.
const char *cmosquitto_message(int result);

/// Returns the message of a reason that the broker has given.
const char *cmosquitto_reason(int reason);
