internal import JSON
internal import PaymentToken

extension FuzzTarget {
    /// A token that is read, written and read again is the same. A token whose signed fields were
    /// changed does not verify.
    static let token = FuzzTarget(
        "token",
        seeds: {
            let genuine = TestTokens.shared.token
            return [genuine.paymentData, genuine.json].map { Array($0.compact.utf8) }
        }
    ) { input in
        guard let token = try? SealedPaymentToken(json: input) else { return }
        for json in [token.paymentData, token.json] {
            let again = try? SealedPaymentToken(json: Array(json.compact.utf8))
            require(again?.paymentData == token.paymentData, "written and read differ")
        }
        guard (try? TestTokens.shared.verified(token)) != nil else { return }
        let genuine = TestTokens.shared.token
        require(
            token.data == genuine.data && token.keyMaterial == genuine.keyMaterial
                && token.transactionID == genuine.transactionID
                && token.applicationDataHash == genuine.applicationDataHash,
            "a token that nobody signed was verified"
        )
    }
}
