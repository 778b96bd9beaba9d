internal import Certificates
internal import PaymentToken

extension FuzzTarget {
    /// The parts that are read lie inside the signed data, and it verifies no other content.
    static let signedData = FuzzTarget(
        "signed-data",
        seeds: { [TestTokens.shared.token.signature] }
    ) { input in
        guard let signed = try? SignedData(input) else { return }
        let certificates = signed.certificates
        require(signed.bytes == input, "other bytes than were read")
        require(signed.eachCertificate.count == 2, "not two certificates")
        require(
            certificates.lowerBound >= 0 && certificates.upperBound <= input.count,
            "certificates outside the bytes"
        )
        let otherDigest = signed.messageDigest.map { $0 ^ 1 }
        let key = TestTokens.shared.leaf.publicKey
        require(!signed.isSigned(by: key, contentDigest: otherDigest), "signed for other content")
    }
}
