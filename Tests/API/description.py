#!/usr/bin/env python3
"""The description: valid OpenAPI 3.1, complete, and true: schemathesis asks for everything in it in every way it can think of."""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import harness

EXAMPLES = os.environ.get("SCHEMATHESIS_EXAMPLES", "20")


def validate(document):
    from openapi_spec_validator import validate as check
    check(document)
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            assert operation["summary"] and operation["operationId"], (path, method)
            assert "default" in operation["responses"], (path, method)


# What ends the asking itself, because ids that were seen in answers are asked about (the asking device, its account, the
# ledger that everything is in), has a round of its own, in which things are there to be removed.
ENDINGS = ["removeDevice", "removeAccount", "removeLedger", "signOut"]

# What never ends is never asked here: a stream.
LEFT_OUT = [*ENDINGS, "changeFeed"]

# Left out where what is asked has to be accepted: afterwards the people of whom everything speaks are one, or left.
TAKES_PEOPLE_AWAY = ["mergeParticipant", "removeParticipant", "undo"]

# What no schema and no made-up value can satisfy: a label's or category's name is not taken yet, something is still expected, a join code fits a folder, a ledger that
# has no folder gets an empty one, a passkey is held by an authenticator, few people can be asked in a minute, the people of
# an expense are one's friends, an invite is one that was made, whoever clears their data knows what goes, and a file to
# import is one that some program wrote.
NOT_MADE_UP = ["createLabel", "putLabel", "renameLabel", "createCategory", "putCategory", "changeCategory", "reconcileExpense", "joinLedger", "attachFolder", "preparePasskey", "addPasskey", "preparePasskeySignIn",
               "signInWithPasskey", "askForLink", "recordDirectExpense", "recordExpenseTogether",
               "claimInvite", "clearMe", "restore", "createImport", "commitImport"]


def prepare(document, ids):
    """Questions about things that are there, so that they get past the first door; deletions aim at anything."""
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            # A precondition is looked at before the body: it would hide what the body is refused for.
            operation["parameters"] = [it for it in operation["parameters"] if it["name"] not in ("If-Match", "If-None-Match")]
            for parameter in operation["parameters"]:
                name = parameter["name"]
                is_aimed_at = path.endswith("{" + name + "}")
                if parameter["in"] == "path" and name in ids and not (method == "delete" and is_aimed_at):
                    parameter["schema"] = {"enum": [ids[name]]}
    # Nobody outside is asked for a folder.
    for kind in document["components"]["schemas"]["FolderConnectionInput"]["oneOf"]:
        if "url" in kind["properties"]:
            kind["properties"]["url"] = {"enum": ["http://127.0.0.1:1/", "http://cloud.example/"]}


WORDS = {"type": "string", "pattern": "^[A-Za-z][ -~]{0,30}$"}


def make_plausible(document, ids):
    """What a schema can not say is said here: which people are there, what a word is that somebody might type, that a
    cursor comes from an earlier answer. Whatever is asked in this way has to be accepted."""
    for methods in document["paths"].values():
        for operation in methods.values():
            operation["parameters"] = [it for it in operation["parameters"] if it["name"] != "cursor"]
            if operation["operationId"] == "export":
                # Refused where the format leaves no choice of them.
                operation["parameters"] = [it for it in operation["parameters"] if it["name"] not in ("dates", "encoding")]
            for parameter in operation["parameters"]:
                if parameter["name"] == "participant" and parameter["in"] == "query":
                    parameter["schema"] = {"enum": [ids["a"], ids["b"]]}
                if parameter["name"] == "q":
                    parameter["schema"] = WORDS
                chosen = PLAUSIBLE_QUERY.get((operation["operationId"], parameter["name"]))
                if chosen:
                    parameter["schema"] = {"enum": chosen}
    make_inputs_plausible(document, ids)
    make_entries_plausible(document["components"]["schemas"], ids)
    make_budgets_plausible(document, ids)


# An end that is before its beginning, and more months than anybody looks at, are refused.
PLAUSIBLE_QUERY = {
    ("variance", "from"): ["2026-01-01"], ("variance", "to"): ["2026-12-31"],
    ("monthReport", "from"): ["2026-01"], ("monthReport", "to"): ["2026-12"], ("putSchedule", "from"): [0, 1, 7],
}


def make_inputs_plausible(document, ids):
    """Names and places that can be; nothing that the server knows to be needed is left out."""
    def fields(method, path):
        body = document["paths"]["/api/v1" + path][method]["requestBody"]["content"]["application/json"]
        schema = body["schema"]
        if "$ref" in schema:
            schema = body["schema"] = json.loads(json.dumps(document["components"]["schemas"][schema["$ref"].split("/")[-1]]))
        return schema

    names = [("patch", "/ledgers/{ledger}"), ("post", "/ledgers/{ledger}/participants"), ("post", "/ledgers/{ledger}/labels"),
             ("patch", "/ledgers/{ledger}/participants/{participant}"), ("patch", "/ledgers/{ledger}/labels/{label}"),
             ("put", "/ledgers/{ledger}/participants/{participant}"), ("put", "/ledgers/{ledger}/labels/{label}"),
             ("post", "/tokens"), ("post", "/accounts"), ("post", "/ledgers"), ("post", "/sessions"), ("post", "/setup")]
    for method, path in names:
        schema = fields(method, path)
        schema["properties"]["name"] = WORDS
        schema["required"] = sorted({*schema.get("required", []), "name"})
    for method, path in [("patch", "/me"), ("post", "/sessions"), ("post", "/setup")]:
        fields(method, path)["properties"]["deviceName"] = WORDS
    for method, path in [("post", "/friends"), ("patch", "/friends/{friend}")]:
        fields(method, path)["properties"] |= {"nickname": WORDS, "participants": {"type": "array", "maxItems": 0}}
    merge = fields("post", "/friends/{friend}/merge")
    merge["properties"] |= {"into": {"enum": [ids["other"]]}, "dryRun": {"enum": [True]}}
    merge["required"].append("dryRun")
    fields("post", "/ledgers/{ledger}/invites")["properties"]["participantId"] = {"enum": [None, ids["b"]]}
    comments = "/ledgers/{ledger}/expenses/{expense}/comments"
    for method, path in [("post", comments), ("put", comments + "/{comment}")]:
        fields(method, path)["properties"]["text"] = WORDS
    fields("post", "/tokens")["properties"]["expiresAt"] = {"enum": [None, "2999-12-31T00:00:00.000Z"]}
    # Kinds that are somewhere else are for tests that have such a place.
    connection = fields("post", "/folder-connections")
    connection["oneOf"] = [it for it in connection["oneOf"] if it["properties"]["kind"]["enum"] != ["webdav"]]
    connection["oneOf"][0]["properties"]["path"] = {"type": "string", "pattern": "^[a-z]{1,20}$"}
    fields("post", "/ledgers/{ledger}/upgrade")["properties"]["understood"] = {"enum": [True]}
    fields("post", "/backup")["properties"] |= {"understood": {"enum": [True]}, "ledgerIds": {"enum": [None, [ids["ledger"]]]}}
    ledger = fields("post", "/ledgers")
    ledger["properties"] |= {"participants": {"type": "array", "items": WORDS, "minItems": 1, "maxItems": 5, "uniqueItems": True},
                             "currency": {"enum": ["EUR", "jpy", "KWD"]}, "me": {"type": "null"}, "folder": {"type": "null"},
                             "kind": {"enum": ["group"]}, "timeZone": {"enum": [None]}}
    ledger["required"].append("participants")
    for field in ("defaultSplit", "timeZone"):
        del fields("patch", "/ledgers/{ledger}")["properties"][field]
    me = fields("patch", "/me")
    del me["properties"]["password"]


def make_entries_plausible(schemas, ids):
    person, words = {"enum": [ids["a"], ids["b"]]}, WORDS
    schemas["ExpenseInput"]["properties"] |= {
        "title": words, "note": words, "payerId": person, "labelIds": {"type": "array", "items": {"enum": [ids["label"]]}, "maxItems": 1},
        "splitParticipantIds": {"type": "array", "items": person, "minItems": 1, "uniqueItems": True},
    }
    schemas["ExpenseInput"]["properties"]["categoryId"] = {"enum": [None, ids["category"]]}
    # Made-up parts do not add up, and made-up ends are in any order.
    for parts in ("split", "payers", "spread"):
        del schemas["ExpenseInput"]["properties"][parts]
    schemas["SettlementInput"]["properties"] |= {
        "fromParticipantId": {"enum": [ids["a"]]}, "toParticipantId": {"enum": [ids["b"]]}, "note": words}
    # It may have been deleted.
    del schemas["SettlementInput"]["properties"]["expenseId"]
    schemas["ExpenseInput"]["properties"]["amount"] = schemas["SettlementInput"]["properties"]["amount"] = AMOUNT


AMOUNT = {"type": "string", "pattern": r"^[1-9][0-9]{0,8}(\.[0-9]{1,2})?$"}


def make_budgets_plausible(document, ids):
    """What recurs began not too long ago and says in one way when it ends; money moves to a ledger of one's own."""
    schemas, person = document["components"]["schemas"], {"enum": [ids["a"], ids["b"]]}
    entry = {name: schemas["ExpenseInput"]["properties"][name]
             for name in ("title", "amount", "note", "payerId", "labelIds", "splitParticipantIds", "categoryId")}
    schemas["ScheduleInput"]["properties"] |= entry | {
        "frequency": {"enum": ["daily", "weekly", "biweekly", "monthly", "yearly"]}, "start": {"enum": ["2026-01-31", "2024-02-29"]}}
    schemas["OccurrenceInput"]["properties"] |= entry
    schemas["OccurrenceInput"]["required"] = ["title"]
    schemas["IncomeInput"]["properties"] |= {"participantId": person, "name": WORDS, "amount": AMOUNT}
    schemas["TransferInput"]["properties"] |= {
        "toLedgerId": {"enum": [ids["elsewhere"]]}, "participantId": {"enum": [None, ids["a"]]}, "amount": AMOUNT, "note": WORDS}
    for name, fields in {"ScheduleInput": "custom end count split payers", "OccurrenceInput": "skipped split payers", "IncomeInput": "schedule"}.items():
        for field in fields.split():
            del schemas[name]["properties"][field]
    weights = [{"participantId": ids["a"], "weight": 60}, {"participantId": ids["b"], "weight": 40}]
    for path, fields in [("categories/{category}/budget", {"amount": AMOUNT}), ("saving-goal", {"amount": AMOUNT, "participantId": person}),
                         ("burden-ratio", {"weights": {"enum": [None, weights]}})]:
        body = document["paths"]["/api/v1/ledgers/{ledger}/" + path]["put"]["requestBody"]
        body["content"]["application/json"]["schema"]["properties"] |= fields


def things(owner):
    ledger, people = owner.ledger()
    ids = {"ledger": ledger.rpartition("/")[2], "participant": people["Anna"], "a": people["Anna"], "b": people["Ben"]}
    ids["label"] = owner.post(ledger + "/labels", name="trip")["id"]
    ids["expense"] = owner.post(ledger + "/expenses", title="Bread", amount="3", labelIds=[ids["label"]])["id"]
    ids["settlement"] = owner.post(ledger + "/settlements", toParticipantId=people["Ben"], amount="1")["id"]
    ids["category"] = owner.post(ledger + "/categories", name="Food", scope="shared")["id"]
    ids["schedule"] = owner.post(ledger + "/schedules", title="Rent", amount="9", frequency="monthly", start="2026-01-31")["id"]
    ids["income"], ids["k"] = owner.post(ledger + "/incomes", name="Salary", amount="9")["id"], 0
    ids["elsewhere"] = owner.ledger("Anna")[0].rpartition("/")[2]
    ids["transfer"] = owner.post(ledger + "/transfers", toLedgerId=ids["elsewhere"], amount="1")["id"]
    ids["token"] = owner.post("/tokens", name="t")["id"]
    ids["friend"], ids["other"] = (owner.post("/friends", nickname=name)["id"] for name in ("Kim", "Lou"))
    ids["connection"] = owner.post("/folder-connections", kind="directory", path="shared")["id"]
    ids["device"], ids["account"] = owner.get("/me")["device"]["id"], owner.get("/me")["account"]["id"]
    return ids


# 503 is the right answer when a folder elsewhere does not answer; no other operation may give it.
SETTINGS = """
[[operations]]
include-operation-id = "createFolderConnection"
checks.not_a_server_error.expected-statuses = ["2xx", "3xx", "4xx", "503"]

[phases.coverage]
unexpected-methods = ["DELETE", "GET", "PATCH", "POST", "PUT", "TRACE"]
""" + "".join(f"""
[[operations]]
include-operation-id = "{name}"
checks.positive_data_acceptance.enabled = false
""" for name in NOT_MADE_UP)


def ask(document, server, token, chosen, check):
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "openapi.json").write_text(json.dumps(document))
        Path(folder, "schemathesis.toml").write_text(SETTINGS)
        # One worker: in CPython 3.11 two threads that parse at once end in a SystemError now and then (gh-106905).
        command = [
            str(Path(sys.executable).parent / "schemathesis"), "run", "openapi.json", "--url", f"http://127.0.0.1:{server.port}",
            "--header", "Authorization: Bearer " + token, "--max-examples", EXAMPLES, "--phases", "examples,coverage,fuzzing",
            *chosen,
            "--exclude-checks", check, "--no-color", "--seed", "1", "--workers", "1",
            # By the end hundreds of made-up people share everything, and the archive names all of them in every row of everybody.
            "--request-timeout", "60",
        ]
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=1200)


def only(names):
    return [part for name in names for part in ("--include-operation-id", name)]


def without(names):
    return [part for name in names for part in ("--exclude-operation-id", name)]


def signed_in(server):
    return harness.Client(server).post("/sessions", name="Anna", password=harness.PASSWORD, deviceName="d", **{"as": "token"})


def things_to_remove(owner):
    """Of each kind so many that some are still there when they are asked for."""
    for number in range(12):
        yield "ledger", owner.ledger(name="Ledger")[0].rpartition("/")[2]
        yield "device", signed_in(owner.server)["device"]["id"]
        yield "account", owner.post("/accounts", name=f"Account {number}", password=harness.PASSWORD)["id"]


def run_endings():
    """A round about what removes things: what is there, what is no more, and what never was. Last of all the door shuts."""
    server = harness.Server()
    try:
        owner = server.owner()
        document = owner.get("/openapi.json").json
        ids = {}
        for name, one in things_to_remove(owner):
            ids.setdefault(name, []).append(one)
        for methods in document["paths"].values():
            for operation in methods.values():
                for parameter in operation["parameters"]:
                    if operation["operationId"] in ENDINGS and parameter["in"] == "path":
                        nobody = "00000000-0000-4000-8000-000000000000"
                        parameter["schema"] = {"enum": [*ids[parameter["name"]], nobody, "x"]}
        # Whoever removes a ledger says its name.
        body = document["paths"]["/api/v1/ledgers/{ledger}"]["delete"]["requestBody"]["content"]["application/json"]
        body["schema"] = {"type": "object", "additionalProperties": False, "required": ["confirmName"],
                          "properties": {"confirmName": {"enum": ["Ledger", "Another"]}}}
        token = owner.post("/tokens", name="asks")["token"]
        check = "positive_data_acceptance"
        results = [ask(document, server, owner.token, only(ENDINGS[:-1]), check), ask(document, server, token, only(["signOut"]), check)]
        removed = len(ids["ledger"]) - len(owner.get("/ledgers")["items"])
        if not removed:
            print("error: no ledger was removed")
    finally:
        server.close()
    for result in results:
        print(result.stdout[-12000:] if result.returncode else result.stdout[-600:], result.stderr[-2000:])
    return removed > 0 and all(result.returncode == 0 for result in results)


def run(plausible):
    """One round of questions; answers whether all was as the description says."""
    server = harness.Server("--metrics")
    try:
        owner = server.owner()
        document = owner.get("/openapi.json").json
        validate(document)
        ids = things(owner)
        prepare(document, ids)
        # A schema can not say which ids are there; what is made plausible is narrower than what is allowed.
        left_out, check = LEFT_OUT, "positive_data_acceptance"
        if plausible:
            make_plausible(document, ids)
            left_out, check = LEFT_OUT + TAKES_PEOPLE_AWAY, "negative_data_rejection"
        result = ask(document, server, owner.token, without(left_out), check)
    finally:
        server.close()
    print(result.stdout[-12000:] if result.returncode else result.stdout[-1200:], result.stderr[-2000:])
    return result.returncode == 0


def main():
    outcomes = [run(plausible) for plausible in (False, True)] + [run_endings()]
    print(f"{outcomes.count(True)} passed, {outcomes.count(False)} failed")
    sys.exit(0 if all(outcomes) else 1)


if __name__ == "__main__":
    main()
