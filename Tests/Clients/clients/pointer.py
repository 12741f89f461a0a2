"""A mouse for compositors of wlroots: speaks their protocol by itself.

The seat has a pointer only while such a device exists, so it lives as long as its object.
Source: wlr-virtual-pointer-unstable-v1.xml, and wayland.xml for the requests of display and registry.
"""

import os
import socket
import struct
import time

#: Linux input codes, by the number of the button in X.
BUTTONS = {1: 0x110, 2: 0x112, 3: 0x111}
STEPS = {4: -1, 5: 1}


def _string(text):
    data = text.encode() + b"\0"
    return struct.pack("=I", len(data)) + data + b"\0" * (-len(data) % 4)


class Pointer:
    """A pointer on a layout of so many pixels."""

    def __init__(self, environment, width, height):
        self.size = width, height
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(10)
        self.socket.connect(
            os.path.join(environment["XDG_RUNTIME_DIR"], environment["WAYLAND_DISPLAY"]))
        self.names, self.globals, self.buffer = 1, {}, b""
        self.registry = self._name()
        self._send(1, 1, struct.pack("=I", self.registry))
        self._settle()
        manager = self._bind("zwlr_virtual_pointer_manager_v1", 1)
        seat = self._bind("wl_seat", 5)
        self.pointer = self._name()
        self._send(manager, 0, struct.pack("=II", seat, self.pointer))
        self._settle()

    def close(self):
        self.socket.close()

    def _name(self):
        self.names += 1
        return self.names

    def _send(self, target, request, body=b""):
        self.socket.sendall(struct.pack("=IHH", target, request, 8 + len(body)) + body)

    def _bind(self, interface, version):
        number, offered = self.globals[interface]
        bound = self._name()
        body = struct.pack("=I", number) + _string(interface)
        self._send(self.registry, 0, body + struct.pack("=II", min(version, offered), bound))
        return bound

    def _settle(self):
        """Waits until the compositor has done all that was asked."""
        callback = self._name()
        self._send(1, 0, struct.pack("=I", callback))
        while True:
            while len(self.buffer) >= 8:
                source, event, length = struct.unpack("=IHH", self.buffer[:8])
                if len(self.buffer) < length:
                    break
                body, self.buffer = self.buffer[8:length], self.buffer[length:]
                if source == self.registry and event == 0:
                    number, size = struct.unpack("=II", body[:8])
                    end = 8 + size + (-size % 4)
                    name = body[8 : 8 + size - 1].decode()
                    self.globals[name] = number, struct.unpack("=I", body[end : end + 4])[0]
                elif source == callback:
                    return
            data = self.socket.recv(1 << 16)
            if not data:
                raise ConnectionError("the compositor has gone")
            self.buffer += data

    def _request(self, number, *words):
        body = struct.pack("=" + "I" * len(words), *[word & 0xFFFFFFFF for word in words])
        self._send(self.pointer, number, body)

    def _frame(self):
        self._request(4)
        self._settle()

    @staticmethod
    def _now():
        return int(time.monotonic() * 1000)

    def move(self, x, y):
        self._request(1, self._now(), x, y, *self.size)
        self._frame()

    def click(self, button, x, y):
        """Presses and releases a button, or turns the wheel by a step."""
        self.move(x, y)
        if button in STEPS:
            self._request(5, 0)
            # In 1/256 of a unit, of which a step has 15.
            self._request(7, self._now(), 0, STEPS[button] * 15 * 256, STEPS[button])
            self._frame()
            return
        for state in (1, 0):
            self._request(2, self._now(), BUTTONS[button], state)
            self._frame()
