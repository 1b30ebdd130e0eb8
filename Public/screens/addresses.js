// Every place in the app on one screen: its address, what shows it, and what stands around it.
//
// `over`: shown as a sheet above the screen at that address. `tab`: which tab is lit. `back`: where the arrow leads.
// `over` may name several: the sheet then lies over whichever is there. `open`: for those who are not signed
// in, and with `always` for the others too. `anonymous`: also before anybody knows who is there.
// `early`: shows what it can of a ledger that is still being read. Only the list of expenses is
// part of what is loaded first; every other screen is `late`.

import { expensesScreen } from "./expenses.js";
import { late } from "./late.js";

const expenses = "/ledgers/:ledger/expenses";
const settle = "/ledgers/:ledger/settle";
const budget = "/ledgers/:ledger/budget";
const people = "/ledgers/:ledger/people";

export const addresses = [
    { at: "/set-up", screen: late("set-up.js", "setUpScreen"), open: true },
    { at: "/sign-in", screen: late("sign-in.js", "signInScreen"), open: true },
    { at: "/invite", screen: late("invites/landing.js", "inviteScreen"), open: true, always: true },
    { at: "/gone", screen: late("account/leaving.js", "goneScreen"), open: true },
    { at: "/start/:place", screen: late("shortcut.js", "shortcutScreen") },
    {
        at: "/help/install",
        screen: late("help/install.js", "installScreen"),
        open: true,
        always: true,
        back: "/help/about",
    },
    {
        at: "/help/https",
        screen: late("help/https.js", "httpsScreen"),
        open: true,
        always: true,
        back: "/help/install",
    },
    { at: "/help/about", screen: late("help/about.js", "aboutScreen"), open: true, always: true, back: "/account" },
    { at: "/server", screen: late("server/server.js", "serverScreen"), back: "/account" },
    { at: "/account", screen: late("account/account.js", "accountScreen"), back: "/ledgers" },
    { at: "/account/password", screen: late("account/password.js", "passwordScreen"), back: "/account" },
    { at: "/account/passkeys", screen: late("account/passkeys.js", "passkeysScreen"), back: "/account" },
    { at: "/account/lock", screen: late("account/lock.js", "lockSettingsScreen"), back: "/account" },
    { at: "/account/tokens", screen: late("account/tokens.js", "tokensScreen"), back: "/account" },
    { at: "/account/accounts", screen: late("account/accounts.js", "accountsScreen"), back: "/account" },
    { at: "/account/leaving", screen: late("account/leaving.js", "leavingScreen"), back: "/account" },
    { at: "/guide", screen: late("guide.js", "guideScreen"), back: "/account", open: true, always: true },
    { at: "/guide/:part", screen: late("guide.js", "guideScreen"), back: "/guide", open: true, always: true },
    { at: "/friends", screen: late("friends/friends.js", "friendsScreen"), back: "/account" },
    { at: "/friends/expense", screen: late("friends/expense.js", "friendExpenseScreen"), back: "/friends" },
    { at: "/friends/:friend", screen: late("friends/friend.js", "friendScreen"), back: "/friends" },
    { at: "/friends/:friend/merge", screen: late("friends/merge.js", "friendMergeScreen"), back: "/friends/:friend" },
    { at: "/folders", screen: late("connections/list.js", "connectionsScreen"), back: "/account" },
    { at: "/folders/new", screen: late("connections/making.js", "newConnectionScreen"), back: "/folders" },
    { at: "/folders/new/directory", screen: late("connections/making.js", "newDirectoryScreen"), back: "/folders/new" },
    { at: "/folders/new/webdav", screen: late("connections/making.js", "newWebDAVScreen"), back: "/folders/new" },
    { at: "/folders/new/onedrive", screen: late("connections/making.js", "newOneDriveScreen"), back: "/folders/new" },
    { at: "/folders/signed-in", screen: late("connections/landing.js", "landingScreen"), back: "/folders" },
    { at: "/folders/:connection", screen: late("connections/connection.js", "connectionScreen"), back: "/folders" },
    { at: "/first", screen: late("first/first.js", "firstStepsScreen"), back: "/ledgers" },
    { at: "/ledgers", screen: late("ledgers.js", "ledgersScreen") },
    { at: "/import", screen: late("moving/import.js", "importScreen"), back: "/ledgers" },
    { at: "/import/:import", screen: late("moving/preview.js", "previewScreen"), back: "/import" },
    { at: "/backup", screen: late("moving/backup.js", "backupScreen"), back: "/account" },
    { at: "/backup/restore", screen: late("moving/restore.js", "restoreScreen"), back: "/backup" },
    { at: "/ledgers/new", screen: late("create-ledger.js", "createLedgerScreen"), back: "/ledgers" },
    { at: "/ledgers/join", screen: late("join-ledger.js", "joinLedgerScreen"), back: "/ledgers" },
    { at: "/ledgers/:ledger/claim", screen: late("claim.js", "claimScreen"), back: "/ledgers", anonymous: true },
    { at: expenses, screen: expensesScreen, tab: "expenses", early: true },
    { at: `${expenses}/filter`, screen: late("filter.js", "filterScreen"), over: expenses },
    {
        at: `${expenses}/new`,
        screen: late("expense-form.js", "newExpenseScreen"),
        over: [expenses, settle, budget, people, `${budget}/schedules`],
    },
    { at: `${expenses}/:expense`, screen: late("expense.js", "expenseScreen"), over: [expenses, settle, budget] },
    { at: `${expenses}/:expense/edit`, screen: late("expense-form.js", "editExpenseScreen"), over: expenses },
    { at: settle, screen: late("settle.js", "settleScreen"), tab: "settle" },
    { at: `${settle}/new`, screen: late("settlement-form.js", "newSettlementScreen"), over: [settle, people] },
    {
        at: `${settle}/settlements/:settlement`,
        screen: late("settlement-form.js", "editSettlementScreen"),
        over: settle,
    },
    { at: `${settle}/:one/:other`, screen: late("statement.js", "statementScreen"), over: [settle, people] },
    { at: budget, screen: late("budget/budget.js", "budgetScreen"), tab: "budget" },
    {
        at: `${budget}/reconcile/:expense`,
        screen: late("budget/reconcile.js", "reconcileScreen"),
        over: [budget, expenses],
    },
    { at: `${budget}/categories/new`, screen: late("budget/category.js", "newCategoryScreen"), over: budget },
    { at: `${budget}/categories/:category`, screen: late("budget/category.js", "categoryScreen"), over: budget },
    { at: `${budget}/schedules`, screen: late("budget/schedules.js", "schedulesScreen"), back: budget },
    {
        at: `${budget}/schedules/:schedule`,
        screen: late("budget/schedule.js", "scheduleScreen"),
        back: `${budget}/schedules`,
    },
    {
        at: `${budget}/schedules/:schedule/edit`,
        screen: late("budget/schedule-edit.js", "editScheduleScreen"),
        over: `${budget}/schedules/:schedule`,
    },
    {
        at: `${budget}/schedules/:schedule/:k`,
        screen: late("budget/occurrence.js", "occurrenceScreen"),
        over: `${budget}/schedules/:schedule`,
    },
    {
        at: `${budget}/schedules/:schedule/:k/edit`,
        screen: late("budget/occurrence.js", "editOccurrenceScreen"),
        over: `${budget}/schedules/:schedule`,
    },
    { at: `${budget}/incomes`, screen: late("budget/incomes.js", "incomesScreen"), back: budget },
    {
        at: `${budget}/incomes/new`,
        screen: late("budget/income-form.js", "newIncomeScreen"),
        over: [`${budget}/incomes`, budget],
    },
    {
        at: `${budget}/incomes/:income`,
        screen: late("budget/income-form.js", "incomeScreen"),
        over: [`${budget}/incomes`, budget],
    },
    { at: `${budget}/saving`, screen: late("budget/saving.js", "savingScreen"), over: budget },
    { at: `${budget}/ratio`, screen: late("budget/ratio.js", "ratioScreen"), back: budget },
    { at: `${budget}/transfers`, screen: late("budget/transfers.js", "transfersScreen"), back: budget },
    {
        at: `${budget}/transfers/new`,
        screen: late("budget/transfer-form.js", "newTransferScreen"),
        over: `${budget}/transfers`,
    },
    { at: `${budget}/reports`, screen: late("budget/reports.js", "reportsScreen"), back: budget },
    { at: people, screen: late("people/people.js", "peopleScreen"), tab: "people" },
    { at: `${people}/:person`, screen: late("people/person.js", "personScreen"), over: people },
    { at: `${people}/:person/friend`, screen: late("people/friend.js", "befriendScreen"), over: people },
    { at: `${people}/:person/merge`, screen: late("people/merge.js", "mergeScreen"), over: people },
    { at: "/ledgers/:ledger/activity", screen: late("activity/activity.js", "activityScreen"), back: people },
    { at: "/ledgers/:ledger/invites", screen: late("invites/invites.js", "invitesScreen"), back: people },
    { at: "/ledgers/:ledger/labels", screen: late("labels.js", "labelsScreen"), back: people },
    { at: "/ledgers/:ledger/sharing", screen: late("sharing.js", "sharingScreen"), back: people },
    { at: "/ledgers/:ledger/export", screen: late("moving/export.js", "exportScreen"), back: people },
    { at: "/ledgers/:ledger/import", screen: late("moving/import.js", "importScreen"), back: people },
    { at: "/ledgers/:ledger/settings", screen: late("ledger-settings.js", "ledgerSettingsScreen"), back: people },
    { at: "/ledgers/:ledger/sync", screen: late("sync.js", "syncScreen"), over: [expenses, settle, budget, people] },
    { at: "/ledgers/:ledger/folder", screen: late("folder.js", "folderScreen"), back: people },
    { at: "/ledgers/:ledger/upgrade", screen: late("upgrade.js", "upgradeScreen"), back: "/ledgers/:ledger/settings" },
];
