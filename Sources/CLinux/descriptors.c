#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int odobar_pipe(int descriptors[2]) { return pipe2(descriptors, O_CLOEXEC); }

int odobar_open(const char *path, int flags) {
  return open(path, flags | O_CLOEXEC | O_NOCTTY, 0666);
}

int odobar_set_pipe_size(int descriptor, int size) { return fcntl(descriptor, F_SETPIPE_SZ, size); }

int odobar_waiting_bytes(int descriptor) {
  int count;
  return ioctl(descriptor, FIONREAD, &count) < 0 ? -1 : count;
}

void odobar_close_range(int first, int last) {
  if (first > last) return;
  if (syscall(SYS_close_range, (unsigned)first, (unsigned)last, 0) == 0) return;
  // Kernels before 5.9.
  long limit = sysconf(_SC_OPEN_MAX);
  for (int number = first; number <= last && number < limit; number++) close(number);
}

int odobar_flags(int descriptor) { return fcntl(descriptor, F_GETFL); }

int odobar_set_nonblocking(int descriptor) {
  int flags = fcntl(descriptor, F_GETFL);
  return flags < 0 ? -1 : fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
}

int odobar_set_smallest_send_buffer(int descriptor) {
  int size = 1;
  return setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
}

ssize_t odobar_send(int descriptor, const void *bytes, size_t count) {
  return send(descriptor, bytes, count, MSG_DONTWAIT | MSG_NOSIGNAL);
}

ssize_t odobar_receive(int descriptor, void *bytes, size_t count) {
  return recv(descriptor, bytes, count, MSG_DONTWAIT);
}

int odobar_poll(struct pollfd *descriptors, size_t count, int64_t timeout_in_nanoseconds) {
  if (timeout_in_nanoseconds < 0) return ppoll(descriptors, count, NULL, NULL);
  struct timespec timeout = {
      .tv_sec = timeout_in_nanoseconds / 1000000000,
      .tv_nsec = timeout_in_nanoseconds % 1000000000,
  };
  return ppoll(descriptors, count, &timeout, NULL);
}

int odobar_kind(int descriptor) {
  struct stat status;
  if (fstat(descriptor, &status) < 0) return -1;
  if (S_ISFIFO(status.st_mode)) return odobar_kind_pipe;
  if (S_ISSOCK(status.st_mode)) return odobar_kind_socket;
  if (S_ISCHR(status.st_mode) && isatty(descriptor)) return odobar_kind_terminal;
  return odobar_kind_other;
}

int odobar_window_size(int descriptor, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) < 0) return -1;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}
