"""Bars that run odobar itself, as people have them."""

import json
import os
import signal
import time

from .bars import _Wayland
from .lab import Client, spare_display, xvfb_screen
from .picture import Picture
from .pointer import Pointer

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
PROGRAM = os.path.join(ROOT, ".build", "debug", "odobar")

#: The ground of the metric, which nothing else has.
GROUND = (0xFE, 0x01, 0x02)

CONFIG = """
metrics:
  n:
    stepper: {range: 0..9999}
    label: "  N {value}  "
    background: "#fe0102"
    motion: none
    on: {left: step +1, right: "echo x >> pressed"}
bars: {main: [n]}
"""


class LiveBar(Client):
    """A bar with one metric; `launch` starts it, and its window manager."""

    #: What the bar runs, where it takes a command.
    command = "odobar i3bar"
    #: How the processes of its feeds begin.
    feed_words = ()
    #: Feeds that one bar has.
    feed_count = 1

    def __init__(self, place):
        self.pointer = None
        self.amount = 0
        super().__init__(place)

    def prepare(self):
        os.mkdir(self.path("bin"))
        os.symlink(PROGRAM, self.path("bin/odobar"))
        self.environment["PATH"] = self.path("bin") + ":" + os.environ["PATH"]
        self.environment["HOME"] = self.folder
        os.mkdir(self.path("odobar"))
        self.write("odobar/config.yaml", CONFIG)

    # What runs

    def commands(self):
        found = {}
        for pid in self._strays():
            try:
                with open(f"/proc/{pid}/cmdline", "rb") as file:
                    found[pid] = [word.decode() for word in file.read().split(b"\0")[:-1]]
            except OSError:
                pass
        return found

    def running(self, *words):
        """Those whose command begins so."""
        return sorted(
            pid for pid, command in self.commands().items()
            if [os.path.basename(word) for word in command[:1]] + command[1 : len(words)]
            == list(words)
        )

    def engines(self):
        return self.running("odobar", "engine")

    def feeds(self):
        return self.running(*self.feed_words)

    def bars(self):
        return self.running(self.name)

    def wait_for_one_engine(self, feeds=None):
        """Until all feeds are there, and one engine works for them."""
        wanted = self.feed_count if feeds is None else feeds
        self.wait(
            f"not {wanted} feeds with an engine",
            lambda: self.are_there(wanted, self.feeds()) and len(self.engines()) == (wanted > 0),
        )

    def are_there(self, wanted, feeds):
        return len(feeds) == wanted

    def state(self):
        return json.loads(self.ask("odobar", "status", "--json"))

    def is_paused(self):
        return all(feed["paused"] for feed in self.state()["feeds"])

    # What is seen

    def columns(self):
        return sorted(self.screen().columns_of(GROUND))

    def wait_until_drawn(self):
        self.wait(f"{self.name} has not drawn", self.columns)

    def changes(self, what, act):
        """Does something, until the picture is another."""
        before = self.picture().pixels
        act()
        self.wait(f"{what} changes nothing", lambda: self.screen().pixels != before)
        self.picture()

    def step(self):
        # An engine that was killed may not have kept the last step: another amount is another value.
        self.amount += 7
        self.ask("odobar", "step", "n", f"+{self.amount}")

    def picture(self):
        before = self.screen()
        while (now := self.screen()).pixels != before.pixels:
            before = now
        return now

    # What people do

    def click(self, button):
        columns = self.columns()
        self.press(button, columns[len(columns) // 2], 6)

    def press(self, button, x, y):
        self.pointer = self.pointer or Pointer(
            self.environment, self.place.width, self.place.height)
        self.pointer.click(button, x, y)

    def kill_bar(self, number):
        for pid in self.bars():
            os.kill(pid, number)

    def close(self):
        if self.pointer:
            self.pointer.close()
        super().close()


class LiveI3bar(LiveBar):
    name = "i3bar"
    programs = ("Xvfb", "i3", "i3bar", "xdotool")
    feed_words = ("odobar", "i3bar")

    def launch(self):
        self.prepare()
        self.environment["DISPLAY"] = spare_display(self)
        self.environment["I3SOCK"] = self.path("i3.sock")
        self.config = self.write("i3.conf", f"""# i3 config file (v4)
            font pango:{self.place.font} {self.place.size}
            ipc-socket {self.path('i3.sock')}
            bar {{
              id main
              position top
              tray_output none
              workspace_buttons no
              status_command exec {self.command}
              colors {{ background {self.place.background} }}
            }}
            """)
        self.start("i3", "-c", self.config)
        self.wait_until_drawn()

    def screen(self):
        return xvfb_screen(self)

    def press(self, button, x, y):
        self.ask("xdotool", "mousemove", str(x), str(y), "click", str(button))

    def hide(self, is_hidden):
        self.ask("i3-msg", "bar", "mode", "invisible" if is_hidden else "dock", "main")

    def restart(self):
        self.ask("i3-msg", "restart")

    def start_bar(self):
        self.start("i3bar", "--bar_id=main", f"--socket={self.path('i3.sock')}")


class LiveSwaybar(LiveBar, _Wayland):
    name = "swaybar"
    programs = ("sway", "swaybar", "grim")
    feed_words = ("odobar", "i3bar")

    def launch(self):
        self.prepare()
        self.start_sway(f"""
            bar {{
              id main
              position top
              workspace_buttons no
              status_command exec {self.command}
              colors {{ background {self.place.background} }}
            }}
            """)
        self.wait_until_drawn()

    def hide(self, is_hidden):
        self.ask("swaymsg", "bar", "main", "mode", "invisible" if is_hidden else "dock")

    def restart(self):
        self.ask("swaymsg", "reload")

    def start_bar(self):
        self.start("swaybar", "-b", "main")


class LiveWaybar(LiveBar, _Wayland):
    """On two screens, with the metric and its bar in a module each."""

    name = "waybar"
    programs = ("sway", "waybar", "grim")
    feed_words = ("odobar", "waybar")
    feed_count = 4

    def are_there(self, wanted, feeds):
        # Told to begin anew while a screen comes, waybar 0.9 loses track of commands: they stay
        # until it ends, with nobody who reads them.
        return len(feeds) >= wanted if wanted else not feeds

    def launch(self):
        self.prepare()
        modules = ", ".join(
            self.ask("odobar", "waybar", "--print-config", name).decode()
            for name in ("n", "main"))
        config = (
            '{"layer": "top", "position": "top", "modules-right": ["custom/n"], '
            f'"modules-left": ["custom/main"], {modules}}}')
        self.write("waybar.json", config)
        self.write("style.css", """
            * { font-family: monospace; font-size: 10pt; border: none; min-height: 0; }
            window#waybar { background: #101418; color: #d8dee9; }""")
        self.start_sway()
        self.ask("swaymsg", "create_output")
        self.start_bar()
        self.wait_until_drawn()

    def screen(self):
        return Picture.from_ppm(self.ask("grim", "-o", "HEADLESS-1", "-t", "ppm", "-"))

    def click(self, button):
        # The one at the right.
        self.press(button, self.columns()[-1] - 8, 6)

    def press(self, button, x, y):
        if not self.pointer:
            outputs = json.loads(self.ask("swaymsg", "-r", "-t", "get_outputs"))
            right = max(o["rect"]["x"] + o["rect"]["width"] for o in outputs)
            lower = max(o["rect"]["y"] + o["rect"]["height"] for o in outputs)
            self.pointer = Pointer(self.environment, right, lower)
        self.pointer.click(button, x, y)

    def restart(self):
        before = set(self.feeds())
        self.kill_bar(signal.SIGUSR2)
        self.wait(
            "modules", lambda: len(set(self.feeds()) - before) >= self.feed_count or self.hangs())
        if self.hangs():
            # waybar 0.9 may wait for any child where it means one that has ended: nobody's fault here.
            self.kill_bar(signal.SIGKILL)
            self.wait("the end of the bar", lambda: not self.bars())
            self.start_bar()

    def hangs(self):
        """Whether the bar waits for a child, and still does so a while later."""
        for _ in range(20):
            if not all(self._waits_for_child(pid) for pid in self.bars()):
                return False
            time.sleep(0.1)
        return True

    @staticmethod
    def _waits_for_child(pid):
        with open(f"/proc/{pid}/wchan", encoding="ascii") as file:
            return file.read() == "do_wait"

    def start_bar(self):
        self.start(
            "waybar", "-c", self.path("waybar.json"), "-s", self.path("style.css"))
