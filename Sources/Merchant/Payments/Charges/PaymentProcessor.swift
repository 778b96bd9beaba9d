/// A service that submits charges to the card's issuer: a provider, or an acquirer with a connection
/// to the card network.
///
/// The duties of every processor:
/// - It acts at most once for one idempotency key, and gives the same answer each time.
/// - It has its own time limit, after which it throws ``ProcessorFailure/outcomeUnknown(_:)``.
/// - It throws ``ProcessorFailure/notSent(_:)`` only where the request certainly had no effect and
///   will have none later.
/// - Once it has answered a reversal, the reversed key has no effect, even if the request with that
///   key arrives later.
///
/// A processor without one of the optional operations leaves it out of ``capabilities``; the default
/// implementations throw ``ProcessorFailure/NotSentCause/unsupported``. ``PaymentDesk``
/// checks the capabilities when it is made.
///
/// - Source: Documentation/Payments.md.
public protocol PaymentProcessor: Sendable {
    /// The processor's name, which is recorded with each operation.
    var name: ProcessorName { get }

    /// The optional operations that it has.
    var capabilities: Set<ProcessorCapability> { get }

    /// Asks the issuer to hold the amount on the card.
    ///
    /// - Throws: ``ProcessorFailure`` where there is no answer.
    func authorize(
        _ request: AuthorizationRequest
    ) async throws(ProcessorFailure) -> AuthorizationAnswer

    /// Cancels an authorization, whatever became of it. Every processor must have this: it is how an
    /// authorization without an answer is settled.
    ///
    /// - Throws: ``ProcessorFailure`` where there is no answer.
    func reverse(_ request: ReversalRequest) async throws(ProcessorFailure) -> ReversalAnswer

    /// Collects an authorized amount, or a part of it.
    ///
    /// - Throws: ``ProcessorFailure`` where there is no answer.
    func capture(_ request: FollowUpRequest) async throws(ProcessorFailure) -> FollowUpAnswer

    /// Releases what was not captured of an authorized amount. Nothing is captured after it.
    ///
    /// - Throws: ``ProcessorFailure`` where there is no answer.
    func void(_ request: FollowUpRequest) async throws(ProcessorFailure) -> FollowUpAnswer

    /// Releases what a final capture left of an authorized amount. A processor that does so with the
    /// capture answers that it is done.
    ///
    /// - Throws: ``ProcessorFailure`` where there is no answer.
    func release(_ request: FollowUpRequest) async throws(ProcessorFailure) -> ReversalAnswer

    /// Pays a captured amount back, or a part of it.
    ///
    /// - Throws: ``ProcessorFailure`` where there is no answer.
    func refund(_ request: FollowUpRequest) async throws(ProcessorFailure) -> FollowUpAnswer

    /// Asks what became of an authorization. It changes nothing.
    ///
    /// - Throws: ``ProcessorFailure`` where there is no answer.
    func inquire(_ request: InquiryRequest) async throws(ProcessorFailure) -> InquiryAnswer

    /// Asks for the processor's whole account of a payment. It changes nothing.
    ///
    /// - Returns: The statement; nil where the processor does not know the payment.
    /// - Throws: ``ProcessorFailure`` where there is no answer.
    func statement(
        of original: OriginalAuthorization
    ) async throws(ProcessorFailure) -> ProcessorStatement?

    /// The reference by which the processor's settlement files name the payment of an authorization.
    /// It is recorded before the authorization is sent.
    ///
    /// - Parameter authorization: The authorization's key.
    /// - Returns: The reference; nil if the processor has no such files.
    func settlementReference(of authorization: IdempotencyKey) -> String?
}

extension PaymentProcessor {
    /// Whether it releases what a first capture leaves.
    var capturesOnce: Bool { !capabilities.contains(.severalCaptures) }

    /// None: the processor has no settlement files.
    public func settlementReference(of authorization: IdempotencyKey) -> String? { nil }

    /// Refuses: the processor does not capture.
    public func capture(_: FollowUpRequest) async throws(ProcessorFailure) -> FollowUpAnswer {
        throw .notSent(.unsupported)
    }

    /// Refuses: the processor does not void.
    public func void(_: FollowUpRequest) async throws(ProcessorFailure) -> FollowUpAnswer {
        throw .notSent(.unsupported)
    }

    /// Refuses: the processor does not release what a final capture leaves.
    public func release(_: FollowUpRequest) async throws(ProcessorFailure) -> ReversalAnswer {
        throw .notSent(.unsupported)
    }

    /// Refuses: the processor does not refund.
    public func refund(_: FollowUpRequest) async throws(ProcessorFailure) -> FollowUpAnswer {
        throw .notSent(.unsupported)
    }

    /// Refuses: the processor gives no statements.
    public func statement(
        of _: OriginalAuthorization
    ) async throws(ProcessorFailure) -> ProcessorStatement? {
        throw .notSent(.unsupported)
    }

    /// Refuses: the processor cannot be asked about an authorization.
    public func inquire(_: InquiryRequest) async throws(ProcessorFailure) -> InquiryAnswer {
        throw .notSent(.unsupported)
    }
}
