internal import PaymentToken
internal import Storage
internal import World

extension Row {
    func identifier<Identifier: ChargingIdentifier>(
        _ column: String
    ) throws(StorageFailure) -> Identifier {
        guard let identifier = Identifier(try text(column)) else {
            throw .columnUnreadable(column)
        }
        return identifier
    }

    func name<Name: RawRepresentable<String>>(
        _ column: String
    ) throws(StorageFailure) -> Name {
        guard let name = Name(rawValue: try text(column)) else {
            throw .columnUnreadable(column)
        }
        return name
    }

    fileprivate func operationState() throws(StorageFailure) -> OperationState {
        let name: OperationState.Name = try name("state")
        return switch name {
        case .prepared: .prepared
        case .sent: .sent
        case .notSent: .notSent
        case .unknown: .unknown
        case .declined: .declined(try self.name("decline_reason"))
        case .approved:
            .approved(
                authorizationCode: try text("authorization_code"),
                networkReference: try text("network_reference")
            )
        }
    }
}

extension ChargeOperation {
    init(_ row: Row) throws(StorageFailure) {
        let attempt: AttemptID = try row.identifier("attempt")
        let kind: OperationKind = try row.name("kind")
        let key = IdempotencyKey(kind, of: attempt)
        guard try row.text("idempotency_key") == key.text else {
            throw .columnUnreadable("idempotency_key")
        }
        self.init(
            id: try row.identifier("id"),
            attempt: attempt,
            intent: try row.identifier("intent"),
            kind: kind,
            idempotencyKey: key,
            state: try row.operationState(),
            preparedAt: UnixTime(seconds: try row.integer("prepared_at")),
            changedAt: UnixTime(seconds: try row.integer("changed_at"))
        )
    }
}

extension RecordedCharge {
    init(_ row: Row) throws(StorageFailure) {
        self.init(
            attempt: try row.identifier("id"),
            merchantReference: try row.text("merchant_reference"),
            amountMinorUnits: try row.integer("amount_minor_units"),
            currencyCode: try row.text("currency_code")
        )
    }
}

extension AuthorizedAttempt {
    init(_ row: Row) throws(StorageFailure) {
        let bytes = try row.bytes("transaction_identifier")
        guard let transaction = TransactionID(bytes) else {
            throw .columnUnreadable("transaction_identifier")
        }
        self.init(
            id: try row.identifier("id"),
            intent: try row.identifier("intent"),
            merchantReference: try row.text("merchant_reference"),
            amountMinorUnits: try row.integer("amount_minor_units"),
            currencyCode: try row.text("currency_code"),
            transactionID: transaction,
            accountSuffix: try row.text("account_suffix"),
            authorizationCode: try row.text("authorization_code"),
            networkReference: try row.text("network_reference"),
            authorizedAt: UnixTime(seconds: try row.integer("changed_at"))
        )
    }
}
