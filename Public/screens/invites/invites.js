// Invites into this server: a link for one person, good for one use and 30 days. No join code is in it.

import { h } from "../../elements/build.js";
import { button, card } from "../../elements/controls.js";
import { choices } from "../../elements/choices.js";
import { form } from "../../elements/form.js";
import { icon } from "../../elements/icon.js";
import { named } from "../../elements/person.js";
import { confirmed } from "../../elements/sheet.js";
import { formats, say } from "../../elements/voice.js";
import { inLedger } from "../route.js";
import { inviteLink } from "./link.js";
import { serverNotice } from "../waiting/away.js";

export async function invitesScreen(app, place) {
    const path = `${inLedger(place.ledger)}/invites`;
    const list = h("div", {});
    const made = h("div", { class: "stack", role: "status" });
    const draw = async () => list.replaceChildren(...listCard(app, place.ledger, await app.books.all(path), draw));
    await draw();
    const make = inviteForm(app, place, path, (invite) => {
        made.replaceChildren(inviteLink(app, place.ledger, invite));
        made.querySelector("h2").focus();
        return draw();
    });
    const content = () => [h("p", { class: "lead" }, say("invites.lead")), made, card({}, make), list];
    return { title: say("invites.title"), class: "narrow", once: true, content };
}

/** For somebody in the list whom nobody has claimed, or for whoever opens it. */
function inviteForm(app, { ledger, query }, path, show) {
    const open = ledger.present.filter(({ claimed, id }) => !claimed && id !== ledger.myParticipantId);
    const options = [
        ...open.map((person) => ({ value: person.id, label: person.name, person })),
        { value: "", label: say("invites.anybody") },
    ];
    const wanted = open.some(({ id }) => id === query.get("person")) ? query.get("person") : options[0].value;
    const who = choices({ legend: say("invites.who"), name: "participantId", options, chosen: [wanted] });
    const send = async () => {
        const [participantId] = who.chosen();
        await show(await app.books.ask("POST", path, participantId ? { participantId } : {}));
    };
    return form({
        notice: serverNotice(app),
        fields: { participantId: who },
        content: who,
        label: say("invites.make"),
        send,
    });
}

function listCard(app, ledger, invites, draw) {
    const active = invites.filter(({ claimedAt, revokedAt }) => !claimedAt && !revokedAt);
    if (active.length === 0) return [];
    const rows = active.map((invite) => row(app, ledger, invite, draw));
    return [card({ title: say("invites.active") }, h("ul", { class: "list" }, rows))];
}

function nameOf(ledger, { participantId }) {
    return participantId ? named(ledger.person(participantId), ledger) : say("invites.anybody");
}

function row(app, ledger, invite, draw) {
    const name = nameOf(ledger, invite);
    const onclick = async () => {
        const sure = await confirmed({
            title: say("invites.revokeTitle", { name }),
            text: say("invites.revokeText"),
            action: say("invites.revoke"),
        });
        if (!sure) return;
        await app.attempt(async () => {
            await app.books.ask("DELETE", `${inLedger(ledger)}/invites/${invite.id}`);
            await draw();
        });
    };
    const text = [
        h("span", { class: "row-title" }, name),
        h("span", { class: "row-detail" }, say("invites.until", { when: formats.instant(invite.expiresAt) })),
    ];
    const away = { name: say("invites.revokeTitle", { name }), picture: "close", kind: "quiet", onclick };
    const picture = h("span", { class: "row-picture" }, icon("invite"));
    return h("li", { class: "row plain-row" }, picture, h("span", { class: "row-text" }, text), button(away));
}
