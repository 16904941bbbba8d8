#include "HeapMeter.h"

// A sanitizer replaces malloc itself.
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)

size_t heap_in_use(void) { return 0; }
size_t heap_peak(void) { return 0; }
void heap_forget_peak(void) {}

#else

#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/mman.h>

// glibc's own allocator, under the names that glibc provides for programs that replace malloc.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

// In a block of at least LARGE bytes, only written pages count, because the system commits no others.
enum { LARGE = 256 << 10, PAGE = 4096, MOST_LARGE = 256 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *large[MOST_LARGE];
static size_t small_in_use;
static size_t small_peak;
static size_t peak;

// Keeps glibc from placing large blocks in memory that was used before.
__attribute__((constructor)) static void keep_large_apart(void) { mallopt(M_MMAP_THRESHOLD, LARGE); }

static size_t size_of(void *memory) { return malloc_usable_size(memory) + sizeof(size_t); }

static size_t written_to(void *memory) {
    unsigned char pages[1024];
    uintptr_t start = (uintptr_t)memory & ~(uintptr_t)(PAGE - 1);
    uintptr_t end = (uintptr_t)memory + malloc_usable_size(memory);
    size_t count = 0;
    for (; start < end; start += sizeof pages * PAGE) {
        size_t length = end - start < sizeof pages * PAGE ? end - start : sizeof pages * PAGE;
        if (mincore((void *)start, length, pages) != 0) return SIZE_MAX / 2;
        for (size_t page = 0; page < (length + PAGE - 1) / PAGE; page++) count += pages[page] & 1;
    }
    return count * PAGE;
}

static size_t in_use(void) {
    size_t sum = small_in_use;
    for (int index = 0; index < MOST_LARGE; index++) sum += large[index] ? written_to(large[index]) : 0;
    return sum;
}

static void note_peak(void) {
    size_t now = in_use();
    if (now > peak) peak = now;
}

static void *taken(void *memory) {
    if (!memory) return NULL;
    pthread_mutex_lock(&lock);
    if (size_of(memory) >= LARGE) {
        int index = 0;
        while (large[index]) index++;
        large[index] = memory;
    } else {
        small_in_use += size_of(memory);
        if (small_in_use > small_peak) {
            small_peak = small_in_use;
            note_peak();
        }
    }
    pthread_mutex_unlock(&lock);
    return memory;
}

static void forget_small(size_t size) {
    pthread_mutex_lock(&lock);
    small_in_use -= size;
    pthread_mutex_unlock(&lock);
}

static void given_back(void *memory) {
    if (!memory) return;
    if (size_of(memory) < LARGE) return forget_small(size_of(memory));
    pthread_mutex_lock(&lock);
    note_peak();
    int index = 0;
    while (large[index] != memory) index++;
    large[index] = NULL;
    pthread_mutex_unlock(&lock);
}

size_t heap_in_use(void) {
    pthread_mutex_lock(&lock);
    size_t now = in_use();
    pthread_mutex_unlock(&lock);
    return now;
}

size_t heap_peak(void) {
    pthread_mutex_lock(&lock);
    note_peak();
    size_t most = peak;
    pthread_mutex_unlock(&lock);
    return most;
}

void heap_forget_peak(void) {
    pthread_mutex_lock(&lock);
    peak = in_use();
    small_peak = small_in_use;
    pthread_mutex_unlock(&lock);
}

void *malloc(size_t size) { return taken(__libc_malloc(size)); }
void *calloc(size_t number, size_t size) { return taken(__libc_calloc(number, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return taken(__libc_memalign(alignment, size)); }
void *memalign(size_t alignment, size_t size) { return taken(__libc_memalign(alignment, size)); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
    *memory = taken(__libc_memalign(alignment, size));
    return *memory ? 0 : ENOMEM;
}

void free(void *memory) {
    given_back(memory);
    __libc_free(memory);
}

// Counted as if the block always moved, so that old and new block exist together. The pages of a large block move
// instead.
void *realloc(void *memory, size_t size) {
    size_t before = memory ? size_of(memory) : 0;
    if (before >= LARGE) given_back(memory);
    void *moved = __libc_realloc(memory, size);
    if (!moved && size > 0) {
        if (before >= LARGE) taken(memory);
        return NULL;
    }
    taken(moved);
    if (before < LARGE) forget_small(before);
    return moved;
}

#endif
