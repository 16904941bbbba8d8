#define _GNU_SOURCE
#include "CProcess.h"

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

int cprocess_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

void cprocess_set_batch(pid_t process) {
    sched_setscheduler(process, SCHED_BATCH, &(struct sched_param){0});
}

int cprocess_close_from(posix_spawn_file_actions_t *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}
