public import AppleServers
public import Bytes
public import CardAccounts
public import Cryptography
internal import JSON
internal import PaymentToken
public import World

/// The chip that stores device accounts and pays with them. Only it has their numbers and keys
/// (mission 1.4, 1.5, 11.1, 11.2).
public final class SecureElement: Sendable {
    /// The chip's identifier.
    public let identifier: SecureElementID
    /// The key by which Apple's server identifies the chip.
    public let publicKey: PublicKey
    private let key: PrivateKey
    private let randomness: any Randomness
    private let counters: any PaymentCounters
    private let accounts = LockedValue<[DeviceAccount?]>([])

    /// Creates a chip, whose counters are in memory.
    ///
    /// - Throws: ``Cryptography/CryptographyFailure`` if libcrypto cannot create a key.
    public convenience init(randomness: any Randomness) throws(CryptographyFailure) {
        self.init(
            identifier: SecureElementID(drawnFrom: randomness),
            key: try PrivateKey(on: .p256, from: randomness),
            counters: CountersInMemory(),
            randomness: randomness
        )
    }

    /// A chip that was made before, without its accounts.
    ///
    /// - Parameters:
    ///   - identifier: Its identifier.
    ///   - key: Its key on P-256.
    ///   - counters: How many payments its accounts have made.
    ///   - randomness: Where unpredictable numbers and ephemeral keys come from.
    package init(
        identifier: SecureElementID,
        key: PrivateKey,
        counters: any PaymentCounters,
        randomness: any Randomness
    ) {
        self.identifier = identifier
        self.key = key
        publicKey = key.publicKey
        self.counters = counters
        self.randomness = randomness
    }

    func opened(_ provisioned: ProvisionedAccount) throws(CryptographyFailure) -> DeviceAccount? {
        try provisioned.opened(with: key)
    }

    /// Adds a device account, which can then pay. The first one has number 1.
    public func add(_ account: DeviceAccount) -> DeviceAccountID {
        accounts.withLock { accounts in
            accounts.append(account)
            return DeviceAccountID(number: accounts.count)
        }
    }

    /// Removes a device account and its key.
    public func remove(_ account: DeviceAccountID) {
        accounts.withLock { accounts in
            let index = account.number - 1
            if accounts.indices.contains(index) { accounts[index] = nil }
        }
    }

    /// Pays: increments the counter, computes the cryptogram or the chip data, and encrypts the
    /// payment data for Apple's server.
    ///
    /// The counter stays incremented if encryption fails: no number is used twice. Each part of an
    /// amount for several merchants uses one number.
    ///
    /// - Parameters:
    ///   - instruction: What to pay.
    ///   - account: The account that pays.
    ///   - pin: The digits of the PIN that the shopper entered; it is sent with chip data only.
    ///   - server: The key of Apple's server.
    /// - Returns: The payment data, which only Apple's server can decrypt.
    /// - Throws: ``SecureElementFailure``.
    public func pay(
        _ instruction: PaymentInstruction,
        with account: DeviceAccountID,
        pin: Secret? = nil,
        sealedTo server: PublicKey
    ) async throws(SecureElementFailure) -> SealedForApple {
        guard let payments = instruction.provenPayments else { throw .paymentMalformed }
        let counted = try await count(payments.count, with: account)
        let payload: Secret
        if let terms = instruction.chipTerms {
            payload = try chipPayload(instruction, payments, terms, pin: pin, counted)
        } else {
            payload = cryptogramPayload(instruction, payments, counted)
        }
        do {
            return try SealedForApple(
                payload,
                of: instruction,
                from: identifier,
                signedBy: key,
                ephemeralKey: PrivateKey(on: .p256, from: randomness),
                to: server
            )
        } catch { throw .cryptography(error) }
    }

    /// Reserves numbers of payments.
    private func count(
        _ payments: Int,
        with account: DeviceAccountID
    ) async throws(SecureElementFailure) -> CountedAccount {
        let found = accounts.withLock { accounts -> DeviceAccount? in
            let index = account.number - 1
            return accounts.indices.contains(index) ? accounts[index] : nil
        }
        guard let found else { throw .unknownAccount }
        let first = try await counters.reserve(payments, of: account)
        return CountedAccount(account: found, firstCounter: first)
    }

    private func cryptogramPayload(
        _ instruction: PaymentInstruction,
        _ payments: [ProvenPayment],
        _ counted: CountedAccount
    ) -> Secret {
        let account = counted.account
        let cryptograms = payments.enumerated().map { index, payment in
            PaymentCryptogram(
                of: payment,
                layout: account.cryptogramLayout,
                tokenRequestor: account.deviceManufacturerIdentifier,
                counter: UInt16(counted.firstCounter + index),
                unpredictableNumber: randomness.bytes(4),
                keys: account.keys
            )
        }
        return PayloadWriter.threeDSecure(account, cryptograms, instruction)
    }

    private func chipPayload(
        _ instruction: PaymentInstruction,
        _ payments: [ProvenPayment],
        _ terms: ChipTerms,
        pin: Secret?,
        _ counted: CountedAccount
    ) throws(SecureElementFailure) -> Secret {
        let account = counted.account
        guard let application = account.chipApplication, payments.count == 1 else {
            throw .noChipApplication
        }
        var encryptedPIN: Secret?
        if let pin {
            encryptedPIN = PINBlock.encrypt(
                pin,
                accountNumber: account.accountNumber,
                key: account.keys.pins
            )
            guard encryptedPIN != nil else { throw .pinMalformed }
        }
        let payment = ChipPayment(
            of: payments[0],
            on: terms,
            by: application,
            counter: UInt16(counted.firstCounter),
            unpredictableNumber: randomness.bytes(4),
            isPINEntered: pin != nil,
            keys: account.keys
        )
        return PayloadWriter.chip(account, payment, encryptedPIN: encryptedPIN, instruction)
    }

    /// An account with the first of the numbers reserved for a payment.
    private struct CountedAccount {
        let account: DeviceAccount
        let firstCounter: Int
    }
}

/// The identifier of a device account in its Secure Element.
public struct DeviceAccountID: Hashable, Sendable {
    /// Its place in the chip: 1 for the first that was added.
    package let number: Int
}

/// Why a Secure Element did not pay.
public enum SecureElementFailure: Error, Hashable, Sendable {
    /// The account does not exist or was removed.
    case unknownAccount
    /// The account's counter has reached its maximum.
    case counterUsedUp
    /// The counter could not be kept, so there was no payment.
    case counterNotKept
    /// An amount is negative or has more than twelve digits, or the currency is not three digits.
    case paymentMalformed
    /// The account does not pay by chip data, or the payment is for several merchants.
    case noChipApplication
    /// The PIN does not have 4 to 12 digits.
    case pinMalformed
    /// A key does not match, or libcrypto failed.
    case cryptography(CryptographyFailure)
}

extension SecureElementFailure: CustomStringConvertible {
    /// The cause in one sentence.
    public var description: String {
        switch self {
        case .unknownAccount: "the card was removed while the sheet was shown"
        case .counterUsedUp: "the card has made 65535 payments; remove it and add it again"
        case .counterNotKept: "the sandbox's database failed; nothing was paid"
        case .paymentMalformed:
            "the total is negative, or has more than twelve digits in minor units, which no message to a card network has"
        case .noChipApplication:
            "the card does not pay by chip data, or the payment is for several merchants"
        case .pinMalformed: "the PIN does not have 4 to 12 digits"
        case .cryptography(let failure): "\(failure)"
        }
    }
}
