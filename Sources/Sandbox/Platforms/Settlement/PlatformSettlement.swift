internal import CardMessages
package import CardNetwork
internal import Money
package import Storage
internal import World

/// A settlement of the card network as a platform reports it to its merchant.
struct PlatformSettlement: Sendable {
    /// A capture or a refund.
    struct Line: Sendable {
        let operation: PlatformOperation
        let payment: PlatformPayment
        /// The identifier of the authorization.
        let authorization: String

        /// The amount; negative for a refund.
        var amount: Money {
            let units = operation.amount.minorUnits
            return Money(
                minorUnits: operation.kind == .refund ? -units : units,
                currency: operation.amount.currency
            )
        }
    }

    /// The number of the settlement.
    let number: Int64
    let accounts: PlatformAccounts
    let lines: [Line]

    /// The amount in each currency, in the order of the lines.
    var sums: [Money] {
        var sums: [Money] = []
        for line in lines {
            let index = sums.firstIndex { $0.currency == line.amount.currency }
            let sum = (index.map { sums[$0].minorUnits } ?? 0) + line.amount.minorUnits
            let money = Money(minorUnits: sum, currency: line.amount.currency)
            if let index { sums[index] = money } else { sums.append(money) }
        }
        return sums
    }
}

extension Platform {
    /// The lines of the platform's report of a settlement.
    ///
    /// - Throws: ``Storage/StorageFailure``, where the records cannot be read.
    package func settlementReport(
        _ number: Int64,
        of network: CardNetwork,
        in database: Database,
        accounts: PlatformAccounts
    ) async throws -> [String] {
        let settled = try await network.settledMessages(of: merchant, in: number)
        let lines = try await database.read { snapshot throws(PlatformFailure) in
            try snapshot.lines(of: settled, at: self)
        }
        let settlement = PlatformSettlement(number: number, accounts: accounts, lines: lines)
        return switch self {
        case .stripe: StripePayoutReport.lines(of: settlement)
        case .adyen: AdyenSettlementDetails.lines(of: settlement)
        case .checkout: CheckoutFinancialActions.lines(of: settlement)
        case .braintree: BraintreeFeeReport.lines(of: settlement)
        }
    }
}

extension Queryable<PlatformFailure> where Self: ~Copyable {
    /// The operations of some messages. The network names them by the references that are derived from their
    /// identifiers.
    fileprivate func lines(
        of settled: [SettledMessage],
        at platform: Platform
    ) throws(PlatformFailure) -> [PlatformSettlement.Line] {
        guard !settled.isEmpty else { return [] }
        let operations = try all(
            """
            SELECT o.*, p.currency FROM platform_operation o
            JOIN platform_payment p ON p.identifier = o.payment
            WHERE o.platform = $1 AND o.kind <> 'release' AND o.state = 'succeeded'
            ORDER BY o.number
            """,
            [.text(platform.rawValue)]
        ) { row throws(StorageFailure) in try PlatformOperation(row) }
        var authorizations: [String: PlatformOperation] = [:]
        var found: [SettledMessage: PlatformOperation] = [:]
        for operation in operations {
            guard operation.kind != .authorize else {
                authorizations[operation.payment] = operation
                continue
            }
            guard let authorization = authorizations[operation.payment] else { continue }
            let reference = MessageReference(
                key: operation.identifier,
                at: operation.createdAt,
                following: MessageReference(
                    key: authorization.identifier,
                    at: authorization.createdAt
                )
            )
            let message = SettledMessage(
                reference: reference.retrievalReference,
                trace: reference.traceNumber
            )
            found[message] = operation
        }
        var lines: [PlatformSettlement.Line] = []
        for message in settled {
            guard let operation = found[message],
                let payment = try payment(operation.payment, of: operation.platform),
                let authorization = authorizations[operation.payment]
            else { continue }
            lines.append(
                PlatformSettlement.Line(
                    operation: operation,
                    payment: payment,
                    authorization: authorization.identifier
                )
            )
        }
        return lines
    }
}

extension UnixTime {
    /// The time as reports have it: `2026-11-27 21:05:00`, in UTC.
    var reportText: String {
        iso8601.replacing("T", with: " ").replacing("Z", with: "")
    }
}
