"""Checks against a server whose OneDrive is the emulator, and two homes that share a folder there."""
import uuid

import harness
import services


def sign_in(drive, client, connection, user="owner"):
    """By browser: the page, and the address at its end pasted."""
    begun = client.post(f"/folder-connections/{connection}/sign-in", method="browser")
    assert begun.status == 200, begun
    drive.command("switch", name="authorization", value=user)
    return client.post(f"/folder-connections/{connection}/sign-in/callback", address=drive.authorize(begun["authorizeUrl"]))


class OneDrive(harness.Check):
    @classmethod
    def setUpClass(cls):
        cls.drive = services.OneDrive()
        cls.server = harness.Server(environment=cls.drive.environment)
        cls.anna = cls.server.owner()

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        cls.drive.close()

    def setUp(self):
        self.drive.command("disarm")

    def tearDown(self):
        self.drive.command("disarm")
        self.assertEqual(self.drive.command("violations")["violations"], [])

    def connection(self, client=None, user=None):
        client = client or self.anna
        made = client.post("/folder-connections", kind="onedrive")
        self.assertEqual((made.status, made["kind"], made["state"], made["account"]), (201, "onedrive", "needsSignIn", None), made)
        if user:
            self.assertEqual(sign_in(self.drive, client, made["id"], user)["state"], "connected")
        return made["id"]


class Sharing(OneDrive):
    """Two homes: Anna's, whose drive it is, and Ben's, whom it is shared with."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.home = harness.Server(environment=cls.drive.environment)
        cls.ben = cls.home.owner("Ben")
        it = cls("share")
        it.share()
        cls.here, cls.there, cls.ledger, cls.people = it.here, it.there, it.ledger, it.people

    @classmethod
    def tearDownClass(cls):
        cls.home.close()
        super().tearDownClass()

    def share(self):
        """A ledger of Anna's that Ben joins."""
        self.here, self.there = self.connection(user="owner"), self.connection(self.ben, "joiner")
        self.ledger, self.people = self.anna.ledger(folder={"connectionId": self.here, "path": f"Homes/{uuid.uuid4()}"})
        self.agree(self.ledger, [self.anna])
        invitation = self.anna.get(self.ledger + "/invitation")
        self.assertEqual(invitation.fields["Cache-Control"], "no-store")
        self.assertIn(invitation["shareLink"], invitation["text"])
        self.assertIn(invitation["joinCode"], invitation["text"])
        self.problem(self.ben.post("/ledgers/join", invitation=invitation["text"]), 422, "connection-needed", "connectionId")
        joined = self.ben.post("/ledgers/join", invitation=invitation["text"], connectionId=self.there)
        self.assertEqual((joined.status, joined["folder"]), (201, {"connectionId": self.there, "path": None}), joined)

    def agree(self, ledger, clients):
        """Brings homes together that are not busy any more; the titles of what they hold then."""
        for client in [*clients, *clients]:
            done = client.post(ledger + "/sync")
            self.assertEqual((done.status, done["state"]), (200, "inSync"), done)
        views = [{path: client.get(ledger + path)[name] for path, name in [("/expenses", "items"), ("/balances", "positions")]}
                 for client in clients]
        for view in views[1:]:
            self.assertEqual(view, views[0])
        return {expense["title"] for expense in views[0]["/expenses"]}

    def spend(self, client, ledger, title):
        made = client.post(ledger + "/expenses", title=title, amount="3.01", payerId=client.get(ledger)["participants"][0]["id"])
        self.assertEqual(made.status, 201, made)
