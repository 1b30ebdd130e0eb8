"""A server with everything on it, made over the API: a group and a wallet full of entries, and a group without any."""

import json
import os
import urllib.request

from server import Server

PASSWORD = "correct horse battery"
VECTORS = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "Vectors")


class Household:
    """Anna's server. `examples` are the ids that addresses are filled in with."""

    def __init__(self):
        self.server = Server()
        answer = self.send("POST", "/setup", {"code": self.server.code, "name": "Anna", "password": PASSWORD,
                                              "deviceName": "Test", "as": "token"}, token=None)
        self.token = answer["token"]
        self.post("/accounts", {"name": "Benjamin", "password": PASSWORD})
        self.full = self.make_group()
        self.empty = self.post("/ledgers", {"name": "Garden", "currency": "EUR", "participants": ["Anna", "Ben"], "me": "Anna"})["id"]
        self.wallet = self.make_wallet()
        self.make_friends()
        self.waiting_import = self.send_file("splitwise-en.csv")

    def send(self, method, path, body=None, token=...):
        token = self.token if token is ... else token
        request = urllib.request.Request(f"{self.server.url}/api/v1{path}", method=method,
                                         data=None if body is None else json.dumps(body).encode())
        request.add_header("Content-Type", "application/json")
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        with urllib.request.urlopen(request, timeout=20) as response:
            return json.loads(response.read() or b"null")

    def send_file(self, name):
        """A file of another program; the preview of it waits for an hour."""
        with open(os.path.join(VECTORS, "import", name), "rb") as file:
            request = urllib.request.Request(f"{self.server.url}/api/v1/imports", method="POST", data=file.read())
        request.add_header("Content-Type", "application/octet-stream")
        request.add_header("Authorization", f"Bearer {self.token}")
        with urllib.request.urlopen(request, timeout=20) as response:
            return json.load(response)["id"]

    def post(self, path, body):
        return self.send("POST", path, body)

    def make_group(self):
        """Every kind of split, label, comment, payment, retired and merged person that the screens show."""
        people = ["Anna", "Ben", "Carla", "Dmitri Konstantinowitsch", "Bennie"]
        ledger = self.post("/ledgers", {"name": "Flat", "currency": "EUR", "participants": people, "me": "Anna"})["id"]
        at = f"/ledgers/{ledger}"
        ids = {one["name"]: one["id"] for one in self.send("GET", f"{at}/participants")["items"]}
        self.people = [ids[name] for name in people]
        self.label = self.post(f"{at}/labels", {"name": "Groceries"})["id"]
        inputs = [
            {"title": "Groceries for the week", "amount": "47.20", "labelIds": [self.label], "note": "With the good bread"},
            {"title": "Dinner", "amount": "95.50", "payerId": ids["Ben"], "splitParticipantIds": [ids["Anna"], ids["Ben"]]},
            {"title": "Cinema", "amount": "30.00", "payerId": ids["Carla"], "executionDate": "2026-05-14"},
            {"title": "Taxi", "amount": "24.10", "split": {"mode": "percent", "percents": [
                {"participantId": ids["Anna"], "percent": "60"}, {"participantId": ids["Ben"], "percent": "40"}]}},
            {"title": "Rent", "amount": "900.00", "payers": [{"participantId": ids["Anna"], "amount": "500.00"},
                                                           {"participantId": ids["Ben"], "amount": "400.00"}]},
        ]
        made = [self.post(f"{at}/expenses", one) for one in inputs]
        self.expense = made[0]["id"]
        self.post(f"{at}/expenses/{self.expense}/comments", {"text": "Who ate the cheese?"})
        self.send("PUT", f"{at}/expenses/{self.expense}", inputs[0] | {"amount": "48.90"})
        self.settlement = self.post(f"{at}/settlements", {"fromParticipantId": ids["Ben"], "toParticipantId": ids["Anna"],
                                                          "amount": "10.00"})["id"]
        self.post(f"{at}/participants/{ids['Bennie']}/merge", {"into": ids["Ben"]})
        self.post(f"{at}/invites", {"participantId": ids["Carla"]})
        return ledger

    def make_wallet(self):
        """A budget with everything in it."""
        ledger = self.post("/ledgers", {"name": "Home", "currency": "EUR", "kind": "wallet", "participants": ["Anna", "Ben"],
                                        "me": "Anna"})["id"]
        at = f"/ledgers/{ledger}"
        self.category = self.post(f"{at}/categories", {"name": "Food", "icon": "🍎", "colour": "green"})["id"]
        self.send("PUT", f"{at}/categories/{self.category}/budget", {"amount": "300.00"})
        monthly = {"frequency": "monthly", "start": "2026-01-31"}
        self.income = self.post(f"{at}/incomes", {"name": "Salary", "amount": "3000", "schedule": monthly})["id"]
        self.schedule = self.post(f"{at}/schedules", {"title": "Rent", "amount": "900.00", **monthly})["id"]
        self.post(f"{at}/expenses", {"title": "Market", "amount": "42.00", "categoryId": self.category})
        self.post(f"{at}/expenses", {"title": "Insurance", "amount": "120.00",
                                     "spread": {"from": "2026-01-01", "to": "2026-12-31", "by": "month"}})
        self.expected = self.post(f"{at}/expenses", {"title": "Chimney sweep", "amount": "40.00", "executionDate": "2026-01-15",
                                                     "expected": True})["id"]
        self.send("PUT", f"{at}/saving-goal", {"amount": "100.00"})
        me, other = (one["id"] for one in self.send("GET", f"{at}/participants")["items"])
        self.send("PUT", f"{at}/burden-ratio", {"weights": [{"participantId": me, "weight": 60},
                                                            {"participantId": other, "weight": 40}]})
        holiday = self.post("/ledgers", {"name": "Holiday", "currency": "EUR", "kind": "wallet", "participants": ["Anna"],
                                         "me": "Anna"})["id"]
        self.post(f"{at}/transfers", {"toLedgerId": holiday, "amount": "150.00"})
        return ledger

    def make_friends(self):
        self.friend = self.post("/friends", {"nickname": "Benny", "participants": [
            {"ledgerId": self.full, "participantId": self.people[1]}]})["id"]
        self.post("/friends", {"nickname": "Benni"})
        self.connection = self.post("/folder-connections", {"kind": "directory", "path": "."})["id"]

    def addresses(self, at):
        """What a pattern of the app's table means here, as pairs of "full" or "empty" and the address."""
        if ":ledger" not in at:
            return [("full", self.filled(at, None))]
        full = ("full", self.filled(at, self.wallet if "/budget" in at else self.full))
        needs_entries = ":" in at.replace(":ledger", "")
        return [full] if needs_entries else [full, ("empty", self.filled(at, self.empty))]

    def filled(self, at, ledger):
        expense = self.expected if "reconcile" in at else self.expense
        parts = {"ledger": ledger, "expense": expense, "settlement": self.settlement, "person": self.people[1],
                 "one": self.people[0], "other": self.people[1], "category": self.category, "schedule": self.schedule,
                 "k": "0", "income": self.income, "friend": self.friend, "connection": self.connection,
                 "import": self.waiting_import}
        return "/".join(parts[part[1:]] if part.startswith(":") else part for part in at.split("/"))

    def sign_in(self, phone):
        """On the page's own device, without the form; it is Anna everywhere."""
        phone.go("/sign-in")
        phone.post("/sessions", {"name": "Anna", "password": PASSWORD, "deviceName": "Phone"})
        for ledger in [self.full, self.empty, self.wallet]:
            me = self.send("GET", f"/ledgers/{ledger}")["myParticipantId"]
            phone.post(f"/ledgers/{ledger}/participants/{me}/claim", {})
        phone.go("/ledgers")

    def remove(self):
        self.server.remove()


def household(world):
    """The one that jobs share; it is made when the first of them asks."""
    if not hasattr(world, "household"):
        world.household = Household()
        world.closing.append(world.household.remove)
    return world.household
