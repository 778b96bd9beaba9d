internal import Storage

extension DeskRecords {
    /// Compares a settlement file with the records, and records what was found in it.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - processor: The processor whose settlement it is.
    ///   - merchants: The shop, as field 42 of its messages or the platform's account names it; empty where
    ///     files are of one merchant.
    ///   - caller: Who asks for it, for the audit log.
    /// - Returns: What agrees, and what differs.
    /// - Throws: ``RecordFailure``, where the database fails. The same call again goes on.
    public func reconcile(
        _ file: SettlementFile,
        of processor: ProcessorName,
        for merchants: Set<String>,
        by caller: AuditLog.Caller
    ) async throws(RecordFailure) -> ReconciliationReport {
        let reconciliation = Reconciliation(
            database: database,
            charges: charges,
            processor: processor,
            merchants: merchants
        )
        try await record(.reconciling(file, of: processor, by: caller))
        return try await reconciliation.reconcile(file)
    }
}
