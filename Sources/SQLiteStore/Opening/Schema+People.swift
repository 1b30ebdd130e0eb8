/// Who comes in and who was here: migrations after the foundation.
extension Schema {
    static let invites = """
        CREATE TABLE invites (
            id BLOB PRIMARY KEY,
            ledger INTEGER NOT NULL REFERENCES ledgers ON DELETE CASCADE,
            inviter BLOB NOT NULL REFERENCES accounts ON DELETE CASCADE,
            -- whom it is for; NULL: the invited says so
            participant BLOB,
            secret_hash BLOB NOT NULL UNIQUE,
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            claimed_by BLOB REFERENCES accounts ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX invites_of_ledger ON invites (ledger);
        CREATE INDEX invites_of_inviter ON invites (inviter);
        CREATE INDEX invites_of_claimer ON invites (claimed_by);
        CREATE UNIQUE INDEX open_invites_of_participant ON invites (ledger, participant)
        WHERE claimed_by IS NULL AND participant IS NOT NULL;

        -- Whose a device was that is not signed in any more: what it wrote, and whom it claimed, is still theirs.
        CREATE TABLE past_devices (
            device BLOB PRIMARY KEY,
            account BLOB NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX past_devices_of_account ON past_devices (account);
        CREATE TRIGGER devices_become_past AFTER DELETE ON devices
        BEGIN INSERT OR REPLACE INTO past_devices VALUES (OLD.id, OLD.account); END;
        CREATE TRIGGER accounts_forget_past_devices AFTER DELETE ON accounts
        BEGIN DELETE FROM past_devices WHERE account = OLD.id; END;

        -- Who leaves a ledger takes the invites along: those they made, and the one they came with.
        CREATE TRIGGER memberships_delete_invites AFTER DELETE ON memberships
        BEGIN DELETE FROM invites
            WHERE ledger = OLD.ledger AND (claimed_by = OLD.account OR (inviter = OLD.account AND claimed_by IS NULL));
        END;
        """

    static let scopesUsesDeletions = """
        ALTER TABLE credentials ADD COLUMN scope TEXT NOT NULL DEFAULT 'full';

        -- When a device was last used, to the hour. No trigger tells of it: it changes nothing about who may come in.
        CREATE TABLE device_uses (
            device BLOB PRIMARY KEY REFERENCES devices ON DELETE CASCADE,
            used_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- Accounts that are being deleted: nobody comes in with them any more, and what is left to do is done again and
        -- again until it is done. The row goes with the account.
        CREATE TABLE deletions (
            account BLOB PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
            begun_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- Devices of deleted accounts, and whom each was in a ledger: nobody is behind their claims any more.
        CREATE TABLE departures (
            ledger INTEGER NOT NULL REFERENCES ledgers ON DELETE CASCADE,
            device BLOB NOT NULL,
            participant BLOB NOT NULL,
            PRIMARY KEY (ledger, device)
        ) STRICT, WITHOUT ROWID;
        """
}
