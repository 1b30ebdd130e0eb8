// Every place in the app on one screen: its address, what shows it, and what stands around it.
//
// `over`: shown as a sheet above the screen at that address. `tab`: which tab is lit. `back`: where the arrow leads.
// `over` may name several: the sheet then lies over whichever is there. `open`: for those who are not signed
// in, and with `always` for the others too. `anonymous`: also before anybody knows who is there.

import { accountScreen } from "./account/account.js";
import { accountsScreen } from "./account/accounts.js";
import { goneScreen, leavingScreen } from "./account/leaving.js";
import { lockSettingsScreen } from "./account/lock.js";
import { passkeysScreen } from "./account/passkeys.js";
import { passwordScreen } from "./account/password.js";
import { tokensScreen } from "./account/tokens.js";
import { activityScreen } from "./activity/activity.js";
import { budgetScreen } from "./budget/budget.js";
import { categoryScreen, newCategoryScreen } from "./budget/category.js";
import { incomeScreen, newIncomeScreen } from "./budget/income-form.js";
import { incomesScreen } from "./budget/incomes.js";
import { editOccurrenceScreen, occurrenceScreen } from "./budget/occurrence.js";
import { ratioScreen } from "./budget/ratio.js";
import { reconcileScreen } from "./budget/reconcile.js";
import { reportsScreen } from "./budget/reports.js";
import { savingScreen } from "./budget/saving.js";
import { editScheduleScreen } from "./budget/schedule-edit.js";
import { scheduleScreen } from "./budget/schedule.js";
import { schedulesScreen } from "./budget/schedules.js";
import { newTransferScreen } from "./budget/transfer-form.js";
import { transfersScreen } from "./budget/transfers.js";
import { claimScreen } from "./claim.js";
import { connectionScreen } from "./connections/connection.js";
import { landingScreen } from "./connections/landing.js";
import { connectionsScreen } from "./connections/list.js";
import { newConnectionScreen, newDirectoryScreen, newOneDriveScreen, newWebDAVScreen } from "./connections/making.js";
import { createLedgerScreen } from "./create-ledger.js";
import { expenseScreen } from "./expense.js";
import { editExpenseScreen, newExpenseScreen } from "./expense-form.js";
import { expensesScreen } from "./expenses.js";
import { exportScreen } from "./export.js";
import { filterScreen } from "./filter.js";
import { folderScreen } from "./folder.js";
import { friendExpenseScreen } from "./friends/expense.js";
import { friendScreen } from "./friends/friend.js";
import { friendsScreen } from "./friends/friends.js";
import { friendMergeScreen } from "./friends/merge.js";
import { invitesScreen } from "./invites/invites.js";
import { inviteScreen } from "./invites/landing.js";
import { joinLedgerScreen } from "./join-ledger.js";
import { labelsScreen } from "./labels.js";
import { ledgerSettingsScreen } from "./ledger-settings.js";
import { ledgersScreen } from "./ledgers.js";
import { befriendScreen } from "./people/friend.js";
import { mergeScreen } from "./people/merge.js";
import { peopleScreen } from "./people/people.js";
import { personScreen } from "./people/person.js";
import { setUpScreen } from "./set-up.js";
import { settleScreen } from "./settle.js";
import { editSettlementScreen, newSettlementScreen } from "./settlement-form.js";
import { sharingScreen } from "./sharing.js";
import { signInScreen } from "./sign-in.js";
import { statementScreen } from "./statement.js";
import { syncScreen } from "./sync.js";
import { upgradeScreen } from "./upgrade.js";

const expenses = "/ledgers/:ledger/expenses";
const settle = "/ledgers/:ledger/settle";
const budget = "/ledgers/:ledger/budget";
const people = "/ledgers/:ledger/people";

export const addresses = [
    { at: "/set-up", screen: setUpScreen, open: true },
    { at: "/sign-in", screen: signInScreen, open: true },
    { at: "/invite", screen: inviteScreen, open: true, always: true },
    { at: "/gone", screen: goneScreen, open: true },
    { at: "/account", screen: accountScreen, back: "/ledgers" },
    { at: "/account/password", screen: passwordScreen, back: "/account" },
    { at: "/account/passkeys", screen: passkeysScreen, back: "/account" },
    { at: "/account/lock", screen: lockSettingsScreen, back: "/account" },
    { at: "/account/tokens", screen: tokensScreen, back: "/account" },
    { at: "/account/accounts", screen: accountsScreen, back: "/account" },
    { at: "/account/leaving", screen: leavingScreen, back: "/account" },
    { at: "/friends", screen: friendsScreen, back: "/account" },
    { at: "/friends/expense", screen: friendExpenseScreen, back: "/friends" },
    { at: "/friends/:friend", screen: friendScreen, back: "/friends" },
    { at: "/friends/:friend/merge", screen: friendMergeScreen, back: "/friends/:friend" },
    { at: "/folders", screen: connectionsScreen, back: "/account" },
    { at: "/folders/new", screen: newConnectionScreen, back: "/folders" },
    { at: "/folders/new/directory", screen: newDirectoryScreen, back: "/folders/new" },
    { at: "/folders/new/webdav", screen: newWebDAVScreen, back: "/folders/new" },
    { at: "/folders/new/onedrive", screen: newOneDriveScreen, back: "/folders/new" },
    { at: "/folders/signed-in", screen: landingScreen, back: "/folders" },
    { at: "/folders/:connection", screen: connectionScreen, back: "/folders" },
    { at: "/ledgers", screen: ledgersScreen },
    { at: "/ledgers/new", screen: createLedgerScreen, back: "/ledgers" },
    { at: "/ledgers/join", screen: joinLedgerScreen, back: "/ledgers" },
    { at: "/ledgers/:ledger/claim", screen: claimScreen, back: "/ledgers", anonymous: true },
    { at: expenses, screen: expensesScreen, tab: "expenses" },
    { at: `${expenses}/filter`, screen: filterScreen, over: expenses },
    { at: `${expenses}/new`, screen: newExpenseScreen, over: [expenses, budget, `${budget}/schedules`] },
    { at: `${expenses}/:expense`, screen: expenseScreen, over: [expenses, settle, budget] },
    { at: `${expenses}/:expense/edit`, screen: editExpenseScreen, over: expenses },
    { at: settle, screen: settleScreen, tab: "settle" },
    { at: `${settle}/new`, screen: newSettlementScreen, over: [settle, people] },
    { at: `${settle}/settlements/:settlement`, screen: editSettlementScreen, over: settle },
    { at: `${settle}/:one/:other`, screen: statementScreen, over: [settle, people] },
    { at: budget, screen: budgetScreen, tab: "budget" },
    { at: `${budget}/reconcile/:expense`, screen: reconcileScreen, over: [budget, expenses] },
    { at: `${budget}/categories/new`, screen: newCategoryScreen, over: budget },
    { at: `${budget}/categories/:category`, screen: categoryScreen, over: budget },
    { at: `${budget}/schedules`, screen: schedulesScreen, back: budget },
    { at: `${budget}/schedules/:schedule`, screen: scheduleScreen, back: `${budget}/schedules` },
    { at: `${budget}/schedules/:schedule/edit`, screen: editScheduleScreen, over: `${budget}/schedules/:schedule` },
    { at: `${budget}/schedules/:schedule/:k`, screen: occurrenceScreen, over: `${budget}/schedules/:schedule` },
    {
        at: `${budget}/schedules/:schedule/:k/edit`,
        screen: editOccurrenceScreen,
        over: `${budget}/schedules/:schedule`,
    },
    { at: `${budget}/incomes`, screen: incomesScreen, back: budget },
    { at: `${budget}/incomes/new`, screen: newIncomeScreen, over: [`${budget}/incomes`, budget] },
    { at: `${budget}/incomes/:income`, screen: incomeScreen, over: [`${budget}/incomes`, budget] },
    { at: `${budget}/saving`, screen: savingScreen, over: budget },
    { at: `${budget}/ratio`, screen: ratioScreen, back: budget },
    { at: `${budget}/transfers`, screen: transfersScreen, back: budget },
    { at: `${budget}/transfers/new`, screen: newTransferScreen, over: `${budget}/transfers` },
    { at: `${budget}/reports`, screen: reportsScreen, back: budget },
    { at: people, screen: peopleScreen, tab: "people" },
    { at: `${people}/:person`, screen: personScreen, over: people },
    { at: `${people}/:person/friend`, screen: befriendScreen, over: people },
    { at: `${people}/:person/merge`, screen: mergeScreen, over: people },
    { at: "/ledgers/:ledger/activity", screen: activityScreen, back: people },
    { at: "/ledgers/:ledger/invites", screen: invitesScreen, back: people },
    { at: "/ledgers/:ledger/labels", screen: labelsScreen, back: people },
    { at: "/ledgers/:ledger/sharing", screen: sharingScreen, back: people },
    { at: "/ledgers/:ledger/export", screen: exportScreen, back: people },
    { at: "/ledgers/:ledger/settings", screen: ledgerSettingsScreen, back: people },
    { at: "/ledgers/:ledger/sync", screen: syncScreen, over: [expenses, settle, budget, people] },
    { at: "/ledgers/:ledger/folder", screen: folderScreen, back: people },
    { at: "/ledgers/:ledger/upgrade", screen: upgradeScreen, back: "/ledgers/:ledger/settings" },
];
