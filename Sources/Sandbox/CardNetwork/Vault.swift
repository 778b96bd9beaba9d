internal import Bytes
package import CardAccounts
package import World

/// Issues device accounts.
package struct Vault: Sendable {
    private let issuerKeys: IssuerKeys
    private let randomness: any Randomness
    private let key: DigestKey

    /// A vault.
    ///
    /// - Parameters:
    ///   - issuerKeys: The keys from which those of device accounts are derived.
    ///   - key: The key of its records' keys.
    ///   - randomness: The source of account numbers.
    package init(issuerKeys: IssuerKeys, key: DigestKey, randomness: any Randomness) {
        self.issuerKeys = issuerKeys
        self.randomness = randomness
        self.key = key
    }

    /// The token that is issued for a card.
    package struct Issued: Sendable {
        /// For the Secure Element.
        package let device: DeviceAccount
        /// For the network.
        package let token: VaultToken
        /// For the issuer.
        package let account: CardholderAccount
    }

    /// Issues a device account with a random number, which may be one that is used already.
    ///
    /// - Parameters:
    ///   - card: The card.
    ///   - limit: The credit line, in minor units of every currency.
    /// - Returns: The account for the device, and the records of both banks.
    package func issue(_ card: PaymentCard, limit: Int64) -> Issued {
        let accountNumber = drawAccountNumber(of: card.scheme)
        let device = DeviceAccount(
            accountNumber: accountNumber,
            expirationDate: card.expirationDate,
            deviceManufacturerIdentifier: card.scheme.deviceManufacturerIdentifier,
            eciIndicator: card.scheme.eciIndicator,
            cryptogramLayout: card.scheme.cryptogramLayout,
            chipApplication: card.scheme == .unionPay ? .unionPay : nil,
            keys: issuerKeys.cardKeys(of: accountNumber)
        )
        let token = VaultToken(
            identifier: key.identifier(of: device.accountNumber),
            suffix: String(device.accountNumber.masked(keepingLast: 4).suffix(4)),
            card: key.identifier(of: card.number),
            record: TokenRecord(of: device)
        )
        var account = CardholderAccount(
            identifier: token.card,
            suffix: String(card.number.masked(keepingLast: 4).suffix(4)),
            issuer: card.scheme.rawValue,
            expiry: String(card.expirationDate.prefix(4)),
            settings: AccountSettings(creditLine: limit)
        )
        account.scenario = Scenario.ofCard(card.number)?.name
        return Issued(device: device, token: token, account: account)
    }

    /// The record of a merchant token: an account number of its own, for the same card, with the keys of
    /// the device account.
    func merchantToken(_ accountNumber: Secret, beside token: VaultToken) -> VaultToken {
        VaultToken(
            identifier: key.identifier(of: accountNumber),
            suffix: String(accountNumber.masked(keepingLast: 4).suffix(4)),
            card: token.card,
            record: token.record,
            isMerchantToken: true
        )
    }

    /// An account number, which may be one that is used already.
    func drawAccountNumber(of scheme: CardScheme) -> Secret {
        let prefix = Array(scheme.deviceAccountPrefix.utf8)
        let random = (prefix.count..<(scheme.numberLength - 1)).map { _ in
            0x30 + UInt8(randomness.number(below: 10))
        }
        let digits = prefix + random
        return Secret(copying: digits + [CheckDigit.checkDigit(after: digits)])
    }
}
