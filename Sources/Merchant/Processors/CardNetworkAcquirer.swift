public import CardMessages
internal import Cryptography
public import ISO8583
internal import Money
public import Payments
public import Sockets
public import World

/// A merchant's acquirer: it asks a card network by ISO 8583 messages over one TCP connection.
///
/// A request that is repeated with the same key and time is the same message, so the network
/// answers it as before. An inquiry does not exist in these messages: an authorization without an
/// answer is reversed.
///
/// - Source: Documentation/ChargingByISO8583.md.
public final class CardNetworkAcquirer: PaymentProcessor {
    /// The network that is asked, and what it is told of the merchant.
    public struct Account: Sendable {
        /// The network's address.
        public let address: SocketAddress
        /// Who asks.
        public let acceptor: CardAcceptor
        /// The details of the merchant in authorizations.
        public let merchant: MerchantDetails
        /// The Apple merchant identifier of the tokens, of which field 123 has the SHA-256; nil if the
        /// field is not sent. The sandbox's network needs it to verify cryptograms.
        public let merchantIdentifier: String?
        /// How messages are written.
        public let layout: MessageLayout
        /// How messages follow one another.
        public let framing: MessageFraming
        /// How many days the issuers hold an amount, which no message says.
        public let holdDays: Int

        /// An account.
        public init(
            address: SocketAddress,
            acceptor: CardAcceptor,
            merchant: MerchantDetails,
            merchantIdentifier: String? = nil,
            layout: MessageLayout = .ascii,
            framing: MessageFraming = .binary,
            holdDays: Int = CardNetworkAcquirer.holdDays
        ) {
            self.address = address
            self.acceptor = acceptor
            self.merchant = merchant
            self.merchantIdentifier = merchantIdentifier
            self.layout = layout
            self.framing = framing
            self.holdDays = holdDays
        }
    }

    /// How many days an amount is held unless an account says otherwise.
    ///
    /// - Source: our decision; the schemes' own times differ by kind of payment, and are confidential.
    public static let holdDays: Int = 7

    /// The processor's name, which is recorded with each operation.
    public let name: ProcessorName
    /// Everything but inquiries.
    public let capabilities: Set<ProcessorCapability> = [
        .capture, .severalCaptures, .finalCapture, .void, .refund, .chipData, .storedCredentials,
    ]
    private let account: Account
    private let exchange: any MessageExchange

    /// An acquirer, without a connection yet.
    ///
    /// - Parameters:
    ///   - name: The name that is recorded.
    ///   - account: The network and the merchant.
    ///   - dialer: Opens connections.
    ///   - settings: The limits.
    ///   - world: Its clock measures the limits; its random numbers vary the pauses.
    ///   - tracesMessages: Whether each message is reported, without what is secret.
    ///   - observer: Is told what happens on the connection. It must return at once.
    public convenience init(
        name: ProcessorName,
        account: Account,
        dialer: any Dialer = TCPDialer(),
        settings: AcquirerSettings = AcquirerSettings(),
        world: World,
        tracesMessages: Bool = false,
        observer: @escaping @Sendable (AcquirerObservation) -> Void = { _ in }
    ) {
        let driver = AcquirerDriver(
            AcquirerDriver.Network(
                address: account.address,
                dialer: dialer,
                layout: account.layout,
                framing: account.framing,
                acquirer: account.acceptor.acquirer
            ),
            settings: settings,
            world: world,
            tracesMessages: tracesMessages,
            observe: observer
        )
        self.init(name: name, account: account, exchange: driver)
    }

    /// An acquirer for a network in the same process, such as a test's. It has no connection: a message
    /// is handed over, and its answer is there at once.
    ///
    /// - Parameters:
    ///   - name: The name that is recorded.
    ///   - acceptor: Who asks.
    ///   - merchant: What authorizations say of the merchant.
    ///   - merchantIdentifier: The Apple merchant identifier of the tokens, as in ``Account``.
    ///   - answer: Answers a message, both in the form that they have over TCP, without a length; nil
    ///     where there is no answer.
    public convenience init(
        name: ProcessorName,
        acceptor: CardAcceptor,
        merchant: MerchantDetails,
        merchantIdentifier: String? = nil,
        answeredBy answer: @escaping @Sendable ([UInt8]) async -> [UInt8]?
    ) {
        let account = Account(
            address: .loopback(),
            acceptor: acceptor,
            merchant: merchant,
            merchantIdentifier: merchantIdentifier
        )
        self.init(name: name, account: account, exchange: ProcessExchange(answer: answer))
    }

    /// An acquirer that sends its messages in another way.
    init(name: ProcessorName, account: Account, exchange: any MessageExchange) {
        self.name = name
        self.account = account
        self.exchange = exchange
    }

    /// Connects and signs on, and again after each end of the connection. Requests before that wait
    /// as long as the settings say.
    public func start() async { await exchange.start() }

    /// Takes no more requests, waits for the answers to those that were sent, signs off and closes.
    public func stop() async { await exchange.stop() }

    /// Asks the issuer to hold the amount: 0100.
    ///
    /// - Throws: ``Payments/ProcessorFailure``.
    public func authorize(
        _ request: AuthorizationRequest
    ) async throws(ProcessorFailure) -> AuthorizationAnswer {
        let asked = try authorization(request)
        let answer = try await ask(.authorization(asked))
        return try AnswerReading.authorization(
            answer,
            asked: request.amount,
            of: asked.scheme,
            heldUntil: request.preparedAt.advanced(bySeconds: Int64(account.holdDays) * 86_400)
        )
    }

    /// Cancels an authorization: the advice 0420, and 0421 for a repetition.
    ///
    /// - Throws: ``Payments/ProcessorFailure``.
    public func reverse(
        _ request: ReversalRequest
    ) async throws(ProcessorFailure) -> ReversalAnswer {
        let original = reference(of: request.original)
        let reversal = CardReversal(
            reference: MessageReference(
                key: request.idempotencyKey.text,
                at: request.preparedAt,
                following: original
            ),
            acceptor: account.acceptor,
            amount: request.original.amount,
            original: elements(of: original),
            reason: request.reason == .unanswered ? .unanswered : .notCompleted,
            isAdvice: true,
            isRepetition: request.isRepetition
        )
        return try AnswerReading.reversal(
            try await ask(.reversal(reversal)),
            asked: request.original.amount
        )
    }

    /// Collects an authorized amount, or a part of it: 0220, and 0221 for a repetition.
    ///
    /// - Throws: ``Payments/ProcessorFailure``.
    public func capture(
        _ request: FollowUpRequest
    ) async throws(ProcessorFailure) -> FollowUpAnswer {
        try AnswerReading.followUp(try await ask(.capture(followUp(request))))
    }

    /// Pays a captured amount back, or a part of it: 0200 with processing code 200000, and 0201 for a
    /// repetition.
    ///
    /// - Throws: ``Payments/ProcessorFailure``.
    public func refund(
        _ request: FollowUpRequest
    ) async throws(ProcessorFailure) -> FollowUpAnswer {
        try AnswerReading.followUp(try await ask(.refund(followUp(request))))
    }

    /// Releases what was not captured: 0400, and 0401 for a repetition. The network may decline it.
    ///
    /// - Throws: ``Payments/ProcessorFailure``.
    public func void(
        _ request: FollowUpRequest
    ) async throws(ProcessorFailure) -> FollowUpAnswer {
        let reversal = reversal(request, isAdvice: false)
        return try AnswerReading.void(
            try await ask(.reversal(reversal)),
            asked: reversal.amount,
            of: request.amount
        )
    }

    /// Releases what a final capture left: the advice 0420, and 0421 for a repetition.
    ///
    /// - Throws: ``Payments/ProcessorFailure``.
    public func release(
        _ request: FollowUpRequest
    ) async throws(ProcessorFailure) -> ReversalAnswer {
        let reversal = reversal(request, isAdvice: true)
        return try AnswerReading.reversal(
            try await ask(.reversal(reversal)),
            asked: reversal.amount
        )
    }

    /// The reversal of what was not captured, with the captured amount in field 95 where there is one.
    private func reversal(_ request: FollowUpRequest, isAdvice: Bool) -> CardReversal {
        let original = reference(of: request.original)
        let held = request.original.approvedAmount ?? request.original.amount
        let captured = held.minorUnits - request.amount.minorUnits
        return CardReversal(
            reference: reference(of: request, following: original),
            acceptor: account.acceptor,
            amount: captured > 0 ? request.original.amount : request.amount,
            original: elements(of: original),
            remaining: captured > 0 ? Money(minorUnits: captured, currency: held.currency) : nil,
            reason: captured > 0 ? .partial : .voided,
            isAdvice: isAdvice,
            isRepetition: request.isRepetition
        )
    }

    /// Field 37 of the authorization, which its captures and refunds have too.
    public func settlementReference(of authorization: IdempotencyKey) -> String? {
        MessageReference.retrievalReference(of: authorization.text)
    }

    private func ask(_ request: CardRequest) async throws(ProcessorFailure) -> CardAnswer {
        // What cannot be encoded was never sent.
        guard let message = try? request.message(),
            (try? message.check(in: account.layout)) != nil
        else { throw .notSent(.requestInvalid) }
        switch await exchange.submit(message) {
        case .answered(let message):
            guard let answer = try? CardAnswer(message),
                answer.merchant != nil
                    ? answer.merchant == account.acceptor.merchant : true
            else { throw .outcomeUnknown(.answerUnreadable) }
            return answer
        case .failed(let failure): throw failure
        }
    }

    private func authorization(
        _ request: AuthorizationRequest
    ) throws(ProcessorFailure) -> CardAuthorization {
        let paying = try PayingAccount(request)
        return CardAuthorization(
            reference: MessageReference(
                key: request.idempotencyKey.text,
                at: request.preparedAt
            ),
            acceptor: account.acceptor,
            merchant: account.merchant,
            accountNumber: paying.number,
            expiry: paying.expiry,
            amount: request.amount,
            proof: paying.proof,
            credential: paying.credential,
            indicator: paying.indicator,
            merchantDigest: account.merchantIdentifier.map { SHA256.digest($0) },
            address: request.billingAddress.flatMap {
                AddressData(postalCode: $0.postalCode, street: $0.street)
            }
        )
    }

    private func followUp(_ request: FollowUpRequest) -> CardFollowUp {
        let original = reference(of: request.original)
        return CardFollowUp(
            reference: reference(of: request, following: original),
            acceptor: account.acceptor,
            amount: request.amount,
            original: elements(of: original),
            authorizationCode: request.original.authorizationCode,
            networkTransaction: request.original.networkReference.flatMap(NetworkTransaction.init),
            isRepetition: request.isRepetition
        )
    }

    private func reference(of original: OriginalAuthorization) -> MessageReference {
        MessageReference(key: original.idempotencyKey.text, at: original.preparedAt)
    }

    private func reference(
        of request: FollowUpRequest,
        following original: MessageReference
    ) -> MessageReference {
        MessageReference(
            key: request.idempotencyKey.text,
            at: request.preparedAt,
            following: original
        )
    }

    private func elements(of original: MessageReference) -> OriginalDataElements {
        OriginalDataElements(.authorizationRequest, original, from: account.acceptor)
    }
}
