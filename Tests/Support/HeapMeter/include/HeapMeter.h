#ifndef HEAP_METER_H
#define HEAP_METER_H

#include <stddef.h>

/// How many bytes of the heap are in use, by all threads, with what malloc keeps beside them. The functions that allocate
/// are replaced by functions that count and then call glibc's: exact, where what the system tells of a process is of
/// pages, and of the libraries' too. Always 0 in a program with a sanitizer.
size_t heap_in_use(void);

/// The most that were in use at once since the program began, or since `heap_forget_peak`.
size_t heap_peak(void);

void heap_forget_peak(void);

#endif
