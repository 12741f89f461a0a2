#!/bin/sh
# The entry for tmux plugin managers, which run it at each load of the config: starts the feed of
# this tmux server and binds the mouse. docs/tmux.md tells what to write into the status line.

option() { tmux show-option -gqv "$1"; }

program=$(option @odobar_program)
program=${program:-odobar}
options=$(option @odobar_options)

if ! command -v "$program" >/dev/null 2>&1; then
  tmux display-message "odobar: there is no '$program' in PATH; see @odobar_program in docs/tmux.md"
  exit 0
fi

# The bindings call the program as --print-config does: with the same options.
# shellcheck disable=SC2086  # a list of words
"$program" tmux --print-config $options | sed -n '/^bind /p; /^%/p; /^run-shell /p' |
  tmux source-file -
