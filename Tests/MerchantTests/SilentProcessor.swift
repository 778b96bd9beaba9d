import Payments

/// A processor with every capability that is never reached: for tests that record operations themselves.
struct SilentProcessor: PaymentProcessor {
    let name: ProcessorName
    let capabilities = Set(ProcessorCapability.allCases)

    func authorize(
        _: AuthorizationRequest
    ) async throws(ProcessorFailure) -> AuthorizationAnswer { throw .notSent(.unreachable) }

    func reverse(_: ReversalRequest) async throws(ProcessorFailure) -> ReversalAnswer {
        throw .notSent(.unreachable)
    }
}
