"""Something between browser and server that changes what passes: what integrity is there for."""

import http.client
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Proxy:
    """Listens on a port of its own. `change(path, body)` answers the body to send on, for files that were there."""

    def __init__(self, server, change):
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                self.forward()

            do_HEAD = do_POST = do_PUT = do_DELETE = do_GET

            def forward(self):
                length = int(self.headers.get("Content-Length", 0))
                fields = {name: value for name, value in self.headers.items() if name.lower() != "accept-encoding"}
                upstream = http.client.HTTPConnection("127.0.0.1", int(server.port), timeout=30)
                upstream.request(self.command, self.path, self.rfile.read(length), fields)
                answer = upstream.getresponse()
                body = answer.read()
                if answer.status == 200 and self.command == "GET":
                    body = change(self.path, body)
                self.send_response_only(answer.status)
                for name, value in answer.getheaders():
                    if name.lower() not in ("content-length", "connection", "etag", "last-modified", "transfer-encoding"):
                        self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                upstream.close()
                try:
                    self.wfile.write(body if self.command != "HEAD" else b"")
                except ConnectionError:
                    self.close_connection = True  # Refused, and not read to the end.

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
