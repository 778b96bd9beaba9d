package import Bytes
internal import CardAccounts
internal import CardMessages
package import ISO8583
package import Money
package import Storage
internal import World

/// One payment of a TEST card, for a program that writes an acquirer's messages itself.
///
/// It is there to be shown: the account is of the sandbox, and the cryptogram of this payment only.
package struct PaymentCredentials: Sendable {
    /// The cryptogram as bytes; the request has it as its scheme wants.
    package let cryptogram: Secret
    /// The request to authorize the payment: 0100.
    package let request: ISO8583Message
}

extension CardNetwork {
    /// Adds a card to a new device, and pays with it.
    ///
    /// - Parameters:
    ///   - card: The card.
    ///   - amount: The amount.
    ///   - merchant: Field 42.
    /// - Returns: The payment; nil where field 4 cannot have the amount, or field 42 the merchant.
    /// - Throws: ``Storage/StorageFailure``.
    package func credentials(
        of card: PaymentCard,
        paying amount: Money,
        merchant: String
    ) async throws(StorageFailure) -> PaymentCredentials? {
        let identifier = MerchantDigest(of: "merchant.com.example")
        guard
            let payment = ProvenPayment(
                amountMinorUnits: amount.minorUnits,
                currencyNumericCode: amount.currency.numericCode,
                merchant: identifier
            ),
            let acceptor = CardAcceptor(
                acquirer: "123456",
                terminal: "TERM0001",
                merchant: merchant
            ),
            let details = MerchantDetails(
                categoryCode: "5999",
                name: "Shop",
                city: "Paris",
                country: "FR"
            )
        else { return nil }
        let account = try await provision(card, availableMinorUnits: 1_000_000)
        guard let expiry = CardAuthorization.Expiry(String(account.expirationDate.prefix(4))) else {
            return nil
        }
        let cryptogram = PaymentCryptogram(
            of: payment,
            layout: account.cryptogramLayout,
            tokenRequestor: account.deviceManufacturerIdentifier,
            counter: 1,
            unpredictableNumber: randomness.bytes(4),
            keys: account.keys
        )
        let key = Hexadecimal.encode(randomness.bytes(16))
        let authorization = CardAuthorization(
            reference: MessageReference(key: key, at: clock.now),
            acceptor: acceptor,
            merchant: details,
            accountNumber: account.accountNumber,
            expiry: expiry,
            amount: amount,
            proof: .cryptogram(cryptogram.bytes),
            indicator: account.eciIndicator.flatMap(ElectronicCommerceIndicator.init),
            merchantDigest: identifier.bytes
        )
        guard let request = try? CardRequest.authorization(authorization).message() else {
            return nil
        }
        return PaymentCredentials(cryptogram: cryptogram.bytes, request: request)
    }
}
