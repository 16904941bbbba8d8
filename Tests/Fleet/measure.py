#!/usr/bin/env python3
"""Measures a box in a fleet, and prints the figures as JSON.

    Tests/Fleet/measure.py [PRESSES]     CARILLON_PROGRAMS is the folder of FleetMeter; default: .build/debug

- `press.p50`, `press.p99`, and the same with `tls.`: the milliseconds from a press to its delivery to another client.
- `publisher.p50`, `tls.publisher.p50`: the same from the start of mosquitto_pub, measured in turns with the presses.
- `light.down`, `light.resolver`, `light.handshake`: the time from a press to the LED while the fleet cannot connect, in
  percent above that without a fleet. Nobody listens on the broker's port; no name server answers; the broker does not
  continue the handshake of TLS.
- `memory`, `tls.memory`: the resident memory in kB of a box that is connected, above that of the same program without
  `--broker`; the medians of runs in turns. `idle.libraries`: the number of MQTT libraries in the latter.
- `outbox`: the bytes of memory that events each second have taken after a day without a broker, in virtual time.

What cannot be measured is left out, and a line on standard error says so.
"""

import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from processes import PROGRAMS, Broker, find_mosquitto, stop, unpacked_mosquitto, wait_for

ROUNDS = 200
MEMORY_ROUNDS = 5


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


def resident(broker, folder):
    """Returns the resident memory of OutboxProbe in kB once it is connected, and the number of its MQTT libraries."""
    words = [PROGRAMS / "OutboxProbe", "--board", "simulated", "--sound", "none"]
    if broker:
        credentials = pathlib.Path(folder) / "credentials"
        credentials.mkdir(exist_ok=True)
        if broker.authorities:
            shutil.copy(broker.authorities, credentials / "broker-ca.crt")
        words += ["--broker", broker.address, "--broker-credentials", credentials]
    with open(pathlib.Path(folder) / "probe.log", "w+") as log:
        child = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=log)
        try:
            ready = "connected to the broker" if broker else "running on"
            wait_for(ready, lambda: ready in pathlib.Path(log.name).read_text())
            time.sleep(0.5)
            process = pathlib.Path("/proc") / str(child.pid)
            rollup = (process / "smaps_rollup").read_text().splitlines()
            kilobytes = next(int(line.split()[1]) for line in rollup if line.startswith("Rss:"))
            libraries = {line.split()[-1] for line in (process / "maps").read_text().splitlines() if "mosquitto" in line}
            return kilobytes, len(libraries)
        finally:
            stop(child)


def memory(folder):
    brokers = {prefix: Broker([find_mosquitto()], folder, prefix != "") for prefix in ("", "tls.")}
    try:
        runs = [
            {prefix: resident(broker, folder) for prefix, broker in [("idle.", None), *brokers.items()]}
            for _ in range(MEMORY_ROUNDS)
        ]
    finally:
        for broker in brokers.values():
            broker.close()
    figures = {
        f"{prefix}memory": statistics.median(run[prefix][0] - run["idle."][0] for run in runs) for prefix in brokers
    }
    return figures | {"idle.libraries": max(run["idle."][1] for run in runs)}


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
    figures = {}
    folder = tempfile.mkdtemp(prefix="carillon-fleet-")
    try:
        publisher = find_publisher()
        if find_mosquitto() and publisher:
            figures = press(folder, *publisher, count) | memory(folder)
        else:
            print("presses in the fleet are not measured: no mosquitto or mosquitto_pub; run make broker", file=sys.stderr)
        figures |= light(folder)
        figures["outbox"] = meter("outbox")["outbox"][0]
    finally:
        shutil.rmtree(folder)
    print(json.dumps(figures))


main()
