internal import Certificates

extension FuzzTarget {
    /// A certificate that is read keeps its exact bytes, and its fields can be read.
    static let certificate = FuzzTarget(
        "certificate",
        seeds: { [TestTokens.shared.leaf.der, Array(TestTokens.shared.leaf.pem.utf8)] }
    ) { input in
        if let certificate = try? Certificate(der: input) {
            require((try? Certificate(der: certificate.der)) == certificate, "two readings")
            require((try? Certificate(der: input + [0])) == nil, "a byte too many is read")
            require(
                !certificate.isSigned(by: TestTokens.shared.leaf.publicKey),
                "signed by a key that signs no certificates"
            )
            _ = (certificate.description, certificate.serialNumber, certificate.keyUsage)
        }
        _ = try? Certificate(pem: String(decoding: input, as: UTF8.self))
    }
}
