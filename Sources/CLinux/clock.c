#define _GNU_SOURCE
#include "CLinux.h"

#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

int odobar_open_clock_watch(void) {
  int timer = timerfd_create(CLOCK_REALTIME, TFD_NONBLOCK | TFD_CLOEXEC);
  if (timer < 0) return -1;
  // The timer itself is for a time that never comes: half of what the kernel can count to.
  struct itimerspec never = {.it_value.tv_sec = INT64_MAX / 2000000000};
  if (timerfd_settime(timer, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, NULL) == 0)
    return timer;
  close(timer);
  return -1;
}
