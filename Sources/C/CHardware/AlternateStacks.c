// Gives each thread a second stack for signal handlers. After a stack overflow there is no room for a handler on the
// thread's own stack, and the kernel would end the process without calling the guard.
//
// Only the thread itself can install the stack (sigaltstack(2)), and threads are started in many places: in this
// program, in libdispatch, in sound libraries. So pthread_create is replaced by a function that calls the C library's;
// see ld.so(8). Threads that the C library starts without pthread_create (thrd_create, SIGEV_THREAD) and threads of a
// bare clone(2) have no second stack.

// The sanitizers replace pthread_create themselves.
#if !__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer)

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>

/// The size in bytes: enough for the guard, and for an earlier handler of the program. Untouched pages take no memory.
enum { size = 64 * 1024 };

/// Installs a second stack for the calling thread.
///
/// - Returns: The stack; MAP_FAILED if there is no memory. The thread then has no second stack.
static void *give_stack(void) {
    void *stack = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    if (stack != MAP_FAILED) sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = size}, NULL);
    return stack;
}

static void take_stack(void *stack) {
    if (stack == MAP_FAILED) return;
    sigaltstack(&(stack_t){.ss_flags = SS_DISABLE}, NULL);
    munmap(stack, size);
}

/// Covers the main thread, which the kernel started. Swift's crash handler may have installed a stack already.
__attribute__((constructor)) static void cover_main_thread(void) {
    stack_t present;
    if (!sigaltstack(NULL, &present) && present.ss_flags & SS_DISABLE) give_stack();
}

struct start {
    void *(*body)(void *);
    void *argument;
};

static void *run(void *argument) {
    struct start start = *(struct start *)argument;
    free(argument);
    void *result;
    // pthread_exit runs the cleanup handler, too.
    pthread_cleanup_push(take_stack, give_stack());
    result = start.body(start.argument);
    pthread_cleanup_pop(1);
    return result;
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
    static _Atomic(__typeof__(&pthread_create)) found;
    __typeof__(&pthread_create) create = atomic_load(&found);
    if (!create) {
        create = (__typeof__(create))dlsym(RTLD_NEXT, "pthread_create");
        atomic_store(&found, create);
    }
    struct start *start = create ? malloc(sizeof *start) : NULL;
    if (!start) return EAGAIN;
    *start = (struct start){body, argument};
    int error = create(thread, attributes, run, start);
    if (error) free(start);
    return error;
}

#endif
