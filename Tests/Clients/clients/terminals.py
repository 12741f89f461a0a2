"""Terminals, and tmux in one of them."""

import shlex
from dataclasses import replace

from .lab import Client, Pipe, color, spare_display, xvfb_screen

LINES = 4
COLUMNS = 110


class _InTerminal(Client):
    """xterm on a screen of its own: it knows what other terminals know, and needs no GPU."""

    @classmethod
    def takes(cls, font):
        return "Mono" in font

    #: Of the terminal.
    columns, lines = COLUMNS, LINES

    def start_terminal(self, command):
        place = self.place
        self.environment["DISPLAY"] = spare_display(self)
        term = ["-tn", place.term] if place.term else ["-tn", "xterm-direct"]
        self.start(
            "xterm", *term, "-fa", place.font, "-fs", str(place.size), "-bg", place.background,
            "-fg", place.foreground, "-b", "0", "-bw", "0", "+sb", "-geometry", f"{self.columns}x{self.lines}+0+0",
            "-xrm", "XTerm*cursorBlink: false", "-e", "sh", "-c", command,
        )

    def screen(self):
        return xvfb_screen(self)

    def picture(self):
        """The line at the top."""
        screen = super().picture()
        return screen.crop(0, 0, screen.width, screen.height // LINES)


class Terminal(_InTerminal):
    name = "xterm"
    programs = ("Xvfb", "xterm")
    output = "ansi"

    def launch(self):
        self.pipe = Pipe(self.path("status"))
        self.start_terminal(f"stty -echo; printf '\\033[?25l'; exec cat {self.pipe.path}")

    def feed(self, line, mark):
        """The mark is in a line below, drawn after the other."""
        red, green, blue = mark
        below = f"\033[3;1H\033[48;2;{red};{green};{blue}m \033[49m\033[1;1H"
        self.pipe.write((line + below).encode())


#: Red and blue of xterm, for terminals that have no others.
NAMED_MARKS = {(0xCD, 0x00, 0x00): "red", (0x00, 0x00, 0xEE): "blue"}


class Tmux(_InTerminal):
    name = "tmux"
    programs = ("Xvfb", "xterm", "tmux")
    output = "tmux"

    def launch(self):
        config = self.write(
            "tmux.conf",
            """
            set -g status-position top
            set -g status-left ''
            set -g status-right-length 200
            set -g window-status-format ''
            set -g window-status-current-format ''
            set -g status-style 'bg=default,fg=default'
            set -g status-right '#{E:@line}#[bg=#{@mark}] #[default]'
            set -g default-terminal tmux-256color
            set -ga terminal-overrides ',*:Smol=\\E[53m:Rmol=\\E[55m'
            set -g status-interval 0
            """
            + ("" if self.place.term else "set -ga terminal-overrides ',*:Tc'\n"),
        )
        self.tmux = ["tmux", "-S", self.path("run/tmux"), "-f", config]
        inner = shlex.join([*self.tmux, "new-session", "-s", "bar", "exec sleep infinity"])
        if self.place.term:
            # Behind a terminal that does not answer: xterm would say what it can do.
            sized = shlex.quote(f"stty rows {LINES} cols {COLUMNS}; exec {inner}")
            inner = f"sleep infinity | script -qc {sized} /dev/null"
        self.start_terminal(inner)
        self.wait("no tmux", self._is_attached)

    def _is_attached(self):
        try:
            return self.ask(*self.tmux, "list-clients").strip()
        except Exception:  # there is no server yet
            return False

    def marks(self):
        return tuple(NAMED_MARKS) if self.place.term else super().marks()

    def feed(self, line, mark):
        name = NAMED_MARKS.get(mark, "#%02x%02x%02x" % mark)
        self.ask(*self.tmux, "set", "-g", "@mark", name, ";", "set", "-g", "@line", line)

    def close(self):
        try:
            self.ask(*self.tmux, "kill-server")
        except Exception:  # it is gone already
            pass
        super().close()


class PanelTerminal(_InTerminal):
    """A terminal that shows a panel: one line below it is for the mark."""

    name = "panel-xterm"
    programs = ("Xvfb", "xterm")
    output = "ansi"
    is_for_panels = True
    columns, lines = 80, 25

    def __init__(self, place):
        super().__init__(replace(place, height=place.size * self.lines * 2))

    def launch(self):
        self.pipe = Pipe(self.path("status"))
        self.start_terminal(self.drawing())

    def drawing(self):
        return f"stty -echo; printf '\\033[?25l'; exec cat {self.pipe.path}"

    def feed(self, line, mark):
        red, green, blue = mark
        below = f"\033[{self.lines};1H\033[48;2;{red};{green};{blue}m \033[0m"
        self.pipe.write((line + below).encode())

    def picture(self):
        """The panel without the line below it."""
        screen = self.still()
        ground = bytes(color(self.place.background))
        height = max(y for y in range(screen.height) if ground in screen.row(y)) + 1
        width = (screen.row(0).rfind(ground) // 3) + 1
        return screen.crop(0, 0, width, height // self.lines * (self.lines - 1))


class PanelPopup(PanelTerminal):
    """A popup of tmux that shows a panel."""

    name = "panel-popup"
    programs = ("Xvfb", "xterm", "tmux")

    def start_terminal(self, command):
        config = self.write(
            "tmux.conf",
            "set -g status off\nset -g default-terminal tmux-256color\n"
            "set -ga terminal-overrides ',*:Tc'\n",
        )
        self.tmux = ["tmux", "-S", self.path("run/tmux"), "-f", config]
        popup = shlex.join(
            [*self.tmux, "display-popup", "-B", "-w", str(self.columns), "-h", str(self.lines),
             "-E", command])
        inner = shlex.join([*self.tmux, "new-session", "-s", "bar", "exec sleep infinity"])
        super().start_terminal(inner)
        self.wait("no tmux", self._is_attached)
        self.start("sh", "-c", popup)

    def _is_attached(self):
        try:
            return self.ask(*self.tmux, "list-clients").strip()
        except Exception:  # there is no server yet
            return False

    def close(self):
        try:
            self.ask(*self.tmux, "kill-server")
        except Exception:  # it is gone already
            pass
        super().close()
