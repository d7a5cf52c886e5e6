// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the reviewbot authors

#define _GNU_SOURCE
#include "CSourceSupport.h"

#include <pthread.h>
#include <string.h>

#ifdef __APPLE__
#include <mach/mach.h>
#else
#include <errno.h>
#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#endif

const void *reviewbot_find_bytes(const void *text, size_t count, const void *word, size_t word_count) {
  return memmem(text, count, word, word_count);
}

#ifdef __APPLE__

struct reviewbot_thread reviewbot_current_thread(void) {
  return (struct reviewbot_thread){.number = pthread_mach_thread_np(pthread_self())};
}

uint64_t reviewbot_processor_time(struct reviewbot_thread thread) {
  thread_basic_info_data_t info;
  mach_msg_type_number_t count = THREAD_BASIC_INFO_COUNT;
  if (thread_info((thread_act_t)thread.number, THREAD_BASIC_INFO, (thread_info_t)&info, &count) != KERN_SUCCESS)
    return 0;
  uint64_t seconds = (uint64_t)info.user_time.seconds + (uint64_t)info.system_time.seconds;
  uint64_t microseconds = (uint64_t)info.user_time.microseconds + (uint64_t)info.system_time.microseconds;
  return seconds * 1000000000 + microseconds * 1000;
}

int reviewbot_let_thread_stand_back(struct reviewbot_thread thread) {
  thread_precedence_policy_data_t policy = {.importance = -31};
  kern_return_t result = thread_policy_set(
      (thread_act_t)thread.number, THREAD_PRECEDENCE_POLICY, (thread_policy_t)&policy, THREAD_PRECEDENCE_POLICY_COUNT);
  return result == KERN_SUCCESS ? 0 : -1;
}

#else

struct reviewbot_thread reviewbot_current_thread(void) {
  clockid_t clock;
  int error = pthread_getcpuclockid(pthread_self(), &clock);
  return (struct reviewbot_thread){.number = syscall(SYS_gettid), .clock = error == 0 ? clock : 0};
}

uint64_t reviewbot_processor_time(struct reviewbot_thread thread) {
  struct timespec time;
  // 0 is the clock of the day.
  if (thread.clock == 0 || clock_gettime((clockid_t)thread.clock, &time) != 0) return 0;
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

int reviewbot_let_thread_stand_back(struct reviewbot_thread thread) {
  const struct sched_param parameters = {0};
  return sched_setscheduler((pid_t)thread.number, SCHED_IDLE, &parameters) == 0 ? 0 : -errno;
}

#endif
