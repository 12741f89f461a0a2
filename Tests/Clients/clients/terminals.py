"""Terminals, and tmux in one of them."""

import shlex

from .lab import Client, Pipe, spare_display, xvfb_screen

LINES = 4
COLUMNS = 110


class _InTerminal(Client):
    """xterm on a screen of its own: it knows what other terminals know, and needs no GPU."""

    @classmethod
    def takes(cls, font):
        return "Mono" in font

    def start_terminal(self, command):
        place = self.place
        self.environment["DISPLAY"] = spare_display(self)
        term = ["-tn", place.term] if place.term else ["-tn", "xterm-direct"]
        self.start(
            "xterm", *term, "-fa", place.font, "-fs", str(place.size), "-bg", place.background,
            "-fg", place.foreground, "-b", "0", "-bw", "0", "+sb", "-geometry", f"{COLUMNS}x{LINES}+0+0",
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
