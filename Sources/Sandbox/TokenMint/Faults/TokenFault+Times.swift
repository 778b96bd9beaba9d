internal import PaymentToken

extension TokenFault {
    /// Tokens that were signed too early or too late.
    static let times: [TokenFault] = [
        signed("stale", "signed two hours before the moment of the check", -2 * 3_600),
        signed("future", "signed half an hour after the moment of the check", 1_800),
    ]

    private static func signed(
        _ name: String,
        _ explanation: String,
        _ offset: Int64
    ) -> TokenFault {
        TokenFault(name, explanation, .refuse(.signingTime)) { draft in
            let (signedAt, now) = (draft.moment(offset), draft.now)
            try draft.sign { $0.signingTime = signedAt }
            return .signingTime(signedAt: signedAt, checkedAt: now, window: .standard)
        }
    }
}
