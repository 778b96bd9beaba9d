internal import Bytes
internal import HTTPClient
internal import HTTPMessages
internal import Money
internal import Payments
internal import World
internal import XML

/// Charges through Braintree.
///
/// Braintree has no idempotency keys for every account, so no authorization and no refund is sent twice, by libcurl
/// neither. Their `order_id` is their own key, by which Braintree's search finds what became of a request without an
/// answer. Captures and voids change one transaction once, so that they are repeated.
///
/// - Source: Braintree, *Transaction: Sale*, *Submit for settlement*, *Void*, *Refund*, *Search*; the requests of
///   its SDK for Python 4.48.0. Documentation/Platforms/Braintree.md says what is not public.
struct BraintreeProcessor: PlatformProcessor {
    static let settings = [
        PaymentPlatform.Setting(name: "merchantId", help: "the merchant ID", isRequired: true),
        PaymentPlatform.Setting(
            name: "publicKey",
            help: "the public key; the private one is in `keyFile`",
            isRequired: true
        ),
        PaymentPlatform.Setting(
            name: "merchantAccounts",
            help: "the merchant account of each currency, such as `EUR:shop_eur,USD:shop_usd`",
            isRequired: true
        ),
        PaymentPlatform.Setting(
            name: "tokenizationKey",
            help: "the key with which tokens become nonces; needed for `passThrough`",
            isRequired: false
        ),
        .arrivalSeconds,
    ]

    let name = ProcessorName.braintree
    /// One capture; voids, refunds and inquiries.
    let capabilities: Set<ProcessorCapability>
    let account: PlatformAccount
    let clock: any WallClock
    private let connection: PlatformConnection
    private let authorization: HTTPFieldValue?
    private let merchantAccounts: [String: String]

    init(_ account: PlatformAccount, _ connection: PlatformConnection, _ clock: any WallClock) {
        (self.account, self.connection, self.clock) = (account, connection, clock)
        let common: Set<ProcessorCapability> = [
            .capture, .finalCapture, .void, .refund, .inquiry, .storedCredentials,
        ]
        capabilities = account.form == .passThrough ? common.union([.sealedTokens]) : common
        authorization = account.settings["publicKey"].flatMap { name in
            let credentials = account.secretKey.withBytes { key in
                Secret(copying: Array("\(name):".utf8) + [UInt8](copying: key))
            }
            return HTTPFieldValue("Basic ", Base64.encodeSecret(credentials))
        }
        var accounts: [String: String] = [:]
        for pair in account.settings["merchantAccounts"]?.split(separator: ",") ?? [] {
            let parts = pair.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { accounts[String(parts[0])] = String(parts[1]) }
        }
        merchantAccounts = accounts
    }

    /// Asks the issuer to hold the amount.
    ///
    /// - Throws: ``Payments/ProcessorFailure``.
    func authorize(
        _ request: AuthorizationRequest
    ) async throws(ProcessorFailure) -> AuthorizationAnswer {
        let key = request.idempotencyKey
        guard let merchantAccount = merchantAccounts[request.amount.currency.code] else {
            throw .notSent(.requestInvalid)
        }
        if request.isRepetition {
            let known = try Self.decision(on: try await transactions(of: key))
            guard let known else { throw .outcomeUnknown(.processorInDoubt) }
            return known
        }
        var sale = XMLOutput()
        sale.add("type", "sale")
        sale.add("amount", request.amount.decimalText)
        sale.add("order_id", key.text)
        sale.add("merchant_account_id", merchantAccount)
        try await addCard(of: request, to: &sale)
        sale.add("transaction_source", request.braintreeSource)
        var options = XMLOutput()
        options.add("submit_for_settlement", "false", type: "boolean")
        if request.storing != nil {
            options.add("store_in_vault_on_success", "true", type: "boolean")
        }
        sale.add("options", options)
        let answer = try await ask(.post, "transactions", sale)
        // A decline has the status of a refused request, and the transaction.
        guard let transaction = answer.transaction else { throw answer.failure }
        guard transaction.orderID == key.text,
            let decision = try Self.decision(on: [transaction])
        else { throw .outcomeUnknown(.processorInDoubt) }
        return decision
    }

    /// Cancels an authorization, whatever became of it.
    ///
    /// Where Braintree knows no transaction of it, the request may still be on its way, so that the reversal is
    /// answered only after the time in which it can arrive.
    ///
    /// - Throws: ``Payments/ProcessorFailure``.
    func reverse(
        _ request: ReversalRequest
    ) async throws(ProcessorFailure) -> ReversalAnswer {
        let original = request.original
        let found = try await transactions(of: original)
        guard let last = found.first else {
            guard hasArrived(since: original.preparedAt) else {
                throw .outcomeUnknown(.processorInDoubt)
            }
            return .originalNotFound
        }
        for transaction in found {
            switch transaction.state {
            case .pending: throw .outcomeUnknown(.processorInDoubt)
            case .declined, .released, .withdrawn: break
            // It was captured with Braintree, by people.
            case .submitted, .settled: return .refused(.transactionInvalid)
            case .authorized:
                let answer = try await ask(.put, "transactions/\(transaction.id)/void")
                guard answer.isSuccess, answer.transaction?.state == .released else {
                    throw .outcomeUnknown(.processorInDoubt)
                }
            }
        }
        return .reversed(networkReference: last.id)
    }

    /// Asks what became of an authorization.
    ///
    /// - Throws: ``Payments/ProcessorFailure``.
    func inquire(_ request: InquiryRequest) async throws(ProcessorFailure) -> InquiryAnswer {
        let found = try await transactions(of: request.original)
        guard !found.contains(where: { $0.state == .pending }) else { return .inProgress }
        return try Self.decision(on: found).map(InquiryAnswer.answered) ?? .notFound
    }

    /// Whether a request that was recorded at a time can no longer be on its way.
    func hasArrived(since time: UnixTime) -> Bool {
        clock.now.seconds - time.seconds >= account.arrivalSeconds
    }

    /// The decision on an authorization; nil where there is none.
    ///
    /// - Throws: `outcomeUnknown` where more than one transaction holds the amount, which all have to be released.
    static func decision(
        on found: [BraintreeTransaction]
    ) throws(ProcessorFailure) -> AuthorizationAnswer? {
        let live = found.filter { $0.state != .declined }
        guard live.count <= 1 else { throw .outcomeUnknown(.processorInDoubt) }
        return (live.first ?? found.first)?.decision
    }

    /// Sends a request, or a question without content.
    func ask(
        _ method: HTTPMethod,
        _ path: String,
        _ content: XMLOutput? = nil,
        root: String = "transaction"
    ) async throws(ProcessorFailure) -> BraintreeAnswer {
        var body = XMLOutput()
        if let content { body.add(root, content) }
        guard let authorization else { throw .notSent(.requestInvalid) }
        var fields: HTTPFields = [
            "Authorization": authorization, "Accept": "application/xml", "X-ApiVersion": "6",
        ]
        if content != nil { fields[.contentType] = "application/xml" }
        return BraintreeAnswer(try await send(method, path, fields, body.bytes))
    }

    /// Sends a request below the merchant's path.
    func send(
        _ method: HTTPMethod,
        _ path: String,
        _ fields: HTTPFields,
        _ body: [UInt8]
    ) async throws(ProcessorFailure) -> HTTPResponse {
        guard let merchant = account.settings["merchantId"] else {
            throw .notSent(.requestInvalid)
        }
        let url = "\(account.origin)/merchants/\(merchant)/\(path)"
        var request = HTTPClientRequest(method, url, fields: fields, body: body)
        request.hasNewConnection = method == .post
        return try await connection.send(request)
    }
}

/// An answer of Braintree's.
struct BraintreeAnswer: Sendable {
    let status: HTTPStatus
    let xml: XMLElement?

    init(_ response: HTTPResponse) {
        status = response.status
        xml = try? XMLElement(response.body)
    }

    var isSuccess: Bool { (200..<300).contains(status.code) }

    /// The transaction, also that of an error.
    var transaction: BraintreeTransaction? {
        BraintreeTransaction(xml?.name == "transaction" ? xml : xml?["transaction"])
    }

    /// Why a request without a transaction in its answer is not done. Braintree checks a request before it acts.
    var failure: ProcessorFailure {
        (400..<500).contains(status.code)
            ? .notSent(.requestInvalid) : .outcomeUnknown(.answerUnreadable)
    }
}
