import Accounts
import HTTPServer
import LedgerCore

/// Friends, what is asked of people, and merges.
extension Operations {
    private static let nickname = Schema.words(Friend.longestNickname)
    private static let colour = Schema.orNull(.oneOf(Colour.allCases.map(\.rawValue)))
    private static let participants = Schema.orNull(.list(.named("FriendParticipant")))

    /// An expense, and in which currency; people are `me`, friends by their ids, or participants.
    private static let direct = [
        Schema.always("title", .words(Limits.titleLength)), Schema.always("amount", .amount),
        Schema.maybe(
            "currency", .orNull(.pattern("^[A-Za-z]{3}$", example: "EUR")), "Needed for the first expense with them."),
        Schema.maybe("payerId", .orNull(.text()), "`me`, if left out; or the id of a friend."),
        Schema.maybe("id", .orNull(.uuid), "Of the client's choice: asked again with it, it is the same expense."),
    ]

    static let friends: [String: Operation] = [
        "friends": .list("My friends, and how I stand with each", of: "Friend"),
        "friend": Operation("One of my friends", 200, .json(.named("Friend"))),
        "addFriend": Operation(
            "Add a friend, for my eyes only",
            takes: .object([
                Schema.always("nickname", nickname), Schema.maybe("colour", colour),
                Schema.maybe("participants", participants, "Who the friend is in ledgers of mine."),
            ]), 201, .json(.named("Friend")), problems: [409]),
        "changeFriend": Operation(
            "Change a friend",
            takes: .object([
                Schema.maybe("nickname", .orNull(nickname)), Schema.maybe("colour", colour),
                Schema.maybe("participants", participants, "All of them."),
                Schema.maybe("unlink", .orNull(.truth), "true: forgets which account the friend has."),
            ]), isInputOptional: true, 200, .json(.named("Friend")), problems: [409]),
        "removeFriend": Operation("Remove a friend; ledgers stay as they are", 204, .nothing),
        "mergeFriend": Operation(
            "Make two of my friends one, in my address book alone",
            takes: .object([
                Schema.always("into", .uuid, "The friend who stays."),
                Schema.maybe("dryRun", .orNull(.truth), "true: only shows what would be."),
            ]), 200,
            .json(
                .object([
                    Schema.always("mergeId", .orNull(.uuid), "What takes it back; null if nothing was done."),
                    Schema.always(
                        "preview",
                        .object([
                            Schema.always("before", .list(.named("Friend")), "Who stays, then who goes."),
                            Schema.always("after", .named("Friend")),
                        ])),
                ])), problems: [409]),
        "recordDirectExpense": Operation(
            "Record an expense with a friend, in the direct ledger of the two, which is made if there is none",
            takes: .object(direct, isOpen: true), 200, or: 201, .json(.named("FriendExpense")), problems: [409]),
        "recordExpenseTogether": Operation(
            "Record an expense with several friends, in the ledger of exactly these people, which is made if there is none",
            takes: .object([Schema.always("friendIds", .list(.uuid, minimum: 1))] + direct, isOpen: true), 200, or: 201,
            .json(.named("FriendExpense")), problems: [409]),
        "undoMerge": Operation("Take a merge back, exactly", 204, .nothing),
        "linkRequests": Operation(
            "Whom I asked to be friends, and who asks me", 200,
            .json(
                .object([
                    Schema.always("sent", .list(.named("SentLinkRequest"))),
                    Schema.always("received", .list(.named("ReceivedLinkRequest"))),
                ]))),
        "askForLink": Operation(
            "Ask whoever has an account of this name to be friends; the answer does not tell whether anybody has",
            takes: .object([
                Schema.always("accountName", .words(AccountName.longest)),
                Schema.maybe("friendId", .orNull(.uuid), "Which of my friends that is."),
            ]), 201, .json(.named("SentLinkRequest")), problems: [409, 429]),
        "acceptLink": Operation(
            "Become friends",
            takes: .object([Schema.maybe("friendId", .orNull(.uuid), "Which of my friends that is.")]),
            isInputOptional: true, 200, .json(.named("Friend")), problems: [409]),
        "declineLink": Operation("Decline; who asked is not told", 204, .nothing),
        "withdrawLink": Operation("Take back what I asked", 204, .nothing),
    ]
}

extension Schemas {
    static let friends: [(String, Schema)] = [
        ("FriendParticipant", .object([Schema.always("ledgerId", .ledgerID), Schema.always("participantId", .uuid)])),
        ("Friend", friend), ("FriendLedger", friendLedger),
        (
            "FriendExpense",
            .object([Schema.always("ledgerId", .ledgerID), Schema.always("expense", .named("Expense"))])
        ),
        (
            "SentLinkRequest",
            .object([
                Schema.always("id", .uuid), Schema.always("accountName", .text()),
                Schema.always("friendId", .orNull(.uuid)), Schema.always("sentAt", .instant),
                Schema.always("expiresAt", .instant),
            ])
        ),
        (
            "ReceivedLinkRequest",
            .object([
                Schema.always("id", .uuid), Schema.always("from", .text(), "The name of the account that asks."),
                Schema.always("sentAt", .instant), Schema.always("expiresAt", .instant),
                Schema.always("declinedBefore", .truth, "Whether I declined one of theirs before."),
            ])
        ),
    ]

    private static let friend = Schema.object([
        Schema.always("id", .uuid), Schema.always("nickname", .text(), "Nobody else sees it."),
        Schema.always("colour", .oneOf(Colour.allCases.map(\.rawValue))),
        Schema.always("participants", .list(.named("FriendParticipant"))),
        Schema.always("accountLinked", .truth, "Whether an account proved to be this friend."),
        Schema.always("accountName", .orNull(.text())),
        Schema.always("accountDeleted", .truth, "Whether there was one, and it is gone."),
        Schema.always(
            "state", .oneOf(["settled", "even", "open"]),
            "`even`: something is open here and there, and cancels out in every currency."),
        Schema.always("complete", .truth, "false: a ledger does not open and is missing in the sums."),
        Schema.always(
            "balances",
            .list(.object([Schema.always("currency", .text()), Schema.always("amount", .signedAmount)])),
            "One for each currency in which something is open. Positive: the friend owes me."),
        Schema.always("ledgers", .list(.named("FriendLedger"))),
        Schema.always(
            "merged",
            .list(
                .object([
                    Schema.always("mergeId", .orNull(.uuid)), Schema.always("nickname", .text()),
                    Schema.always("mergedAt", .orNull(.instant)),
                ])), "Friends who were merged into this one."),
        Schema.always("createdAt", .instant),
    ])

    private static let friendLedger = Schema.object([
        Schema.always("ledgerId", .ledgerID), Schema.always("name", .text()),
        Schema.always("kind", .oneOf(LedgerKind.allCases.map(\.rawValue))), Schema.always("currency", .text()),
        Schema.always("participantId", .uuid),
        Schema.always("participantName", .orNull(.text())),
        Schema.always("myParticipantId", .orNull(.uuid), "null: I have not said who I am there."),
        Schema.always("balance", .signedAmount, "Positive: the friend owes me."),
    ])
}
