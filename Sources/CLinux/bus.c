#define _GNU_SOURCE
#include "CLinux.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

// sd-bus is loaded when it is first wanted, so that a program without a bus pays nothing for it and
// runs where the library is missing. Its functions and their types are those of sd-bus(3).
typedef struct sd_bus sd_bus;
typedef struct sd_bus_message sd_bus_message;

static struct {
  void *library;
  int (*open_user)(sd_bus **);
  int (*open_system)(sd_bus **);
  sd_bus *(*close_unref)(sd_bus *);
  int (*get_fd)(sd_bus *);
  int (*get_events)(sd_bus *);
  int (*process)(sd_bus *, sd_bus_message **);
  int (*send)(sd_bus *, sd_bus_message *, uint64_t *);
  int (*new_method_call)(sd_bus *, sd_bus_message **, const char *, const char *, const char *,
                         const char *);
  int (*set_auto_start)(sd_bus_message *, int);
  int (*append_basic)(sd_bus_message *, char, const void *);
  sd_bus_message *(*unref)(sd_bus_message *);
  int (*get_type)(sd_bus_message *, uint8_t *);
  int (*get_reply_cookie)(sd_bus_message *, uint64_t *);
  const char *(*get_interface)(sd_bus_message *);
  const char *(*get_member)(sd_bus_message *);
  int (*peek_type)(sd_bus_message *, char *, const char **);
  int (*enter_container)(sd_bus_message *, char, const char *);
  int (*exit_container)(sd_bus_message *);
  int (*at_end)(sd_bus_message *, int);
  int (*read_basic)(sd_bus_message *, char, void *);
  int (*skip)(sd_bus_message *, const char *);
} sd;

static const struct {
  void *place;
  const char *name;
} functions[] = {
    {&sd.open_user, "sd_bus_open_user"},
    {&sd.open_system, "sd_bus_open_system"},
    {&sd.close_unref, "sd_bus_close_unref"},
    {&sd.get_fd, "sd_bus_get_fd"},
    {&sd.get_events, "sd_bus_get_events"},
    {&sd.process, "sd_bus_process"},
    {&sd.send, "sd_bus_send"},
    {&sd.new_method_call, "sd_bus_message_new_method_call"},
    {&sd.set_auto_start, "sd_bus_message_set_auto_start"},
    {&sd.append_basic, "sd_bus_message_append_basic"},
    {&sd.unref, "sd_bus_message_unref"},
    {&sd.get_type, "sd_bus_message_get_type"},
    {&sd.get_reply_cookie, "sd_bus_message_get_reply_cookie"},
    {&sd.get_interface, "sd_bus_message_get_interface"},
    {&sd.get_member, "sd_bus_message_get_member"},
    {&sd.peek_type, "sd_bus_message_peek_type"},
    {&sd.enter_container, "sd_bus_message_enter_container"},
    {&sd.exit_container, "sd_bus_message_exit_container"},
    {&sd.at_end, "sd_bus_message_at_end"},
    {&sd.read_basic, "sd_bus_message_read_basic"},
    {&sd.skip, "sd_bus_message_skip"},
};

static int load(void) {
  static const char *const names[] = {"libsystemd.so.0", "libelogind.so.0", "libbasu.so.0"};
  for (size_t i = 0; !sd.library && i < sizeof names / sizeof *names; i++)
    sd.library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  if (!sd.library) return -ENOSYS;
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    void *function = dlsym(sd.library, functions[i].name);
    if (!function) return -ENOSYS;
    memcpy(functions[i].place, &function, sizeof function);
  }
  return 0;
}

struct odobar_bus {
  sd_bus *bus;
  /// What `odobar_bus_receive` took last.
  sd_bus_message *message;
};

int odobar_bus_open(int system, odobar_bus **bus) {
  int result = load();
  if (result < 0) return result;
  odobar_bus *made = calloc(1, sizeof *made);
  if (!made) return -ENOMEM;
  result = system ? sd.open_system(&made->bus) : sd.open_user(&made->bus);
  if (result < 0) {
    free(made);
    return result;
  }
  *bus = made;
  return 0;
}

void odobar_bus_close(odobar_bus *bus) {
  sd.unref(bus->message);
  sd.close_unref(bus->bus);
  free(bus);
}

int odobar_bus_descriptor(odobar_bus *bus) { return sd.get_fd(bus->bus); }

int odobar_bus_wants_to_write(odobar_bus *bus) { return (sd.get_events(bus->bus) & POLLOUT) != 0; }

int64_t odobar_bus_ask(odobar_bus *bus, const char *service, const char *path,
                       const char *interface, const char *method, const char *first,
                       const char *second) {
  sd_bus_message *message = NULL;
  uint64_t cookie = 0;
  int result = sd.new_method_call(bus->bus, &message, service, path, interface, method);
  // Nothing is started for the sake of a question.
  if (result >= 0) result = sd.set_auto_start(message, 0);
  if (result >= 0 && first) result = sd.append_basic(message, 's', first);
  if (result >= 0 && second) result = sd.append_basic(message, 's', second);
  if (result >= 0) result = sd.send(bus->bus, message, &cookie);
  sd.unref(message);
  return result < 0 ? result : (int64_t)cookie;
}

int odobar_bus_receive(odobar_bus *bus) {
  sd.unref(bus->message);
  bus->message = NULL;
  for (;;) {
    int result = sd.process(bus->bus, &bus->message);
    if (result <= 0) return result;
    if (bus->message) return 1;
  }
}

odobar_message_kind odobar_message_kind_of(odobar_bus *bus) {
  uint8_t type = 0;
  sd.get_type(bus->message, &type);
  // The numbers of the D-Bus specification.
  switch (type) {
  case 2: return odobar_message_answer;
  case 3: return odobar_message_refusal;
  case 4: return odobar_message_signal;
  default: return odobar_message_other;
  }
}

int64_t odobar_message_question(odobar_bus *bus) {
  uint64_t cookie;
  return sd.get_reply_cookie(bus->message, &cookie) < 0 ? -1 : (int64_t)cookie;
}

const char *odobar_message_interface(odobar_bus *bus) { return sd.get_interface(bus->message); }

const char *odobar_message_member(odobar_bus *bus) { return sd.get_member(bus->message); }

odobar_value_kind odobar_message_next(odobar_bus *bus, const char **text, double *number) {
  sd_bus_message *message = bus->message;
  for (;;) {
    char type;
    const char *contents;
    int result = sd.peek_type(message, &type, &contents);
    if (result < 0) return odobar_value_none;
    if (result == 0) {
      if (sd.at_end(message, 1) > 0 || sd.exit_container(message) < 0) return odobar_value_none;
      continue;
    }
    union {
      uint8_t y;
      int b;
      int16_t n;
      uint16_t q;
      int32_t i;
      uint32_t u;
      int64_t x;
      uint64_t t;
      double d;
      const char *s;
    } value;
    switch (type) {
    case 'a':
    case 'v':
    case 'r':
    case 'e':
      if (sd.enter_container(message, type, contents) < 0) return odobar_value_none;
      continue;
    case 'h':
      if (sd.skip(message, "h") < 0) return odobar_value_none;
      continue;
    default:
      if (sd.read_basic(message, type, &value) < 0) return odobar_value_none;
    }
    switch (type) {
    case 's':
    case 'o':
    case 'g': *text = value.s; return odobar_value_text;
    case 'y': *number = value.y; break;
    case 'b': *number = value.b; break;
    case 'n': *number = value.n; break;
    case 'q': *number = value.q; break;
    case 'i': *number = value.i; break;
    case 'u': *number = value.u; break;
    case 'x': *number = (double)value.x; break;
    case 't': *number = (double)value.t; break;
    default: *number = value.d; break;
    }
    return odobar_value_number;
  }
}
