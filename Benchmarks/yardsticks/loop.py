#!/usr/bin/env python3
"""Ten numbers that count up and down at 30 frames a second, as one writes it in Python."""

import json
import random
import sys
import time

FRAMES = 30
random.seed(1)
shown = [0] * 10
sys.stdout.write('{"version": 1}\n[\n')
begin = time.monotonic()
tick = 0
while True:
    start = list(shown)
    target = [random.randint(100_000, 999_999) for _ in range(10)]
    for step in range(1, FRAMES + 1):
        tick += 1
        time.sleep(max(begin + tick / FRAMES - time.monotonic(), 0))
        shown = [round(a + (b - a) * step / FRAMES) for a, b in zip(start, target)]
        blocks = [
            {"full_text": f"{name} {value:,}", "name": name, "color": "#88c0d0"}
            for name, value in zip("abcdefghij", shown)
        ]
        sys.stdout.write(json.dumps(blocks) + ",\n")
        sys.stdout.flush()
