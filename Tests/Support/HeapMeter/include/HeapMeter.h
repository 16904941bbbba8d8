#ifndef HEAP_METER_H
#define HEAP_METER_H

#include <stddef.h>

/// Returns the number of heap bytes in use by all threads, including malloc's own data. The allocating functions are
/// replaced by functions that count and then call glibc's. The count is exact, while the system's data about a process
/// is in pages and includes the libraries. Always 0 in a program with a sanitizer.
size_t heap_in_use(void);

/// Returns the maximum in use at once since the program's start, or since `heap_forget_peak`.
size_t heap_peak(void);

void heap_forget_peak(void);

#endif
