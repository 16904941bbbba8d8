#define _GNU_SOURCE
#include "CProcess.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

int cprocess_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

void cprocess_set_batch(pid_t process) {
    sched_setscheduler(process, SCHED_BATCH, &(struct sched_param){0});
}

void cprocess_limit_memory(pid_t process, size_t bytes) {
    prlimit(process, RLIMIT_DATA, &(struct rlimit){bytes, bytes}, NULL);
}

int cprocess_close_from(posix_spawn_file_actions_t *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}
