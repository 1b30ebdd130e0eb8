import GRDB

/// The tables, as migrations. A migration that was released is never changed: the next one is added below it.
///
/// What a person wrote (names, ids of ledgers made elsewhere, paths, settings, events) is in BLOB columns and sealed; what
/// is plain are random ids, sizes and instants, which the host of a shared folder sees as well.
enum Schema {
    /// Brings an empty or older database to this version, all or nothing.
    static func migrate(_ database: DatabaseQueue, path: String) throws {
        let migrator = migrator
        let isNewer = try database.read(migrator.hasBeenSuperseded)
        guard !isNewer else { throw StoreOpeningError.newer(path: path) }
        try migrator.migrate(database)
    }

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 foundation") { try $0.execute(sql: foundation) }
        migrator.registerMigration("2 successors") { try $0.execute(sql: successors) }
        migrator.registerMigration("3 folder items") { try $0.execute(sql: folderItems) }
        migrator.registerMigration("4 friends") { try $0.execute(sql: friends) }
        migrator.registerMigration("5 passkeys") { try $0.execute(sql: passkeys) }
        migrator.registerMigration("6 invites") { try $0.execute(sql: invites) }
        migrator.registerMigration("7 scopes, uses, deletions") { try $0.execute(sql: scopesUsesDeletions) }
        migrator.registerMigration("8 counted pieces") { try $0.execute(sql: countedPieces) }
        return migrator
    }

    private static let foundation = """
        CREATE TABLE store (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            -- sealed with the master key: tells at opening whether it is the right one
            key_check BLOB NOT NULL,
            -- counts writes made only to see that the disk keeps them
            proofs INTEGER NOT NULL DEFAULT 0,
            -- counts changes of who may come in; see the triggers below
            admissions INTEGER NOT NULL DEFAULT 0
        ) STRICT;

        CREATE TABLE accounts (
            id BLOB PRIMARY KEY,
            name BLOB NOT NULL,
            name_mark BLOB NOT NULL UNIQUE,
            password BLOB NOT NULL,
            is_owner INTEGER NOT NULL,
            created_at INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE folder_connections (
            id BLOB PRIMARY KEY,
            account BLOB NOT NULL REFERENCES accounts ON DELETE CASCADE,
            kind TEXT NOT NULL,
            settings BLOB NOT NULL,
            created_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX folder_connections_of_account ON folder_connections (account);

        CREATE TABLE ledgers (
            -- never given twice
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            sealed_id BLOB NOT NULL,
            mark BLOB NOT NULL UNIQUE,
            key BLOB NOT NULL,
            metadata BLOB NOT NULL,
            folder_connection BLOB REFERENCES folder_connections ON DELETE SET NULL,
            folder_path BLOB,
            recovery_acknowledged INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            archived_at INTEGER
        ) STRICT;
        CREATE INDEX ledgers_of_folder_connection ON ledgers (folder_connection);

        CREATE TABLE devices (
            id BLOB PRIMARY KEY,
            account BLOB NOT NULL REFERENCES accounts ON DELETE CASCADE,
            kind TEXT NOT NULL,
            name BLOB NOT NULL,
            created_at INTEGER NOT NULL,
            active_ledger INTEGER REFERENCES ledgers ON DELETE SET NULL
        ) STRICT;
        CREATE INDEX devices_of_account ON devices (account);
        CREATE INDEX devices_of_active_ledger ON devices (active_ledger);

        CREATE TABLE credentials (
            id BLOB PRIMARY KEY,
            device BLOB NOT NULL REFERENCES devices ON DELETE CASCADE,
            kind TEXT NOT NULL,
            secret_hash BLOB NOT NULL UNIQUE,
            created_at INTEGER NOT NULL,
            expires_at INTEGER
        ) STRICT;
        CREATE INDEX credentials_of_device ON credentials (device);

        CREATE TABLE memberships (
            account BLOB NOT NULL REFERENCES accounts ON DELETE CASCADE,
            ledger INTEGER NOT NULL REFERENCES ledgers ON DELETE CASCADE,
            created_at INTEGER NOT NULL,
            PRIMARY KEY (account, ledger)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX memberships_of_ledger ON memberships (ledger);

        CREATE TABLE segments (
            number INTEGER PRIMARY KEY,
            ledger INTEGER NOT NULL REFERENCES ledgers ON DELETE CASCADE,
            device BLOB NOT NULL,
            instant INTEGER NOT NULL,
            is_own INTEGER NOT NULL,
            -- of the plaintext: bytes and pieces that are kept, and those known to be in the folder
            length INTEGER NOT NULL,
            pieces INTEGER NOT NULL,
            pushed_length INTEGER NOT NULL,
            pushed_pieces INTEGER NOT NULL,
            first_piece INTEGER NOT NULL,
            suffix TEXT,
            etag BLOB,
            UNIQUE (ledger, device, instant)
        ) STRICT;

        -- A piece's number is its ledger's number times 2^40 and its place in order of arrival: the pieces of a ledger lie
        -- side by side and are read in that order without sorting, and those of a segment follow its first one. There is
        -- no index: events of many devices at once go to one page, not to one page for each.
        CREATE TABLE pieces (
            number INTEGER PRIMARY KEY,
            segment INTEGER NOT NULL,
            offset INTEGER NOT NULL,
            bytes BLOB NOT NULL
        ) STRICT;
        CREATE TRIGGER ledgers_delete_pieces AFTER DELETE ON ledgers
        BEGIN DELETE FROM pieces WHERE number BETWEEN OLD.number << 40 AND (OLD.number + 1 << 40) - 1; END;

        \(admissionTriggers(on: ["accounts", "devices", "credentials", "memberships"]))
        """

    private static let successors = """
        -- a device of this server whose log in a ledger is not its own any more, and the devices under which it went on
        CREATE TABLE successors (
            ledger INTEGER NOT NULL REFERENCES ledgers ON DELETE CASCADE,
            device BLOB NOT NULL,
            -- counted from 1; the last one writes
            generation INTEGER NOT NULL,
            successor BLOB NOT NULL,
            PRIMARY KEY (ledger, device, generation),
            UNIQUE (ledger, successor)
        ) STRICT, WITHOUT ROWID;
        """

    private static let folderItems = """
        -- what a service itself calls the folder of a ledger, sealed
        ALTER TABLE ledgers ADD COLUMN folder_item BLOB;
        """

    private static let friends = """
        CREATE TABLE friends (
            id BLOB PRIMARY KEY,
            -- whose friend
            account BLOB NOT NULL REFERENCES accounts ON DELETE CASCADE,
            -- colour and nickname, sealed
            card BLOB NOT NULL,
            -- the account that proved to be this friend; was_linked stays when that account is deleted
            linked BLOB REFERENCES accounts ON DELETE SET NULL,
            was_linked INTEGER NOT NULL,
            merged_into BLOB REFERENCES friends ON DELETE CASCADE,
            merge BLOB UNIQUE,
            merged_at INTEGER,
            created_at INTEGER NOT NULL,
            UNIQUE (account, linked)
        ) STRICT;
        CREATE INDEX friends_linked ON friends (linked);
        CREATE INDEX friends_merged_into ON friends (merged_into);

        -- for one account a person of a ledger is one friend at most
        CREATE TABLE friend_participants (
            account BLOB NOT NULL REFERENCES accounts ON DELETE CASCADE,
            ledger INTEGER NOT NULL REFERENCES ledgers ON DELETE CASCADE,
            participant BLOB NOT NULL,
            friend BLOB NOT NULL REFERENCES friends ON DELETE CASCADE,
            PRIMARY KEY (account, ledger, participant)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX friend_participants_of_friend ON friend_participants (friend);
        CREATE INDEX friend_participants_of_ledger ON friend_participants (ledger);

        CREATE TABLE link_requests (
            id BLOB PRIMARY KEY,
            sender BLOB NOT NULL REFERENCES accounts ON DELETE CASCADE,
            -- the name that was typed, sealed: an account need not have it
            recipient BLOB NOT NULL,
            friend BLOB REFERENCES friends ON DELETE SET NULL,
            answer TEXT,
            sent_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX link_requests_of_sender ON link_requests (sender);
        CREATE INDEX link_requests_of_friend ON link_requests (friend);
        """

    private static let passkeys = """
        CREATE TABLE passkeys (
            id BLOB PRIMARY KEY,
            account BLOB NOT NULL REFERENCES accounts ON DELETE CASCADE,
            -- recognises what the authenticator calls it
            credential_mark BLOB NOT NULL UNIQUE,
            -- what the authenticator calls it, for which site it is, and what its owner calls it; sealed
            credential BLOB NOT NULL,
            site BLOB NOT NULL,
            name BLOB NOT NULL,
            public_key BLOB NOT NULL,
            sign_count INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            last_used_at INTEGER
        ) STRICT;
        CREATE INDEX passkeys_of_account ON passkeys (account);
        """

    private static let countedPieces = """
        -- the last piece that the length and the pieces of a ledger's segments count
        ALTER TABLE ledgers ADD COLUMN counted INTEGER NOT NULL DEFAULT 0;
        UPDATE ledgers SET counted = coalesce(
            (SELECT max(number) FROM pieces WHERE number BETWEEN ledgers.number << 40 AND (ledgers.number + 1 << 40) - 1), 0);
        """

    /// Any change of who may come in where, by whichever process, advances `admissions`.
    private static func admissionTriggers(on tables: [String]) -> String {
        let events = ["INSERT", "UPDATE", "DELETE"]
        return tables.flatMap { table in events.map { event in (table, event) } }.map { table, event in
            """
            CREATE TRIGGER \(table)_\(event.lowercased()) AFTER \(event) ON \(table)
            BEGIN UPDATE store SET admissions = admissions + 1; END;
            """
        }.joined(separator: "\n")
    }
}
