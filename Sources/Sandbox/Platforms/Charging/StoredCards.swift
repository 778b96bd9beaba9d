internal import Bytes
internal import CardMessages
internal import Cryptography
internal import Storage
internal import World

/// The cards that a platform stores for later payments. Account numbers are in the records only encrypted, under a
/// key of the platform's account.
struct StoredCards: Sendable {
    private static let vectorLength = 12

    let platform: Platform
    private let key: Secret

    init(_ platform: Platform, _ accounts: PlatformAccounts) {
        self.platform = platform
        let text = accounts.value(Self.credential.name, of: platform)
        key = Secret(copying: SHA256.digest(Array(text.utf8)))
    }

    /// The credential from which the key is made.
    static let credential = Platform.Credential(
        name: "storageKey",
        prefix: "",
        length: 64,
        isAnnounced: false
    )

    /// Stores the card of a payment that is to be authorized. It can be charged once that was done.
    func store(
        _ card: PresentedCard,
        as identifier: String,
        of customer: String,
        with payment: PlatformPayment,
        _ scope: PlatformScope,
        in transaction: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) {
        let vector = scope.randomness.bytes(Self.vectorLength)
        guard
            let sealed = try? AESGCM.seal(
                card.accountNumber,
                key: key,
                initializationVector: vector
            )
        else { throw .storage(.transactionLost) }
        try transaction.execute(
            """
            INSERT INTO platform_card
                (identifier, platform, customer, payment, expiry, last_four, vector, sealed)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            """,
            [
                .text(identifier), .text(platform.rawValue), .text(customer),
                .text(payment.identifier), .text(card.expiry.text), .text(card.face.lastFour),
                .bytes(vector), .bytes(sealed),
            ]
        )
    }

    /// A customer's card for a later payment; nil where it was not stored by a payment that was authorized.
    ///
    /// - Parameters:
    ///   - identifier: Its name.
    ///   - customer: The customer.
    ///   - indicator: The statement on the payment.
    ///   - records: The records.
    /// - Returns: The card, without a proof of its own.
    /// - Throws: ``PlatformFailure``.
    func card(
        _ identifier: String,
        of customer: String,
        statedAs indicator: StoredCredentialIndicator,
        in records: borrowing some Queryable<PlatformFailure> & ~Copyable
    ) throws(PlatformFailure) -> PresentedCard? {
        let row = try records.one(
            """
            SELECT expiry, last_four, vector, sealed, network_transaction
            FROM platform_card JOIN platform_operation ON
                platform_operation.payment = platform_card.payment
            WHERE platform_card.identifier = $1 AND platform_card.platform = $2 AND customer = $3
                AND kind = 'authorize' AND state = 'succeeded'
            """,
            [.text(identifier), .text(platform.rawValue), .text(customer)]
        ) { row throws(StorageFailure) in
            (
                expiry: try row.text("expiry"), lastFour: try row.text("last_four"),
                vector: try row.bytes("vector"), sealed: try row.bytes("sealed"),
                first: try row.textIfPresent("network_transaction")
            )
        }
        guard let row, let first = row.first.flatMap(NetworkTransaction.init),
            let number = try? AESGCM.open(row.sealed, key: key, initializationVector: row.vector)
        else { return nil }
        var card = try? PresentedCard(
            number,
            expiry: CardAuthorization.Expiry(row.expiry),
            .earlierPayment(first),
            indicator: indicator.commerceIndicator(of: MessageScheme(ofAccountNumber: number))?
                .text,
            lastFour: row.lastFour
        )
        card?.credential = indicator
        return card
    }
}
