"""The lines that odobar writes, in virtual time."""

import json
import os
import subprocess
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(__file__))))


def binary():
    """The program under test: ODOBAR, or what was built last."""
    if "ODOBAR" in os.environ:
        return os.environ["ODOBAR"]
    built = [os.path.join(ROOT, ".build", kind, "odobar") for kind in ("debug", "release")]
    there = [path for path in built if os.path.exists(path)]
    if not there:
        raise SystemExit("there is no odobar in .build: run 'make build' first")
    return max(there, key=os.path.getmtime)


def frames(config, events, output, *options):
    """Pairs of a time in milliseconds and a line, from `odobar simulate`."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "config.yaml")
        # What is YAML's is also JSON's.
        with open(path, "w", encoding="utf-8") as file:
            json.dump(config, file)
        done = subprocess.run(
            [binary(), "simulate", "-c", path, "-o", output, "-e", "-", *options],
            input="".join(json.dumps(event) + "\n" for event in events),
            capture_output=True, text=True, check=False,
        )
    if done.returncode != 0 or done.stderr:
        raise SystemExit(f"odobar simulate: {done.stderr}")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return [(line["at"], line["frame"]) for line in lines]
