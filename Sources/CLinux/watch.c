#define _GNU_SOURCE
#include "CLinux.h"

#include <sys/inotify.h>

int odobar_open_watch(void) { return inotify_init1(IN_NONBLOCK | IN_CLOEXEC); }

int odobar_watch_folder(int watch, const char *path) {
  return inotify_add_watch(watch, path,
                           IN_ONLYDIR | IN_CLOSE_WRITE | IN_ATTRIB | IN_CREATE | IN_DELETE |
                               IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF);
}

int odobar_unwatch_folder(int watch, int number) { return inotify_rm_watch(watch, number); }
