public import Bytes
public import HTTPMessages
public import Payments
public import World

/// A payment platform that a merchant can charge through.
public enum PaymentPlatform: String, Hashable, Sendable, CaseIterable {
    /// Stripe.
    case stripe
    /// Adyen.
    case adyen
    /// Checkout.com.
    case checkout
    /// Braintree.
    case braintree

    /// The name of its processor, which is recorded with each operation.
    public var processorName: ProcessorName {
        switch self {
        case .stripe: .stripe
        case .checkout: .checkout
        case .adyen: .adyen
        case .braintree: .braintree
        }
    }

    /// The origin of its API, unless an account has its own.
    public var origin: String? {
        switch self {
        case .stripe: "https://api.stripe.com"
        case .braintree: "https://api.braintreegateway.com"
        // The host is the account's own.
        case .adyen, .checkout: nil
        }
    }

    /// The members of an account beside those that every platform has, by their names.
    public var settings: [Setting] {
        switch self {
        case .stripe: []
        case .checkout: CheckoutProcessor.settings
        case .braintree: BraintreeProcessor.settings
        case .adyen:
            [
                Setting(
                    name: AdyenAccount.merchantAccount,
                    help: "the merchant account",
                    isRequired: true
                )
            ]
        }
    }

    /// A member of an account.
    public struct Setting: Hashable, Sendable {
        /// The member's name.
        public let name: String
        /// The meaning in a few words.
        public let help: String
        /// Whether an account needs it.
        public let isRequired: Bool

        /// How long a request may be on its way to a platform that keeps no key of it.
        static let arrivalSeconds = Setting(
            name: "arrivalSeconds",
            help:
                "for how many seconds a request without an answer may still arrive; 1200 unless given",
            isRequired: false
        )
    }

    /// The header field that has a message's signature; nil where the body has it.
    public var signatureField: HTTPFieldName? {
        switch self {
        case .stripe: StripeWebhook.signatureField
        case .checkout: CheckoutWebhook.signatureField
        // The body has it.
        case .adyen, .braintree: nil
        }
    }

    /// A processor that charges through an account.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - exchange: Sends the requests.
    ///   - world: The clock and the random numbers.
    ///   - pause: Waits before a request may be made again.
    /// - Returns: The processor.
    public func processor(
        _ account: PlatformAccount,
        exchange: any PlatformExchange,
        world: World,
        pause: @escaping @Sendable (Duration) async -> Void = { await RealTime.pass($0) }
    ) -> any PaymentProcessor {
        let connection = PlatformConnection(
            timeLimit: account.timeLimit,
            exchange: exchange,
            randomness: world.randomness,
            pause: pause
        )
        return switch self {
        case .stripe: StripeProcessor(account, connection, world.clock)
        case .checkout: CheckoutProcessor(account, connection, world.clock)
        case .adyen: AdyenProcessor(account, connection, world.clock)
        case .braintree: BraintreeProcessor(account, connection, world.clock)
        }
    }

    /// The form of the secrets of webhooks, where a secret has another one; nil where it has that form.
    public func form(missedBy secret: Secret) -> String? {
        switch self {
        case .stripe, .checkout, .braintree: nil
        case .adyen: AdyenWebhook.key(secret) == nil ? "64 hexadecimal digits" : nil
        }
    }

    /// A reader of the messages that the platform sends of its own accord.
    public func webhook(_ account: PlatformAccount, clock: any WallClock) -> any PlatformWebhook {
        switch self {
        case .stripe: StripeWebhook(secrets: account.webhookSecrets, clock: clock)
        case .checkout: CheckoutWebhook(secrets: account.webhookSecrets)
        case .adyen: AdyenWebhook(account)
        case .braintree: BraintreeWebhook(secrets: account.webhookSecrets)
        }
    }
}

/// A merchant's account with a platform, and how it is used.
public struct PlatformAccount: Sendable {
    /// The origin that is asked, such as that of a sandbox.
    public let origin: String
    /// The key that goes with requests.
    public let secretKey: Secret
    /// The form of the tokens.
    public let form: TokenForm
    /// How long one request may take.
    public let timeLimit: Duration
    /// The secrets with which messages may be signed: two while one replaces the other.
    public let webhookSecrets: [Secret]
    /// The other members, by the names of ``PaymentPlatform/settings``.
    public let settings: [String: String]

    /// An account.
    public init(
        origin: String,
        secretKey: Secret,
        form: TokenForm,
        timeLimit: Duration = .seconds(10),
        webhookSecrets: [Secret] = [],
        settings: [String: String] = [:]
    ) {
        (self.origin, self.secretKey, self.form) = (origin, secretKey, form)
        (self.timeLimit, self.webhookSecrets) = (timeLimit, webhookSecrets)
        self.settings = settings
    }

    /// How long after it was recorded a request that the platform does not know may still arrive. A token of
    /// Checkout.com's is valid for 15 minutes; the rest is for the desk's repetitions and for lists and searches that
    /// are late. Elsewhere it is a guess. Units: seconds.
    var arrivalSeconds: Int64 {
        settings[PaymentPlatform.Setting.arrivalSeconds.name].flatMap { Int64($0) }
            .map { max(0, $0) } ?? 1_200
    }
}

/// A processor that releases what a final capture leaves with that capture, so that nothing is sent for it.
///
/// - Source: Documentation/Platforms.md, "The platforms compared".
protocol PlatformProcessor: PaymentProcessor {}

extension PlatformProcessor {
    func release(_: FollowUpRequest) async throws(ProcessorFailure) -> ReversalAnswer {
        .reversed(networkReference: nil)
    }
}

/// Reads the messages that a platform sends of its own accord.
public protocol PlatformWebhook: Sendable {
    /// Verifies a message and reads which payments it is about.
    ///
    /// - Parameters:
    ///   - body: The body as it came.
    ///   - signature: The field ``PaymentPlatform/signatureField``; nil where there is none.
    /// - Returns: What it says; nothing for events that say nothing about the records.
    /// - Throws: ``WebhookRefusal``.
    func notices(
        _ body: [UInt8],
        signature: String?
    ) throws(WebhookRefusal) -> [ProcessorNotice]
}
