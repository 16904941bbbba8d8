#!/usr/bin/env python3
"""Measures a box in a fleet, and prints the figures as JSON.

    Tests/Fleet/measure.py [PRESSES]     CARILLON_PROGRAMS is the folder of FleetMeter; default: .build/debug

- `press.p50`, `press.p99`, and the same with `tls.`: the milliseconds from a press to its delivery to another client.
- `publisher.p50`, `tls.publisher.p50`: the same from the start of mosquitto_pub, measured in turns with the presses.
- `light.down`, `light.resolver`, `light.handshake`: the time from a press to the LED while the fleet cannot connect, in
  percent above that without a fleet. Nobody listens on the broker's port; no name server answers; the broker does not
  continue the handshake of TLS.

What cannot be measured is left out, and a line on standard error says so.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from processes import PROGRAMS, Broker, find_mosquitto, unpacked_mosquitto

ROUNDS = 200


def find_publisher():
    """Returns mosquitto_pub and the environment that it needs; nil if there is none."""
    unpacked = unpacked_mosquitto()
    if os.access("/usr/bin/mosquitto_pub", os.X_OK):
        return "/usr/bin/mosquitto_pub", None
    if os.access(unpacked / "usr/bin/mosquitto_pub", os.X_OK):
        libraries = map(str, [*unpacked.glob("usr/lib/*-linux-*"), *unpacked.glob("lib/*-linux-*")])
        return unpacked / "usr/bin/mosquitto_pub", dict(os.environ, LD_LIBRARY_PATH=":".join(libraries))
    return None


def meter(*arguments, view=(), environment=None):
    """Returns the figures of each line that FleetMeter prints."""
    command = [*view, PROGRAMS / "FleetMeter", *map(str, arguments)]
    output = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, timeout=300, env=environment).stdout
    return {words[0]: list(map(float, words[1:])) for words in map(str.split, output.splitlines())}


def press(folder, publisher, environment, count):
    figures = {}
    for prefix, tls in [("", False), ("tls.", True)]:
        broker = Broker([find_mosquitto()], folder, tls)
        try:
            authorities = [broker.authorities] if tls else []
            found = meter("press", broker.address, count, publisher, *authorities, environment=environment)
        finally:
            broker.close()
        figures[f"{prefix}press.p50"], figures[f"{prefix}press.p99"] = found["press"][1:]
        figures[f"{prefix}publisher.p50"] = found["publisher"][1]
    return figures


def silent_resolver(folder):
    """Returns the command for a view of this machine whose name server is 127.0.0.1, where FleetMeter listens."""
    file = pathlib.Path(folder) / "resolv.conf"
    file.write_text("nameserver 127.0.0.1\n")
    view = ["bwrap", "--dev-bind", "/", "/", "--ro-bind", file, os.path.realpath("/etc/resolv.conf"), "--unshare-user",
            "--unshare-net", "--cap-add", "CAP_NET_BIND_SERVICE", "--die-with-parent", "--"]
    try:
        works = subprocess.run([*view, "true"], capture_output=True).returncode == 0
    except OSError:
        works = False
    return view if works else None


def light(folder):
    figures = {}
    for absence in ("down", "resolver", "handshake"):
        view = silent_resolver(folder) if absence == "resolver" else []
        if view is None:
            print("the fleet without a name server is not measured: bubblewrap does not work here", file=sys.stderr)
            continue
        joined, alone = meter("light", absence, ROUNDS, view=view)["light"]
        figures[f"light.{absence}"] = (joined / alone - 1) * 100
    return figures


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
    figures = {}
    folder = tempfile.mkdtemp(prefix="carillon-fleet-")
    try:
        publisher = find_publisher()
        if find_mosquitto() and publisher:
            figures = press(folder, *publisher, count)
        else:
            print("presses in the fleet are not measured: no mosquitto or mosquitto_pub; run make broker", file=sys.stderr)
        figures |= light(folder)
    finally:
        shutil.rmtree(folder)
    print(json.dumps(figures))


main()
