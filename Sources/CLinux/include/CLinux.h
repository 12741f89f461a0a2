#pragma once

// What Swift's Glibc module lacks: thin wrappers, one call each, and the code that runs between
// fork and exec, which must not be Swift. _GNU_SOURCE stays in the .c files.

#include <poll.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <termios.h>

// MARK: arguments

/// The words that the process was started with, and their number; 0 where the C library does not
/// tell them.
int odobar_arguments(char *const **words);

// MARK: descriptors

/// pipe2 with O_CLOEXEC.
int odobar_pipe(int descriptors[2]);
/// open with O_CLOEXEC | O_NOCTTY added to the flags; mode 0666.
int odobar_open(const char *path, int flags);
/// fcntl(F_SETPIPE_SZ); the new size.
int odobar_set_pipe_size(int descriptor, int size);
/// FIONREAD: how many bytes wait to be read.
int odobar_waiting_bytes(int descriptor);
/// Adds O_NONBLOCK to the open file description.
int odobar_set_nonblocking(int descriptor);
/// Closes all descriptors from the first number to the last (close_range, or one by one).
void odobar_close_range(int first, int last);
/// fcntl(F_GETFL).
int odobar_flags(int descriptor);
/// Shrinks a socket's send buffer to the kernel's minimum.
int odobar_set_smallest_send_buffer(int descriptor);
/// send with MSG_DONTWAIT | MSG_NOSIGNAL.
ssize_t odobar_send(int descriptor, const void *bytes, size_t count);
/// recv with MSG_DONTWAIT.
ssize_t odobar_receive(int descriptor, void *bytes, size_t count);
/// ppoll; a negative timeout waits for ever.
int odobar_poll(struct pollfd *descriptors, size_t count, int64_t timeout_in_nanoseconds);

enum odobar_kind {
  odobar_kind_other,
  odobar_kind_pipe,
  odobar_kind_socket,
  odobar_kind_terminal,
};
/// fstat and isatty: the kind that decides how to read and write; -1 if the descriptor is closed.
int odobar_kind(int descriptor);
/// TIOCGWINSZ.
int odobar_window_size(int descriptor, int *columns, int *rows);

// MARK: terminals

/// How a terminal treats what is typed: before, and while its keys are ours.
struct odobar_mode {
  struct termios before;
  struct termios ours;
  /// `before` is told by somebody who knows better than the terminal.
  int is_known;
  int is_ours;
};
/// Lets each key be read at once and unseen.
int odobar_begin_keys(int terminal, struct odobar_mode *modes);
/// Brings the mode before back, unless this process is in the background.
int odobar_end_keys(int terminal, struct odobar_mode *modes);
/// Fills in the modes for a terminal whose keys another process is about to take.
int odobar_expect_keys(int terminal, struct odobar_mode *modes);
/// Forks a process that writes farewell and brings the mode back if this one dies before it has
/// written a byte to write_end, which is close-on-exec. As a second it gives another process, which
/// may do so, time for it.
pid_t odobar_watch_terminal(int terminal, const struct odobar_mode *modes, const void *farewell,
                            size_t length, int is_second, int *write_end);

// MARK: sockets

/// More descriptors than this do not go into one packet.
enum { odobar_passed_limit = 4 };
/// A new SOCK_SEQPACKET socket of AF_UNIX that listens at a path, non-blocking, close-on-exec.
int odobar_listen(const char *path, int backlog);
/// One that is connected to a path; EAGAIN if too many wait there.
int odobar_connect(const char *path);
/// The same of SOCK_STREAM.
int odobar_connect_stream(const char *path);
/// accept4, non-blocking and close-on-exec.
int odobar_accept(int listener);
/// Whether a descriptor is a socket of that kind that listens.
int odobar_is_listener(int descriptor);
/// SO_PEERCRED.
int odobar_peer(int descriptor, pid_t *process, uid_t *user);
/// sendmsg with SCM_RIGHTS; all or nothing, and never waits.
ssize_t odobar_send_packet(int descriptor, const void *bytes, size_t count, const int *passed,
                           size_t passed_count);
/// The length of the next packet, which stays where it is; 0 at the end.
ssize_t odobar_packet_length(int descriptor);
enum odobar_loss { odobar_loss_none, odobar_loss_of_bytes, odobar_loss_of_descriptors };
/// recvmsg; what was passed is close-on-exec. What did not fit is lost: bytes into the buffer,
/// descriptors into the packet or this process.
ssize_t odobar_receive_packet(int descriptor, void *bytes, size_t count,
                              int passed[odobar_passed_limit], size_t *passed_count,
                              enum odobar_loss *loss);

// MARK: changes of files

/// inotify_init1, non-blocking and close-on-exec.
int odobar_open_watch(void);
/// Watches a folder for all that makes another file of a name in it; the watch's number.
int odobar_watch_folder(int watch, const char *path);
int odobar_unwatch_folder(int watch, int number);

// MARK: clocks

/// A timerfd that is readable, once, whenever the clock on the wall was set or the machine has slept
/// (TFD_TIMER_CANCEL_ON_SET).
int odobar_open_clock_watch(void);

// MARK: message bus

/// A connection to D-Bus that never blocks, by the sd-bus of whichever library has it.
typedef struct odobar_bus odobar_bus;

/// Begins to connect to the session's bus, or the system's; a negative errno if there is none,
/// -ENOSYS without a library.
int odobar_bus_open(int system, odobar_bus **bus);
void odobar_bus_close(odobar_bus *bus);
int odobar_bus_descriptor(odobar_bus *bus);
/// Whether room to write is waited for; what can be read always is.
int odobar_bus_wants_to_write(odobar_bus *bus);
/// Calls a method with up to two strings; the number of the question, or a negative errno. The
/// service is not started for it.
int64_t odobar_bus_ask(odobar_bus *bus, const char *service, const char *path,
                       const char *interface, const char *method, const char *first,
                       const char *second);
/// Takes the next message: 1, or 0 when there is none now, or a negative errno when the bus has
/// gone. It stays until the next call.
int odobar_bus_receive(odobar_bus *bus);

typedef enum {
  odobar_message_other,
  odobar_message_answer,
  odobar_message_refusal,
  odobar_message_signal,
} odobar_message_kind;
/// What the message that was taken is.
odobar_message_kind odobar_message_kind_of(odobar_bus *bus);
/// The number of the question that it answers; -1 for none.
int64_t odobar_message_question(odobar_bus *bus);
/// Null where it has none.
const char *odobar_message_interface(odobar_bus *bus);
const char *odobar_message_member(odobar_bus *bus);

typedef enum {
  odobar_value_none,
  odobar_value_text,
  odobar_value_number,
} odobar_value_kind;
/// The next value of the message, as if it had no containers.
odobar_value_kind odobar_message_next(odobar_bus *bus, const char **text, double *number);

// MARK: signals

int odobar_first_real_time_signal(void);
int odobar_last_real_time_signal(void);
/// Blocks the signals and opens a non-blocking signalfd for them.
int odobar_open_signals(const int *signals, size_t count);
struct odobar_signal {
  int number;
  int sender;
  /// The process group of the sender, looked up at once; 0 for none that is there.
  int group;
};
/// Reads up to count records; like read, but counts records.
ssize_t odobar_read_signals(int descriptor, struct odobar_signal *signals, size_t count);
int odobar_ignore_signal(int number);
/// sigabbrev_np: the name without SIG; NULL if it has none.
const char *odobar_signal_name(int number);
int odobar_default_signal(int number);

// MARK: processes

enum odobar_stage {
  odobar_stage_none,
  odobar_stage_fork,
  odobar_stage_setup,
  odobar_stage_directory,
  odobar_stage_execute,
};

struct odobar_request {
  /// Looked up in `path` unless it has a slash.
  const char *file;
  /// The value of PATH in `environment`.
  const char *path;
  /// Ends with NULL, as `environment` does.
  char *const *arguments;
  /// Room for "/bin/sh", the file found, arguments[1]… and NULL: a script without a #! line.
  char **shell_arguments;
  char *const *environment;
  /// NULL: the parent's.
  const char *directory;
  /// The child's 0, 1 and 2.
  int descriptors[3];
  /// Where the new group announces itself; -1: nowhere.
  int guard;
  /// Not zero: the child outlives the engine, in a session of its own.
  int detached;
  /// Not zero: set-user-id programs gain nothing.
  int no_new_privileges;
};
/// Starts a child in a group of its own; -1 with errno and the stage that failed.
pid_t odobar_spawn(const struct odobar_request *request, enum odobar_stage *stage);

/// Starts a program, by its path, that outlives us: in a session of its own and nobody's child.
/// Only `file`, `arguments`, `environment`, `directory` and `descriptors` count; -1 if a fork fails.
int odobar_start_orphan(const struct odobar_request *request);

/// Lets this process have as many descriptors as it may (RLIMIT_NOFILE); what it starts from then on
/// may have as many as it could before.
int odobar_raise_descriptor_limit(void);

enum { odobar_doze_limit = 48, odobar_variable_limit = 256 };
struct odobar_text {
  char bytes[odobar_doze_limit];
  size_t count;
};
/// What a process sleeps for while another works for it.
struct odobar_doze {
  /// The connection to that other.
  int socket;
  /// A signalfd: its signals are handed on.
  int signals;
  /// How many such connections were lost before.
  unsigned losses;
  /// Whether what is said only once has been said.
  int has_begun;
  /// Whether the last of SIGTSTP and SIGCONT that came was the first of them.
  int is_paused;
  /// Where a byte tells who watches the terminal that all is well; -1: nowhere.
  int watcher;
  /// How a message begins that hands a signal on; its number and a zero byte follow.
  struct odobar_text signal;
  /// How a message begins that ends this process; status and complaint follow, each with a zero.
  struct odobar_text over;
  /// A message that has this process stop itself.
  struct odobar_text rest;
  /// A message that tells that what is said only once has been said.
  struct odobar_text begun;
  /// `NAME=` of a variable for the next life: its process, how many connections were lost, the two
  /// of above and, if there is one, the watcher, as numbers with spaces between.
  struct odobar_text past_variable;
  /// `NAME=value` of another variable that the next life gets; empty for none.
  char variable[odobar_variable_limit];
};
/// Gives all memory back and sleeps; executes the program again when the connection is lost.
_Noreturn void odobar_sleep(const struct odobar_doze *doze);

/// Forks the guard; gives the only write end of its pipe, non-blocking and close-on-exec.
pid_t odobar_start_guard(int *write_end);
/// Announces a group (positive) or its end (negative) to the guard.
int odobar_tell_guard(int write_end, pid_t group);

struct odobar_exit {
  int signaled;
  int code;
};
/// waitpid(WNOHANG): the pid if it has ended, 0 if not, -1 with errno.
pid_t odobar_reap(pid_t pid, struct odobar_exit *exit);
/// waitid(WNOHANG | WNOWAIT): any child that has ended, left as it is; 0 if there is none.
pid_t odobar_next_ended(void);
/// prctl(PR_SET_CHILD_SUBREAPER).
int odobar_adopt_orphans(void);

// MARK: locale

struct odobar_locale {
  const char *codeset;
  const char *decimal_point;
  const char *thousands_separator;
  const char *grouping;
  const char *monetary_decimal_point;
  const char *monetary_thousands_separator;
  const char *monetary_grouping;
  const char *currency_symbol;
  const char *international_symbol;
  const char *positive_sign;
  const char *negative_sign;
  int fraction_digits;
  int positive_symbol_precedes;
  int positive_space;
  int positive_sign_position;
  int negative_symbol_precedes;
  int negative_space;
  int negative_sign_position;
};
/// A locale for numbers and money; NULL if it is not installed. Its strings live until it is freed.
void *odobar_open_locale(const char *name, struct odobar_locale *facts);
void odobar_close_locale(void *locale);

// MARK: options

/// One long option, as getopt_long takes it.
struct odobar_option {
  const char *name;
  int takes_argument;
  int value;
};
/// Forgets where the last command line ended.
void odobar_begin_options(void);
/// getopt_long, quiet: the next option's value, -1 at the end, '?' unknown, ':' argument missing.
int odobar_next_option(int count, char *const arguments[], const char *letters,
                       const struct odobar_option *options, size_t option_count);
/// optarg of the last option.
const char *odobar_option_argument(void);
/// optind: where the next argument stands.
int odobar_option_index(void);
/// optopt: the option that was wrong.
int odobar_wrong_option(void);
