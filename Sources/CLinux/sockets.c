#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int address_of(const char *path, struct sockaddr_un *address) {
  *address = (struct sockaddr_un){.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address->sun_path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  strcpy(address->sun_path, path);
  return 0;
}

static int open_socket(int type) {
  return socket(AF_UNIX, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

int odobar_listen(const char *path, int backlog) {
  struct sockaddr_un address;
  if (address_of(path, &address) < 0) return -1;
  int number = open_socket(SOCK_SEQPACKET);
  if (number < 0) return -1;
  if (bind(number, (struct sockaddr *)&address, sizeof address) == 0 &&
      listen(number, backlog) == 0)
    return number;
  int error = errno;
  close(number);
  errno = error;
  return -1;
}

static int connect_socket(const char *path, int type) {
  struct sockaddr_un address;
  if (address_of(path, &address) < 0) return -1;
  int number = open_socket(type);
  if (number < 0) return -1;
  if (connect(number, (struct sockaddr *)&address, sizeof address) == 0) return number;
  int error = errno;
  close(number);
  errno = error;
  return -1;
}

int odobar_connect(const char *path) { return connect_socket(path, SOCK_SEQPACKET); }

int odobar_connect_stream(const char *path) { return connect_socket(path, SOCK_STREAM); }

int odobar_accept(int listener) {
  return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

int odobar_is_listener(int descriptor) {
  int listens = 0, type = 0;
  socklen_t size = sizeof listens;
  if (getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) < 0) return 0;
  size = sizeof type;
  if (getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &type, &size) < 0) return 0;
  return listens && type == SOCK_SEQPACKET;
}

int odobar_peer(int descriptor, pid_t *process, uid_t *user) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0) return -1;
  *process = peer.pid;
  *user = peer.uid;
  return 0;
}

ssize_t odobar_send_packet(int descriptor, const void *bytes, size_t count, const int *passed,
                           size_t passed_count) {
  union {
    char bytes[CMSG_SPACE(sizeof(int) * odobar_passed_limit)];
    struct cmsghdr header;
  } control;
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (passed_count > odobar_passed_limit) {
    errno = EINVAL;
    return -1;
  }
  if (passed_count > 0) {
    memset(&control, 0, sizeof control);
    message.msg_control = &control;
    message.msg_controllen = CMSG_SPACE(sizeof(int) * passed_count);
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int) * passed_count);
    memcpy(CMSG_DATA(header), passed, sizeof(int) * passed_count);
  }
  return sendmsg(descriptor, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
}

ssize_t odobar_packet_length(int descriptor) {
  return recv(descriptor, NULL, 0, MSG_PEEK | MSG_TRUNC | MSG_DONTWAIT);
}

ssize_t odobar_receive_packet(int descriptor, void *bytes, size_t count,
                              int passed[odobar_passed_limit], size_t *passed_count,
                              enum odobar_loss *loss) {
  union {
    char bytes[CMSG_SPACE(sizeof(int) * odobar_passed_limit)];
    struct cmsghdr header;
  } control;
  struct iovec part = {.iov_base = bytes, .iov_len = count};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  *passed_count = 0;
  ssize_t length = recvmsg(descriptor, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (length < 0) return -1;
  for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header != NULL;
       header = CMSG_NXTHDR(&message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    size_t held = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t index = 0; index < held; index++) {
      int number;
      memcpy(&number, CMSG_DATA(header) + index * sizeof number, sizeof number);
      if (*passed_count < odobar_passed_limit) {
        passed[(*passed_count)++] = number;
      } else {
        close(number);
      }
    }
  }
  *loss = message.msg_flags & MSG_TRUNC    ? odobar_loss_of_bytes
          : message.msg_flags & MSG_CTRUNC ? odobar_loss_of_descriptors
                                           : odobar_loss_none;
  return length;
}
