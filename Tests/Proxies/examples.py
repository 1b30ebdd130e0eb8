"""An example of deploy/ with the real proxy, a server behind it, and a browser before it."""
import http.client
import json
import os
import re
import socket
import ssl
import subprocess
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "API"))
import harness  # noqa: E402

DEPLOY = harness.ROOT / "deploy"
NAMES = {"own-name": "money.example.net", "sub-path": "home.example.net"}
SUFFIXES = {"nginx": "conf", "caddy": "caddyfile", "haproxy": "cfg"}

NGINX = """
worker_processes 1; daemon off; master_process off; pid {work}/nginx.pid; error_log {work}/nginx.log;
events {{ worker_connections 512; }}
http {{
    access_log off;
    client_body_temp_path {work}/body; proxy_temp_path {work}/proxy; fastcgi_temp_path {work}/fastcgi;
    uwsgi_temp_path {work}/uwsgi; scgi_temp_path {work}/scgi;
    include {work}/example.conf;
}}
"""
# Where Caddy would ask an authority for a certificate, it makes one here.
CADDY = """{{
	admin off
	grace_period 1s
	http_port {http}
	https_port {https}
	default_bind 127.0.0.1
	local_certs
	skip_install_trust
	storage file_system {work}/caddy
}}
import {work}/example.caddyfile
"""
HAPROXY = "global\n    maxconn 200\n"


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Example:
    """One example before a server that was started as its comment says. Nothing is changed in it but addresses and files."""

    def __init__(self, kind, variant, work):
        self.kind, self.variant, self.work, self.name = kind, variant, Path(work), NAMES[variant]
        self.title = f"{kind}/{variant}"
        self.work.mkdir()
        text = (DEPLOY / kind / f"{variant}.{SUFFIXES[kind]}").read_text()
        command = re.search(r"splitclone serve (.*)", text)[1].split()
        # The harness says itself where to listen.
        assert command[:2] == ["--host", "127.0.0.1"], command
        self.flags = command[2:]
        self.base = command[command.index("--base-path") + 1] if "--base-path" in command else ""
        self.server = harness.Server(*self.flags)
        self.http, self.https = free_port(), free_port()
        self.certificate = self.work / "certificate.pem"
        self.process = self.start(self.configured(text))
        try:
            self.wait()
        except BaseException:
            self.close()
            raise

    def configured(self, text):
        text = text.replace("127.0.0.1:8080", f"127.0.0.1:{self.server.port}")
        if self.kind == "nginx":
            text = "\n".join(line for line in text.split("\n") if "[::]" not in line)
            text = re.sub(r"/etc/letsencrypt/\S+/(fullchain|privkey)\.pem", f"{self.work}/\\1.pem", text)
            text = text.replace("listen 80;", f"listen 127.0.0.1:{self.http};")
            return text.replace("listen 443 ", f"listen 127.0.0.1:{self.https} ")
        if self.kind == "haproxy":
            text = text.replace("bind :::80 v4v6", f"bind 127.0.0.1:{self.http}")
            text = text.replace("bind :::443 v4v6", f"bind 127.0.0.1:{self.https}")
            return re.sub(r"/etc/haproxy/\S+\.pem", f"{self.work}/both.pem", text)
        return text

    def start(self, example):
        self.make_certificate()
        file = self.work / f"example.{SUFFIXES[self.kind]}"
        file.write_text(example)
        known = {"work": self.work, "http": self.http, "https": self.https}
        main = self.work / "main"
        if self.kind == "nginx":
            main.write_text(NGINX.format(**known))
            command = ["nginx", "-c", str(main), "-p", str(self.work)]
        elif self.kind == "caddy":
            main.write_text(CADDY.format(**known))
            command = ["caddy", "run", "--config", str(main), "--adapter", "caddyfile"]
        else:
            main.write_text(HAPROXY)
            command = ["haproxy", "-db", "-f", str(main), "-f", str(file)]
        home = {"HOME": str(self.work), "XDG_DATA_HOME": str(self.work), "XDG_CONFIG_HOME": str(self.work)}
        self.log = open(self.work / "log", "wb")
        return subprocess.Popen(command, stdout=self.log, stderr=self.log, env=os.environ | home)

    def make_certificate(self):
        key, chain = self.work / "privkey.pem", self.work / "fullchain.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
             "-subj", "/CN=" + self.name, "-addext", "subjectAltName=DNS:" + self.name, "-keyout", key, "-out", chain],
            check=True, capture_output=True)
        (self.work / "both.pem").write_text(chain.read_text() + key.read_text())
        self.trusted = self.work / "caddy/pki/authorities/local/root.crt" if self.kind == "caddy" else chain

    def wait(self):
        """Until it answers by https."""
        end = time.monotonic() + 30
        while True:
            try:
                if Browser(self).get("/health").status == 200:
                    return
            except (OSError, http.client.HTTPException):
                pass
            assert self.process.poll() is None and time.monotonic() < end, self.title + ": " + self.told()
            time.sleep(0.05)

    def told(self):
        return (self.work / "log").read_text()[-3000:]

    @property
    def origin(self):
        return f"https://{self.name}:{self.https}"

    def close(self):
        self.process.terminate()
        self.process.wait(10)
        self.log.close()
        self.server.close()


class Through(http.client.HTTPSConnection):
    """To the proxy, whatever its name, from a chosen address of this machine."""

    def __init__(self, example, source, timeout):
        super().__init__(example.name, example.https, timeout=timeout,
                         context=ssl.create_default_context(cafile=str(example.trusted)))
        self.source = source

    def connect(self):
        plain = socket.create_connection(("127.0.0.1", self.port), self.timeout, source_address=(self.source, 0))
        self.sock = self._context.wrap_socket(plain, server_hostname=self.host)


class Browser:
    """Keeps the cookie, and says where its page is from."""

    def __init__(self, example, source="127.0.0.2"):
        self.example, self.source, self.cookie, self.sign = example, source, None, None

    def headers(self, fields):
        own = {"Origin": self.example.origin, "Sec-Fetch-Site": "same-origin", "Content-Type": "application/json"}
        return own | ({"Cookie": self.cookie} if self.cookie else {}) | (fields or {})

    def send(self, method, path, body=None, fields=None, timeout=40):
        """Addresses below the API begin with it or with the base; files and health do not."""
        connection = Through(self.example, self.source, timeout)
        if isinstance(body, dict):
            body = json.dumps(body)
        try:
            connection.request(method, self.example.base + path, body, self.headers(fields))
            response = connection.getresponse()
            answer = harness.Answer(response, response.read())
        finally:
            connection.close()
        if cookie := answer.fields["Set-Cookie"]:
            self.sign, self.cookie = cookie, cookie.split(";")[0]
        return answer

    def get(self, path, **fields):
        return self.send("GET", path, fields={name.replace("_", "-"): value for name, value in fields.items()})

    def post(self, path, body, **fields):
        return self.send("POST", "/api/v1" + path, body, fields)

    def set_up(self):
        body = {"code": self.example.server.code, "name": "Anna", "password": harness.PASSWORD, "deviceName": "phone"}
        answer = self.post("/setup", body)
        assert answer.status == 201, (self.example.title, answer)
        return self


class Stream:
    """The event stream of somebody who is signed in: what came, and when."""

    def __init__(self, browser):
        self.came, self.ended, self.opened = [], None, time.monotonic()
        self.connection = Through(browser.example, browser.source, 90)
        self.connection.request("GET", browser.example.base + "/api/v1/changes", headers=browser.headers(None))
        response = self.response = self.connection.getresponse()
        assert response.status == 200, (browser.example.title, response.status)
        self.thread = threading.Thread(target=self.read, args=(response,), daemon=True)
        self.thread.start()
        harness.until(lambda: self.came or self.ended, 10)

    def read(self, response):
        try:
            while line := response.readline():
                if line.strip():
                    self.came.append((time.monotonic(), line.decode().strip()))
            self.ended = "closed"
        except (OSError, ValueError, http.client.HTTPException) as error:
            self.ended = repr(error)

    def events(self):
        return [when for when, line in self.came if line.startswith("event:")]

    def close(self):
        try:
            self.connection.sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # Already ended by the other side.
        self.thread.join(10)
        self.connection.close()
