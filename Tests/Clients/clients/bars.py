"""i3bar, swaybar and waybar."""

import json
import os

from .lab import AS_USER, Client, Pipe, spare_display, xvfb_screen
from .picture import Picture


def hexadecimal(color):
    return "#%02x%02x%02x" % color


class _I3barReader(Client):
    output = "i3bar"

    def feed(self, line, mark):
        """The mark is one more block at the right end."""
        block = {
            "full_text": "\u200b", "background": hexadecimal(mark), "min_width": 2,
            "separator": False,
        }
        assert line.endswith("],")
        joined = line[:-2] + ("," if line != "[]," else "") + json.dumps(block) + "],\n"
        self.pipe.write(joined.encode())

    def open_pipe(self):
        self.pipe = Pipe(self.path("status"))
        # Bars take the first read for the whole header.
        self.pipe.write(b'{"version":1}\n[\n')

    def bar(self, more=""):
        place = self.place
        return f"""
            bar {{
              position top
              tray_output none
              workspace_buttons no
              font pango:{place.font} {place.size}
              status_command exec cat {self.pipe.path}
              colors {{
                background {place.background}
                statusline {place.foreground}
                separator #4c566a
              }}
              {more}
            }}
            """


class I3bar(_I3barReader):
    name = "i3bar"
    programs = ("Xvfb", "i3", "i3bar")

    def launch(self):
        self.open_pipe()
        self.environment["DISPLAY"] = spare_display(self)
        config = self.write(
            "i3.conf",
            f"# i3 config file (v4)\nfont pango:{self.place.font} {self.place.size}\n"
            f"ipc-socket {self.path('i3.sock')}\n{self.bar()}",
        )
        self.start("i3", "-c", config)

    def screen(self):
        return xvfb_screen(self)


class _Wayland(Client):
    def start_sway(self, more=""):
        place = self.place
        self.environment.update(
            WLR_BACKENDS="headless", WLR_LIBINPUT_NO_DEVICES="1", WLR_RENDERER="pixman",
            SWAYSOCK=self.path("run/sway.sock"), GDK_BACKEND="wayland",
        )
        config = self.write(
            "sway.conf",
            f"xwayland disable\n"
            f"output HEADLESS-1 resolution {place.width}x{place.height} scale {place.scale}\n"
            f"{more}",
        )
        self.start(*(AS_USER if os.getuid() == 0 else []), "sway", "-c", config)
        self.environment["WAYLAND_DISPLAY"] = self.wait("no sway", self._display)
        self.wait("sway does not answer", lambda: self.does("swaymsg", "-t", "get_version"))

    def _display(self):
        names = os.listdir(self.path("run"))
        return next((name for name in names if name in ("wayland-0", "wayland-1")), None)

    def screen(self):
        return Picture.from_ppm(self.ask("grim", "-t", "ppm", "-"))


class Swaybar(_I3barReader, _Wayland):
    name = client = "swaybar"
    programs = ("sway", "swaybar", "grim")

    def launch(self):
        self.open_pipe()
        # sway takes one word for the command of a bar, and its errors would be lost.
        command = self.write(
            "bar.sh", f'#!/bin/sh\nexec swaybar "$@" 2>>{self.path("swaybar.log")}\n', 0o755)
        self.start_sway(self.bar(f"swaybar_command {command}"))


class Waybar(_Wayland):
    name = "waybar"
    programs = ("sway", "waybar", "grim")
    output = "waybar"

    def launch(self):
        self.pipe = Pipe(self.path("status"))
        config = {
            "layer": "top", "position": "top",
            "modules-right": ["custom/before", "custom/feed", "custom/after"],
            "custom/before": {"format": "left"}, "custom/after": {"format": "right"},
            "custom/feed": {"exec": f"exec cat {self.pipe.path}", "return-type": "json"},
        }
        place = self.place
        style = f"""
            * {{
              font-family: "{place.font}"; font-size: {place.size}pt;
              border: none; border-radius: 0; min-height: 0;
            }}
            window#waybar {{ background: {place.background}; color: {place.foreground}; }}
            label {{ padding: 0 4px; }}
            #custom-feed.mark-0 {{ border-right: 2px solid #fe0102; }}
            #custom-feed.mark-1 {{ border-right: 2px solid #0201fe; }}"""
        self.start_sway()
        self.start(
            "waybar", "-c", self.write("waybar.json", json.dumps(config)), "-s",
            self.write("style.css", style),
        )

    def feed(self, line, mark):
        """The mark is a class, which gives the module's border its colour."""
        frame = json.loads(line)
        frame["class"] = frame["class"] + [f"mark-{int(mark[2] == 0xFE)}"]
        self.pipe.write((json.dumps(frame, ensure_ascii=False) + "\n").encode())
