internal import Money
package import PaymentToken
package import Storage
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

    func money(_ column: String) throws(StorageFailure) -> Money {
        guard let currency = Currency(code: try text("currency_code")) else {
            throw .columnUnreadable("currency_code")
        }
        return Money(minorUnits: try integer(column), currency: currency)
    }

    fileprivate func approval() throws(StorageFailure) -> Approval {
        Approval(
            authorizationCode: try textIfPresent("authorization_code"),
            networkReference: try text("network_reference"),
            addressCheck: try textIfPresent("address_check").flatMap(AddressCheck.init),
            holdEndsAt: try integerIfPresent("hold_ends_at").map { UnixTime(seconds: $0) }
        )
    }

    fileprivate func operationState() throws(StorageFailure) -> OperationState {
        let name: OperationState.Name = try name("state")
        return switch name {
        case .prepared: .prepared
        case .sent: .sent
        case .notSent: .notSent
        case .unknown: .unknown
        case .voided: .voided
        case .declined:
            .declined(
                try self.name("decline_reason"),
                code: ProcessorCode(try textIfPresent("processor_code"))
            )
        case .mismatched: .mismatched(try self.name("mismatch"))
        case .approved: .approved(try approval())
        case .partiallyApproved:
            .partiallyApproved(try approval(), try money("approved_minor_units"))
        case .completed: .completed(networkReference: try textIfPresent("network_reference"))
        case .reversing: .reversing(try self.name("reversal_reason"))
        case .reversed: .reversed(try self.name("reversal_reason"))
        case .reversalRefused: .reversalRefused(try self.name("reversal_reason"))
        }
    }
}

extension ChargeOperation {
    init(_ row: Row) throws(StorageFailure) {
        let attempt: AttemptID = try row.identifier("attempt")
        let kind: OperationKind = try row.name("kind")
        let number = try row.integer("number")
        let key = IdempotencyKey(kind, number: number, of: attempt)
        guard try row.text("idempotency_key") == key.text else {
            throw .columnUnreadable("idempotency_key")
        }
        guard let processor = ProcessorName(try row.text("processor")) else {
            throw .columnUnreadable("processor")
        }
        self.init(
            id: try row.identifier("id"),
            attempt: attempt,
            intent: try row.identifier("intent"),
            kind: kind,
            number: number,
            idempotencyKey: key,
            processor: processor,
            settlementReference: try row.textIfPresent("settlement_reference"),
            amount: try row.money("amount_minor_units"),
            isFinal: try row.integer("is_final") == 1,
            state: try row.operationState(),
            preparedAt: UnixTime(seconds: try row.integer("prepared_at")),
            changedAt: UnixTime(seconds: try row.integer("changed_at")),
            tries: try row.integer("tries"),
            dueAt: try row.integerIfPresent("due_at").map { UnixTime(seconds: $0) }
        )
    }
}

extension RecordedCharge {
    init(_ row: Row) throws(StorageFailure) {
        self.init(
            attempt: try row.identifier("id"),
            merchantReference: try row.text("merchant_reference"),
            amount: try row.money("amount_minor_units")
        )
    }
}

extension AttemptAmounts {
    init(_ row: Row) throws(StorageFailure) {
        self.init(
            authorized: try row.money("authorized"),
            capturing: try row.money("capturing"),
            captured: try row.money("captured"),
            refunding: try row.money("refunding"),
            refunded: try row.money("refunded"),
            isReleased: try row.integer("released") == 1,
            isClosed: try row.integer("closed") == 1,
            capturesOnce: try row.integer("captures_once") == 1
        )
    }
}

extension Row {
    /// The identifier of the token of an attempt, or of its order.
    ///
    /// - Throws: ``Storage/StorageFailure``.
    package func transactionID() throws(StorageFailure) -> TransactionID {
        guard let transaction = TransactionID(try bytes("transaction_identifier")) else {
            throw .columnUnreadable("transaction_identifier")
        }
        return transaction
    }
}

extension Row {
    /// The credential that an attempt charged, or else the one that it stored.
    func credential() throws(StorageFailure) -> CredentialID? {
        if let charged = try textIfPresent("credential") { return CredentialID(charged) }
        return try textIfPresent("stored").flatMap { CredentialID($0) }
    }
}

extension AuthorizedAttempt {
    /// The attempt of an authorization; nil if its amount is not held.
    init?(
        _ authorization: ChargeOperation,
        merchantReference: String,
        transactionID: TransactionID,
        credential: CredentialID?,
        isLater: Bool,
        accountSuffix: String?,
        metadata: String?
    ) {
        let (approval, amount): (Approval, Money)
        switch authorization.state {
        case .approved(let whole): (approval, amount) = (whole, authorization.amount)
        case .partiallyApproved(let part, let held): (approval, amount) = (part, held)
        case .prepared, .sent, .completed, .mismatched, .declined, .notSent, .unknown,
            .reversing, .reversed, .reversalRefused, .voided:
            return nil
        }
        self.init(
            id: authorization.attempt,
            merchantReference: merchantReference,
            amount: amount,
            transactionID: transactionID,
            credential: credential,
            isLater: isLater,
            accountSuffix: accountSuffix,
            metadata: metadata,
            approval: approval
        )
    }

    /// The attempt in a row of an authorization and of its attempt and intent.
    init?(_ row: Row) throws(StorageFailure) {
        self.init(
            try ChargeOperation(row),
            merchantReference: try row.text("merchant_reference"),
            transactionID: try row.transactionID(),
            credential: try row.credential(),
            isLater: try row.textIfPresent("credential") != nil,
            accountSuffix: try row.textIfPresent("account_suffix"),
            metadata: try row.textIfPresent("metadata")
        )
    }
}
