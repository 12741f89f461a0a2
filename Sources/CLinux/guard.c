#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <limits.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// The guard outlives the engine by half a second, to end the groups that the engine, killed, could
// not. It is forked, not executed: no second program to install, no memory but what it touches.

enum {
  capacity = 16384,
  patience_in_milliseconds = 500,
  step_in_milliseconds = 10,
};

// Untouched, hence unallocated, in the engine.
static pid_t groups[capacity];
static size_t count;

static void apply(pid_t record) {
  if (record > 0) {
    if (count < capacity) groups[count++] = record;
    return;
  }
  for (size_t index = 0; index < count; index++) {
    if (groups[index] != -record) continue;
    groups[index--] = groups[--count];
  }
}

static void signal_all(int number) {
  for (size_t index = 0; index < count; index++) kill(-groups[index], number);
}

static void forget_gone(void) {
  for (size_t index = 0; index < count; index++) {
    if (kill(-groups[index], 0) < 0 && errno == ESRCH) groups[index--] = groups[--count];
  }
}

static void end_all(void) {
  signal_all(SIGTERM);
  // A stopped group takes its SIGTERM only once it goes on.
  signal_all(SIGCONT);
  const struct timespec step = {.tv_nsec = step_in_milliseconds * 1000000L};
  for (int waited = 0; waited < patience_in_milliseconds; waited += step_in_milliseconds) {
    forget_gone();
    if (count == 0) return;
    nanosleep(&step, NULL);
  }
  signal_all(SIGKILL);
}

static size_t field(const char *text, int number) {
  // The name, the second field, may hold spaces and parentheses: count from its end.
  const char *place = strrchr(text, ')');
  for (int at = 2; place != NULL && at < number; at++) place = strchr(place + 1, ' ');
  return place == NULL ? 0 : strtoul(place + 1, NULL, 10);
}

// A `pkill -f` for the engine must not hit the guard, and pages of the heap that only the engine
// still needs must not be kept twice. Nothing here allocates, so the heap may go.
static void shed(void) {
  prctl(PR_SET_NAME, "feed-guard");
  char text[2048];
  int stat = open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
  if (stat < 0) return;
  ssize_t length = read(stat, text, sizeof text - 1);
  close(stat);
  if (length <= 0) return;
  text[length] = '\0';
  size_t heap = field(text, 47), arguments = field(text, 48), end = field(text, 49);
  size_t top = (size_t)sbrk(0);
  if (heap != 0 && top > heap) madvise((void *)heap, top - heap, MADV_DONTNEED);
  if (arguments != 0 && end > arguments) {
    memset((void *)arguments, 0, end - arguments);
    strncpy((char *)arguments, "feed-guard", end - arguments - 1);
  }
}

__attribute__((noreturn)) static void guard(int read_end) {
  for (int number = 1; number < NSIG; number++) odobar_ignore_signal(number);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  setsid();
  // Nothing of the engine's stays open: its readers must see it go.
  dup2(read_end, 0);
  odobar_close_range(1, INT_MAX);
  if (chdir("/") < 0) errno = 0;
  shed();
  for (;;) {
    pid_t records[64];
    ssize_t length = read(0, records, sizeof records);
    if (length < 0 && errno == EINTR) continue;
    if (length <= 0) break;
    for (size_t index = 0; index < (size_t)length / sizeof records[0]; index++) {
      apply(records[index]);
    }
  }
  end_all();
  _exit(0);
}

pid_t odobar_start_guard(int *write_end) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) < 0) return -1;
  sigset_t all, before;
  sigfillset(&all);
  // Until it ignores them, no signal may end the guard.
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t pid = fork();
  if (pid == 0) guard(ends[0]);
  int error = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  close(ends[0]);
  if (pid < 0 || odobar_set_nonblocking(ends[1]) < 0) {
    close(ends[1]);
    errno = error;
    return -1;
  }
  *write_end = ends[1];
  return pid;
}

int odobar_tell_guard(int write_end, pid_t group) {
  ssize_t written;
  do {
    written = write(write_end, &group, sizeof group);
  } while (written < 0 && errno == EINTR);
  return written == sizeof group ? 0 : -1;
}
