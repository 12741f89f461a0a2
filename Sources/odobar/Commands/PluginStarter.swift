/// Plugins to start from, by their language.
enum PluginStarter: String, CaseIterable {
  case sh
  case python

  /// The whole file.
  func text(name: String) -> String {
    switch self {
    case .sh: Self.shell(name)
    case .python: Self.python(name)
    }
  }

  private static func shell(_ name: String) -> String {
    """
    #!/bin/sh
    # \(name): what it reports, in one line.
    #
    # odobar: {mode: poll, interval: 5s, fields: {value: {unit: none}}, params: {limit: {default: 100}}}
    #
    # The line above tells odobar how to run this plugin:
    #   mode      poll: started once and asked by a line on its input; once: started each interval
    #   interval  how often, unless the config says
    #   fields    what it reports; units: percent, bytes, bytes_per_second, seconds, watts, celsius,
    #             count, none
    #   params    what a config may set under 'params', here ODOBAR_PARAM_LIMIT

    set -u
    limit=${ODOBAR_PARAM_LIMIT:-100}

    # Sets value to the newest number: replace this by your own.
    number=0
    sample() {
      number=$(( (number + 7) % limit ))
      value=$number
    }

    # One line of answer for each line of question; more fields look like 'value=1 other=2.5'.
    # What goes to standard error is shown when the plugin fails.
    while read -r question _; do
      [ "$question" = tick ] || continue
      sample
      printf 'value=%s\\n' "$value"
    done

    """
  }

  private static func python(_ name: String) -> String {
    """
    #!/usr/bin/env python3
    # \(name): what it reports, in one line.
    #
    # odobar: {mode: poll, interval: 5s, fields: {value: {unit: none}}, params: {limit: {default: 100}}}
    #
    # The line above tells odobar how to run this plugin:
    #   mode      poll: started once and asked by a line on its input; once: started each interval
    #   interval  how often, unless the config says
    #   fields    what it reports; units: percent, bytes, bytes_per_second, seconds, watts, celsius,
    #             count, none
    #   params    what a config may set under 'params', here ODOBAR_PARAM_LIMIT

    import os
    import sys

    limit = int(os.environ.get("ODOBAR_PARAM_LIMIT", "100"))
    number = 0


    def sample():
        \"\"\"The newest number: replace this by your own.\"\"\"
        global number
        number = (number + 7) % limit
        return number


    # One line of answer for each line of question; more fields look like 'value=1 other=2.5'.
    # What goes to standard error is shown when the plugin fails.
    for question in sys.stdin:
        if question.split()[:1] == ["tick"]:
            # Without the flush the line would stay in a buffer.
            print(f"value={sample()}", flush=True)

    """
  }
}
