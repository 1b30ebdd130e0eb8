@testable import WebAPI

/// What the authorisation tests need to know of each route: one line. A route without one fails them.
///
/// `.body(…)`: a body that would be taken from whoever may do this; it is sent where only the ids in the path are foreign.
/// In it and in `forging`, `{expense}` and the like stand for the ids of somebody else's things (`Household.ids`).
enum AuthorisationTable {
    struct Row {
        var body: String?
        /// A body that names somebody else's things, sent in the attacker's own ledger; refused, with a status of 4xx.
        var forged: String?
        /// The id in the path is the client's to choose: somebody else's is a new one here.
        var choosesID = false

        static let plain = Row()
        static func body(_ body: String) -> Row { Row(body: body) }
        func forging(_ body: String) -> Row { Row(body: self.body, forged: body, choosesID: choosesID) }
        var choosingID: Row { Row(body: body, forged: forged, choosesID: true) }
    }

    private static let expense = #"{"title":"Lunch","amount":"3.00"}"#
    private static let schedule = #"{"title":"X","amount":"1","frequency":"daily","start":"2026-01-01"}"#
    private static let settlement = #"{"fromParticipantId":"{participant}","toParticipantId":"{other}","amount":"1"}"#

    static let rows: [String: Row] = [
        "health": .plain, "ready": .plain, "metrics": .plain, "describe": .plain, "setupState": .plain,
        "setUp": .plain, "signIn": .plain, "signOut": .plain, "previewInvite": .plain, "claimInvite": .plain,
        "preparePasskeySignIn": .plain, "signInWithPasskey": .plain,

        "me": .plain, "changeMe": .plain, "deleteMe": .plain, "clearMe": .plain,
        "setActiveLedger": .plain.forging(#"{"ledgerId":"{ledger}"}"#),
        "devices": .plain, "device": .plain, "removeDevice": .plain,
        "tokens": .plain, "createToken": .plain, "token": .plain, "removeToken": .plain,
        "accounts": .plain, "createAccount": .plain, "account": .plain, "removeAccount": .plain,
        "server": .plain, "serverTLS": .plain, "makeBackup": .plain, "restore": .plain,
        "passkeys": .plain, "preparePasskey": .plain, "addPasskey": .plain, "removePasskey": .plain,
        "changeFeed": .plain,

        "imports": .plain, "createImport": .plain, "import": .plain, "importEntries": .plain,
        "commitImport": .body(#"{"books":[{"book":0,"name":"X"}]}"#), "undoImport": .plain,

        "folderConnections": .plain, "createFolderConnection": .plain, "folderConnection": .plain,
        "removeFolderConnection": .plain, "signInToFolders": .body(#"{"method":"browser"}"#),
        "finishSignInToFolders": .body(#"{"address":"http://localhost/?code=a&state=b"}"#),

        "friends": .plain,
        "addFriend": .plain.forging(
            #"{"nickname":"X","participants":[{"ledgerId":"{ledger}","participantId":"{participant}"}]}"#),
        "friend": .plain, "changeFriend": .body(#"{"nickname":"X"}"#), "removeFriend": .plain,
        "recordDirectExpense": .body(#"{"title":"X","amount":"1","currency":"EUR"}"#),
        "recordExpenseTogether": .plain.forging(
            #"{"friendIds":["{friend}"],"title":"X","amount":"1","currency":"EUR"}"#),
        "mergeFriend": .body(#"{"into":"\#(Household.nowhere)"}"#), "undoMerge": .plain,
        "linkRequests": .plain, "askForLink": .plain, "acceptLink": .plain,
        "declineLink": .plain, "withdrawLink": .plain,

        "ledgers": .plain,
        "createLedger": .plain.forging(
            #"{"name":"X","currency":"EUR","me":"X","folder":{"connectionId":"{connection}","path":"x"}}"#),
        "joinLedger": .plain.forging(#"{"joinCode":"SC1.x","connectionId":"{connection}","path":"x"}"#),
        "ledger": .plain, "removeLedger": .plain, "archive": .plain, "unarchive": .plain,
        "snapshot": .plain, "changes": .plain, "joinCode": .plain, "joinCodeImage": .plain,
        "acknowledgeRecovery": .plain, "invitation": .plain, "inviteByMail": .plain,
        "invites": .plain, "createInvite": .plain.forging(#"{"participantId":"{participant}"}"#),
        "revokeInvite": .plain, "attachFolder": .plain.forging(#"{"connectionId":"{connection}","path":"x"}"#),
        "syncStatus": .plain, "sync": .plain, "upgradeLedger": .plain,

        "participants": .plain, "addParticipant": .plain, "putParticipant": .body(#"{"name":"X"}"#).choosingID,
        "changeParticipant": .body(#"{"name":"X"}"#),
        "removeParticipant": .plain, "reinstateParticipant": .plain,
        "mergeParticipant": .body(#"{"into":"{other}"}"#), "changeLedger": .plain,
        "comments": .plain, "addComment": .body(#"{"text":"X"}"#), "putComment": .body(#"{"text":"X"}"#),
        "deleteComment": .plain,
        "activity": .plain, "undo": .plain, "settleExpense": .plain,
        "claimParticipant": .plain, "claimOptions": .plain,
        "labels": .plain, "createLabel": .plain, "putLabel": .body(#"{"name":"X"}"#).choosingID,
        "renameLabel": .body(#"{"name":"X"}"#), "deleteLabel": .plain,
        "expenses": .plain,
        "recordExpense": .plain.forging(#"{"title":"X","amount":"1","payerId":"{participant}"}"#),
        "expense": .plain, "putExpense": .body(expense).choosingID, "deleteExpense": .plain,
        "expenseHistory": .plain,
        "settlements": .plain, "recordSettlement": .plain.forging(settlement), "settlement": .plain,
        "putSettlement": .body(settlement).forging(settlement), "deleteSettlement": .plain,
        "reconcileExpense": .body(#"{"amount":"1"}"#),
        "categories": .plain,
        "createCategory": .plain.forging(
            #"{"name":"X","scope":"individual","participantId":"{participant}"}"#),
        "putCategory": .body(#"{"name":"X"}"#).choosingID,
        "changeCategory": .body(#"{"name":"X"}"#), "deleteCategory": .plain, "setBudget": .body(#"{"amount":"1"}"#),
        "budgets": .plain, "dailyBudget": .plain, "alerts": .plain, "variance": .plain, "monthReport": .plain,
        "burdenRatio": .plain,
        "setBurdenRatio": .plain.forging(#"{"weights":[{"participantId":"{participant}","weight":1}]}"#),
        "savingGoals": .plain, "setSavingGoal": .plain.forging(#"{"participantId":"{participant}","amount":"1"}"#),
        "schedules": .plain,
        "createSchedule": .plain.forging(
            #"{"title":"X","amount":"1","payerId":"{participant}","frequency":"daily","start":"2026-01-01"}"#),
        "schedule": .plain, "putSchedule": .body(schedule).choosingID, "endSchedule": .plain, "occurrences": .plain,
        "changeOccurrence": .body(#"{"skipped":true}"#), "restoreOccurrence": .plain,
        "incomes": .plain,
        "recordIncome": .plain.forging(#"{"name":"X","amount":"1","participantId":"{participant}"}"#),
        "putIncome": .body(#"{"name":"X","amount":"1"}"#).choosingID, "deleteIncome": .plain,
        "transfers": .plain, "recordTransfer": .plain.forging(#"{"toLedgerId":"{ledger}","amount":"1"}"#),
        "putTransfer": .body(#"{"toLedgerId":"{ledger}","amount":"1"}"#)
            .forging(#"{"toLedgerId":"{ledger}","amount":"1"}"#), "deleteTransfer": .plain,
        "balances": .plain, "statement": .plain, "settleUp": .plain, "summary": .plain, "export": .plain,
        "exportArchive": .plain,
    ]
}
