#include <stdlib.h>

#include "CLinux.h"

static int kept_count;
static char **kept_words;

#ifdef __GLIBC__
// This C library hands them to constructors, as it does to main.
__attribute__((constructor)) static void keep_arguments(int count, char **words) {
  kept_count = count;
  kept_words = words;
}
#endif

int odobar_arguments(char *const **words) {
  *words = kept_words;
  return kept_count;
}
