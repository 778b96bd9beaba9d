internal import AppleServers
internal import Certificates
internal import Cryptography
internal import Files
internal import JSON
internal import PaymentToken
internal import TestSandbox
internal import World

/// The files that a checkout writes.
struct CheckoutFiles: Hashable, Sendable {
    /// The folder.
    var folder: String
    /// Whether the orders are in the folder, and not on a server.
    var haveOrders = true
    /// Whether the payment is over a network that `quince server` can be told of.
    var haveConfiguration = false

    /// The token, as the app sends it.
    var token: String { "\(folder)/token.json" }
    /// The token's signature, CMS in BER.
    var signature: String { "\(folder)/signature.der" }
    /// The bytes that the signature covers.
    var signedContent: String { "\(folder)/signed-content.bin" }
    /// The merchant's key; a TEST key.
    var merchantKey: String { "\(folder)/merchant-key.pem" }
    /// The merchant's signing request.
    var merchantRequest: String { "\(folder)/merchant-request.pem" }
    /// The order database.
    var orders: String { "\(folder)/orders.sqlite" }
    /// The configuration of `quince server` for this shop.
    var serverConfiguration: String { "\(folder)/server.json" }
    /// The address of the PostgreSQL server with the orders, which may have a password.
    var databaseAddress: String { "\(folder)/database-address" }
    /// The folder of the certificates.
    var certificates: String { "\(folder)/certificates" }
    /// The TEST root.
    var root: String { "\(certificates)/root.pem" }
    /// The intermediate certificate above the token signer's.
    var applicationIntegration: String {
        "\(certificates)/application-integration.pem"
    }
    /// The token signer's certificate.
    var tokenSigner: String { "\(certificates)/token-signer.pem" }
    /// The intermediate certificate above the merchant's.
    var developerRelations: String { "\(certificates)/developer-relations.pem" }
    /// The merchant's Payment Processing certificate.
    var merchant: String { "\(certificates)/merchant.pem" }

    /// The files by their descriptions, in a fixed order.
    var all: [(name: String, path: String)] {
        [
            ("token", token), ("signature", signature), ("signedContent", signedContent),
            ("merchantKey", merchantKey), ("merchantRequest", merchantRequest), ("orders", orders),
            ("root", root), ("applicationIntegration", applicationIntegration),
            ("tokenSigner", tokenSigner), ("developerRelations", developerRelations),
            ("merchant", merchant), ("serverConfiguration", serverConfiguration),
            ("databaseAddress", databaseAddress),
        ].filter { _, path in
            switch path {
            case orders: haveOrders
            case serverConfiguration: haveConfiguration
            case databaseAddress: haveConfiguration && !haveOrders
            default: true
            }
        }
    }

    /// An OpenSSL command that verifies the token's signature. It checks the certificates at a
    /// moment, or now for nil.
    func opensslCommand(at moment: UnixTime?) -> String {
        let when = moment.map { " -attime \($0.seconds)" } ?? ""
        let (signature, content) = (
            ShellQuoting.quoted(signature), ShellQuoting.quoted(signedContent)
        )
        return "openssl cms -verify -inform DER -in \(signature) -content \(content) -binary "
            + "-CAfile \(ShellQuoting.quoted(root)) -purpose any\(when) -out /dev/null"
    }

    /// The files of one run, without the order database. The token is the last.
    func set(
        _ authorities: TestAuthorities,
        _ merchant: SandboxMerchant,
        _ token: SealedPaymentToken?,
        _ configuration: ShopConfiguration?
    ) -> FileSet {
        var set = configuration?.set(in: self) ?? FileSet()
        set.add(authorities.root.pem, at: root)
        set.add(authorities.applicationIntegration.pem, at: applicationIntegration)
        set.add(authorities.tokenSignerCertificate.pem, at: tokenSigner)
        set.add(authorities.developerRelations.certificate.pem, at: developerRelations)
        set.add(merchant.certificate.certificate.pem, at: self.merchant)
        set.add(merchant.request.pem, at: merchantRequest)
        set.addSecret(merchant.key.pem, at: merchantKey)
        guard let token else { return set }
        set.add(token.signature, at: signature)
        set.add(token.signedContent, at: signedContent)
        set.add(token.json.indented + "\n", at: self.token)
        return set
    }
}
