#define _GNU_SOURCE
#include <getopt.h>
#include <string.h>

#include "CLinux.h"

void odobar_begin_options(void) { optind = 0; }

int odobar_next_option(int count, char *const arguments[], const char *letters,
                       const struct odobar_option *options, size_t option_count) {
  struct option table[64];
  if (option_count > 63) option_count = 63;
  memset(table, 0, sizeof table);
  for (size_t i = 0; i < option_count; i++) {
    table[i].name = options[i].name;
    table[i].has_arg = options[i].takes_argument ? required_argument : no_argument;
    table[i].val = options[i].value;
  }
  opterr = 0;
  return getopt_long(count, arguments, letters, table, NULL);
}

const char *odobar_option_argument(void) { return optarg; }
int odobar_option_index(void) { return optind; }
int odobar_wrong_option(void) { return optopt; }
