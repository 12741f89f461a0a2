/* Prints new numbers from time to time: a source that costs next to nothing itself.
 *
 *     ticker COUNT MILLISECONDS
 *
 * Each line is a JSON object with the fields a, b, c … (COUNT of them, up to 26), or, with
 * MILLISECONDS 0, as fast as they are taken.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int main(int count, char **words) {
  if (count != 3) {
    fprintf(stderr, "usage: ticker COUNT MILLISECONDS\n");
    return 64;
  }
  const int fields = atoi(words[1]);
  const long pause = atol(words[2]);
  unsigned long seed = 1;
  for (;;) {
    char line[2048];
    int length = 0;
    for (int field = 0; field < fields; field++) {
      seed = seed * 6364136223846793005UL + 1442695040888963407UL;
      const unsigned value = (unsigned)(seed >> 40) % 900000 + 100000;
      length += snprintf(
          line + length, sizeof line - (size_t)length, "%s\"%c\": %u", field ? ", " : "{",
          'a' + field, value);
    }
    length += snprintf(line + length, sizeof line - (size_t)length, "}\n");
    if (write(1, line, (size_t)length) < 0) return 1;
    if (pause > 0) {
      struct timespec wait = {pause / 1000, pause % 1000 * 1000000};
      nanosleep(&wait, NULL);
    }
  }
}
