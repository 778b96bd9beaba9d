internal import Bytes
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
    private let applets = LockedValue<[Applet?]>([])

    /// Creates a chip.
    ///
    /// - Throws: ``Cryptography/CryptographyFailure`` if libcrypto cannot create a key.
    public init(randomness: any Randomness) throws(CryptographyFailure) {
        identifier = SecureElementID(bytes: randomness.bytes(SecureElementID.length))
        key = try PrivateKey(on: .p256, from: randomness)
        publicKey = key.publicKey
        self.randomness = randomness
    }

    /// Adds a device account, which can then pay.
    public func add(_ account: DeviceAccount) -> DeviceAccountID {
        applets.withLock { applets in
            applets.append(Applet(account: account, counter: 0))
            return DeviceAccountID(number: applets.count)
        }
    }

    /// Removes a device account and its key.
    public func remove(_ account: DeviceAccountID) {
        applets.withLock { applets in
            let index = account.number - 1
            if applets.indices.contains(index) { applets[index] = nil }
        }
    }

    /// Pays: increments the counter, computes the cryptogram and encrypts the payment data for
    /// Apple's server.
    ///
    /// The counter stays incremented if encryption fails: no number is used twice. Each part of an
    /// amount for several merchants uses one number.
    ///
    /// - Throws: ``SecureElementFailure``.
    public func pay(
        _ instruction: PaymentInstruction,
        with account: DeviceAccountID,
        sealedTo server: PublicKey
    ) throws(SecureElementFailure) -> SealedForApple {
        let parts = instruction.parts.map(\.amountMinorUnits)
        let amounts = parts.isEmpty ? [instruction.amountMinorUnits] : parts
        let applet = try applets.withLock { (applets) throws(SecureElementFailure) in
            let index = account.number - 1
            guard applets.indices.contains(index), var applet = applets[index] else {
                throw .unknownAccount
            }
            guard Int(applet.counter) + amounts.count <= UInt16.max else { throw .counterUsedUp }
            applet.counter += UInt16(amounts.count)
            applets[index] = applet
            return applet
        }
        let first = Int(applet.counter) - amounts.count + 1
        let cryptograms = amounts.enumerated().map { index, amount in
            PaymentCryptogram(
                of: PaymentCryptogram.Transaction(
                    amountMinorUnits: amount,
                    currencyNumericCode: instruction.currencyNumericCode
                ),
                counter: UInt16(first + index),
                unpredictableNumber: randomness.bytes(4),
                cardKey: applet.account.cardKey
            )
        }
        do {
            return try SealedForApple(
                PayloadWriter.threeDSecure(applet.account, cryptograms, instruction),
                of: instruction,
                from: identifier,
                signedBy: key,
                ephemeralKey: PrivateKey(on: .p256, from: randomness),
                to: server
            )
        } catch { throw .cryptography(error) }
    }

    private struct Applet: Sendable {
        let account: DeviceAccount
        var counter: UInt16
    }
}

/// The identifier of a Secure Element.
public struct SecureElementID: Hashable, Sendable {
    /// The number of bytes of an identifier.
    public static let length = 12
    /// The identifier.
    public let bytes: [UInt8]
}

/// The identifier of a device account in its Secure Element.
public struct DeviceAccountID: Hashable, Sendable {
    let number: Int
}

/// Why a Secure Element did not pay.
public enum SecureElementFailure: Error, Hashable, Sendable {
    /// The account does not exist or was removed.
    case unknownAccount
    /// The account's counter has reached its maximum.
    case counterUsedUp
    /// A key does not match, or libcrypto failed.
    case cryptography(CryptographyFailure)
}
