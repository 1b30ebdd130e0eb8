// The only place that touches WebAuthn. Passkeys need https (or localhost) and a host name.

/** Something is amiss with the key itself: the person closed the window, or there is none. */
export class PasskeyProblem extends Error {
    constructor(code, cause) {
        super(code, { cause });
        this.code = code;
    }
}

/** Makes a passkey as the server's options say; answers what the server wants to see of it. */
export async function makePasskey({ publicKey }) {
    const options = PublicKeyCredential.parseCreationOptionsFromJSON(publicKey);
    return (await asked(() => navigator.credentials.create({ publicKey: options }))).toJSON();
}

/** Signs in with a passkey as the server's options say. */
export async function usePasskey({ publicKey }) {
    const options = PublicKeyCredential.parseRequestOptionsFromJSON(publicKey);
    return (await asked(() => navigator.credentials.get({ publicKey: options }))).toJSON();
}

/** Asks this device who is there, without any server: for the lock of the app. */
export async function proveItIsMe() {
    const challenge = crypto.getRandomValues(new Uint8Array(32));
    await asked(() => navigator.credentials.get({ publicKey: { challenge, userVerification: "required" } }));
}

async function asked(ask) {
    let credential = null;
    try {
        credential = await ask();
    } catch (error) {
        if (error.name === "InvalidStateError") throw new PasskeyProblem("passkey-known", error);
        if (error.name === "NotAllowedError") throw new PasskeyProblem("passkey-cancelled", error);
        throw new PasskeyProblem("passkey-failed", error);
    }
    if (!credential) throw new PasskeyProblem("passkey-cancelled");
    return credential;
}
