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


# Left out of the questions: what ends the asking itself, and what never ends.
LEFT_OUT = ["signOut", "changeFeed", "removeDevice", "removeAccount", "signIn", "setUp", "removeLedger", "changeMe"]


def prepare(document, ids):
    """Questions about things that are there, so that they get past the first door; deletions aim at anything."""
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            # A precondition is looked at before the body: it would hide what the body is refused for.
            operation["parameters"] = [it for it in operation["parameters"] if it["name"] not in ("If-Match", "If-None-Match")]
            for parameter in operation["parameters"]:
                name = parameter["name"]
                if parameter["in"] == "path" and name in ids and (method != "delete" or name == "ledger"):
                    parameter["schema"] = {"enum": [ids[name]]}


def make_plausible(document, ids):
    """Entries about the people who are there, in words that anybody might type: so that many of them are recorded."""
    schemas = document["components"]["schemas"]
    person, words = {"enum": [ids["a"], ids["b"]]}, {"type": "string", "pattern": "^[A-Za-z][ -~]{0,30}$"}
    schemas["ExpenseInput"]["properties"] |= {
        "title": words, "payerId": person, "labelIds": {"type": "array", "items": {"enum": [ids["label"]]}, "maxItems": 1},
        "splitParticipantIds": {"type": "array", "items": person, "minItems": 1, "uniqueItems": True},
    }
    schemas["SettlementInput"]["properties"] |= {
        "fromParticipantId": {"enum": [ids["a"]]}, "toParticipantId": {"enum": [ids["b"]]}}
    schemas["ExpenseInput"]["properties"]["amount"] = schemas["SettlementInput"]["properties"]["amount"] = {
        "type": "string", "pattern": r"^[1-9][0-9]{0,8}(\.[0-9]{1,2})?$"}


def things(owner):
    ledger, people = owner.ledger()
    ids = {"ledger": ledger.rpartition("/")[2], "participant": people["Anna"], "a": people["Anna"], "b": people["Ben"]}
    ids["label"] = owner.post(ledger + "/labels", name="trip")["id"]
    ids["expense"] = owner.post(ledger + "/expenses", title="Bread", amount="3", labelIds=[ids["label"]])["id"]
    ids["settlement"] = owner.post(ledger + "/settlements", toParticipantId=people["Ben"], amount="1")["id"]
    ids["token"] = owner.post("/tokens", name="t")["id"]
    ids["connection"] = owner.post("/folder-connections", kind="directory", path="shared")["id"]
    ids["device"], ids["account"] = owner.get("/me")["device"]["id"], owner.get("/me")["account"]["id"]
    return ids


SETTINGS = """
[phases.coverage]
unexpected-methods = ["DELETE", "GET", "PATCH", "POST", "PUT", "TRACE"]
"""


def ask(document, server, owner, left_out):
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "openapi.json").write_text(json.dumps(document))
        Path(folder, "schemathesis.toml").write_text(SETTINGS)
        command = [
            str(Path(sys.executable).parent / "schemathesis"), "run", "openapi.json", "--url", f"http://127.0.0.1:{server.port}",
            "--header", "Authorization: Bearer " + owner.token, "--max-examples", EXAMPLES, "--phases", "examples,coverage,fuzzing",
            *[part for name in LEFT_OUT for part in ("--exclude-operation-id", name)],
            "--exclude-checks", left_out, "--no-color", "--seed", "1", "--workers", "2",
        ]
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=1200)


def run(plausible):
    """One round of questions; answers whether all was as the description says."""
    server = harness.Server()
    try:
        owner = server.owner()
        document = owner.get("/openapi.json").json
        validate(document)
        ids = things(owner)
        prepare(document, ids)
        # What is made plausible is narrower than what is allowed.
        left_out = "positive_data_acceptance,ignored_auth"
        if plausible:
            make_plausible(document, ids)
            left_out += ",negative_data_rejection"
        result = ask(document, server, owner, left_out)
    finally:
        server.close()
    print(result.stdout[-12000:] if result.returncode else result.stdout[-1200:], result.stderr[-2000:])
    return result.returncode == 0


def main():
    outcomes = [run(plausible) for plausible in (False, True)]
    print(f"{outcomes.count(True)} passed, {outcomes.count(False)} failed")
    sys.exit(0 if all(outcomes) else 1)


if __name__ == "__main__":
    main()
