#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

enum { records_at_once = 32 };

static void fill(sigset_t *set, const int *signals, size_t count) {
  sigemptyset(set);
  for (size_t index = 0; index < count; index++) sigaddset(set, signals[index]);
}

int odobar_first_real_time_signal(void) { return SIGRTMIN; }

int odobar_last_real_time_signal(void) { return SIGRTMAX; }

int odobar_open_signals(const int *signals, size_t count) {
  sigset_t set;
  fill(&set, signals, count);
  int error = pthread_sigmask(SIG_BLOCK, &set, NULL);
  if (error != 0) {
    errno = error;
    return -1;
  }
  return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

ssize_t odobar_read_signals(int descriptor, struct odobar_signal *signals, size_t count) {
  struct signalfd_siginfo records[records_at_once];
  if (count > records_at_once) count = records_at_once;
  ssize_t bytes = read(descriptor, records, count * sizeof records[0]);
  if (bytes < 0) return -1;
  ssize_t found = bytes / (ssize_t)sizeof records[0];
  for (ssize_t index = 0; index < found; index++) {
    signals[index].number = (int)records[index].ssi_signo;
    signals[index].sender = (int)records[index].ssi_pid;
    int group = records[index].ssi_pid == 0 ? 0 : getpgid((pid_t)records[index].ssi_pid);
    signals[index].group = group < 0 ? 0 : group;
  }
  return found;
}

int odobar_ignore_signal(int number) {
  struct sigaction action = {.sa_handler = SIG_IGN};
  return sigaction(number, &action, NULL);
}

int odobar_default_signal(int number) {
  struct sigaction action = {.sa_handler = SIG_DFL};
  return sigaction(number, &action, NULL);
}

const char *odobar_signal_name(int number) { return sigabbrev_np(number); }
