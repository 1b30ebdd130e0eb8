"""Exports for finance programs, read by the programs' own libraries: complete, to the cent, known again (SC-FR-EXR-1…6).

PYTHON has ofxtools, quiffen and beancount (Tests/requirements.txt); hledger is Debian's.
"""
import csv
import datetime
import io
import json
import re
import shutil
import subprocess
import tempfile
import urllib.parse
import xml.etree.ElementTree as ElementTree
import zipfile
from decimal import Decimal
from pathlib import Path

import harness

FORMATS = ["spreadsheet", "qif", "ofx", "camt053", "hledger", "beancount", "ynab", "wiso", "json"]
#: Titles that break what is not written with care.
TITLES = [
    "Café “Zum Löwen” & Söhne <GmbH>", "=SUM(A1:A9)", "+49 30 1234", "-5 °C", "@home", "'quoted'", "a, b; c|d",
    "semi;colon  two  spaces", "“”\"\"\"", "back\\slash", "^", "D05/14/2026", "[transfer]", "x" * 100, "🍕🍻 party 王芳",
    "(virtual) posting", "!Type:Bank", "&amp; <NAME>x", "‮right to left", "٣٤", "100% {json: true}", "* star ! bang",
]
NOTES = [None, "one line", "two\nlines\r\nthree", "tab\there", "ends with spaces   ", "comma, colon: semicolon; pipe|", "é" * 400]
XML = "{urn:iso:std:iso:20022:tech:xsd:camt.053.001.02}"


class Exports(harness.Check):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.ledger, cls.people = cls.anna.ledger("Änna (me)", "Bén: \"B\"", "Chloé; & Co", name="Flat: 5 / “West”")
        cls.me, cls.ben, cls.chloé = cls.people.values()
        cls.labels = [cls.anna.post(cls.ledger + "/labels", name=name)["id"] for name in ("Küche", "a, b; c")]
        categories = [cls.anna.post(cls.ledger + "/categories", name=name)["id"] for name in
                      ("Food: out", "müsli (öko)", "(x)", "3rd floor")]
        for number, title in enumerate(TITLES):
            day = datetime.date(2026, 1, 31) + datetime.timedelta(days=3 * number)
            body = {"title": title, "amount": f"{number * 13 + 1}.{number * 37 % 100:02}", "executionDate": str(day),
                    "payerId": [cls.me, cls.ben, cls.chloé][number % 3], "note": NOTES[number % len(NOTES)],
                    "labelIds": cls.labels[:number % 3], "categoryId": (categories + [None])[number % 5]}
            if number % 4 == 1:
                body["splitParticipantIds"] = [cls.ben, cls.me]
            if number % 7 == 3:
                body["split"] = {"mode": "shares", "shares": [{"participantId": cls.me, "shares": 2},
                                                              {"participantId": cls.ben, "shares": 1}]}
                body["splitParticipantIds"] = [cls.me, cls.ben]
            made = cls.anna.post(cls.ledger + "/expenses", **body)
            assert made.status == 201, made
        together = cls.anna.post(
            cls.ledger + "/expenses", title="Together", amount="90.00", executionDate="2026-02-02",
            payers=[{"participantId": cls.me, "amount": "10.00"}, {"participantId": cls.ben, "amount": "80.00"}])
        assert together.status == 201, together
        for from_, to, amount in [(cls.me, cls.ben, "12.34"), (cls.chloé, cls.me, "0.01"), (cls.ben, cls.chloé, "9")]:
            made = cls.anna.post(cls.ledger + "/settlements", fromParticipantId=from_, toParticipantId=to, amount=amount,
                                 date="2026-03-03", note="by\nbank")
            assert made.status == 201, made
        cls.place = Path(tempfile.mkdtemp(prefix="splitclone-exports-"))

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.place)
        super().tearDownClass()

    def export(self, format_, mode="virtual", query="", ledger=None):
        answer = self.anna.get(f"{ledger or self.ledger}/export?format={format_}&mode={mode}{query}")
        self.assertEqual(answer.status, 200, answer)
        return answer

    def rows(self, mode="virtual", query="", ledger=None):
        """Of the exact CSV, which the other tests hold to the vectors."""
        text = self.export("csv", mode, query, ledger).body.decode()
        return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))

    def file(self, format_, mode="virtual", query="", ledger=None):
        answer = self.export(format_, mode, query, ledger)
        path = self.place / re.search(r'filename="(.*)"', answer.fields["Content-Disposition"])[1]
        path.write_bytes(answer.body)
        return path

    def both(self):
        for mode in ("cash", "virtual"):
            rows = self.rows(mode)
            self.assertGreater(len(rows), 8)
            with self.subTest(mode=mode):
                yield mode, rows

    # What every format has in common

    def test_names_and_types(self):
        """each format has its name and media type, and the same file comes twice, with the same tag"""
        seen = set()
        for mode in ("cash", "virtual"):
            for format_ in ["csv"] + FORMATS:
                one, again = self.export(format_, mode), self.export(format_, mode)
                self.assertEqual((one.body, one.fields["ETag"]), (again.body, again.fields["ETag"]), format_)
                name = re.fullmatch(r'attachment; filename="splitclone_flat-5-west_anna-me_(cash|virtual)_\d{8}-\d{6}(\.[a-z0-9.]+)"',
                                    one.fields["Content-Disposition"])
                self.assertEqual(name[1], mode, one)
                seen.add((mode, name[2]))
        self.assertEqual(len(seen), 2 * (len(FORMATS) + 1))

    def test_asked_wrongly(self):
        for query, field in [("format=pdf", "format"), ("format=ofx&dates=iso", "dates"), ("dates=iso", "dates"),
                             ("format=qif&encoding=utf-8", "encoding"), ("format=qif&dates=ymd", "dates"),
                             ("format=wiso&encoding=ebcdic", "encoding"), ("mode=both", "mode"), ("label=x", "label")]:
            self.problem(self.anna.get(f"{self.ledger}/export?{query}"), 422, None, field)

    def test_nothing(self):
        """a filter that leaves nothing gives a file without transactions that programs still read"""
        for format_ in FORMATS:
            path = self.file(format_, query="&from=1999-01-01&to=1999-01-02")
            self.assertNotIn(b"2026-0", path.read_bytes().replace(b"2026-01-31T", b""), format_)
        self.check_ofx(self.file("ofx", query="&from=1999-01-01&to=1999-01-02"), [])
        self.assertEqual(subprocess.run(["hledger", "-f", self.file("hledger", query="&to=1999-01-02"), "check", "--strict"],
                                        capture_output=True).returncode, 0)

    def test_filters(self):
        """the list's filters, and what the account stood at before (SC-FR-EXR-5)"""
        query = f"&from=2026-02-10&to=2026-03-10&label={self.labels[0]}"
        rows = self.rows(query=query)
        self.assertTrue(0 < len(rows) < len(self.rows()))
        self.check_ofx(self.file("ofx", query=query), rows)
        whole, late = self.rows(), self.rows(query="&from=2026-02-20")
        before = sum(Decimal(row["Amount"]) for row in whole) - sum(Decimal(row["Amount"]) for row in late)
        exported = json.loads(self.export("json", query="&from=2026-02-20").body)
        self.assertEqual(Decimal(exported["opening"]), before)
        self.assertEqual(Decimal(exported["closing"]), sum(Decimal(row["Amount"]) for row in whole))

    # Format by format

    def check_ofx(self, path, rows):
        from ofxtools.Parser import OFXTree
        tree = OFXTree()
        with path.open("rb") as file:
            tree.parse(file)
        statement = tree.convert().statements[0]
        self.assertEqual(statement.curdef, "EUR")
        found = {one.fitid: one for one in statement.transactions}
        self.assertEqual(len(found), len(statement.transactions))
        self.assertEqual(sorted(found), sorted(row["ExpenseUUID"] for row in rows))
        for row in rows:
            one = found[row["ExpenseUUID"]]
            self.assertEqual(one.trnamt, Decimal(row["Amount"]))
            self.assertEqual(str(one.dtposted.date()), row["Date"])
            self.assertEqual(one.trntype, "DEBIT" if one.trnamt < 0 else "CREDIT")
            self.assertLessEqual(len(one.name), 32)
            self.assertTrue(" ".join(row["Description"].split()).startswith(one.name.rstrip()), one)
            if len(row["Description"]) < 30:
                self.assertEqual(one.name, " ".join(row["Description"].split()))
            self.assertLessEqual(len(one.memo or ""), 255)
        return statement

    def test_ofx(self):
        """ofxtools, which is strict, reads every transaction under its id"""
        for mode, rows in self.both():
            statement = self.check_ofx(self.file("ofx", mode), rows)
            self.assertEqual(statement.ledgerbal.balamt, sum(Decimal(row["Amount"]) for row in rows))
            self.assertLessEqual(len(statement.bankacctfrom.acctid), 22)
            self.assertTrue(statement.bankacctfrom.acctid.endswith(mode[0].upper()))

    def test_qif(self):
        """quiffen reads every transaction, in either order of days"""
        from quiffen import Qif
        for mode, rows in self.both():
            for order, day_first in (("mdy", False), ("dmy", True)):
                read = Qif.parse(str(self.file("qif", mode, f"&dates={order}")), day_first=day_first)
                account, = read.accounts.values()
                found = [one for list_ in account.transactions.values() for one in list_]
                self.assertEqual(sorted((str(one.date.date()), one.amount) for one in found),
                                 sorted((row["Date"], Decimal(row["Amount"])) for row in rows))
                self.assertEqual(sorted(one.payee for one in found),
                                 sorted(" ".join(row["Description"].split()) for row in rows))
            for line in self.file("qif", mode).read_text().splitlines():
                self.assertIn(line[0], "!DTPNML^", "only what every program knows")

    def test_camt(self):
        """the elements of camt.053.001.02 in their order, within their lengths, with amounts that add up"""
        for mode, rows in self.both():
            root = ElementTree.fromstring(self.file("camt053", mode).read_bytes())
            self.assertEqual(root.tag, XML + "Document")
            statement = root.find(f"{XML}BkToCstmrStmt/{XML}Stmt")
            self.assertEqual([child.tag.removeprefix(XML) for child in statement][:7],
                             ["Id", "CreDtTm", "FrToDt", "Acct", "Bal", "Bal", "Ntry"])
            limits = {"MsgId": 35, "Id": 35, "AcctSvcrRef": 35, "EndToEndId": 35, "Ustrd": 140, "Nm": 140}
            for element in root.iter():
                limit = limits.get(element.tag.removeprefix(XML))
                if limit and len(element) == 0:
                    self.assertTrue(1 <= len(element.text) <= limit, (element.tag, element.text))
            order = ["Amt", "CdtDbtInd", "Sts", "BookgDt", "ValDt", "AcctSvcrRef", "BkTxCd", "NtryDtls"]
            found = {}
            for entry in statement.findall(XML + "Ntry"):
                self.assertEqual([child.tag.removeprefix(XML) for child in entry], order)
                amount = Decimal(entry.find(XML + "Amt").text)
                self.assertGreater(amount, 0)
                sign = {"DBIT": -1, "CRDT": 1}[entry.find(XML + "CdtDbtInd").text]
                found[entry.find(XML + "AcctSvcrRef").text] = (sign * amount, entry.find(f"{XML}BookgDt/{XML}Dt").text)
            self.assertEqual(found, {row["ExpenseUUID"].replace("-", ""): (Decimal(row["Amount"]), row["Date"])
                                     for row in rows})
            balances = {bal.find(f"{XML}Tp/{XML}CdOrPrtry/{XML}Cd").text: Decimal(bal.find(XML + "Amt").text) *
                        {"DBIT": -1, "CRDT": 1}[bal.find(XML + "CdtDbtInd").text] for bal in statement.findall(XML + "Bal")}
            self.assertEqual(balances, {"OPBD": 0, "CLBD": sum(Decimal(row["Amount"]) for row in rows)})

    def test_hledger(self):
        """hledger has nothing to say against it, and comes to the same sums"""
        for mode, rows in self.both():
            path = self.file("hledger", mode)
            checked = subprocess.run(["hledger", "-f", path, "check", "--strict", "ordereddates"], capture_output=True, text=True)
            self.assertEqual((checked.returncode, checked.stderr), (0, ""))
            account = "assets:bank" if mode == "cash" else "assets:shared"
            told = subprocess.run(["hledger", "-f", path, "balance", "-N", "--depth", "2", account, "-O", "csv"],
                                  capture_output=True, text=True, check=True).stdout
            amount = list(csv.reader(io.StringIO(told)))[1][1]
            self.assertEqual(Decimal(amount.split()[0]), sum(Decimal(row["Amount"]) for row in rows))
            ids = re.findall(r"id:([0-9a-f-]{36})$", path.read_text(), re.M)
            self.assertEqual(sorted(ids), sorted(row["ExpenseUUID"] for row in rows))
            register = subprocess.run(["hledger", "-f", path, "register", account, "-O", "csv"], capture_output=True,
                                      text=True, check=True).stdout
            self.assertEqual(len(register.splitlines()), len(rows) + 1, "one posting there for each row")

    def test_beancount(self):
        """bean-check has nothing to say against it, and the accounts come to the same sums"""
        from beancount import loader
        from beancount.core import data
        for mode, rows in self.both():
            entries, errors, _ = loader.load_file(str(self.file("beancount", mode)))
            self.assertEqual(errors, [])
            transactions = [entry for entry in entries if isinstance(entry, data.Transaction)]
            self.assertEqual(sorted(one.meta["id"] for one in transactions), sorted(row["ExpenseUUID"] for row in rows))
            account = "Assets:Bank" if mode == "cash" else "Assets:Shared"
            total = sum((posting.units.number for one in transactions for posting in one.postings
                         if posting.account.startswith(account)), Decimal(0))
            self.assertEqual(total, sum(Decimal(row["Amount"]) for row in rows))
            titles = {row["ExpenseUUID"]: " ".join(row["Description"].split()) for row in rows}
            self.assertEqual({one.meta["id"]: one.narration for one in transactions}, titles)

    def test_spreadsheet(self):
        """nothing that a spreadsheet would run, numbers as numbers, and one apostrophe less gives the text back"""
        for mode, rows in self.both():
            body = self.export("spreadsheet", mode).body
            self.assertTrue(body.startswith(b"\xef\xbb\xbfDate,Description,"))
            shown = list(csv.DictReader(io.StringIO(body.decode("utf-8-sig"), newline=""), strict=True))
            self.assertEqual(len(shown), len(rows))
            for cell, row in zip(shown, rows):
                for name in ("Date", "Amount", "Currency", "ExpenseUUID"):
                    self.assertEqual(cell[name], row[name])
                for name in ("Description", "Counterparty", "Labels"):
                    self.assertNotRegex(cell[name], r"^[=+\-@\t\r\n＝＋－＠]")
                    self.assertEqual(re.sub(r"^'(?='*[=+\-@\t\r＝＋－＠])", "", cell[name]), row[name])

    def test_ynab(self):
        for mode, rows in self.both():
            read = list(csv.DictReader(io.StringIO(self.export("ynab", mode, "&dates=dmy").body.decode(), newline=""), strict=True))
            self.assertEqual([set(row) for row in read], [{"Date", "Payee", "Memo", "Outflow", "Inflow"}] * len(rows))
            for one, row in zip(read, rows):
                self.assertEqual(datetime.datetime.strptime(one["Date"], "%d/%m/%Y").date().isoformat(), row["Date"])
                self.assertEqual(Decimal(one["Inflow"] or 0) - Decimal(one["Outflow"] or 0), Decimal(row["Amount"]))
                self.assertEqual(bool(one["Inflow"]) + bool(one["Outflow"]), 1)

    def test_wiso(self):
        """semicolons, German days and amounts, no empty payee or purpose, in both encodings"""
        for mode, rows in self.both():
            for encoding, codec in (("utf-8", "utf-8-sig"), ("windows-1252", "cp1252")):
                answer = self.export("wiso", mode, f"&encoding={encoding}")
                self.assertEqual(answer.fields["Content-Type"], f"text/csv; charset={encoding}")
                read = list(csv.DictReader(io.StringIO(answer.body.decode(codec), newline=""), delimiter=";", strict=True))
                self.assertEqual(len(read), len(rows))
                for one, row in zip(read, rows):
                    self.assertRegex(one["Betrag"], r"^-?\d+,\d{2}$")
                    self.assertEqual(Decimal(one["Betrag"].replace(",", ".")), Decimal(row["Amount"]))
                    self.assertEqual(datetime.datetime.strptime(one["Datum"], "%d.%m.%Y").date().isoformat(), row["Date"])
                    self.assertTrue(one["Verwendungszweck"] and one["Empfänger/Auftraggeber"], one)
                    self.assertEqual((one["Referenz"], one["Währung"]), (row["ExpenseUUID"], "EUR"))
        self.assertIn("“Zum Löwen”".encode("cp1252"), self.export("wiso", "cash", "&encoding=windows-1252").body)

    def test_json(self):
        """everything: each row with what was paid and borne, notes as they were"""
        for mode, rows in self.both():
            exported = json.loads(self.export("json", mode).body)
            self.assertEqual((exported["splitcloneExport"], exported["mode"]), (1, mode))
            self.assertEqual(exported["participant"], {"id": self.me, "name": "Änna (me)"})
            self.assertEqual([one["id"] for one in exported["transactions"]], [row["ExpenseUUID"] for row in rows])
            for one, row in zip(exported["transactions"], rows):
                self.assertEqual((one["amount"], one["date"], one["title"]), (row["Amount"], row["Date"], row["Description"]))
                if one["kind"] == "expense":
                    want = -Decimal(one["paid"]) if mode == "cash" else Decimal(one["paid"]) - Decimal(one["share"])
                    self.assertEqual(Decimal(one["amount"]), want)
                    whole = self.anna.get(f"{self.ledger}/expenses/{one['id']}").json
                    self.assertEqual((one["total"], one["note"]), (whole["amount"], whole["note"]))

    def test_other_currencies(self):
        """yen have no digits after the point, dinars three: in every format"""
        for currency, amount in (("JPY", "5000"), ("KWD", "1.234")):
            ledger, people = self.anna.ledger("Anna", "Ben", currency=currency, name=currency)
            self.anna.post(ledger + "/expenses", title="Lunch", amount=amount, splitParticipantIds=[people["Ben"]])
            row, = self.rows("cash", ledger=ledger)
            self.assertEqual(row["Amount"], "-" + amount)
            for format_ in FORMATS:
                text = self.export(format_, "cash", ledger=ledger).body.decode("utf-8-sig")
                self.assertRegex(text, rf"(?<!\d){amount.replace('.', '[.,]')}(?!\d)", format_)
            self.check_currency(ledger, currency, Decimal("-" + amount))

    def check_currency(self, ledger, currency, amount):
        from beancount import loader
        from ofxtools.Parser import OFXTree
        tree = OFXTree()
        with self.file("ofx", "cash", ledger=ledger).open("rb") as file:
            tree.parse(file)
        statement = tree.convert().statements[0]
        self.assertEqual((statement.curdef, statement.transactions[0].trnamt), (currency, amount))
        checked = subprocess.run(["hledger", "-f", self.file("hledger", "cash", ledger=ledger), "check", "--strict"],
                                 capture_output=True, text=True)
        self.assertEqual((checked.returncode, checked.stderr), (0, ""))
        self.assertEqual(loader.load_file(str(self.file("beancount", "cash", ledger=ledger)))[1], [])

    def test_archive(self):
        """a stranger has all of it: in words, as JSON, as CSV, and the log; and nobody gets the key"""
        answer = self.anna.get(self.ledger + "/export/archive")
        self.assertEqual((answer.status, answer.fields["Content-Type"]), (200, "application/zip"))
        self.assertRegex(answer.fields["Content-Disposition"], r'"splitclone_flat-5-west_archive_\d{8}-\d{6}\.zip"$')
        self.assertEqual(self.anna.get(self.ledger + "/export/archive").body, answer.body)
        archive = zipfile.ZipFile(io.BytesIO(answer.body))
        self.assertIsNone(archive.testzip())
        names = archive.namelist()
        self.assertEqual(names[:2], ["README.txt", "ledger.json"])
        for word in ("Änna (me)", "EUR", "transactions/", "events/"):
            self.assertIn(word, archive.read("README.txt").decode())
        whole = json.loads(archive.read("ledger.json"))
        self.assertEqual(len(whole["expenses"]), len(TITLES) + 1)
        for mode in ("cash", "virtual"):
            self.assertEqual(archive.read(f"transactions/anna-me_{mode}.csv"), self.export("csv", mode).body)
        self.assertEqual(len([name for name in names if name.startswith("transactions/")]), 6)
        lines = [line for name in names if name.startswith("events/") for line in archive.read(name).splitlines()]
        self.assertEqual(len({json.loads(line)["id"] for line in lines}), self.anna.get(self.ledger)["revision"])
        code = self.anna.get(self.ledger + "/join-code")["joinCode"]
        for name in names:
            self.assertNotIn(code.split(".")[1].encode(), archive.read(name))

    def test_read_again_by_ourselves(self):
        """our importer understands every row of our own tables or names it, to the cent; in its own ledger nothing is new.
        A spreadsheet has each text on one line."""
        me = self.anna.get(self.ledger + "/participants")["items"][0]
        for mode, rows in self.both():
            for format_, text in (("csv", str), ("spreadsheet", lambda note: " ".join(note.split()))):
                query = urllib.parse.urlencode({"owner": me["name"], "mode": mode})
                preview = self.anna.send("POST", "/imports?" + query, self.export(format_, mode).body,
                                         fields={"Content-Type": "text/csv"})
                self.assertEqual((preview.status, preview["format"]), (201, "splitclone-csv"), preview)
                lost = {issue["row"] for issue in preview["issues"] if issue["isLost"]}
                read = {entry["row"]: entry for entry in preview["entries"]}
                self.assertEqual((len(read) + len(lost), lost & set(read)), (len(rows), set()))
                for row, entry in zip(rows, (read.get(place) for place in sorted({*read, *lost}))):
                    if entry:
                        self.assertEqual((entry["date"], entry["title"], Decimal(entry["amount"]), entry["note"] or ""),
                                         (row["Date"], row["Description"], abs(Decimal(row["Amount"])), text(row["Note"])))
                self.in_its_own_ledger(preview)

    def in_its_own_ledger(self, preview):
        ids = {one["name"]: one["id"] for one in self.anna.get(self.ledger + "/participants")["items"]}
        people = [{"person": one["person"], "participantId": ids[one["name"]]} for one in preview["people"]]
        ledger = self.ledger.rpartition("/")[2]
        same = self.anna.post(f"/imports/{preview['id']}/commit", books=[{"book": 0, "ledgerId": ledger, "people": people}])
        self.assertEqual(same.status, 200, same)
        self.assertEqual((same["books"][0]["expenses"], same["books"][0]["settlements"]), (0, 0), same)
        self.assertEqual(same["books"][0]["known"], preview["entryCount"])

    def test_no_stranger(self):
        mallory = self.server.account(self.anna, "Mallory")
        for path in ("/export?format=ofx", "/export/archive"):
            self.problem(mallory.get(self.ledger + path), 404)


if __name__ == "__main__":
    harness.main()
