internal import Money
public import PaymentSheet
public import PaymentToken
public import Wallet
internal import World

/// A record of an app, its sheet and its shopper.
public struct ObservedPayment: Sendable {
    /// Everything, in order.
    public let observations: [PaymentObservation]
    /// The tokens that the app received, decrypted as on the merchant's server.
    public let payments: [OpenedPaymentToken]

    /// How the last sheet ended.
    public var outcome: PaymentSheet.Outcome? {
        observations.lazy.reversed().compactMap(\.outcome).first
    }

    /// Whether the shopper has paid, and was told so.
    public var isPaid: Bool {
        if case .paid = outcome { true } else { false }
    }

    /// How often the app asked for a card to be set up.
    public var paymentSetupsOpened: Int {
        observations.count { if case .paymentSetupOpened = $0 { true } else { false } }
    }

    /// Advice on the requests that sheets were shown for, one line each.
    public var advice: [String] {
        observations.flatMap { observation -> [String] in
            guard case .presented(let request) = observation else { return [] }
            return request.advice.map(\.description)
        }
    }

    /// The amount of each token, as the merchant's server reads it, such as "27.98 USD".
    public var amounts: [String] {
        payments.map { opened in
            let payment = opened.payment
            guard let currency = Currency(numericCode: payment.currencyCode) else {
                return "\(payment.transactionAmount) of \(payment.currencyCode)"
            }
            return "\(Money(minorUnits: payment.transactionAmount, currency: currency))"
        }
    }

    /// The calls of the app's delegate, in order, by the names of Apple's methods.
    ///
    /// Methods that the delegate does not implement are not among them, but for `willAuthorizePayment`, which
    /// stands for the moment in which the shopper has authenticated.
    public var calls: [String] {
        var calls: [String] = []
        for observation in observations {
            if case .unheard(let question) = observation,
                let asked = PaymentObservation.asked(question).delegateCall,
                let index = calls.lastIndex(of: asked)
            {
                calls.remove(at: index)
            }
            if let call = observation.delegateCall { calls.append(call) }
        }
        return calls
    }

    /// The app's mistakes, one line each.
    public var mistakes: [String] { observations.compactMap(\.mistake) }
}

extension ObservedPayment: CustomStringConvertible {
    /// A line for everything that happened; nothing secret.
    public var description: String { observations.map(\.description).joined(separator: "\n") }
}

/// Records what happens, and decrypts tokens where their key is known.
final class Recorder: Sendable {
    private let open: @Sendable (SealedPaymentToken) -> OpenedPaymentToken?
    private let contents = LockedValue<([PaymentObservation], [OpenedPaymentToken])>(([], []))

    init(open: @escaping @Sendable (SealedPaymentToken) -> OpenedPaymentToken?) {
        self.open = open
    }

    func note(_ observation: PaymentObservation) {
        var opened: OpenedPaymentToken?
        if case .handedToDelegate(let token) = observation { opened = open(token) }
        contents.withLock { contents in
            contents.0.append(observation)
            if let opened { contents.1.append(opened) }
        }
    }

    var record: ObservedPayment {
        contents.withLock { ObservedPayment(observations: $0.0, payments: $0.1) }
    }
}
