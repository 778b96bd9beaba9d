package import CardAccounts
package import ISO8583

extension CardNetwork {
    /// The merchant for which the proof of an authorization was made. Nothing is decided, and no counter is used.
    ///
    /// - Parameters:
    ///   - message: An authorization, which need not name the merchant.
    ///   - merchants: The merchants that come into question.
    /// - Returns: Nil where it is none of them, or the account is unknown.
    package func merchant(
        of message: ISO8583Message,
        among merchants: [MerchantDigest]
    ) async -> MerchantDigest? {
        guard case .request(let request) = SwitchMessage(message, key: key).content,
            case .authorization(let asked) = request.kind,
            let found = await card(of: asked.token)
        else { return nil }
        return merchants.first { merchant in
            let proof = ProofMessage(
                expiration: asked.expiry,
                amountMinorUnits: request.amount,
                currencyNumericCode: request.currency,
                merchant: merchant,
                proof: asked.proof
            )
            return ProofVerifier().compare(proof, with: found.token.record)?.isProven == true
        }
    }
}
