import Bookkeeping
import JSON
import LedgerCore

/// What leaving does, or did.
struct LeavingView: JSONWritable {
    let plan: LeavingPlan
    let finishedAt: Instant?

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("ledgers", each: plan.ledgers) { json, effect in write(effect, to: &json) }
            json.member("devices", plan.devices)
            json.member("tokens", plan.tokens)
            json.member("folderConnections", plan.folderConnections)
            json.member("friends", plan.friends)
            json.member("needsConfirmation", plan.needsConfirmation)
            json.member("finishedAt", finishedAt)
        }
    }

    private func write(_ effect: LeavingPlan.LedgerEffect, to json: inout JSONWriter) {
        json.object { json in
            json.member("id", effect.ledger.text)
            json.member("name", effect.name)
            json.member("effect", effect.kind.rawValue)
            json.member("participants", each: effect.participants) { json, person in
                json.object { json in
                    json.member("id", person.id)
                    json.member("name", person.name)
                }
            }
            json.member("released", effect.isReleased)
            json.member("pendingEvents", effect.pendingEvents)
            json.member("losesFolder", effect.losesFolder)
        }
    }
}
