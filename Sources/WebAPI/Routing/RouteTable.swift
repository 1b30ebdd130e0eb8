import Accounts
import Bookkeeping
import HTTPServer

/// The whole API on one screen: method, path, name, and who answers. The kind of each line says who may.
enum RouteTable {
    static let root = "/api/v1"
    static let ledger = "/api/v1/ledgers/{ledger}"

    static let routes: [Route] =
        [
            Route(.get, "/health", "health", .anyone(HealthRoutes.health)),
            Route(.get, "/ready", "ready", .anyone(HealthRoutes.ready)),
            Route(.get, "/metrics", "metrics", .caller(HealthRoutes.metrics)),
            anyone(.get, "/openapi.json", "describe", HealthRoutes.describe),
            anyone(.get, "/setup", "setupState", SignInRoutes.setupState),
            anyone(.post, "/setup", "setUp", SignInRoutes.setUp),
            anyone(.post, "/sessions", "signIn", SignInRoutes.signIn),
            anyone(.post, "/sessions/passkey/options", "preparePasskeySignIn", PasskeyRoutes.prepareToSignIn),
            anyone(.post, "/sessions/passkey", "signInWithPasskey", PasskeyRoutes.signIn),
            caller(.delete, "/sessions/current", "signOut", SignInRoutes.signOut),
            anyone(.get, "/invites/{token}", "previewInvite", InviteRoutes.preview),
            anyone(.post, "/invites/{token}/claim", "claimInvite", InviteRoutes.claim),

            caller(.get, "/me", "me", MeRoutes.me),
            caller(.patch, "/me", "changeMe", MeRoutes.change),
            caller(.delete, "/me", "deleteMe", MeRoutes.delete),
            caller(.post, "/me/clear", "clearMe", MeRoutes.clear),
            caller(.put, "/me/active-ledger", "setActiveLedger", MeRoutes.setActiveLedger),
            caller(.get, "/me/passkeys", "passkeys", PasskeyRoutes.list),
            caller(.post, "/me/passkeys", "addPasskey", PasskeyRoutes.add),
            caller(.post, "/me/passkeys/options", "preparePasskey", PasskeyRoutes.prepare),
            caller(.delete, "/me/passkeys/{passkey}", "removePasskey", PasskeyRoutes.remove),
            caller(.get, "/devices", "devices", DeviceRoutes.list),
            caller(.get, "/devices/{device}", "device", DeviceRoutes.get),
            caller(.delete, "/devices/{device}", "removeDevice", DeviceRoutes.remove),
            caller(.get, "/tokens", "tokens", TokenRoutes.list),
            caller(.post, "/tokens", "createToken", TokenRoutes.create),
            caller(.get, "/tokens/{token}", "token", TokenRoutes.get),
            caller(.delete, "/tokens/{token}", "removeToken", TokenRoutes.remove),
            owner(.get, "/accounts", "accounts", AccountRoutes.list),
            owner(.post, "/accounts", "createAccount", AccountRoutes.create),
            owner(.get, "/accounts/{account}", "account", AccountRoutes.get),
            owner(.delete, "/accounts/{account}", "removeAccount", AccountRoutes.remove),

            owner(.get, "/server", "server", ServerRoutes.get),
            owner(.get, "/server/tls", "serverTLS", ServerRoutes.tls),
            owner(.post, "/backup", "makeBackup", BackupRoutes.make),
            owner(.post, "/restore", "restore", BackupRoutes.restore),

            caller(.get, "/friends", "friends", FriendRoutes.list),
            caller(.post, "/friends", "addFriend", FriendRoutes.add),
            caller(.get, "/friends/{friend}", "friend", FriendRoutes.get),
            caller(.patch, "/friends/{friend}", "changeFriend", FriendRoutes.change),
            caller(.delete, "/friends/{friend}", "removeFriend", FriendRoutes.remove),
            caller(.post, "/friends/{friend}/merge", "mergeFriend", FriendRoutes.merge),
            caller(.post, "/friends/{friend}/expenses", "recordDirectExpense", FriendExpenseRoutes.record),
            caller(.post, "/friends/expenses", "recordExpenseTogether", FriendExpenseRoutes.recordWithSeveral),
            caller(.delete, "/merges/{merge}", "undoMerge", MergeRoutes.undo),
            caller(.get, "/link-requests", "linkRequests", LinkRequestRoutes.list),
            caller(.post, "/link-requests", "askForLink", LinkRequestRoutes.ask),
            caller(.delete, "/link-requests/{request}", "withdrawLink", LinkRequestRoutes.withdraw),
            caller(.post, "/link-requests/{request}/accept", "acceptLink", LinkRequestRoutes.accept),
            caller(.post, "/link-requests/{request}/decline", "declineLink", LinkRequestRoutes.decline),

            caller(.get, "/changes", "changeFeed", ChangeFeedRoute.open),
            caller(.get, "/folder-connections", "folderConnections", FolderConnectionRoutes.list),
            caller(.post, "/folder-connections", "createFolderConnection", FolderConnectionRoutes.create),
            caller(.get, "/folder-connections/{connection}", "folderConnection", FolderConnectionRoutes.get),
            caller(
                .delete, "/folder-connections/{connection}", "removeFolderConnection", FolderConnectionRoutes.remove),
            caller(
                .post, "/folder-connections/{connection}/sign-in", "signInToFolders", FolderConnectionRoutes.signIn),
            caller(
                .post, "/folder-connections/{connection}/sign-in/callback", "finishSignInToFolders",
                FolderConnectionRoutes.finishSignIn),

            caller(.get, "/imports", "imports", ImportRoutes.list),
            caller(.post, "/imports", "createImport", ImportRoutes.create),
            caller(.get, "/imports/{import}", "import", ImportRoutes.get),
            caller(.get, "/imports/{import}/entries", "importEntries", ImportRoutes.entries),
            caller(.post, "/imports/{import}/commit", "commitImport", ImportRoutes.commit),
            caller(.delete, "/imports/{import}", "undoImport", ImportRoutes.remove),

            caller(.get, "/ledgers", "ledgers", LedgerRoutes.list),
            caller(.post, "/ledgers", "createLedger", LedgerRoutes.create),
            caller(.post, "/ledgers/join", "joinLedger", JoinRoutes.join),
            member(.get, "", "ledger", LedgerRoutes.get),
            member(.patch, "", "changeLedger", LedgerRoutes.change),
            caller(.delete, "/ledgers/{ledger}", "removeLedger", LedgerRoutes.remove),
            member(.post, "/archive", "archive", LedgerRoutes.archive),
            member(.delete, "/archive", "unarchive", LedgerRoutes.unarchive),
            member(.get, "/snapshot", "snapshot", SnapshotRoutes.snapshot),
            member(.get, "/changes", "changes", SnapshotRoutes.changes),
            member(.get, "/join-code", "joinCode", JoinRoutes.joinCode),
            member(.get, "/join-code.svg", "joinCodeImage", JoinRoutes.joinCodeImage),
            member(.put, "/recovery-acknowledged", "acknowledgeRecovery", JoinRoutes.acknowledgeRecovery),
            member(.get, "/invitation", "invitation", JoinRoutes.invitation),
            member(.post, "/invitation", "inviteByMail", JoinRoutes.invite),
            member(.get, "/invites", "invites", InviteRoutes.list),
            member(.post, "/invites", "createInvite", InviteRoutes.create),
            member(.delete, "/invites/{invite}", "revokeInvite", InviteRoutes.revoke),
            member(.put, "/folder", "attachFolder", SyncRoutes.attachFolder),
            member(.get, "/sync", "syncStatus", SyncRoutes.status),
            member(.post, "/sync", "sync", SyncRoutes.sync),
            member(.post, "/upgrade", "upgradeLedger", SyncRoutes.upgrade),

            member(.get, "/participants", "participants", ParticipantRoutes.list),
            member(.post, "/participants", "addParticipant", ParticipantRoutes.add),
            member(.put, "/participants/{participant}", "putParticipant", ParticipantRoutes.put),
            member(.patch, "/participants/{participant}", "changeParticipant", ParticipantRoutes.change),
            member(.delete, "/participants/{participant}", "removeParticipant", ParticipantRoutes.remove),
            member(.post, "/participants/{participant}/claim", "claimParticipant", ParticipantRoutes.claim),
            member(
                .post, "/participants/{participant}/reinstate", "reinstateParticipant", ParticipantRoutes.reinstate),
            member(.post, "/participants/{participant}/merge", "mergeParticipant", ParticipantRoutes.merge),
            member(.get, "/claim-options", "claimOptions", ParticipantRoutes.claimOptions),
            member(.get, "/labels", "labels", LabelRoutes.list),
            member(.post, "/labels", "createLabel", LabelRoutes.create),
            member(.put, "/labels/{label}", "putLabel", LabelRoutes.put),
            member(.patch, "/labels/{label}", "renameLabel", LabelRoutes.rename),
            member(.delete, "/labels/{label}", "deleteLabel", LabelRoutes.delete),
            member(.get, "/expenses", "expenses", ExpenseRoutes.list),
            member(.post, "/expenses", "recordExpense", ExpenseRoutes.record),
            member(.get, "/expenses/{expense}", "expense", ExpenseRoutes.get),
            member(.put, "/expenses/{expense}", "putExpense", ExpenseRoutes.put),
            member(.delete, "/expenses/{expense}", "deleteExpense", ExpenseRoutes.delete),
            member(.get, "/expenses/{expense}/history", "expenseHistory", ExpenseRoutes.history),
            member(.post, "/expenses/{expense}/settle", "settleExpense", SettlementRoutes.settle),
            member(.get, "/expenses/{expense}/comments", "comments", CommentRoutes.list),
            member(.post, "/expenses/{expense}/comments", "addComment", CommentRoutes.add),
            member(.put, "/expenses/{expense}/comments/{comment}", "putComment", CommentRoutes.put),
            member(.delete, "/expenses/{expense}/comments/{comment}", "deleteComment", CommentRoutes.delete),
            budget(.post, "/expenses/{expense}/reconcile", "reconcileExpense", ReconcileRoute.reconcile),
            member(.get, "/settlements", "settlements", SettlementRoutes.list),
            member(.post, "/settlements", "recordSettlement", SettlementRoutes.record),
            member(.get, "/settlements/{settlement}", "settlement", SettlementRoutes.get),
            member(.put, "/settlements/{settlement}", "putSettlement", SettlementRoutes.put),
            member(.delete, "/settlements/{settlement}", "deleteSettlement", SettlementRoutes.delete),
            member(.get, "/balances", "balances", BalanceRoutes.balances),
            member(.get, "/balances/{a}/{b}", "statement", BalanceRoutes.statement),
            member(.get, "/settle-up", "settleUp", BalanceRoutes.settleUp),
            member(.get, "/activity", "activity", ActivityRoutes.list),
            member(.post, "/activity/{event}/undo", "undo", ActivityRoutes.undo),
            member(.get, "/summary", "summary", BalanceRoutes.summary),
            member(.get, "/export", "export", ExportRoute.export),
            member(.get, "/export/archive", "exportArchive", ArchiveRoute.archive),

            budget(.get, "/categories", "categories", CategoryRoutes.list),
            budget(.post, "/categories", "createCategory", CategoryRoutes.create),
            budget(.put, "/categories/{category}", "putCategory", CategoryRoutes.put),
            budget(.patch, "/categories/{category}", "changeCategory", CategoryRoutes.change),
            budget(.delete, "/categories/{category}", "deleteCategory", CategoryRoutes.delete),
            budget(.put, "/categories/{category}/budget", "setBudget", CategoryRoutes.setBudget),
            budget(.get, "/budgets", "budgets", BudgetRoutes.budgets),
            budget(.get, "/daily-budget", "dailyBudget", BudgetRoutes.daily),
            budget(.get, "/alerts", "alerts", BudgetRoutes.alerts),
            budget(.get, "/variance", "variance", BudgetRoutes.variance),
            budget(.get, "/reports/months", "monthReport", BudgetRoutes.months),
            budget(.get, "/burden-ratio", "burdenRatio", PlanRoutes.ratio),
            budget(.put, "/burden-ratio", "setBurdenRatio", PlanRoutes.setRatio),
            budget(.get, "/saving-goal", "savingGoals", PlanRoutes.savingGoals),
            budget(.put, "/saving-goal", "setSavingGoal", PlanRoutes.setSavingGoal),
            budget(.get, "/schedules", "schedules", ScheduleRoutes.list),
            budget(.post, "/schedules", "createSchedule", ScheduleRoutes.create),
            budget(.get, "/schedules/{schedule}", "schedule", ScheduleRoutes.get),
            budget(.put, "/schedules/{schedule}", "putSchedule", ScheduleRoutes.put),
            budget(.delete, "/schedules/{schedule}", "endSchedule", ScheduleRoutes.end),
            budget(.get, "/schedules/{schedule}/occurrences", "occurrences", OccurrenceRoutes.list),
            budget(.put, "/schedules/{schedule}/occurrences/{k}", "changeOccurrence", OccurrenceRoutes.change),
            budget(.delete, "/schedules/{schedule}/occurrences/{k}", "restoreOccurrence", OccurrenceRoutes.restore),
            budget(.get, "/incomes", "incomes", IncomeRoutes.list),
            budget(.post, "/incomes", "recordIncome", IncomeRoutes.record),
            budget(.put, "/incomes/{income}", "putIncome", IncomeRoutes.put),
            budget(.delete, "/incomes/{income}", "deleteIncome", IncomeRoutes.delete),
            budget(.get, "/transfers", "transfers", TransferRoutes.list),
            budget(.post, "/transfers", "recordTransfer", TransferRoutes.record),
            budget(.put, "/transfers/{transfer}", "putTransfer", TransferRoutes.put),
            budget(.delete, "/transfers/{transfer}", "deleteTransfer", TransferRoutes.delete),
        ]

    private static func anyone(
        _ method: Method, _ path: String, _ name: String, _ answer: @escaping @Sendable (Call) async throws -> Answer
    ) -> Route {
        Route(method, root + path, name, .anyone(answer))
    }

    private static func caller(
        _ method: Method, _ path: String, _ name: String,
        _ answer: @escaping @Sendable (Call, Caller) async throws -> Answer
    ) -> Route {
        Route(method, root + path, name, .caller(answer))
    }

    private static func owner(
        _ method: Method, _ path: String, _ name: String,
        _ answer: @escaping @Sendable (Call, Caller) async throws -> Answer
    ) -> Route {
        Route(method, root + path, name, .owner(answer))
    }

    private static func member(
        _ method: Method, _ path: String, _ name: String,
        _ answer: @escaping @Sendable (Call, Member) async throws -> Answer
    ) -> Route {
        Route(method, ledger + path, name, .member(answer))
    }

    /// For what only ledgers of schema version 2 have.
    private static func budget(
        _ method: Method, _ path: String, _ name: String,
        _ answer: @escaping @Sendable (Call, Member) async throws -> Answer
    ) -> Route {
        member(method, path, name) { call, member in
            guard try call.books.facts(of: member.ledger.id).schemaVersion >= 2 else { throw Problem.needsUpgrade }
            return try await answer(call, member)
        }
    }
}
