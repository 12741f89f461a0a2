# Stands for the portal of a desktop and for power-profiles-daemon, as far as motion goes.
#
# Arguments are NAME=VALUE: reduced-motion, enable-animations, power-saver-enabled, profile; and
# version (of the portal's settings; 2), daemon (new or old, the name of the power profiles' daemon).
# Lines of the same form on standard input change values, and are told as desktops tell them.
import os
import sys

from gi.repository import Gio, GLib

PORTAL = "org.freedesktop.portal.Desktop"
SETTINGS = "org.freedesktop.portal.Settings"
MONITOR = "org.freedesktop.portal.PowerProfileMonitor"
PROFILES = {"new": "org.freedesktop.UPower.PowerProfiles", "old": "net.hadess.PowerProfiles"}
KEYS = {
    ("org.freedesktop.appearance", "reduced-motion"): "u",
    ("org.gnome.desktop.interface", "enable-animations"): "b",
}
XML = """
<node>
  <interface name="%s">
    <method name="ReadOne">
      <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="v" direction="out"/>
    </method>
    <method name="Read">
      <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="v" direction="out"/>
    </method>
    <signal name="SettingChanged"><arg type="s"/><arg type="s"/><arg type="v"/></signal>
  </interface>
  <interface name="%s">
    <property name="power-saver-enabled" type="b" access="read"/>
  </interface>
  %s
</node>
""" % (SETTINGS, MONITOR, "".join(
    '<interface name="%s"><property name="ActiveProfile" type="s" access="read"/></interface>' % name
    for name in PROFILES.values()))

values = {"version": "2", "daemon": "new"}
values.update(argument.split("=", 1) for argument in sys.argv[1:])
loop = GLib.MainLoop()
info = Gio.DBusNodeInfo.new_for_xml(XML)


def variant(kind, text):
    return GLib.Variant(kind, {"u": int, "b": lambda flag: flag == "1", "s": str}[kind](text))


def call(connection, sender, path, interface, method, parameters, invocation):
    kind = KEYS.get(tuple(parameters.unpack()))
    key = parameters.unpack()[1]
    if method == "ReadOne" and values["version"] == "1":
        invocation.return_dbus_error("org.freedesktop.DBus.Error.UnknownMethod", "too old")
    elif kind is None or key not in values:
        invocation.return_dbus_error("org.freedesktop.portal.Error.NotFound", "no such key")
    else:
        value = variant(kind, values[key])
        if method == "Read":
            value = GLib.Variant("v", value)
        invocation.return_value(GLib.Variant("(v)", (value,)))


def get(connection, sender, path, interface, name):
    if name == "ActiveProfile":
        return variant("s", values.get("profile", "balanced"))
    return variant("b", values.get(name, "0"))


def tell(connection, name):
    for (namespace, key), kind in KEYS.items():
        if key == name:
            arguments = (namespace, key, variant(kind, values[name]))
            connection.emit_signal(
                None, "/org/freedesktop/portal/desktop", SETTINGS, "SettingChanged",
                GLib.Variant("(ssv)", arguments))
    path, interface, name, value = None, MONITOR, name, None
    if name == "power-saver-enabled":
        path, value = "/org/freedesktop/portal/desktop", variant("b", values[name])
    elif name == "profile":
        interface, name = PROFILES[values["daemon"]], "ActiveProfile"
        path, value = "/" + interface.replace(".", "/"), variant("s", values["profile"])
    if path:
        connection.emit_signal(
            None, path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
            GLib.Variant("(sa{sv}as)", (interface, {name: value}, [])))


def listen(channel, condition, connection):
    lines = os.read(0, 4096).decode().split()
    if not lines:
        loop.quit()
        return False
    for line in lines:
        name, value = line.split("=", 1)
        values[name] = value
        tell(connection, name)
    return True


connection = Gio.bus_get_sync(Gio.BusType.SESSION, None)
interfaces = {interface.name: interface for interface in info.interfaces}
for name in (SETTINGS, MONITOR):
    connection.register_object(
        "/org/freedesktop/portal/desktop", interfaces[name], call, get, None)
if "profile" in values:
    name = PROFILES[values["daemon"]]
    connection.register_object("/" + name.replace(".", "/"), interfaces[name], None, get, None)
owned = ([PROFILES[values["daemon"]]] if "profile" in values else []) + [PORTAL]
for name in owned:
    Gio.bus_own_name_on_connection(
        connection, name, Gio.BusNameOwnerFlags.NONE,
        (lambda *_: print("ready", flush=True)) if name == PORTAL else None, None)
GLib.io_add_watch(GLib.IOChannel.unix_new(0), GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP,
                  listen, connection)
loop.run()
