# Takes a name on the bus and does nothing with it.
import sys

from gi.repository import Gio, GLib

loop = GLib.MainLoop()
Gio.bus_own_name(
    Gio.BusType.SESSION, sys.argv[1], Gio.BusNameOwnerFlags.NONE, None,
    lambda *_: print("ready", flush=True), lambda *_: loop.quit())
loop.run()
