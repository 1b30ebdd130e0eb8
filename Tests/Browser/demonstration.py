"""The household of `splitclone demo`: for pictures, and for looking at screens that are full."""

import json
import urllib.error
import urllib.request

PASSWORD = "demonstration"


class Household:
    """Anna's account on a demonstration's server, with a trip, a wallet for two, and an empty group of our own."""

    def __init__(self, server):
        self.server, self.token = server, None
        form = {"name": "Anna", "password": PASSWORD, "deviceName": "Pictures", "as": "token"}
        self.token = self.ask("POST", "/sessions", form)["token"]
        ledgers = {one["name"]: f"/ledgers/{one['id']}" for one in self.ask("GET", "/ledgers")["items"]}
        self.trip, self.wallet, self.flat = (ledgers[name] for name in ["Edinburgh", "Home", "Elm Street 4"])
        self.empty = self.make_empty()

    def ask(self, method, path, body=None):
        fields = {"Content-Type": "application/json"}
        if self.token:
            fields["Authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.server.url + "/api/v1" + path, data, fields, method=method)
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                text = answer.read()
                return json.loads(text) if text else None
        except urllib.error.HTTPError as refused:
            raise RuntimeError(f"{method} {path} {body}: {refused.read().decode()}") from None

    def make_empty(self):
        body = {"name": "Book club", "currency": "EUR", "kind": "group", "participants": ["Anna", "Mira", "Jonas"], "me": "Anna"}
        path = f"/ledgers/{self.ask('POST', '/ledgers', body)['id']}"
        self.ask("PUT", f"{path}/recovery-acknowledged")
        return path
