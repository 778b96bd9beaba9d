internal import AppleServers
internal import Bytes
public import CardAccounts
public import Cryptography
public import JSON

/// A device account on its way to a Secure Element, which alone can read it (mission 1.4, 13.4).
///
/// The format is the sandbox's own, because Apple's is not published: agreement between an ephemeral
/// P-256 key and the chip's key, single-step key derivation, AES-256-GCM.
public struct ProvisionedAccount: Hashable, Sendable {
    /// The ephemeral public key, a SubjectPublicKeyInfo.
    public let ephemeralPublicKey: [UInt8]
    /// The encrypted account with its tag.
    public let data: [UInt8]

    /// Encrypts an account for a chip.
    ///
    /// - Parameters:
    ///   - account: The account, as the card network issues it.
    ///   - chip: The chip's key.
    ///   - ephemeralKey: A new key on P-256.
    /// - Throws: ``Cryptography/CryptographyFailure``.
    public init(
        _ account: DeviceAccount,
        for chip: PublicKey,
        ephemeralKey: PrivateKey
    ) throws(CryptographyFailure) {
        let key = SingleStepKDF.key(
            sharedSecret: try ephemeralKey.sharedSecret(with: chip),
            fixedInfo: Self.context
        )
        data = try AESGCM.seal(
            Self.payload(of: account),
            key: key,
            initializationVector: Self.vector
        )
        ephemeralPublicKey = ephemeralKey.publicKey.publicKeyInfo
    }

    /// Decrypts the account with the chip's key.
    ///
    /// - Throws: ``Cryptography/CryptographyFailure/authenticationFailed`` if it is for another chip.
    func opened(
        with privateKey: PrivateKey
    ) throws(CryptographyFailure) -> DeviceAccount? {
        let peer = try PublicKey(p256PublicKeyInfo: ephemeralPublicKey)
        let key = SingleStepKDF.key(
            sharedSecret: try privateKey.sharedSecret(with: peer),
            fixedInfo: Self.context
        )
        let payload = try AESGCM.open(data, key: key, initializationVector: Self.vector)
        return (try? JSONDocument(payload)).flatMap { Self.account($0.root) }
    }

    private static let vector = [UInt8](repeating: 0, count: 16)

    private static let context = Array("Quince TEST account".utf8)

    private static func payload(of account: DeviceAccount) -> Secret {
        var members = [
            SecretMember("accountNumber", account.accountNumber),
            SecretMember("keys", Base64.encodeSecret(account.keys.bytes)),
            SecretMember("expirationDate", .string(account.expirationDate)),
            SecretMember("manufacturer", .string(account.deviceManufacturerIdentifier)),
            SecretMember("cryptogramBytes", .integer(Int64(account.cryptogramLayout.length))),
        ]
        if let number = account.merchantAccountNumber {
            members.append(SecretMember("merchantAccountNumber", number))
        }
        if let indicator = account.eciIndicator {
            members.append(SecretMember("eciIndicator", .string(indicator)))
        }
        if let application = account.chipApplication {
            let identifier = Hexadecimal.encode(application.identifier)
            members.append(SecretMember("chipApplication", .string(identifier)))
        }
        return Secret(objectOf: members)
    }

    private static func account(_ value: JSONValue) -> DeviceAccount? {
        let encoded = value.member("keys")?.secretString
        guard let number = value.member("accountNumber")?.secretString,
            let keys = encoded.flatMap({ $0.withBytes { try? Base64.decodeSecret($0) } })
                .flatMap(CardKeys.init(restoring:)),
            let expirationDate = value.member("expirationDate")?.string,
            let manufacturer = value.member("manufacturer")?.string,
            let length = value.member("cryptogramBytes")?.integer,
            let layout = PaymentCryptogram.Layout.allCases.first(where: { $0.length == length })
        else { return nil }
        var account = DeviceAccount(
            accountNumber: number,
            expirationDate: expirationDate,
            deviceManufacturerIdentifier: manufacturer,
            eciIndicator: value.member("eciIndicator")?.string,
            cryptogramLayout: layout,
            chipApplication: value.bytes("chipApplication").map { ChipApplication(identifier: $0) },
            keys: keys
        )
        account.merchantAccountNumber = value.member("merchantAccountNumber")?.secretString
        return account
    }
}

extension ProvisionedAccount {
    /// The account as JSON.
    public var json: JSONOutput {
        .object([
            "ephemeralPublicKey": .string(Hexadecimal.encode(ephemeralPublicKey)),
            "data": .string(Hexadecimal.encode(data)),
        ])
    }

    /// Reads an account; nil where a member is missing or not hexadecimal.
    public init?(_ value: JSONValue) {
        guard let key = value.bytes("ephemeralPublicKey"), let data = value.bytes("data") else {
            return nil
        }
        (ephemeralPublicKey, self.data) = (key, data)
    }
}

extension SecureElement {
    /// Reads an account that was encrypted for this chip.
    ///
    /// - Throws: ``Cryptography/CryptographyFailure`` if it is for another chip, or is no account.
    package func account(
        from provisioned: ProvisionedAccount
    ) throws(CryptographyFailure) -> DeviceAccount {
        guard let account = try opened(provisioned) else { throw .authenticationFailed }
        return account
    }
}
