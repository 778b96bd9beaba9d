extension LintRule {
    static let merchantCertificateInBundle = LintRule(
        name: "merchant-certificate-in-bundle",
        sentence: "A merchant's key or certificate lies beside the app's source.",
        reason: """
            Apple's servers seal tokens to your certificate, so the app never needs it. Whoever has \
            the key opens your tokens, and what is in an app's bundle everybody has.
            """,
        remedy: "keep it on your server only; replace the certificate if its key was published",
        mission: ["1.8"],
        documentation: "https://developer.apple.com/documentation/passkit/"
            + "setting-up-apple-pay",
        subject: .keyFile { file in
            guard file.bearsMerchantExtension || saysMerchant(file.name) else { return nil }
            return switch file.content {
            case .bundle: "a merchant's key and certificate (PKCS #12) lie beside the app's source"
            case .privateKey: "a merchant's private key lies beside the app's source"
            case .certificate: "a merchant's certificate lies beside the app's source"
            }
        }
    )

    /// Whether a file's name is a merchant's: Apple's own are `merchant_id.cer` and `apple_pay.cer`.
    private static func saysMerchant(_ name: String) -> Bool {
        let word = name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " }
        return ["merchant", "applepay", "paymentprocessing"].contains { word.contains($0) }
    }
}
