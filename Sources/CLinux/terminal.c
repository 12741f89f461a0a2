#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

// Whoever changes a terminal and is killed cannot change it back: a process of a few pages waits
// for that, as the guard of the groups does.

enum { seconds_to_restore = 5, largest_farewell = 256, patience_in_milliseconds = 300 };

static int is_as_we_left_it(int terminal, const struct odobar_mode *modes) {
  struct termios mode;
  if (!modes->is_ours || tcgetattr(terminal, &mode) < 0) return 0;
  const struct termios *ours = &modes->ours;
  return mode.c_iflag == ours->c_iflag && mode.c_lflag == ours->c_lflag &&
         mode.c_oflag == ours->c_oflag && mode.c_cflag == ours->c_cflag;
}

// Each key at once and unseen; the keys that interrupt and stop still do.
static void give_keys(struct termios *mode) {
  mode->c_iflag &= ~(tcflag_t)(ICRNL | INLCR | IGNCR | IXON | ISTRIP);
  mode->c_lflag &= ~(tcflag_t)(ICANON | ECHO | ECHONL | IEXTEN);
  mode->c_cc[VMIN] = 1;
  mode->c_cc[VTIME] = 0;
}

int odobar_expect_keys(int terminal, struct odobar_mode *modes) {
  struct termios mode;
  if (tcgetattr(terminal, &mode) < 0) return -1;
  if (!modes->is_known) modes->before = mode;
  modes->ours = modes->before;
  give_keys(&modes->ours);
  modes->is_ours = 1;
  return 0;
}

int odobar_begin_keys(int terminal, struct odobar_mode *modes) {
  struct termios mode;
  // Nobody has changed it since: what was before stays known.
  if (is_as_we_left_it(terminal, modes)) return 0;
  if (tcgetattr(terminal, &mode) < 0) return -1;
  if (!modes->is_known) modes->before = mode;
  // Known once only: after a stop it is as somebody may have wanted it meanwhile.
  modes->is_known = 0;
  give_keys(&mode);
  if (tcsetattr(terminal, TCSANOW, &mode) < 0) return -1;
  modes->ours = mode;
  modes->is_ours = 1;
  return 0;
}

int odobar_end_keys(int terminal, struct odobar_mode *modes) {
  modes->is_ours = 0;
  // In the background the terminal is somebody else's, and setting it would stop us.
  pid_t front = tcgetpgrp(terminal);
  if (front > 0 && front != getpgrp()) return 0;
  return tcsetattr(terminal, TCSANOW, &modes->before);
}

__attribute__((noreturn)) static void keep_watch(int read_end, int terminal,
                                                 const struct odobar_mode *modes,
                                                 const char *farewell, size_t length,
                                                 int is_second) {
  for (int number = 1; number < NSIG; number++) odobar_ignore_signal(number);
  odobar_default_signal(SIGALRM);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  // Without a controlling terminal no rule of job control forbids to restore it.
  setsid();
  // The descriptor may be for reading only.
  char path[32];
  snprintf(path, sizeof path, "/proc/self/fd/%d", terminal);
  int writable = odobar_open(path, O_RDWR);
  dup2(read_end, 0);
  dup2(writable < 0 ? terminal : writable, 1);
  syscall(SYS_close_range, 2U, ~0U, 0);
  prctl(PR_SET_NAME, "feed-screen");
  char byte;
  ssize_t count;
  do {
    count = read(0, &byte, 1);
  } while (count < 0 && errno == EINTR);
  // A byte says that all is well; the end alone, that nobody is left to say so.
  if (count != 0) _exit(0);
  if (is_second) poll(NULL, 0, patience_in_milliseconds);
  alarm(seconds_to_restore);
  if (is_as_we_left_it(1, modes)) {
    while (length > 0 && (count = write(1, farewell, length)) > 0) {
      farewell += count;
      length -= (size_t)count;
    }
    tcsetattr(1, TCSANOW, &modes->before);
  }
  _exit(0);
}

pid_t odobar_watch_terminal(int terminal, const struct odobar_mode *modes, const void *farewell,
                            size_t length, int is_second, int *write_end) {
  static char copy[largest_farewell];
  static struct odobar_mode copied;
  copied = *modes;
  if (length > sizeof copy) length = sizeof copy;
  memcpy(copy, farewell, length);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) < 0) return -1;
  sigset_t all, mask;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &mask);
  pid_t pid = fork();
  if (pid == 0) keep_watch(ends[0], terminal, &copied, copy, length, is_second);
  int error = errno;
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  close(ends[0]);
  if (pid < 0) {
    close(ends[1]);
    errno = error;
    return -1;
  }
  *write_end = ends[1];
  return pid;
}
