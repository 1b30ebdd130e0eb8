"""The doorbell, the snapshot, what changed since, and what is reckoned."""
import json
import socket
import time

import harness


class Stream:
    """An open event stream."""

    def __init__(self, client):
        self.connection = socket.create_connection(("127.0.0.1", client.server.port), 10)
        self.connection.sendall(
            f"GET /api/v1/changes HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {client.token}\r\n\r\n".encode())
        self.file = self.connection.makefile("rb")
        self.head = b""
        while (line := self.file.readline()) not in (b"\r\n", b""):
            self.head += line

    def lines(self):
        """The lines of the stream, whatever chunks they came in."""
        rest = b""
        while size := self.file.readline():
            count = int(size.split(b";")[0], 16) if b"chunked" in self.head.lower() else None
            if count is None:
                yield size.decode()
                continue
            if count == 0:
                return
            rest += self.file.read(count)
            self.file.readline()
            *whole, rest = rest.split(b"\n")
            for line in whole:
                yield line.decode() + "\n"

    def events(self):
        name = None
        for line in self.lines():
            if line.startswith("event: "):
                name = line[7:].strip()
            if line.startswith("data: "):
                yield name, json.loads(line[6:])

    def close(self):
        self.file.close()
        self.connection.close()


class Doorbell(harness.Check):
    def test_a_change_rings(self):
        ledger, people = self.anna.ledger()
        stream = Stream(self.anna)
        self.assertIn(b"200 OK", stream.head)
        self.assertIn(b"text/event-stream", stream.head)
        other = self.server.signed_in("Anna")
        made = other.post(ledger + "/expenses", title="Secret title", amount="3", payerId=people["Ben"])
        self.assertEqual(made.status, 201)
        name, data = next(stream.events())
        self.assertEqual(name, "ledger")
        self.assertEqual(data, {"ledgerId": ledger.rpartition("/")[2], "revision": self.anna.get(ledger)["revision"]})
        stream.close()

    def test_strangers_hear_nothing(self):
        ben = self.server.account(self.anna, "Ben")
        ledger, _ = self.anna.ledger()
        mine, _ = ben.ledger("Ben")
        stream = Stream(ben)
        self.anna.post(ledger + "/expenses", title="T", amount="3")
        ben.post(mine + "/expenses", title="T", amount="3")
        self.assertEqual(next(stream.events())[1]["ledgerId"], mine.rpartition("/")[2])
        stream.close()

    def test_signing_in_is_needed(self):
        self.problem(harness.Client(self.server).get("/changes"), 401)

    def test_a_hundred_streams(self):
        ledger, _ = self.anna.ledger()
        streams = [Stream(self.anna) for _ in range(100)]
        self.anna.post(ledger + "/expenses", title="T", amount="3")
        for stream in streams:
            self.assertEqual(next(stream.events())[0], "ledger")
            stream.close()

    def test_a_device_that_was_removed_hears_nothing_more(self):
        other = self.server.signed_in("Anna")
        stream = Stream(other)
        ledger, _ = self.anna.ledger()
        next(stream.events())
        self.anna.delete("/devices/" + other.get("/me")["device"]["id"])
        stream.connection.settimeout(5)
        self.assertEqual(list(stream.events()), [])
        stream.close()

    def test_who_is_signed_out_hears_so_at_once(self):
        """the stream ends with the device, the token, the password or the account, and no other ends with it"""
        ben = self.server.account(self.anna, "Carl")
        account = ben.get("/me")["account"]["id"]
        staying = Stream(self.anna)
        token = ben.post("/tokens", name="t")
        ways = [
            (harness.Client(self.server, token["token"]), lambda: ben.delete("/tokens/" + token["id"])),
            (self.server.signed_in("Carl"), lambda: ways[1][0].delete("/sessions/current")),
            (self.server.signed_in("Carl"), lambda: ben.patch(
                "/me", password="another horse battery", currentPassword=harness.PASSWORD)),
            (ben, lambda: self.anna.delete("/accounts/" + account)),
        ]
        for client, way in ways:
            stream = Stream(client)
            stream.connection.settimeout(5)
            self.assertIn(way().status, (200, 204))
            self.assertEqual(list(stream.events()), [])
            stream.close()
        ledger, _ = self.anna.ledger()
        self.assertEqual(next(staying.events())[1]["ledgerId"], ledger.rpartition("/")[2])
        staying.close()


class Copies(harness.Check):
    def test_snapshot(self):
        ledger, people = self.anna.ledger()
        made = self.anna.post(ledger + "/expenses", title="Bread", amount="10")
        paid = self.anna.post(ledger + "/settlements", toParticipantId=people["Ben"], amount="1")
        snapshot = self.anna.get(ledger + "/snapshot").json
        self.assertEqual(snapshot["ledger"], self.anna.get(ledger).json)
        self.assertEqual(snapshot["revision"], snapshot["ledger"]["revision"])
        self.assertEqual(snapshot["expenses"], [made.json])
        self.assertEqual(snapshot["settlements"], [paid.json])
        self.assertEqual(snapshot["balances"], self.anna.get(ledger + "/balances").json)
        self.assertEqual(snapshot["settleUp"], self.anna.get(ledger + "/settle-up").json)
        self.assertEqual(snapshot["summary"], self.anna.get(ledger + "/summary").json)

    def test_changes_since(self):
        """what changed, and what is gone; applied to a copy they give the new snapshot"""
        ledger, people = self.anna.ledger()
        label = self.anna.post(ledger + "/labels", name="trip")["id"]
        kept = self.anna.post(ledger + "/expenses", title="Kept", amount="1")["id"]
        labelled = self.anna.post(ledger + "/expenses", title="Labelled", amount="1", labelIds=[label])["id"]
        gone = self.anna.post(ledger + "/expenses", title="Gone", amount="1")["id"]
        revision = self.anna.get(ledger)["revision"]
        self.assertEqual(self.anna.get(f"{ledger}/changes?since={revision}")["expenses"], [])
        self.anna.delete(f"{ledger}/expenses/{gone}")
        self.anna.delete(f"{ledger}/labels/{label}")
        new = self.anna.post(ledger + "/expenses", title="New", amount="1")["id"]
        paid = self.anna.post(ledger + "/settlements", toParticipantId=people["Ben"], amount="1")["id"]
        changes = self.anna.get(f"{ledger}/changes?since={revision}").json
        self.assertEqual({expense["id"] for expense in changes["expenses"]}, {new, labelled})
        self.assertEqual([item["id"] for item in changes["settlements"]], [paid])
        self.assertEqual((changes["deletedExpenseIds"], changes["deletedSettlementIds"]), ([gone], []))
        self.assertEqual(changes["revision"], self.anna.get(ledger)["revision"])
        self.assertNotIn(kept, json.dumps(changes["expenses"]))

    def test_revisions_that_never_were(self):
        ledger, _ = self.anna.ledger()
        self.problem(self.anna.get(ledger + "/changes?since=9999"), 409, "unknown-revision")
        for since in ["", "?since=", "?since=x", "?since=1.5", "?since=-1", "?since=99999999999999999999"]:
            answer = self.anna.get(ledger + "/changes" + since)
            self.problem(answer, 422, None, "since")
            self.assertEqual(len(answer["errors"]), 1, answer)


class Sums(harness.Check):
    def test_balances(self):
        ledger, people = self.anna.ledger()
        anna, ben, chloe = (people[name] for name in ("Anna", "Ben", "Chloé"))
        self.anna.post(ledger + "/expenses", title="A", amount="9", executionDate="2026-05-01")
        self.anna.post(ledger + "/expenses", title="B", amount="3", payerId=ben, executionDate="2026-05-02")
        self.anna.post(ledger + "/settlements", fromParticipantId=chloe, toParticipantId=anna, amount="3", date="2026-05-03")
        balances = self.anna.get(ledger + "/balances").json
        self.assertEqual(balances["currency"], "EUR")
        pairs = {(pair["debtorId"], pair["creditorId"]): pair["amount"] for pair in balances["pairs"]}
        self.assertEqual(pairs, {(ben, anna): "2.00", (chloe, ben): "1.00"})
        positions = {person["participantId"]: person["amount"] for person in balances["positions"]}
        self.assertEqual(positions, {anna: "2.00", ben: "-1.00", chloe: "-1.00"})
        self.assertEqual(balances["mine"], [{"participantId": ben, "amount": "2.00", "direction": "owesYou"}])
        before = self.anna.get(ledger + "/balances?asOf=2026-05-01").json
        self.assertEqual({person["participantId"]: person["amount"] for person in before["positions"]},
                         {anna: "6.00", ben: "-3.00", chloe: "-3.00"})
        self.problem(self.anna.get(ledger + "/balances?asOf=2026-5-1"), 422, None, "asOf")

    def test_statement(self):
        ledger, people = self.anna.ledger("Anna", "Ben")
        made = self.anna.post(ledger + "/expenses", title="A", amount="9", executionDate="2026-05-01")["id"]
        paid = self.anna.post(ledger + "/settlements", fromParticipantId=people["Ben"], toParticipantId=people["Anna"],
                              amount="4", date="2026-05-02")["id"]
        statement = self.anna.get(f"{ledger}/balances/{people['Anna']}/{people['Ben']}").json
        self.assertEqual(statement["balance"], "0.50")
        self.assertEqual([(line["kind"], line["id"], line["amount"], line["running"]) for line in statement["lines"]],
                         [("expense", made, "4.50", "4.50"), ("settlement", paid, "-4.00", "0.50")])
        other = self.anna.get(f"{ledger}/balances/{people['Ben']}/{people['Anna']}").json
        self.assertEqual(other["balance"], "-0.50")
        self.problem(self.anna.get(f"{ledger}/balances/{people['Ben']}/x"), 404)
        self.problem(self.anna.get(f"{ledger}/balances/{people['Ben']}/6f3c1f0a-52a4-4b62-9d53-1b7d3f1f2a11"), 404)

    def test_settle_up(self):
        ledger, people = self.anna.ledger("Anna", "Ben", "Chloé", "Dora")
        for payer, other, amount in [("Anna", "Ben", "10"), ("Chloé", "Dora", "7")]:
            self.anna.post(ledger + "/expenses", title="T", amount=amount, payerId=people[payer],
                           splitParticipantIds=[people[other]])
        plan = self.anna.get(ledger + "/settle-up").json
        self.assertEqual((plan["count"], plan["minimal"]), (2, True))
        self.assertEqual({tuple(sorted(group)) for group in plan["groups"]},
                         {tuple(sorted((people["Anna"], people["Ben"]))), tuple(sorted((people["Chloé"], people["Dora"])))})
        for payment in plan["payments"]:
            self.anna.post(ledger + "/settlements", fromParticipantId=payment["fromId"], toParticipantId=payment["toId"],
                           amount=payment["amount"])
        self.assertEqual(self.anna.get(ledger + "/settle-up")["count"], 0)

    def test_export(self):
        ledger, people = self.anna.ledger("Anna", "Ben", name="Wohnung Köln!")
        self.anna.post(ledger + "/expenses", title='Say "hi", all', amount="3", executionDate="2026-05-01")
        answer = self.anna.get(ledger + "/export")
        self.assertEqual(answer.fields["Content-Type"], "text/csv; charset=utf-8")
        self.assertRegex(answer.fields["Content-Disposition"],
                         r'^attachment; filename="splitclone_wohnung-koln_anna_cash_\d{8}-\d{6}\.csv"$')
        self.assertTrue(answer.body.startswith(b"Date,Description,Amount,Currency,Counterparty,Labels,Note,ExpenseUUID\r\n"))
        self.assertIn(b'2026-05-01,"Say ""hi"", all",-3.00,EUR,Ben,', answer.body)
        virtual = self.anna.get(f"{ledger}/export?participant={people['Ben']}&mode=virtual&format=csv&from=2026-05-01")
        self.assertIn(b",-1.50,EUR,", virtual.body)
        self.assertEqual(self.anna.get(ledger + "/export?to=2020-01-01").body.count(b"\r\n"), 1)
        for query, field in [("mode=both", "mode"), ("format=pdf", "format"), ("participant=x", "participant"),
                             ("participant=6f3c1f0a-52a4-4b62-9d53-1b7d3f1f2a11", "participant"), ("q=x", "q")]:
            self.problem(self.anna.get(f"{ledger}/export?{query}"), 422, None, field)


if __name__ == "__main__":
    harness.main()
