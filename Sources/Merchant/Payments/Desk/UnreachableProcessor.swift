/// Stands for a processor that this program has no connection to: what needs it waits.
struct UnreachableProcessor: PaymentProcessor {
    let name: ProcessorName
    let capabilities: Set<ProcessorCapability> = [.inquiry]

    func authorize(
        _ request: AuthorizationRequest
    ) async throws(ProcessorFailure) -> AuthorizationAnswer {
        throw .notSent(.unreachable)
    }

    func reverse(_ request: ReversalRequest) async throws(ProcessorFailure) -> ReversalAnswer {
        throw .notSent(.unreachable)
    }

    func inquire(_ request: InquiryRequest) async throws(ProcessorFailure) -> InquiryAnswer {
        throw .notSent(.unreachable)
    }
}
