/* Replays recorded lines with their cadence: the least that a feed of these frames can cost.
 *
 *     replay FILE FRAMES_PER_SECOND
 *
 * Writes a line of FILE at each tick, from the first again after the last: one poll that waits for
 * the tick, and one write. Ticks are counted from the start, so lateness does not add up.
 */
#define _GNU_SOURCE
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void quit(int number) {
  (void)number;
  _exit(0);
}

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_BOOTTIME, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

int main(int count, char **words) {
  if (count != 3) {
    fprintf(stderr, "usage: replay FILE FRAMES_PER_SECOND\n");
    return 64;
  }
  FILE *file = fopen(words[1], "r");
  if (!file) {
    perror(words[1]);
    return 66;
  }
  signal(SIGTERM, quit);

  char **lines = NULL;
  size_t *lengths = NULL, number = 0, room = 0;
  char *line = NULL;
  for (ssize_t length; (length = getline(&line, &room, file)) > 0; number++) {
    lines = realloc(lines, (number + 1) * sizeof *lines);
    lengths = realloc(lengths, (number + 1) * sizeof *lengths);
    lines[number] = strdup(line);
    lengths[number] = (size_t)length;
  }
  if (number == 0) return 65;

  const double period = 1e9 / atof(words[2]);
  const long long start = now();
  for (long long tick = 0;; tick++) {
    long long rest;
    while ((rest = start + (long long)((double)tick * period) - now()) > 0) {
      struct timespec wait = {rest / 1000000000, rest % 1000000000};
      struct pollfd input = {.fd = -1, .events = POLLIN};
      ppoll(&input, 1, &wait, NULL);
    }
    const size_t place = (size_t)tick % number;
    if (write(1, lines[place], lengths[place]) < 0) return 1;
  }
}
