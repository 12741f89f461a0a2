#define _GNU_SOURCE
#include "CLinux.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>

// Two dozen of these may sleep behind one bar. All that a process of this program has written to,
// relocated libraries included, is some 600 KiB; what is below needs two pages of it. So it gives
// all other memory back, and from then on makes no call into a library, for none is left: system
// calls only, on the stack only. Where it has something to do again it executes the program anew.

#define bare __attribute__((no_stack_protector, no_builtin, noinline))

enum {
  page = 4096,
  patience_in_milliseconds = 1000,
  steady_in_seconds = 10,
  variable_limit = 4096,
};

struct nap {
  const struct odobar_doze *told;
  char *const *arguments;
  char *const *environment;
  // The end of the thread's own memory, where the kernel keeps its books.
  unsigned long thread;
  long started;
  // When to go, whatever the engine says; 0 while nobody asked us to.
  long leave_at;
  // We were told to stop, and the engine does not know yet that we go on.
  int is_resting;
  // What the next life has to know; as in what we were told.
  int has_begun;
  int is_paused;
};

// As the kernel has put them where the stack begins, which stays.
static char *const *all_arguments;

__attribute__((constructor)) static void remember_arguments(int count, char **arguments) {
  (void)count;
  all_arguments = arguments;
}

#if defined(__x86_64__)
static inline long call(long number, long a, long b, long c, long d, long e, long f) {
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}

static inline unsigned long thread_pointer(void) {
  unsigned long pointer;
  __asm__("mov %%fs:0, %0" : "=r"(pointer));
  return pointer;
}
#elif defined(__aarch64__)
static inline long call(long number, long a, long b, long c, long d, long e, long f) {
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d;
  register long x4 __asm__("x4") = e;
  register long x5 __asm__("x5") = f;
  __asm__ volatile("svc 0"
                   : "+r"(x0)
                   : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
                   : "memory");
  return x0;
}

static inline unsigned long thread_pointer(void) {
  unsigned long pointer;
  __asm__("mrs %0, tpidr_el0" : "=r"(pointer));
  return pointer;
}
#else
#error "doze.c needs to know how this processor makes system calls"
#endif

bare static long now_in_milliseconds(void) {
  struct timespec time;
  call(SYS_clock_gettime, CLOCK_MONOTONIC, (long)&time, 0, 0, 0, 0);
  return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

bare static void drop(unsigned long start, unsigned long end) {
  if (end > start) call(SYS_madvise, (long)start, (long)(end - start), MADV_DONTNEED, 0, 0, 0);
}

bare static void drop_but(unsigned long start, unsigned long end, const struct nap *nap) {
  unsigned long here = (unsigned long)nap;
  if (start <= here && here < end) {
    // The stack: what lies below has been used and is not needed again.
    drop(start, (here & ~(page - 1UL)) - 2 * page);
  } else if (start <= nap->thread && nap->thread < end) {
    unsigned long kept = nap->thread & ~(page - 1UL);
    drop(start, kept - (kept > start ? page : 0));
    drop(kept + page, end);
  } else {
    drop(start, end);
  }
}

// Lines of `start-end rights offset device inode path`.
bare static void shed(const struct nap *nap) {
  long maps = call(SYS_openat, AT_FDCWD, (long)"/proc/self/maps", O_RDONLY | O_CLOEXEC, 0, 0, 0);
  if (maps < 0) return;
  char text[512];
  unsigned long ends[2];
  ends[0] = ends[1] = 0;
  // 0 and 1: a number; 2: the rest of the line.
  int part = 0;
  for (;;) {
    long length = call(SYS_read, maps, (long)text, sizeof text, 0, 0, 0);
    if (length <= 0) break;
    for (long index = 0; index < length; index++) {
      char letter = text[index];
      if (letter == '\n') {
        part = 0;
        ends[0] = ends[1] = 0;
      } else if (part < 2) {
        if (letter == '-' || letter == ' ') {
          if (++part == 2) drop_but(ends[0], ends[1], nap);
        } else {
          ends[part] = ends[part] << 4 | (unsigned long)(letter <= '9' ? letter - '0' : letter - 'a' + 10);
        }
      }
    }
  }
  call(SYS_close, maps, 0, 0, 0, 0, 0);
}

bare static char *append_number(char *place, unsigned number) {
  char digits[12];
  int count = 0;
  do {
    digits[count++] = (char)('0' + number % 10);
    number /= 10;
  } while (number > 0);
  while (count > 0) *place++ = digits[--count];
  return place;
}

bare static _Noreturn void leave(int status) {
  for (;;) call(SYS_exit_group, status, 0, 0, 0, 0, 0);
}

// The terminal is as it was before.
bare static void dismiss_watcher(const struct nap *nap) {
  if (nap->told->watcher < 0) return;
  char byte = 1;
  call(SYS_write, nap->told->watcher, (long)&byte, 1, 0, 0, 0);
}

// The number of a signal, and the process group of its sender.
bare static int say(const struct nap *nap, unsigned number, unsigned group) {
  char text[odobar_doze_limit + 32];
  char *place = text;
  for (size_t index = 0; index < nap->told->signal.count; index++)
    *place++ = nap->told->signal.bytes[index];
  place = append_number(place, number);
  *place++ = '\0';
  place = append_number(place, group);
  *place++ = '\0';
  return call(SYS_sendto, nap->told->socket, (long)text, place - text,
              MSG_DONTWAIT | MSG_NOSIGNAL, 0, 0) > 0;
}

bare static void take_signals(struct nap *nap) {
  struct signalfd_siginfo record;
  while (call(SYS_read, nap->told->signals, (long)&record, sizeof record, 0, 0, 0) ==
         sizeof record) {
    unsigned number = record.ssi_signo;
    if (number == SIGCHLD) continue;
    // An engine that hangs must not keep anybody here.
    if (number == SIGTERM || number == SIGINT || number == SIGQUIT)
      nap->leave_at = now_in_milliseconds() + patience_in_milliseconds;
    if (number == SIGTSTP) nap->is_paused = 1;
    if (number == SIGCONT) nap->is_paused = 0;
    long group = record.ssi_pid == 0 ? 0 : call(SYS_getpgid, record.ssi_pid, 0, 0, 0, 0, 0);
    int is_told = say(nap, number, group < 0 ? 0 : (unsigned)group);
    if (is_told && number == SIGCONT) nap->is_resting = 0;
  }
}

bare static int begins_with(const char *text, long length, const struct odobar_text *start) {
  if (length < (long)start->count) return 0;
  for (size_t index = 0; index < start->count; index++)
    if (text[index] != start->bytes[index]) return 0;
  return 1;
}

// What follows the word is the status and, if it is not empty, a complaint, each with its zero.
bare static _Noreturn void end_as_told(const struct nap *nap, const char *text, const char *end) {
  dismiss_watcher(nap);
  int status = 0;
  while (text < end && *text != '\0') status = status * 10 + (*text++ - '0');
  text++;
  if (end - text > 1) {
    call(SYS_write, 2, (long)"odobar: ", 8, 0, 0, 0);
    call(SYS_write, 2, (long)text, end - text - 1, 0, 0, 0);
    call(SYS_write, 2, (long)"\n", 1, 0, 0, 0);
  }
  leave(status);
}

enum { last_signal = 64, first_real_time_signal = 32 };

// As the kernel has it.
struct action {
  void (*handler)(int);
  unsigned long flags;
  void (*restorer)(void);
  unsigned long mask;
};

bare static void set_action(int number, void (*handler)(int)) {
  struct action action;
  action.handler = handler;
  action.flags = 0;
  action.restorer = NULL;
  action.mask = 0;
  call(SYS_rt_sigaction, number, (long)&action, 0, sizeof action.mask, 0, 0);
}

// Handlers for crashes are code that is no longer there.
bare static void remove_handlers(void) {
  for (int number = 1; number <= last_signal; number++) {
    if (number != SIGPIPE) set_action(number, SIG_DFL);
  }
}

// The program is executed anew, and refreshes must not end it before it takes care of them.
bare static void open_signals(void) {
  set_action(SIGUSR1, SIG_IGN);
  set_action(SIGUSR2, SIG_IGN);
  for (int number = first_real_time_signal; number <= last_signal; number++)
    set_action(number, SIG_IGN);
  // Whether a bar is hidden is not to be missed: these two wait until somebody takes them.
  unsigned long waiting = 1UL << (SIGTSTP - 1) | 1UL << (SIGCONT - 1);
  call(SYS_rt_sigprocmask, SIG_SETMASK, (long)&waiting, 0, sizeof waiting, 0, 0);
}

// Executes the program with the same arguments, and what it has to know of its past. One that was
// stopped has given its terminal back, and begins as if it had none.
bare static _Noreturn void begin_again(const struct nap *nap) {
  if (nap->leave_at != 0) leave(0);
  int is_steady = now_in_milliseconds() - nap->started >= steady_in_seconds * 1000L;
  if (nap->is_resting) dismiss_watcher(nap);
  unsigned past[] = {
      (unsigned)call(SYS_getpid, 0, 0, 0, 0, 0, 0),
      is_steady ? 1 : nap->told->losses + 1,
      (unsigned)nap->has_begun,
      (unsigned)nap->is_paused,
      (unsigned)nap->told->watcher,
  };
  size_t past_count = sizeof past / sizeof past[0] - (nap->told->watcher < 0);
  char variable[odobar_doze_limit + 16 * sizeof past / sizeof past[0]];
  char *place = variable;
  for (size_t index = 0; index < nap->told->past_variable.count; index++)
    *place++ = nap->told->past_variable.bytes[index];
  for (size_t index = 0; index < past_count; index++) {
    if (index > 0) *place++ = ' ';
    place = append_number(place, past[index]);
  }
  *place = '\0';
  char *environment[variable_limit];
  int variables = 0;
  if (!nap->is_resting) {
    environment[variables++] = variable;
    if (nap->told->variable[0] != '\0')
      environment[variables++] = (char *)nap->told->variable;
  }
  for (char *const *entry = nap->environment; *entry != NULL; entry++) {
    if (variables >= variable_limit - 1) break;
    if (!begins_with(*entry, odobar_doze_limit, &nap->told->past_variable))
      environment[variables++] = *entry;
  }
  environment[variables] = NULL;
  open_signals();
  if (!nap->is_resting && nap->told->watcher >= 0)
    call(SYS_fcntl, nap->told->watcher, F_SETFD, 0, 0, 0, 0);
  call(SYS_execve, (long)"/proc/self/exe", (long)nap->arguments, (long)environment, 0, 0, 0);
  leave(69);
}

bare static void listen_to_engine(struct nap *nap) {
  char text[4096];
  long length = call(SYS_recvfrom, nap->told->socket, (long)text, sizeof text, MSG_DONTWAIT, 0, 0);
  if (length == -11) return;
  if (length <= 0) begin_again(nap);
  if (begins_with(text, length, &nap->told->over))
    end_as_told(nap, text + nap->told->over.count, text + length);
  if (begins_with(text, length, &nap->told->begun)) nap->has_begun = 1;
  if (begins_with(text, length, &nap->told->rest)) {
    nap->is_resting = 1;
    call(SYS_kill, call(SYS_getpid, 0, 0, 0, 0, 0, 0), SIGSTOP, 0, 0, 0, 0);
  }
}

bare static _Noreturn void sleep_for(struct nap *nap) {
  for (;;) {
    struct pollfd wanted[2];
    wanted[0].fd = nap->told->socket;
    wanted[1].fd = nap->told->signals;
    wanted[0].events = wanted[1].events = POLLIN;
    wanted[0].revents = wanted[1].revents = 0;
    struct timespec left;
    struct timespec *timeout = NULL;
    if (nap->leave_at != 0) {
      long rest = nap->leave_at - now_in_milliseconds();
      if (rest <= 0) leave(0);
      left.tv_sec = rest / 1000;
      left.tv_nsec = rest % 1000 * 1000000;
      timeout = &left;
    }
    call(SYS_ppoll, (long)wanted, 2, (long)timeout, 0, 0, 0);
    if (wanted[1].revents != 0) take_signals(nap);
    if (wanted[0].revents != 0) listen_to_engine(nap);
  }
}

_Noreturn void odobar_sleep(const struct odobar_doze *doze) {
  // On the stack: the caller's may be anywhere.
  struct odobar_doze told = *doze;
  struct nap nap = {
      .told = &told,
      .arguments = all_arguments,
      .environment = environ,
      .thread = thread_pointer(),
      .started = now_in_milliseconds(),
      .has_begun = doze->has_begun,
      .is_paused = doze->is_paused,
  };
  remove_handlers();
  shed(&nap);
  sleep_for(&nap);
}
