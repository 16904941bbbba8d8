"""A real Home Assistant in the root of Debian 13, used through its REST interface."""

import json
import shutil
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request

from processes import free_port, read_json, stop, wait_for


class HomeAssistant:
    CONFIGURATION = """
http:
  server_host: 127.0.0.1
  server_port: {port}
api:
config:
automation: !include automations.yaml
"""

    def __init__(self, place, broker):
        self.place = place
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.token = None
        self.folder = place.folder / "home-assistant"
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()
        (self.folder / "configuration.yaml").write_text(self.CONFIGURATION.format(port=self.port))
        (self.folder / "automations.yaml").write_text("[]\n")
        self.start()
        try:
            wait_for("Home Assistant", lambda: self.get("/api/onboarding"), pause=0.05)
            self.log_in()
            wait_for("its start", lambda: self.get("/api/config")["state"] == "RUNNING", pause=0.05)
            self.join(broker)
        except BaseException:
            print(place.text_of_log("home-assistant")[-4000:], file=sys.stderr)
            stop(self.child)
            raise

    # Life

    def start(self):
        # Nothing is installed while it runs.
        command = self.place.enter(
            "env", f"HOME={self.folder}", self.place.made / "venv/bin/python", "-m", "homeassistant", "--config",
            self.folder, "--skip-pip")
        with self.place.log("home-assistant") as log:
            self.child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def stop(self):
        """Ends it by its own service. A signal would end it before it has written its registries."""
        self.call("homeassistant", "stop")
        self.child.wait(180)

    def restart(self):
        """Starts it again, and returns when it runs."""
        self.start()
        wait_for("Home Assistant", lambda: self.get("/api/config")["state"] == "RUNNING", pause=0.05)

    def close(self):
        try:
            self.stop()
        except (OSError, subprocess.TimeoutExpired):
            pass
        stop(self.child)

    def log_in(self):
        """Creates the first user, which is the first step of the onboarding. The others are not necessary."""
        client = self.address + "/"
        user = {"client_id": client, "name": "Check", "username": "check", "password": "check", "language": "en"}
        code = self.post("/api/onboarding/users", user)["auth_code"]
        grant = {"grant_type": "authorization_code", "code": code, "client_id": client}
        self.token = self.request("POST", "/auth/token", urllib.parse.urlencode(grant).encode())["access_token"]

    def join(self, broker):
        """Adds the broker, as a user does."""
        flow = self.post("/api/config/config_entries/flow", {"handler": "mqtt", "show_advanced_options": False})
        form = {"broker": "127.0.0.1", "port": broker.port}
        # Newer versions have more fields, and a section of others.
        more = {"set_client_cert": False, "set_ca_cert": "off", "transport": "tcp"}
        for field in flow["data_schema"]:
            if field.get("required") and field["name"] not in form:
                form[field["name"]] = more if field["name"] == "other_settings" else field["default"]
        result = self.post(f"/api/config/config_entries/flow/{flow['flow_id']}", form)
        assert result["type"] == "create_entry", result

    # Requests

    def get(self, path):
        return self.request("GET", path)

    def post(self, path, body):
        return self.request("POST", path, json.dumps(body).encode(), "application/json")

    def read(self, path):
        """Returns the content type and the bytes of a resource."""
        request = urllib.request.Request(self.address + path, headers={"Authorization": f"Bearer {self.token}"})
        with urllib.request.urlopen(request, timeout=180) as answer:
            return answer.headers.get_content_type(), answer.read()

    def request(self, method, path, body=None, kind="application/x-www-form-urlencoded"):
        headers = {"Content-Type": kind}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        request = urllib.request.Request(self.address + path, data=body, headers=headers, method=method)
        with urllib.request.urlopen(request, timeout=180) as answer:
            return read_json(answer.read().decode())

    def call(self, domain, service, **data):
        return self.post(f"/api/services/{domain}/{service}", data)

    def template(self, text):
        return self.post("/api/template", {"template": text})

    # Entities

    def entity(self, name):
        """Returns the state and the attributes of an entity; nil if there is none."""
        try:
            return self.get(f"/api/states/{name}")
        except urllib.error.HTTPError as error:
            if error.code == 404:
                return None
            raise

    def state(self, name):
        return (self.entity(name) or {}).get("state")

    def entities(self, title):
        """Returns the entities of the device with this name."""
        return self.template("{{ device_entities(device_id('%s')) | list | to_json }}" % title) or []

    def device(self, title):
        return self.template("{{ device_id('%s') }}" % title)
