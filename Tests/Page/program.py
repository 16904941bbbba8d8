"""A program with its page, on a simulated board."""

import os
import pathlib
import re
import select
import signal
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = pathlib.Path(__file__).resolve().parent
ADDRESS = re.compile(r"http://\S+")


class Program:
    """A running program, which may be called by another name. `address` is the one that it prints, with the key."""

    def __init__(self, product, *arguments, called=None):
        self.binary = pathlib.Path(os.environ.get("CARILLON_PROGRAMS", ROOT / ".build/debug")) / product
        command = [called or product, "--board", "simulated", "--sound", "none", "--page=0", *arguments]
        self.process = subprocess.Popen(
            command, executable=self.binary, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            env=dict(os.environ, CARILLON_PATH=f"{HERE}:{ROOT}:{ROOT}/Examples/HallLight"),
        )
        self.address = self.read_address()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def read_address(self):
        text, end = b"", time.monotonic() + 60
        while True:
            found = ADDRESS.search(text.decode(errors="replace"))
            if found and b"\n" in text:
                return found[0]
            isReady = select.select([self.process.stderr], [], [], max(0, end - time.monotonic()))[0]
            piece = os.read(self.process.stderr.fileno(), 4096) if isReady else b""
            if not piece:
                self.process.kill()
                raise RuntimeError(f"{self.process.args[0]} prints no address: {text.decode(errors='replace')}")
            text += piece

    def run(self, *arguments):
        """Runs the program once more, with other arguments, until it ends."""
        command = [self.binary, *arguments]
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)

    def stop(self):
        """Ends the program and returns its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = self.process.wait()
        self.process.stdin.close()
        self.process.stderr.close()
        return status
