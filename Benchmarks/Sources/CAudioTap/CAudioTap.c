#define _GNU_SOURCE
#include "CAudioTap.h"

#include <alsa/asoundlib.h>
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static _Atomic int64_t first_sound;

void audio_tap_reset(void) { atomic_store(&first_sound, 0); }

int64_t audio_tap_first_sound(void) { return atomic_load(&first_sound); }

static void note(snd_pcm_t *pcm, const char *samples, snd_pcm_uframes_t frames) {
    if (atomic_load_explicit(&first_sound, memory_order_relaxed) != 0) return;
    ssize_t bytes = snd_pcm_frames_to_bytes(pcm, (snd_pcm_sframes_t)frames);
    for (ssize_t index = 0; index < bytes; index++) {
        if (samples[index] == 0) continue;
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        int64_t time = now.tv_sec * 1000000000 + now.tv_nsec;
        atomic_store(&first_sound, time);
        if (getenv("AUDIO_TAP_PRINTS") != NULL) (void)!write(STDOUT_FILENO, &time, sizeof time);
        return;
    }
}

snd_pcm_sframes_t snd_pcm_writei(snd_pcm_t *pcm, const void *buffer, snd_pcm_uframes_t size) {
    static snd_pcm_sframes_t (*real)(snd_pcm_t *, const void *, snd_pcm_uframes_t);
    if (real == NULL) real = (snd_pcm_sframes_t(*)(snd_pcm_t *, const void *, snd_pcm_uframes_t))dlsym(RTLD_NEXT, "snd_pcm_writei");
    note(pcm, buffer, size);
    return real(pcm, buffer, size);
}
