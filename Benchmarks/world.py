"""A place in which odobar is alone, and what is measured there."""

import contextlib
import json
import os
import pathlib
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Trouble(Exception):
    """Something is not as it should be."""


def expect(condition, complaint):
    if not condition:
        raise Trouble(complaint)


def wait(what, condition, patience=20):
    """Waits for a condition; gives what it gave."""
    end = time.monotonic() + patience
    while True:
        found = condition()
        if found:
            return found
        expect(time.monotonic() < end, f"waited {patience} s in vain: {what}")
        time.sleep(0.02)


class Feed:
    """A feed, and the reader of its lines."""

    def __init__(self, world, words):
        self.words = words
        self.process = subprocess.Popen(
            [world.program, *words], env=world.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=world.errors)
        self.unread = b""
        self.lines = 0
        self.last = None

    def take(self):
        """Takes what has come; False at the end."""
        with contextlib.suppress(BlockingIOError):
            chunk = os.read(self.process.stdout.fileno(), 1 << 16)
            if not chunk:
                return False
            *whole, self.unread = (self.unread + chunk).split(b"\n")
            for line in whole:
                self.last = json.loads(line) if self.words[0] in ("waybar", "json") else line
            self.lines += len(whole)
        return True

    @property
    def runs(self):
        return self.process.poll() is None


class World:
    """A folder in which odobar is alone: a config, an engine, feeds."""

    def __init__(self, program, config):
        self.program = program
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="odobar-feeds-"))
        self.folder.chmod(0o700)
        self.config = self.folder / "config.yaml"
        self.config.write_text(config)
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(self.folder), "LC_ALL": "C.UTF-8",
            "XDG_RUNTIME_DIR": str(self.folder), "RUNS": str(self.folder / "runs"),
            "SWIFT_BACKTRACE": "enable=no",
        }
        self.errors = open(self.folder / "errors", "wb")
        self.feeds = []

    def open(self, *words):
        feed = Feed(self, [*words, "-c", str(self.config)])
        self.feeds.append(feed)
        return feed

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for feed in self.feeds:
            with contextlib.suppress(ProcessLookupError):
                feed.process.send_signal(signal.SIGCONT)
                feed.process.terminate()
        for feed in self.feeds:
            feed.process.stdout.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                feed.process.wait(5)
        self.errors.close()
        end = time.monotonic() + 3
        while self.processes() and time.monotonic() < end:
            time.sleep(0.05)
        left = [name for _, name in self.processes()]
        for process, _ in self.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        shutil.rmtree(self.folder, ignore_errors=True)
        if left and sys.exc_info()[0] is None:
            raise Trouble(f"left behind: {left}")

    def read(self, seconds, stopped=()):
        """Reads all feeds but some for a while."""
        end = time.monotonic() + seconds
        waiting = {feed.process.stdout.fileno(): feed for feed in self.feeds if feed not in stopped}
        while (left := end - time.monotonic()) > 0 and waiting:
            for number in select.select(list(waiting), [], [], left)[0]:
                if not waiting[number].take():
                    del waiting[number]

    def processes(self):
        """All processes that have this world's runtime folder in their environment."""
        mark = f"XDG_RUNTIME_DIR={self.folder}".encode()
        found = []
        for entry in pathlib.Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            with contextlib.suppress(OSError):
                if mark in (entry / "environ").read_bytes().split(b"\0"):
                    words = (entry / "cmdline").read_bytes().split(b"\0")
                    found.append((int(entry.name), b" ".join(words).decode(errors="replace").strip()))
        return found

    @property
    def engine(self):
        engines = [process for process, name in self.processes() if " engine " in f" {name} "]
        return engines[0] if len(engines) == 1 else None

    def starts(self):
        """How often each source was started."""
        counts = {}
        with contextlib.suppress(FileNotFoundError):
            for name in (self.folder / "runs").read_text().split():
                counts[name] = counts.get(name, 0) + 1
        return counts


def memory(processes):
    """Private dirty memory and the proportional share of all, in KiB."""
    dirty = share = 0
    for process in processes:
        for line in pathlib.Path(f"/proc/{process}/smaps_rollup").read_text().splitlines():
            words = line.split()
            if words[0] == "Private_Dirty:":
                dirty += int(words[1])
            elif words[0] == "Pss:":
                share += int(words[1])
    return dirty, share


def descriptors(process):
    return len(os.listdir(f"/proc/{process}/fd"))
