internal import PaymentToken
internal import TokenIntake

/// A token that was verified, and opened where a processor takes its card.
struct ReadToken: Sendable {
    let verified: VerifiedPaymentToken
    /// Nil where the processor opens it.
    let opened: OpenedPaymentToken?
    /// The processors that take the payment, in order.
    let processors: [any PaymentProcessor]

    var claimable: ClaimableToken {
        opened.map { ClaimableToken($0) } ?? ClaimableToken(openedByProcessor: verified)
    }
}

extension PaymentDesk {
    /// Opens a token where a processor takes its card. A token that is sealed to another key than the
    /// merchant's is left to the processors that open it themselves.
    func read(
        _ verified: VerifiedPaymentToken,
        _ submission: PaymentSubmission
    ) async throws(PaymentRefusal) -> ReadToken {
        let network = verified.token.paymentMethod?.network
        let candidates = processors.candidates(of: network, submission.total)
        let opening = candidates.filter { $0.capabilities.contains(.sealedTokens) }
        guard opening.count < candidates.count else {
            return ReadToken(verified: verified, opened: nil, processors: opening)
        }
        do throws(TokenRefusal) {
            let opened = try await intake.open(verified)
            return ReadToken(verified: verified, opened: opened, processors: candidates)
        } catch {
            guard case .publicKeyHash = error, !opening.isEmpty else { throw .token(error) }
            return ReadToken(verified: verified, opened: nil, processors: opening)
        }
    }
}
