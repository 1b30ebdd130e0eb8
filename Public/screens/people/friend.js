// A person of this ledger in my own address book: as a new friend, or as one I have already.

import { h } from "../../elements/build.js";
import { choices } from "../../elements/choices.js";
import { form } from "../../elements/form.js";
import { named } from "../../elements/person.js";
import { say } from "../../elements/voice.js";
import { serverNotice } from "../waiting/away.js";

export async function befriendScreen(app, { ledger, params }) {
    const person = ledger.person(params.person);
    const friends = await app.books.all("/friends");
    const title = say("befriend.title", { name: person ? named(person, ledger) : say("person.unknown") });
    const content = () => (person ? befriendForm(app, ledger, person, friends) : h("p", {}, say("person.gone")));
    return { title, once: true, content };
}

function befriendForm(app, ledger, person, friends) {
    const here = { ledgerId: ledger.id, participantId: person.id };
    const isHere = (one) => one.ledgerId === here.ledgerId && one.participantId === here.participantId;
    const known = friends.find(({ participants }) => participants.some(isHere));
    const options = [
        { value: "", label: say("befriend.new"), person },
        ...friends.map(({ id, nickname, colour }) => ({
            value: id,
            label: nickname,
            person: { name: nickname, colour },
        })),
    ];
    const chosen = [known?.id ?? ""];
    const who = choices({ legend: say("requests.whichFriend"), name: "friend", options, chosen });
    const send = async () => {
        const friend = friends.find(({ id }) => id === who.chosen()[0]);
        const participants = [...(friend?.participants ?? []).filter((one) => !isHere(one)), here];
        if (friend) await app.books.ask("PATCH", `/friends/${friend.id}`, { participants });
        else await app.books.ask("POST", "/friends", { nickname: person.name, colour: person.colour, participants });
        app.leave();
        app.toast(say("befriend.done"));
    };
    const hint = h("p", { class: "hint" }, say("befriend.hint"));
    const fields = { participants: who };
    return form({ notice: serverNotice(app), fields, content: [hint, who], label: say("action.save"), send });
}
