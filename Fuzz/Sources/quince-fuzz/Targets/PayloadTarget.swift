internal import Bytes
internal import PaymentToken

extension FuzzTarget {
    /// What was sealed is opened as it was, or refused at the step of opening.
    static let payload = FuzzTarget("payload", seeds: { [TestTokens.shared.payload] }) { input in
        do {
            let token = try TestTokens.shared.sealed(input)
            let opened = try TestTokens.shared.verified(token)
                .opened(with: [TestTokens.shared.merchantKey])
            require((8...19).contains(opened.accountNumber.count), "no account number")
            require(opened.transactionAmount >= 0, "an amount below nothing")
        } catch TokenRefusal.decryption {
            return
        } catch TokenRefusal.format(.wrongLength(.data, _, _)) {
            require(input.isEmpty, "a token with a payload is refused")
        } catch {
            require(false, "refused at another step")
        }
    }
}
