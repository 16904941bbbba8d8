"""The broker, the clients and the box that the check needs, as child processes on the loopback device."""

import contextlib
import json
import os
import pathlib
import socket
import subprocess
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PROGRAMS = pathlib.Path(os.environ.get("CARILLON_PROGRAMS", ROOT / ".build/debug"))


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


# The longest wait, in seconds. The machine may be busy with other work; only a failure waits so long.
TIMEOUT = 180.0


def wait_for(what, condition, timeout=TIMEOUT, pause=0.01):
    """Returns the condition's first value that is true, and the seconds that it took."""
    begin, last = time.monotonic(), None
    while time.monotonic() - begin < timeout:
        try:
            last = condition()
        except OSError as error:
            last = error
        else:
            if last:
                return last, time.monotonic() - begin
        time.sleep(pause)
    raise AssertionError(f"{what}: not within {timeout} s; last: {last}")


class OtherWork:
    """The processor time that this machine spends on others than this process and its children."""

    def __init__(self):
        self.time, self.spent = time.monotonic(), self.seconds()

    def processors(self):
        """Returns the number of processors that others have kept busy since the beginning."""
        return (self.seconds() - self.spent) / (time.monotonic() - self.time)

    @staticmethod
    def seconds():
        user, nice, system, _, _, *interrupts = map(int, pathlib.Path("/proc/stat").read_text().split()[1:9])
        parents, times = {}, {}
        for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                words = path.read_text().rpartition(")")[2].split()
                parents[int(path.parent.name)] = int(words[1])
                # With those of the children that have ended.
                times[int(path.parent.name)] = sum(map(int, words[11:15]))

        def is_own(process):
            return process == os.getpid() or process in parents and is_own(parents[process])

        own = sum(ticks for process, ticks in times.items() if is_own(process))
        return (user + nice + system + sum(interrupts) - own) / os.sysconf("SC_CLK_TCK")


def stop(child, timeout=30):
    """Ends a child process, and returns when it has ended."""
    if child.poll() is None:
        child.terminate()
        try:
            child.wait(timeout)
        except subprocess.TimeoutExpired:
            child.kill()
    child.wait()
    for pipe in (child.stdin, child.stdout):
        with contextlib.suppress(OSError):
            pipe and pipe.close()


class Place:
    """The root of Debian 13 with Mosquitto and Home Assistant, and a folder for this run's files."""

    def __init__(self, folder):
        made = subprocess.run([HERE / "set-up"], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
        self.made = pathlib.Path(made)
        self.folder = pathlib.Path(folder)

    def enter(self, *command):
        """Returns the command that runs a command in the root."""
        return [str(ROOT / "Tools/debian13/enter"), str(self.made / "root"), *map(str, command)]

    def log(self, name):
        return open(self.folder / f"{name}.log", "ab")

    def text_of_log(self, name):
        return (self.folder / f"{name}.log").read_text(errors="replace")


def unpacked_mosquitto():
    """Returns the folder in which `make broker` unpacks Mosquitto."""
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME", pathlib.Path.home() / ".cache"))
    return cache / "carillon/mosquitto"


def find_mosquitto():
    """Returns the program of CARILLON_MOSQUITTO, of this machine, or of `make broker`; nil if there is none."""
    candidates = [os.environ.get("CARILLON_MOSQUITTO"), "/usr/sbin/mosquitto", unpacked_mosquitto() / "mosquitto"]
    return next((str(each) for each in candidates if each and os.access(each, os.X_OK)), None)


class Broker:
    """Mosquitto. `command` is its program's command, and `folder` that of its files.

    With TLS, `authorities` is the file with the authority that signs its certificate for `localhost`.
    """

    def __init__(self, command, folder, tls=False):
        self.command, self.folder = command, pathlib.Path(folder)
        self.port = free_port()
        self.authorities = self.make_certificates() if tls else None
        self.address = f"mqtts://localhost:{self.port}" if tls else f"mqtt://127.0.0.1:{self.port}"
        lines = [
            f"listener {self.port} 127.0.0.1", "allow_anonymous true", "persistence false", "set_tcp_nodelay true",
            "max_queued_messages 10000",
        ]
        if os.getuid() == 0:
            lines.append("user root")
        if tls:
            lines += [f"cafile {self.folder}/ca.crt", f"certfile {self.folder}/broker.crt",
                      f"keyfile {self.folder}/broker.key"]
        self.configuration = self.folder / f"mosquitto-{self.port}.conf"
        self.configuration.write_text("\n".join(lines) + "\n")
        self.start()

    def start(self):
        with open(self.folder / "broker.log", "ab") as log:
            self.child = subprocess.Popen(
                [*self.command, "-c", self.configuration], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        wait_for("the broker", lambda: socket.create_connection(("127.0.0.1", self.port), 1).close() or True)

    def kill(self):
        """Kills the broker, as a power cut does: nothing is saved, and no connection is closed properly."""
        self.child.kill()
        self.child.wait()

    def close(self):
        stop(self.child)

    def make_certificates(self):
        def openssl(*words):
            subprocess.run(["openssl", *words], cwd=self.folder, check=True, capture_output=True)

        key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
        openssl("req", "-x509", *key, "-days", "2", "-subj", "/CN=authority", "-keyout", "ca.key", "-out", "ca.crt")
        openssl("req", *key, "-subj", "/CN=localhost", "-keyout", "broker.key", "-out", "broker.csr")
        (self.folder / "broker.ext").write_text("subjectAltName=DNS:localhost")
        openssl("x509", "-req", "-in", "broker.csr", "-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", "-days",
                "2", "-out", "broker.crt", "-extfile", "broker.ext")
        return str(self.folder / "ca.crt")


class Ear:
    """All messages on a broker, as mosquitto_sub prints them: the time, the flag, the topic and the payload."""

    def __init__(self, place, broker):
        self.place, self.broker = place, broker
        self.messages = []
        self.child = subprocess.Popen(
            place.enter("mosquitto_sub", "-h", "127.0.0.1", "-p", broker.port, "-t", "#", "-q", 1, "-F", "%r\t%t\t%p"),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.thread = threading.Thread(target=self.listen, daemon=True)
        self.thread.start()
        self.publish("check/ear", "listening")
        wait_for("the subscriber", lambda: self.find("check/ear") or self.publish("check/ear", "listening"), pause=0.1)

    def listen(self):
        for line in self.child.stdout:
            words = line.rstrip("\n").split("\t", 2)
            if len(words) == 3:
                self.messages.append((time.monotonic(), words[0] == "1", words[1], words[2]))

    def find(self, topic, payload=None, since=0):
        """Returns the first message after the first `since` ones with this end of a topic and with this text."""
        for message in self.messages[since:]:
            if message[2].endswith(topic) and (payload is None or payload in message[3]):
                return message
        return None

    def wait(self, topic, payload=None, since=0):
        return wait_for(f"{topic} {payload}", lambda: self.find(topic, payload, since), pause=0.001)[0]

    def publish(self, topic, payload, retain=False):
        command = ["mosquitto_pub", "-h", "127.0.0.1", "-p", self.broker.port, "-q", 1, "-t", topic]
        command += ["-s"] if payload else ["-n"]
        subprocess.run(
            self.place.enter(*command, *(["-r"] if retain else [])), input=payload, text=True, check=True, timeout=TIMEOUT)

    def close(self):
        self.child.terminate()
        self.thread.join()
        stop(self.child)


class Box:
    """The program FleetProbe on a simulated board. `wiring` is the text of the file with its devices.

    `environment` has further variables."""

    WIRING = (HERE / "Boards/wirings/house.yaml").read_text()

    def __init__(self, place, broker, wiring=WIRING, **environment):
        self.place = place
        file = place.folder / "house.yaml"
        file.write_text(wiring)
        with place.log("box") as log:
            self.child = subprocess.Popen(
                [PROGRAMS / "FleetProbe", "--board", "simulated", "--sound", "none", "--wiring", file, "--broker",
                 broker.address],
                stdin=subprocess.PIPE, stdout=log, stderr=log, text=True, bufsize=1, cwd=ROOT,
                env=dict(os.environ, CARILLON_PATH=f"{HERE}:{ROOT}", **environment))

    def play(self, line):
        """Performs a line of a script: `bell`, `hold bell 1 s`, `turn knob 2`."""
        self.child.stdin.write(line + "\n")

    def kill(self):
        self.child.kill()
        stop(self.child)

    def close(self):
        stop(self.child)


class Meter:
    """The program FleetMeter, which prints lines of a name and its figures."""

    def __init__(self, *arguments):
        self.lines = []
        self.child = subprocess.Popen(
            [PROGRAMS / "FleetMeter", *map(str, arguments)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            bufsize=1)
        self.thread = threading.Thread(target=self.listen, daemon=True)
        self.thread.start()

    def listen(self):
        for line in self.child.stdout:
            self.lines.append((time.monotonic(), line.split()))

    def clear(self):
        """Forgets the lines so far."""
        self.lines.clear()

    def wait(self, name):
        """Returns the time and the figures of the first line with this name."""
        def line():
            return next((each for each in self.lines if each[1][0] == name), None)

        time, words = wait_for(name, line)[0]
        return time, words[1:]

    def write(self, line):
        self.child.stdin.write(line + "\n")

    def close(self):
        self.child.terminate()
        self.thread.join()
        stop(self.child)


def read_json(text):
    try:
        return json.loads(text)
    except ValueError:
        return text
