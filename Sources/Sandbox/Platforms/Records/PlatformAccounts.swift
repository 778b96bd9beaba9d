package import Storage
package import World

/// The credentials of the merchant's account at each platform. The first process that opens the folder makes them.
package struct PlatformAccounts: Sendable {
    private let values: [Platform: [String: String]]

    /// The accounts in a database.
    package init(
        _ database: Database,
        _ randomness: any Randomness
    ) async throws(StorageFailure) {
        var made: [Platform: [String: String]] = [:]
        for platform in Platform.allCases {
            made[platform] = Dictionary(
                uniqueKeysWithValues: platform.credentials.map { credential in
                    (
                        credential.name,
                        randomness.identifier(
                            credential.prefix,
                            length: credential.length,
                            of: credential.letters
                        )
                    )
                }
            )
        }
        let drawn = made
        values = try await database.write { transaction throws(StorageFailure) in
            for (platform, credentials) in drawn {
                for (name, value) in credentials {
                    try transaction.execute(
                        """
                        INSERT INTO platform_credential (platform, name, value) VALUES ($1, $2, $3)
                        ON CONFLICT DO NOTHING
                        """,
                        [.text(platform.rawValue), .text(name), .text(value)]
                    )
                }
            }
            var kept = drawn
            for row in try transaction.rows("SELECT * FROM platform_credential") {
                guard let platform = Platform(rawValue: try row.text("platform")) else { continue }
                kept[platform]?[try row.text("name")] = try row.text("value")
            }
            return kept
        }
    }

    /// A credential by its name.
    package func value(_ name: String, of platform: Platform) -> String {
        values[platform]?[name] ?? ""
    }
}

extension Platform {
    /// A credential: its name in the ready line of `quince sandbox`, and its form.
    package struct Credential: Sendable {
        /// Its name.
        package let name: String
        let prefix: String
        let length: Int
        var letters = IdentifierLetters.alphanumeric
        /// Whether the ready line has it.
        package var isAnnounced = true
    }

    /// The credentials of an account at the platform.
    package var credentials: [Credential] { ownCredentials + [StoredCards.credential] }

    private var ownCredentials: [Credential] {
        switch self {
        case .stripe:
            [
                Credential(name: "key", prefix: "sk_test_", length: 32),
                Credential(name: "webhookSecret", prefix: "whsec_", length: 32),
                Credential(name: "account", prefix: "acct_", length: 16, isAnnounced: false),
            ]
        case .checkout:
            [
                Credential(name: "secretKey", prefix: "sk_sbox_", length: 27, letters: .base32),
                Credential(name: "publicKey", prefix: "pk_sbox_", length: 27, letters: .base32),
                Credential(name: "signatureKey", prefix: "", length: 32, letters: .base32),
            ]
        case .adyen:
            [
                Credential(name: "key", prefix: "AQE", length: 60),
                Credential(name: "merchantAccount", prefix: "TestMerchant", length: 6),
                Credential(name: "hmacKey", prefix: "", length: 64, letters: .hexadecimal),
            ]
        case .braintree:
            [
                Credential(name: "merchantId", prefix: "", length: 16, letters: .base32),
                Credential(name: "publicKey", prefix: "", length: 16, letters: .base32),
                Credential(name: "privateKey", prefix: "", length: 32, letters: .base32),
                Credential(name: "tokenizationKey", prefix: "sandbox_", length: 16),
                // Each currency has the account that is named like it; these are for configurations.
                Credential(
                    name: "merchantAccounts",
                    prefix: "CNY:cny,EUR:eur,GBP:gbp,JPY:jpy,USD:usd",
                    length: 0
                ),
            ]
        }
    }

    /// The name of the credential with which webhooks are signed that the sandbox's API sets up.
    var webhookCredential: String {
        switch self {
        case .stripe: "webhookSecret"
        case .checkout: "signatureKey"
        case .adyen: "hmacKey"
        case .braintree: "privateKey"
        }
    }
}
