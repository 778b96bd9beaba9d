internal import Storage
internal import World

extension ChargeStore {
    /// The table of stored credentials. Account numbers are in it only as ``CredentialKeys`` seals them.
    ///
    /// - Source: PCI DSS 4.0.1, requirements 3.3.1 and 3.5.1.
    static let credentialTables: [SchemaStatement] = [
        """
        CREATE TABLE stored_credential (
            id TEXT PRIMARY KEY,
            attempt TEXT NOT NULL UNIQUE REFERENCES attempt (id),
            processor TEXT NOT NULL,
            purpose TEXT NOT NULL CHECK (purpose IN \(CredentialUse.self)),
            merchant_token TEXT,
            key_digest BLOB CHECK (length(key_digest) = 32),
            sealed BLOB,
            created_at INTEGER NOT NULL,
            ended_at INTEGER,
            CHECK ((sealed IS NULL) = (ended_at IS NOT NULL)),
            CHECK ((sealed IS NULL) = (key_digest IS NULL))
        ) STRICT
        """,
        "CREATE INDEX stored_credential_key ON stored_credential (key_digest)",
        "CREATE INDEX stored_credential_time ON stored_credential (created_at, id)",
        .unchanging(
            "stored_credential",
            columns: "id, attempt, processor, purpose, merchant_token, created_at"
        ),
        .refusal(
            "stored_credential_end",
            of: "UPDATE OF sealed, ended_at ON stored_credential",
            when: "OLD.ended_at IS NOT NULL"
        ),
    ]

    /// A credential that is to be recorded.
    struct NewCredential: Sendable {
        let id: CredentialID
        let processor: ProcessorName
        let use: CredentialUse
        let merchantTokenIdentifier: String?
        let sealed: SealedCredential
        /// Who asked for the payment, for the audit log.
        let caller: AuditLog.Caller?
    }

    /// Records a credential, in the transaction that records the payment that stores it.
    ///
    /// - Returns: Whether it was not recorded before.
    func store(
        _ credential: NewCredential,
        of attempt: AttemptID,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) -> Bool {
        try transaction.execute(
            """
            INSERT INTO stored_credential
                (id, attempt, processor, purpose, merchant_token, key_digest, sealed, created_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING
            """,
            [
                .text(credential.id.text), .text(attempt.text),
                .text(credential.processor.text), .text(credential.use.rawValue),
                .init(credential.merchantTokenIdentifier),
                .bytes(credential.sealed.keyDigest), .bytes(credential.sealed.bytes),
                .integer(clock.now.seconds),
            ]
        ) == 1
    }

    /// A credential as it is recorded now, with its content unless it was ended.
    ///
    /// - Throws: ``CredentialProblem/unknown(_:)`` in ``RecordFailure/credential(_:)`` where there is none.
    func credential(
        _ id: CredentialID,
        in reader: borrowing some Queryable<RecordFailure> & ~Copyable
    ) throws(RecordFailure) -> (StoredCredential, SealedCredential?) {
        let found = try reader.one(
            """
            SELECT stored_credential.*, account_suffix FROM stored_credential
            JOIN attempt ON attempt.id = stored_credential.attempt
            WHERE stored_credential.id = $1
            """,
            [.text(id.text)]
        ) { row throws(StorageFailure) in
            (try StoredCredential(row), try SealedCredential(row))
        }
        guard let found else { throw .credential(.unknown(id)) }
        return found
    }

    /// Credentials as they are recorded now, the newest first.
    func credentials(
        after place: (time: UnixTime, id: CredentialID)?,
        limit: Int,
        in reader: borrowing some Queryable<RecordFailure> & ~Copyable
    ) throws(RecordFailure) -> [StoredCredential] {
        try reader.all(
            """
            SELECT stored_credential.*, account_suffix FROM stored_credential
            JOIN attempt ON attempt.id = stored_credential.attempt
            WHERE (stored_credential.created_at, stored_credential.id) < ($1, $2)
            ORDER BY stored_credential.created_at DESC, stored_credential.id DESC LIMIT $3
            """,
            [
                .integer(place?.time.seconds ?? .max), .text(place?.id.text ?? "~"),
                .integer(Int64(limit)),
            ],
            StoredCredential.init
        )
    }

    /// Refuses a credential that was ended, in the transaction that records its charge.
    func requireActive(
        _ id: CredentialID,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) {
        let (_, sealed) = try credential(id, in: transaction)
        guard sealed != nil else { throw .credential(.ended(id)) }
    }

    /// Ends a credential and erases its content. One that was ended stays as it is.
    ///
    /// - Returns: Whether it was ended now.
    func end(
        _ id: CredentialID,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) -> Bool {
        try transaction.execute(
            """
            UPDATE stored_credential SET sealed = NULL, key_digest = NULL, ended_at = $2
            WHERE id = $1 AND ended_at IS NULL
            """,
            [.text(id.text), .integer(clock.now.seconds)]
        ) == 1
    }

    /// Some credentials that are sealed to a key.
    func credentials(
        sealedTo keyDigest: [UInt8],
        limit: Int,
        in reader: borrowing some Queryable<RecordFailure> & ~Copyable
    ) throws(RecordFailure) -> [(id: CredentialID, sealed: SealedCredential)] {
        try reader.all(
            """
            SELECT id, key_digest, sealed FROM stored_credential
            WHERE key_digest = $1 LIMIT $2
            """,
            [.bytes(keyDigest), .integer(Int64(limit))]
        ) { row throws(StorageFailure) in
            try SealedCredential(row).map { sealed throws(StorageFailure) in
                (id: try row.identifier("id"), sealed: sealed)
            }
        }
        .compactMap(\.self)
    }

    /// Replaces the content of a credential by the same content under another key, unless it was ended or
    /// replaced since.
    func reseal(
        _ id: CredentialID,
        from old: SealedCredential,
        to new: SealedCredential,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) {
        try transaction.execute(
            """
            UPDATE stored_credential SET key_digest = $3, sealed = $4
            WHERE id = $1 AND key_digest = $2
            """,
            [
                .text(id.text), .bytes(old.keyDigest), .bytes(new.keyDigest),
                .bytes(new.bytes),
            ]
        )
    }
}

extension StoredCredential {
    fileprivate init(_ row: Row) throws(StorageFailure) {
        guard let processor = ProcessorName(try row.text("processor")) else {
            throw .columnUnreadable("processor")
        }
        self.init(
            id: try row.identifier("id"),
            attempt: try row.identifier("attempt"),
            processor: processor,
            use: try row.name("purpose"),
            accountSuffix: try row.textIfPresent("account_suffix"),
            merchantTokenIdentifier: try row.textIfPresent("merchant_token"),
            createdAt: UnixTime(seconds: try row.integer("created_at")),
            endedAt: try row.integerIfPresent("ended_at").map { UnixTime(seconds: $0) }
        )
    }
}

extension SealedCredential {
    /// Nil for a credential that was ended.
    fileprivate init?(_ row: Row) throws(StorageFailure) {
        guard let digest = try row.bytesIfPresent("key_digest"),
            let bytes = try row.bytesIfPresent("sealed")
        else { return nil }
        self.init(keyDigest: digest, bytes: bytes)
    }
}
