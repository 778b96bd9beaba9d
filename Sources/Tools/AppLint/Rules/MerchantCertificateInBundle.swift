extension LintRule {
    static let merchantCertificateInBundle = LintRule(
        name: "merchant-certificate-in-bundle",
        sentence: "A merchant's key or certificate is among the app's source files.",
        reason: """
            Apple's servers encrypt tokens to your certificate, so the app never needs it. Anybody can \
            read an app's bundle, and whoever has the key can decrypt your tokens.
            """,
        remedy: "keep it on your server only; replace the certificate if its key was published",
        mission: ["1.8"],
        documentation: "https://developer.apple.com/documentation/passkit/"
            + "setting-up-apple-pay",
        subject: .keyFile { file in
            guard file.hasMerchantExtension || isMerchantName(file.name) else { return nil }
            return switch file.content {
            case .bundle: "a merchant's PKCS #12 file is among the app's source files"
            case .privateKey: "a merchant's private key is among the app's source files"
            case .certificate: "a merchant's certificate is among the app's source files"
            }
        }
    )

    /// Whether a file's name suggests a merchant's, as Apple's `merchant_id.cer` and `apple_pay.cer`.
    private static func isMerchantName(_ name: String) -> Bool {
        let word = name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " }
        return ["merchant", "applepay", "paymentprocessing"].contains { word.contains($0) }
    }
}
