#ifndef C_ALLOCATIONS_H
#define C_ALLOCATIONS_H

#include <stdint.h>

/// How often the program has allocated from the heap, on all threads. The functions that allocate are replaced by
/// functions that count and then call glibc's.
uint64_t allocations_so_far(void);

/// How many bytes of the heap are in use, by all threads.
uint64_t allocated_bytes(void);

#endif
