#!/usr/bin/env python3
"""Measures our HTTP server against Hummingbird, FlyingFox and nginx, in one run on one machine.

Every server is pinned to the first processor and the load generator (wrk) to the second. The servers take turns within a
round, every other round in reverse order; what is printed are medians, over the rounds, of ratios within a round. The
cost of a request is the server's processor time (user + system) divided by the requests it answered: on a shared machine
that is the honest figure, throughput and latency are beside it.

    Tests/Bench/run http [--rounds 5] [--seconds 4]
"""
import argparse
import os
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TICKS = os.sysconf("SC_CLK_TCK")

NGINX = """
worker_processes 1; daemon off; pid {dir}/nginx.pid; error_log stderr crit;
events {{ worker_connections 16384; multi_accept on; }}
http {{
  access_log off; default_type application/octet-stream; keepalive_requests 100000000; tcp_nopush on; sendfile on;
  client_body_temp_path {dir}/b; proxy_temp_path {dir}/p; fastcgi_temp_path {dir}/f;
  uwsgi_temp_path {dir}/u; scgi_temp_path {dir}/s;
  server {{
    listen 127.0.0.1:{port} backlog=4096; root {dir};
    location = /health {{ default_type application/json; return 200 '{{"status":"ok"}}'; }}
  }}
}}
"""

POST = """
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.body = [[{"title":"Dinner at the harbour","amountMinor":9550,"executionDate":"2026-05-14",
"payerId":"0f8c6a52-6a0e-4a5c-9d7e-3f3d2f1f0a01","splitParticipantIds":["0f8c6a52-6a0e-4a5c-9d7e-3f3d2f1f0a01",
"0f8c6a52-6a0e-4a5c-9d7e-3f3d2f1f0a02","0f8c6a52-6a0e-4a5c-9d7e-3f3d2f1f0a03","0f8c6a52-6a0e-4a5c-9d7e-3f3d2f1f0a04"]}]]
"""

# route, connections, closes the connection, {peer: bar on the ratio of processor time, ours / peer}
CASES = [
    ("/health", 64, False, {"hummingbird": 0.38}),
    ("/health", 512, False, {"hummingbird": 0.38}),
    ("/ledger", 64, False, {"hummingbird": 0.15}),
    ("/ledger-async", 64, False, {"hummingbird": 0.15}),
    ("/echo", 64, False, {"hummingbird": 0.25}),
    ("/static/blob.bin", 64, False, {"hummingbird": 0.20, "nginx": 1.25}),
    ("/mem", 64, False, {"hummingbird": 0.40}),
    ("/health", 64, True, {"hummingbird": 0.30, "nginx": 1.2}),
]


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Server:
    def __init__(self, name, command, port):
        self.name, self.port = name, port
        self.process = subprocess.Popen(["taskset", "-c", "0", *map(str, command)], stdout=subprocess.DEVNULL)
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                time.sleep(0.05)
        else:
            sys.exit(f"error: {name} does not listen")

    def pids(self):
        children = subprocess.run(["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True).stdout.split()
        return [str(self.process.pid), *children]

    def processor_seconds(self):
        total = 0
        for pid in self.pids():
            fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
            total += int(fields[11]) + int(fields[12])
        return total / TICKS

    def resident_kib(self):
        return sum(
            int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())[1]) for pid in self.pids())

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def milliseconds(text):
    """`nan` where wrk has no figure: a peer may not answer once in a whole round."""
    match = re.fullmatch(r"([\d.]+)(us|ms|s|m)", text)
    if not match:
        return float("nan")
    value, unit = match.groups()
    return float(value) * {"us": 0.001, "ms": 1, "s": 1000, "m": 60000}[unit]


def load(server, route, connections, closing, seconds, post):
    path = "/ledger" if route == "/ledger-async" and server.name != "splitclone" else route
    command = ["taskset", "-c", "1", "wrk", "-t2", f"-c{connections}", f"-d{seconds}s", "--latency"]
    if closing:
        command += ["-H", "Connection: close"]
    if route == "/echo":
        command += ["-s", post]
    before = server.processor_seconds()
    out = subprocess.run([*command, f"http://127.0.0.1:{server.port}{path}"], capture_output=True, text=True).stdout
    spent = server.processor_seconds() - before
    requests = int(re.search(r"(\d+) requests in", out)[1])
    if re.search(r"Non-2xx", out) or requests == 0:
        return None
    return {
        "cpu": spent / requests * 1e6,
        "rate": float(re.search(r"Requests/sec:\s+([\d.]+)", out)[1]),
        "p99": milliseconds(re.search(r"99%\s+(\S+)", out)[1]),
    }


def idle_connections(server, count):
    """Opens `count` keep-alive connections, asks once on each, and asks again on every one of them."""
    before = server.resident_kib()
    sockets, answered = [], 0
    request = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    try:
        for _ in range(count):
            s = socket.create_connection(("127.0.0.1", server.port), timeout=10)
            s.sendall(request)
            s.recv(4096)
            sockets.append(s)
        grown = server.resident_kib() - before
        for s in sockets:
            s.sendall(request)
            answered += s.recv(4096).startswith(b"HTTP/1.1 200")
    except OSError as error:
        return f"stopped at {len(sockets)}: {error}"
    finally:
        for s in sockets:
            s.close()
    return f"{answered} of {count} answered again, {grown / count:.2f} KiB each"


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--seconds", type=int, default=4)
    options.add_argument("--idle", type=int, default=10000)
    options.add_argument("--only", help="one route, such as /mem, or `close`")
    options = options.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        os.chmod(directory, 0o755)
        (Path(directory) / "static").mkdir()
        (Path(directory) / "static/blob.bin").write_bytes(bytes(i * 7 % 251 for i in range(40960)))
        post = Path(directory) / "post.lua"
        post.write_text(POST)
        peers, ledger = HERE / "Peers/.build/release", HERE / "ledger.json"
        ports = [free_port() for _ in range(4)]
        configuration = Path(directory) / "nginx.conf"
        configuration.write_text(NGINX.format(dir=directory, port=ports[3]))
        servers = [
            Server("splitclone", [ROOT / ".build/release/bench-server", "--port", ports[0], "--loops", 1,
                                  "--ledger", ledger, "--static", directory], ports[0]),
            Server("hummingbird", [peers / "peer-hummingbird", ports[1], ledger, directory], ports[1]),
            Server("flyingfox", [peers / "peer-flyingfox", ports[2], ledger, directory], ports[2]),
            Server("nginx", ["/usr/sbin/nginx", "-c", configuration], ports[3]),
        ]
        try:
            missed = compare(servers, options, str(post))
            for server in servers[:2]:
                print(f"idle connections, {server.name}: {idle_connections(server, options.idle)}")
        finally:
            for server in servers:
                server.stop()
    print("every bar is met" if not missed else f"bars missed: {', '.join(missed)}")


def compare(servers, options, post):
    missed = []
    for route, connections, closing, bars in CASES:
        if options.only and options.only != ("close" if closing else route):
            continue
        rounds = []
        for number in range(options.rounds):
            order = servers if number % 2 == 0 else servers[::-1]
            rounds.append({s.name: load(s, route, connections, closing, options.seconds, post) for s in order})
        print(f"\n{route}  {connections} connections{'  Connection: close' if closing else ''}")
        ours = [r["splitclone"] for r in rounds]
        if None in ours:
            sys.exit("error: our server did not answer 200")
        for server in servers:
            theirs = [r[server.name] for r in rounds]
            if None in theirs:
                continue
            median = {key: statistics.median(t[key] for t in theirs) for key in theirs[0]}
            ratio = {key: statistics.median(o[key] / t[key] for o, t in zip(ours, theirs)) for key in median}
            bar = bars.get(server.name)
            line = f"  {server.name:12} {median['cpu']:7.1f} µs/request {median['rate']:10.0f}/s p99 {median['p99']:7.2f} ms"
            if server.name != "splitclone":
                line += f"   ours/theirs: cpu {ratio['cpu']:.3f}  rate {ratio['rate']:.2f}  p99 {ratio['p99']:.2f}"
            if bar is not None:
                met = ratio["cpu"] <= bar
                line += f"   bar {bar} {'met' if met else 'MISSED'}"
                if not met:
                    missed.append(f"{route} c={connections} vs {server.name}")
            print(line, flush=True)
    return missed


if __name__ == "__main__":
    main()
