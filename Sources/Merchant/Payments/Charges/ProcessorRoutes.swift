public import Money

/// The processors of a merchant, and which payments each of them takes, in order.
///
/// A payment goes to the first processor that takes it. The next one is asked only after a definite
/// ``ProcessorFailure/notSent(_:)``, and never after an unknown outcome. Captures, voids, refunds and
/// reversals go to the processor that was asked for the authorization.
///
/// - Source: Documentation/Platforms.md, "Several processors".
public struct ProcessorRoutes: Sendable {
    /// A processor, with the payments that it takes.
    public struct Route: Sendable {
        /// The processor.
        public let processor: any PaymentProcessor
        /// The payments that it takes.
        public let conditions: Conditions

        /// A route.
        public init(_ processor: any PaymentProcessor, _ conditions: Conditions = Conditions()) {
            (self.processor, self.conditions) = (processor, conditions)
        }
    }

    /// The payments that a processor takes: those that meet every condition.
    public struct Conditions: Hashable, Sendable {
        /// The card networks, as tokens name them, such as `Visa`, in any case; all if empty.
        public var networks: [String]
        /// The currencies; all if empty.
        public var currencies: Set<Currency>
        /// The smallest amount, in its currency; nil for any.
        public var atLeast: Money?
        /// The amount from which on another processor takes it, in its currency; nil for none.
        public var below: Money?

        /// Conditions; those that are not given are met by every payment.
        public init(
            networks: [String] = [],
            currencies: Set<Currency> = [],
            atLeast: Money? = nil,
            below: Money? = nil
        ) {
            self.networks = networks.map { $0.lowercased() }
            (self.currencies, self.atLeast, self.below) = (currencies, atLeast, below)
        }

        /// Whether a payment meets them.
        ///
        /// - Parameters:
        ///   - network: The card network that the token names, unverified; nil where it names none.
        ///   - amount: The amount.
        /// - Returns: Whether it does.
        public func areMet(by network: String?, _ amount: Money) -> Bool {
            if !networks.isEmpty {
                guard let network, networks.contains(network.lowercased()) else { return false }
            }
            guard currencies.isEmpty || currencies.contains(amount.currency) else { return false }
            if let atLeast {
                guard atLeast.currency == amount.currency, amount.minorUnits >= atLeast.minorUnits
                else { return false }
            }
            if let below {
                guard below.currency == amount.currency, amount.minorUnits < below.minorUnits
                else { return false }
            }
            return true
        }
    }

    /// The processors, also those that take no payment any more, but captures, voids and refunds of
    /// earlier ones. Each has a name of its own.
    public let processors: [any PaymentProcessor]
    private let routes: [Route]

    /// Routes of some processors.
    ///
    /// - Parameters:
    ///   - processors: The processors, each with a name of its own.
    ///   - routes: The routes, in order; nil where each processor takes every payment.
    public init(_ processors: [any PaymentProcessor], routes: [Route]? = nil) {
        self.processors = processors
        self.routes = routes ?? processors.map { Route($0) }
    }

    /// One processor, which takes every payment.
    public init(_ processor: any PaymentProcessor) { self.init([processor]) }

    /// The processor that is recorded with an operation; nil where it is none of these.
    public subscript(name: ProcessorName) -> (any PaymentProcessor)? {
        processors.first { $0.name == name }
    }

    /// The processors that take a payment, in order.
    func candidates(of network: String?, _ amount: Money) -> [any PaymentProcessor] {
        var candidates: [any PaymentProcessor] = []
        for route in routes where route.conditions.areMet(by: network, amount) {
            let name = route.processor.name
            if !candidates.contains(where: { $0.name == name }) {
                candidates.append(route.processor)
            }
        }
        return candidates
    }
}
