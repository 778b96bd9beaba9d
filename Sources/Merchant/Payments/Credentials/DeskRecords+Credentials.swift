internal import Storage
public import World

extension DeskRecords {
    /// A credential as it is recorded now.
    ///
    /// - Throws: ``RecordFailure/credential(_:)`` where there is none; ``RecordFailure/storage(_:)``.
    public func credential(_ id: CredentialID) async throws(RecordFailure) -> StoredCredential {
        try await database.read { snapshot throws(RecordFailure) in
            try charges.credential(id, in: snapshot).0
        }
    }

    /// Credentials as they are recorded now, the newest first.
    ///
    /// - Parameters:
    ///   - place: The time and the identifier of the credential after which they begin; nil for the newest.
    ///   - limit: The maximum number.
    /// - Returns: The credentials.
    /// - Throws: ``RecordFailure/storage(_:)``.
    public func credentials(
        after place: (time: UnixTime, id: CredentialID)?,
        limit: Int
    ) async throws(RecordFailure) -> [StoredCredential] {
        try await database.read { snapshot throws(RecordFailure) in
            try charges.credentials(after: place, limit: limit, in: snapshot)
        }
    }

    /// Ends a credential: it is charged no more, and its content is erased. A payment that is recorded goes
    /// on.
    ///
    /// - Parameters:
    ///   - id: The credential.
    ///   - caller: Who asks for it, for the audit log.
    /// - Returns: The credential.
    /// - Throws: ``RecordFailure/credential(_:)`` where there is none; ``RecordFailure/storage(_:)``.
    public func endCredential(
        _ id: CredentialID,
        by caller: AuditLog.Caller
    ) async throws(RecordFailure) -> StoredCredential {
        try await database.write { transaction throws(RecordFailure) in
            if try charges.end(id, in: transaction) {
                try audit.record(.ending(id, by: caller), in: transaction)
            }
            return try charges.credential(id, in: transaction).0
        }
    }
}

extension DeskRecords {
    /// Records an outcome, and the credential that the payment stores where the issuer holds the amount.
    func record(
        _ state: OperationState,
        of operation: ChargeOperation,
        storing credential: ChargeStore.NewCredential?,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) -> ChargeOperation {
        let changed = try charges.recordIfPossible(state, of: operation, in: transaction)
        guard let credential, changed.state.isHeld else { return changed }
        let isNew = try charges.store(credential, of: changed.attempt, in: transaction)
        if isNew, let caller = credential.caller {
            try audit.record(.storing(credential.id, by: caller), in: transaction)
        }
        return changed
    }
}

extension PaymentDesk {
    /// Seals credentials anew that are sealed to an earlier key, so that the key can be taken out of the
    /// configuration.
    ///
    /// - Parameter limit: The maximum number of each key.
    /// - Throws: ``RecordFailure/storage(_:)``.
    public func resealCredentials(atMost limit: Int) async throws(RecordFailure) {
        guard let keys = credentials else { return }
        for digest in keys.earlierDigests {
            let earlier = try await database.read { snapshot throws(RecordFailure) in
                try charges.credentials(sealedTo: digest, limit: limit, in: snapshot)
            }
            for (id, old) in earlier {
                guard let instrument = try? await keys.open(old, of: id),
                    let new = try? keys.seal(instrument, of: id, charges.world.randomness)
                else { continue }
                try await database.write { transaction throws(RecordFailure) in
                    try charges.reseal(id, from: old, to: new, in: transaction)
                }
            }
        }
    }
}
