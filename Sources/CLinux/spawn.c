#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// The child shares the parent's memory until it executes, so it leaves its error here: no pipe, no
// descriptor, and the parent knows before it goes on.
struct outcome {
  volatile int stage;
  volatile int error;
};

static struct rlimit usual_descriptors;
static bool has_more_descriptors;

int odobar_raise_descriptor_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) < 0) return -1;
  if (!has_more_descriptors) usual_descriptors = limit;
  limit.rlim_cur = limit.rlim_max;
  if (setrlimit(RLIMIT_NOFILE, &limit) < 0) return -1;
  has_more_descriptors = true;
  return 0;
}

// Programs that select() fail with numbers of 1024 and more.
static void restore_limits(void) {
  if (has_more_descriptors) setrlimit(RLIMIT_NOFILE, &usual_descriptors);
}

static void reset_signals(void) {
  for (int number = 1; number < NSIG; number++) {
    struct sigaction action = {.sa_handler = SIG_DFL};
    // A real-time signal sent to all that bear the engine's name must not kill its plugins.
    if (number >= SIGRTMIN) action.sa_handler = SIG_IGN;
    sigaction(number, &action, NULL);
  }
}

static void reset_mask(void) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

static int take_descriptors(const int *wanted) {
  int taken[3];
  for (int index = 0; index < 3; index++) {
    // Out of the way of the dup2 below; only then, as the last free descriptor may be in use.
    bool is_safe = wanted[index] > 2 || wanted[index] == index;
    taken[index] = is_safe ? wanted[index] : fcntl(wanted[index], F_DUPFD, 3);
    if (taken[index] < 0) return -1;
  }
  for (int index = 0; index < 3; index++) {
    if (dup2(taken[index], index) < 0) return -1;
  }
  return 0;
}

static int set_up(const struct odobar_request *request, pid_t parent) {
  if (request->detached) {
    if (setsid() < 0) return -1;
  } else {
    if (setpgid(0, 0) < 0) return -1;
    if (prctl(PR_SET_PDEATHSIG, SIGTERM) < 0) return -1;
    // A guard that has just died is no reason not to start: the engine announces its groups again.
    if (request->guard >= 0) odobar_tell_guard(request->guard, getpid());
    if (getppid() != parent) _exit(127);
  }
  if (take_descriptors(request->descriptors) < 0) return -1;
  if (request->no_new_privileges && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -1;
  return 0;
}

static void execute(const struct odobar_request *request, const char *path) {
  execve(path, request->arguments, request->environment);
  if (errno != ENOEXEC) return;
  request->shell_arguments[1] = (char *)path;
  execve("/bin/sh", request->shell_arguments, request->environment);
}

// As execvpe, but by the child's PATH and without allocating.
static void search_and_execute(const struct odobar_request *request) {
  size_t length = strlen(request->file);
  if (length == 0 || strchr(request->file, '/') != NULL) {
    execute(request, request->file);
    return;
  }
  char candidate[PATH_MAX];
  int error = ENOENT;
  const char *start = request->path;
  for (;;) {
    const char *end = strchrnul(start, ':');
    size_t folder = (size_t)(end - start);
    if (folder + length + 2 <= sizeof candidate) {
      memcpy(candidate, start, folder);
      if (folder > 0) candidate[folder++] = '/';
      memcpy(candidate + folder, request->file, length + 1);
      execute(request, candidate);
      if (errno == EACCES) {
        error = EACCES;
      } else if (errno != ENOENT && errno != ENOTDIR && errno != ENODEV && errno != ESTALE) {
        return;
      }
    }
    if (*end == '\0') break;
    start = end + 1;
  }
  errno = error;
}

// Never inlined: the parent's frame must be as vfork left it when the parent goes on.
__attribute__((noinline, noreturn)) static void run_child(
    const struct odobar_request *request, pid_t parent, struct outcome *outcome) {
  outcome->stage = odobar_stage_setup;
  if (set_up(request, parent) == 0) {
    outcome->stage = odobar_stage_directory;
    if (request->directory == NULL || chdir(request->directory) == 0) {
      outcome->stage = odobar_stage_execute;
      odobar_close_range(3, INT_MAX);
      restore_limits();
      reset_signals();
      reset_mask();
      search_and_execute(request);
    }
  }
  outcome->error = errno;
  _exit(127);
}

pid_t odobar_spawn(const struct odobar_request *request, enum odobar_stage *stage) {
  struct outcome outcome = {.stage = odobar_stage_fork, .error = 0};
  pid_t parent = getpid();
  // The child may put the file it finds here, in memory that the parent will free.
  char *shell_argument = request->shell_arguments[1];
  sigset_t all, before;
  sigfillset(&all);
  // No handler may run in the child while it shares the parent's memory.
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t child = vfork();
  if (child == 0) run_child(request, parent, &outcome);
  int error = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  request->shell_arguments[1] = shell_argument;
  *stage = (enum odobar_stage)outcome.stage;
  if (child < 0) {
    errno = error;
    return -1;
  }
  if (outcome.error == 0) return child;
  while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
  }
  if (request->guard >= 0 && !request->detached) odobar_tell_guard(request->guard, -child);
  errno = outcome.error;
  return -1;
}

// Two forks, so that it is nobody's child: who starts it need not outlive it, nor wait for it.
int odobar_start_orphan(const struct odobar_request *request) {
  pid_t child = fork();
  if (child == 0) {
    if (setsid() < 0) _exit(1);
    pid_t orphan = fork();
    if (orphan != 0) _exit(orphan < 0);
    if (take_descriptors(request->descriptors) < 0) _exit(127);
    if (request->directory != NULL && chdir(request->directory) < 0) _exit(127);
    odobar_close_range(3, INT_MAX);
    restore_limits();
    reset_signals();
    reset_mask();
    execve(request->file, request->arguments, request->environment);
    _exit(127);
  }
  if (child < 0) return -1;
  int status;
  while (waitpid(child, &status, 0) < 0) {
    // Somebody has its exit status taken without being asked.
    if (errno != EINTR) return 0;
  }
  errno = EAGAIN;
  return status == 0 ? 0 : -1;
}

pid_t odobar_reap(pid_t pid, struct odobar_exit *exit) {
  int status;
  pid_t found;
  do {
    found = waitpid(pid, &status, WNOHANG);
  } while (found < 0 && errno == EINTR);
  if (found <= 0) return found;
  exit->signaled = WIFSIGNALED(status);
  exit->code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  return found;
}

pid_t odobar_next_ended(void) {
  siginfo_t info = {.si_pid = 0};
  return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) < 0 ? 0 : info.si_pid;
}

int odobar_adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1); }
