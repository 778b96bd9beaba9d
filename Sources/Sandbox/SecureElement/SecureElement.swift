internal import Bytes
public import Cryptography
internal import JSON
internal import PaymentToken
public import World

/// The chip that holds device accounts and pays with them; nothing else sees their numbers and
/// keys (mission 1.4, 1.5, 11.1, 11.2).
public final class SecureElement: Sendable {
    /// The chip's identifier.
    public let identifier: SecureElementID
    /// The key by which Apple's server knows the chip.
    public let publicKey: PublicKey
    private let key: PrivateKey
    private let randomness: any Randomness
    private let applets = LockedValue<[Applet?]>([])

    /// A new chip.
    ///
    /// - Throws: ``Cryptography/CryptographyFailure`` where libcrypto makes no key.
    public init(randomness: any Randomness) throws(CryptographyFailure) {
        identifier = SecureElementID(bytes: randomness.bytes(SecureElementID.length))
        key = try PrivateKey(on: .p256, from: randomness)
        publicKey = key.publicKey
        self.randomness = randomness
    }

    /// Takes a device account in; from now on it can pay.
    public func add(_ account: DeviceAccount) -> DeviceAccountID {
        applets.withLock { applets in
            applets.append(Applet(account: account, counter: 0))
            return DeviceAccountID(number: applets.count)
        }
    }

    /// Lets go of a device account and its key; from now on it cannot pay.
    public func remove(_ account: DeviceAccountID) {
        applets.withLock { applets in
            let index = account.number - 1
            if applets.indices.contains(index) { applets[index] = nil }
        }
    }

    /// Pays: counts up, makes the cryptogram and seals the payment data for Apple's server.
    ///
    /// The counter has risen even where sealing fails: a number is never used twice. Each part of an
    /// amount that goes to several merchants takes one.
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
    /// How many bytes an identifier has.
    public static let length = 12
    /// The identifier.
    public let bytes: [UInt8]
}

/// The place of a device account in its Secure Element.
public struct DeviceAccountID: Hashable, Sendable {
    let number: Int
}

/// Why a Secure Element did not pay.
public enum SecureElementFailure: Error, Hashable, Sendable {
    /// The chip holds no such account, or no longer.
    case unknownAccount
    /// The account has made as many payments as its counter can count.
    case counterUsedUp
    /// A key does not fit, or libcrypto failed.
    case cryptography(CryptographyFailure)
}
