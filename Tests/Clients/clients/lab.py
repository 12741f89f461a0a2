"""What all clients have in common: processes that end, and waiting for what is to be seen."""

import atexit
import os
import shutil
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass

from .picture import Picture

#: Whoever waits longer for a bar to draw waits in vain.
PATIENCE = 20.0

#: Colours that nothing else has: the mark that a line is drawn has the one or the other.
MARKS = ((0xFE, 0x01, 0x02), (0x02, 0x01, 0xFE))


class Unseen(Exception):
    """Something that was waited for did not come."""


@dataclass
class Place:
    """Where a client draws."""

    font: str = "DejaVu Sans Mono"
    #: In points.
    size: int = 10
    background: str = "#101418"
    foreground: str = "#d8dee9"
    width: int = 900
    height: int = 80
    #: Of the output, for clients of Wayland.
    scale: float = 1
    #: TERM of terminals; None is the terminal's own.
    term: str | None = None


def color(text):
    return tuple(int(text[i : i + 2], 16) for i in (1, 3, 5))


def lacks(programs):
    """Why clients of these programs cannot run here; None when they can."""
    missing = [name for name in programs if not shutil.which(name)]
    if missing:
        return f"{', '.join(missing)} not installed"
    if "sway" in programs and os.getuid() == 0:
        # sway does not run for root, but for anyone else in a namespace of its own.
        done = subprocess.run([*AS_USER, "true"], capture_output=True, check=False)
        if done.returncode != 0:
            return "no user namespaces, which sway needs when root runs it"
    return None


#: How a program runs that does not run for root.
AS_USER = ["unshare", "--user", "--map-user=1000", "--map-group=1000", "--"]


class Lab:
    """A folder and the processes of one client; `close` leaves nothing of either."""

    _open = []

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="odobar-clients.")
        self.processes = []
        # Window managers detach what they start: only this finds it again.
        self.tag = f"ODOBAR_CLIENTS={self.folder}"
        keep = ("PATH", "HOME", "LANG", "TMPDIR", "XDG_DATA_DIRS")
        self.environment = {key: os.environ[key] for key in keep if key in os.environ}
        self.environment.update(
            LC_ALL="C.UTF-8", ODOBAR_CLIENTS=self.folder, XDG_RUNTIME_DIR=self.path("run"),
            XDG_CONFIG_HOME=self.folder, NO_AT_BRIDGE="1", GSETTINGS_BACKEND="memory",
        )
        os.mkdir(self.path("run"), 0o700)
        Lab._open.append(self)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text, mode=0o644):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(self.path(name), mode)
        return self.path(name)

    def start(self, *command, **options):
        """Starts a program whose output goes to a file named after it."""
        name = os.path.basename(command[0])
        with open(self.path(f"{name}.log"), "ab") as log:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env=self.environment, cwd=self.folder, start_new_session=True, **options,
            )
        self.processes.append(process)
        return process

    def ask(self, *command):
        """What a program that ends by itself prints."""
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE,
            env=self.environment, cwd=self.folder, check=False,
        )
        if done.returncode != 0:
            raise Unseen(f"{command[0]}: {done.stderr.decode(errors='replace').strip()}")
        return done.stdout

    def does(self, *command):
        """Whether a program ends well."""
        try:
            self.ask(*command)
        except Unseen:
            return False
        return True

    def wait(self, what, condition):
        """The first true answer of `condition`."""
        deadline = time.monotonic() + PATIENCE
        while True:
            answer = condition()
            if answer:
                return answer
            if time.monotonic() > deadline:
                raise Unseen(f"{what}\n{self.logs()}")
            time.sleep(0.005)

    def logs(self):
        texts = []
        for name in sorted(os.listdir(self.folder)):
            if name.endswith(".log"):
                with open(self.path(name), encoding="utf-8", errors="replace") as file:
                    texts.append(f"--- {name}\n{file.read()[-1500:]}")
        return "\n".join(texts)

    def _strays(self):
        tag, found = self.tag.encode(), []
        for name in os.listdir("/proc"):
            if not name.isdigit():
                continue
            try:
                with open(f"/proc/{name}/environ", "rb") as file:
                    if tag in file.read().split(b"\0"):
                        found.append(int(name))
            except OSError:
                pass
        return found

    def close(self):
        if self not in Lab._open:
            return
        Lab._open.remove(self)
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            try:
                process.wait(2)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        while strays := self._strays():
            for pid in strays:
                try:
                    os.kill(pid, signal.SIGKILL)
                except OSError:
                    pass
            time.sleep(0.01)
        shutil.rmtree(self.folder, ignore_errors=True)

    @classmethod
    def close_all(cls):
        for lab in list(cls._open):
            lab.close()


atexit.register(Lab.close_all)
for _number in (signal.SIGTERM, signal.SIGHUP):
    signal.signal(_number, lambda number, _: os.sys.exit(128 + number))


class Client(Lab):
    """A program that draws the lines it is given."""

    #: The output of odobar that it reads.
    output = ""
    #: Whether it shows panels, not bars.
    is_for_panels = False
    #: What that is told of the client.
    client = "auto"
    name = ""

    def __init__(self, place):
        super().__init__()
        self.place = place
        self.shown = 0
        try:
            self.launch()
        except BaseException:
            self.close()
            raise

    @classmethod
    def takes(cls, font):
        """Whether the client can draw with the font."""
        return True

    def launch(self):
        """Starts the client, until it is ready for lines."""
        raise NotImplementedError

    def screen(self):
        """All that is on the screen."""
        raise NotImplementedError

    def marks(self):
        """The two colours of the mark."""
        return MARKS

    def feed(self, line, mark):
        """Gives a line to the client, with a mark in a colour that comes with its picture."""
        raise NotImplementedError

    def show(self, line):
        """Shows a line, until it is drawn."""
        self.shown += 1
        mark = self.marks()[self.shown % 2]
        self.feed(line, mark)
        self.wait(f"{self.name} has not drawn: {line}", lambda: self.screen().columns_of(mark))

    def still(self):
        """The screen, once it holds still."""
        before = self.screen()
        while (now := self.screen()).pixels != before.pixels:
            before = now
        return now

    def picture(self):
        """The bar as it is, from the left edge to the right."""
        now = self.still()
        ground = bytes(color(self.place.background))
        height = next((y for y in range(now.height) if ground not in now.row(y)), now.height)
        return now.crop(0, 0, now.width, height)


class Pipe:
    """A pipe with a name, that a client reads to the end of our life."""

    def __init__(self, path):
        self.path = path
        os.mkfifo(path)
        self.descriptor = os.open(path, os.O_RDWR | os.O_CLOEXEC)

    def write(self, data):
        os.write(self.descriptor, data)


def spare_display(lab, *options):
    """Starts Xvfb and returns its display; the screen is a file in the lab's folder."""
    reading, writing = os.pipe()
    os.set_inheritable(writing, True)
    lab.start(
        "Xvfb", "-displayfd", str(writing), "-screen", "0",
        f"{lab.place.width}x{lab.place.height}x24", "-dpi", "96", "-nolisten", "tcp",
        "-noreset", "-fbdir", lab.folder, *options, pass_fds=(writing,),
    )
    os.close(writing)
    number = b""
    with os.fdopen(reading, "rb", buffering=0) as file:
        while not number.endswith(b"\n"):
            byte = file.read(1)
            if not byte:
                raise Unseen(f"Xvfb has no display\n{lab.logs()}")
            number += byte
    return f":{number.decode().strip()}"


def xvfb_screen(lab):
    with open(lab.path("Xvfb_screen0"), "rb") as file:
        return Picture.from_xwd(file.read())
