"""Bars that run another generator under odobar."""

import os
import time

from .live import LiveI3bar, LiveSwaybar

I3STATUS = """
general {
  interval = 1
  colors = true
  color_good = "#fe0102"
}
order += "path_exists ground"
order += "tztime local"
path_exists ground {
  path = "/"
  format = "████████"
}
tztime local { format = "%H:%M:%S" }
"""

PY3STATUS = """
general { interval = 1 }
order += "static_string pressed"
order += "tztime local"
static_string pressed {
  format = "pressed"
  background = "#fe0102"
  on_click 1 = "exec touch pressed"
}
tztime local { format = "%H:%M:%S" }
"""


class Wrapped:
    """What a bar has to be told to run a generator, and what is seen of that."""

    #: The generator's program.
    generator = ""
    config = ""
    reads_clicks = False

    def prepare(self):
        super().prepare()
        self.write("generator.conf", self.config)

    @property
    def command(self):
        return f"odobar wrap -- {self.generator} -c {self.path('generator.conf')}"

    def generators(self):
        return sorted(
            pid for pid, words in self.commands().items()
            if self.generator in [os.path.basename(word) for word in words[:2]]
        )

    @staticmethod
    def is_stopped(pid):
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            return file.read().rpartition(")")[2].split()[0] == "T"

    def pictures_in_a_second(self):
        """How many different pictures are seen within a second."""
        seen = set()
        end = time.monotonic() + 1
        while time.monotonic() < end:
            seen.add(bytes(self.screen().pixels))
        return len(seen)


class I3status(Wrapped):
    generator = "i3status"
    config = I3STATUS


class Py3status(Wrapped):
    generator = "py3status"
    config = PY3STATUS
    reads_clicks = True


class I3statusInI3bar(I3status, LiveI3bar):
    programs = LiveI3bar.programs + ("i3status",)


class Py3statusInI3bar(Py3status, LiveI3bar):
    programs = LiveI3bar.programs + ("i3status", "py3status")


class I3statusInSwaybar(I3status, LiveSwaybar):
    programs = LiveSwaybar.programs + ("i3status",)


class Py3statusInSwaybar(Py3status, LiveSwaybar):
    programs = LiveSwaybar.programs + ("i3status", "py3status")


BARS = (I3statusInI3bar, Py3statusInI3bar, I3statusInSwaybar, Py3statusInSwaybar)

