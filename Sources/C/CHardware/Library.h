#pragma once

// Libraries that are loaded when they are needed, instead of with each program. They are called through pointers with the
// types that their headers give the functions:
//
//     #define SYMBOL(name) soxr_##name
//     #define FUNCTIONS(F) F(create) F(delete)
//     LIBRARY(soxr, "libsoxr.so.0")
//
// After a successful library_load(&soxr_library), soxr.create() calls soxr_create().

typedef struct {
    /// The files, of which the first one that exists is loaded, and the names of its functions. Both end with NULL.
    const char *files[3], *const *names;
    /// Room for as many pointers as there are names.
    void *functions;
    /// NULL until the library has been loaded.
    void *handle;
} library;

/// Loads a library, unless it has been loaded. May be called from any thread.
///
/// - Returns: NULL on success, or the reason, valid until the next call on the same thread.
const char *library_load(library *library);

#define LIBRARY(variable, ...)                              \
    static struct { FUNCTIONS(LIBRARY_POINTER) } variable;  \
    static library variable##_library = {{__VA_ARGS__}, LIBRARY_NAMES(FUNCTIONS), &variable};
#define LIBRARY_POINTER(name) __typeof__(SYMBOL(name)) *name;
#define LIBRARY_NAMES(list) (const char *const[]){list(LIBRARY_NAME) NULL}
// In two steps, because headers define some names as others.
#define LIBRARY_NAME(name) LIBRARY_EXPANDED(SYMBOL(name))
#define LIBRARY_EXPANDED(symbol) LIBRARY_TEXT(symbol)
#define LIBRARY_TEXT(symbol) #symbol,
