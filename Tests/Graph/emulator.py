"""The emulator of OneDrive as a process, its commands, and TLS in front of it under the real names."""
import json
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

HOSTS = {
    "login": "login.microsoftonline.com",
    "graph": "graph.microsoft.com",
    "download": "my.microsoftpersonalcontent.com",
}
SITE = """
    server {
        listen 127.0.0.1:443 ssl;
        server_name %s;
        location / {
            proxy_pass http://127.0.0.1:%d;
            proxy_http_version 1.1;
            proxy_set_header Host $host;
            proxy_set_header Connection "";
            proxy_request_buffering off;
            proxy_buffering off;
            client_max_body_size 0;
        }
    }
"""
FRONT = """
daemon off;
pid %(work)s/nginx.pid;
events {}
http {
    access_log off;
    client_body_temp_path %(work)s/body;
    proxy_temp_path %(work)s/proxy;
    fastcgi_temp_path %(work)s/fastcgi;
    uwsgi_temp_path %(work)s/uwsgi;
    scgi_temp_path %(work)s/scgi;
    ssl_certificate %(work)s/certificate.pem;
    ssl_certificate_key %(work)s/key.pem;
    %(sites)s
}
"""


class Emulator:
    """One emulator and one nginx. `call` posts a command to the control port."""

    def __init__(self, program, work, *flags):
        public = [text for name, host in HOSTS.items() for text in (f"--{name}", f"https://{host}")]
        self.process = subprocess.Popen(
            [program, *flags, *public], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.facts = json.loads(self.process.stdout.readline())
        sites = "".join(SITE % (host, self.facts["ports"][name]) for name, host in HOSTS.items())
        Path(work, "nginx.conf").write_text(FRONT % {"work": work, "sites": sites})
        self.front = subprocess.Popen(["nginx", "-e", "stderr", "-c", f"{work}/nginx.conf"])
        self.wait_for_front()

    def wait_for_front(self):
        end = time.monotonic() + 20
        while self.front.poll() is None and time.monotonic() < end:
            try:
                socket.create_connection(("127.0.0.1", 443), 1).close()
                return
            except OSError:
                time.sleep(0.02)
        raise RuntimeError("nginx does not listen")

    def call(self, command, **arguments):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.facts['ports']['control']}/{command}", json.dumps(arguments).encode())
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refusal:
            return json.load(refusal)

    def close(self):
        self.front.terminate()
        self.process.stdin.close()
        self.front.wait(10)
        self.process.wait(10)
        self.process.stdout.close()
