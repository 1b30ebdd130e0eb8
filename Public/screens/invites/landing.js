// Where an invite's link leads: who invites into what, and the way in, with an account or with a new one.

import { inApp } from "../../core/root-path.js";
import { h } from "../../elements/build.js";
import { card, emptyState, linkButton } from "../../elements/controls.js";
import { choices } from "../../elements/choices.js";
import { nameField, valuesOf } from "../../elements/field.js";
import { form } from "../../elements/form.js";
import { sentence } from "../../elements/sentence.js";
import { say } from "../../elements/voice.js";
import { pendingInvite } from "../../outside/pending-invite.js";
import { accountName, deviceName, password } from "../account-fields.js";
import { inLedger } from "../route.js";

export async function inviteScreen(app) {
    pendingInvite.take(inApp(location));
    const token = pendingInvite.token;
    const asking = token ? app.books.ask("GET", `/invites/${encodeURIComponent(token)}`) : Promise.resolve(null);
    const answer = await asking.catch((error) => (error.isUnreachable ? Promise.reject(error) : { error }));
    const isOpen = answer && !answer.error && !answer.claimed;
    const content = () => (isOpen ? openInvite(app, token, answer) : closedInvite(answer));
    return { title: say("invite.title"), class: "narrow", once: true, content };
}

function closedInvite(answer) {
    const text = answer?.error ? sentence(answer.error) : say(answer?.claimed ? "invite.claimed" : "invite.none");
    const action = linkButton({ label: say("ledgers.title"), href: "/ledgers" });
    return emptyState({ picture: "invite", title: say("invite.over"), text, action });
}

function openInvite(app, token, { ledgerName, inviterName, participantName, participants = [] }) {
    const lead = say("invite.lead", { inviter: inviterName, ledger: ledgerName });
    const who = participantName ? null : whoChoice(participants);
    const as = participantName && h("p", {}, say("invite.as", { name: participantName }));
    const path = `/invites/${encodeURIComponent(token)}/claim`;
    const way = app.books.me ? joinForm(app, path, who) : signUpForm(app, path, who, participantName);
    return [h("p", { class: "lead" }, lead), as, card({}, way), !app.books.me && signInInstead()];
}

/** When the invite is for nobody in particular. */
function whoChoice(participants) {
    const options = [...participants.map(({ id, name }) => ({ value: id, label: name })), {
        value: "",
        label: say("invite.somebodyNew"),
    }];
    const who = choices({ legend: say("claim.title"), name: "participantId", options, chosen: [options[0].value] });
    const name = nameField({ label: say("invite.nameThere"), value: "" });
    const follow = () => (name.hidden = who.chosen()[0] !== "");
    who.addEventListener("change", follow);
    follow();
    const request = () => (name.hidden ? { participantId: who.chosen()[0] } : { participantName: name.value });
    return { fields: { participantId: who, participantName: name }, content: [who, name], request };
}

function joinForm(app, path, who) {
    const me = h("p", { class: "hint" }, say("invite.signedInAs", { name: app.books.me.account.name }));
    const send = async () => arrive(app, await app.books.ask("POST", path, who?.request() ?? {}));
    return form({ fields: who?.fields, content: [who?.content, me], label: say("invite.join"), send });
}

function signUpForm(app, path, who, participantName) {
    const words = {
        label: say("account.newPassword"),
        hint: say("account.passwordHint"),
        autocomplete: "new-password",
    };
    const account = { name: accountName(participantName), password: password(words), deviceName: deviceName() };
    const send = async () => {
        const answer = await app.books.signIn(path, { ...valuesOf(account), ...who?.request() });
        await arrive(app, answer);
    };
    const fields = { ...account, ...who?.fields };
    const hint = h("p", { class: "hint" }, say("invite.signUpHint"));
    return form({ fields, content: [who?.content, hint, Object.values(account)], label: say("invite.signUp"), send });
}

function signInInstead() {
    const link = h("a", { href: "/sign-in?then=/invite" }, say("signIn.title"));
    return h("p", { class: "aside" }, say("invite.haveAccount"), " ", link);
}

async function arrive(app, { ledgerId }) {
    pendingInvite.forget();
    await app.go(inLedger(ledgerId, "expenses"), { replace: true });
}
