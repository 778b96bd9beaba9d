public import PaymentRequest

/// A device as it stands before a shopper: its model, its system, the watch that is paired with it,
/// what parental controls forbid, and its cards.
///
/// - Source: the lists of ``DeviceModel``; Apple, PassKit, `canMakePayments` in its three forms
///   (mission section 2 and rows 4.1 to 4.4).
public struct DeviceSetup: Hashable, Sendable {
    /// The model.
    public var model: DeviceModel
    /// The system: iOS, or watchOS on a watch.
    public var system: SystemVersion
    /// The watchOS of a watch that is paired with it; nil for no watch.
    public var pairedWatch: SystemVersion?
    /// Whether parental controls forbid payments.
    public var isRestricted: Bool
    /// The cards that somebody added.
    public var cards: [PaymentCapability.Card]

    /// A device.
    public init(
        _ model: DeviceModel,
        system: SystemVersion,
        pairedWatch: SystemVersion? = nil,
        isRestricted: Bool = false,
        cards: [PaymentCapability.Card] = []
    ) {
        self.model = model
        self.system = system
        self.pairedWatch = pairedWatch
        self.isRestricted = isRestricted
        self.cards = cards
    }

    /// Whether the device has what paying in apps takes.
    public var supportsPayments: Bool { system >= model.firstSystem && has(model.inApps) }

    /// Whether the device has what paying at a terminal takes.
    public var supportsStores: Bool { system >= model.firstSystem && has(model.inStores) }

    /// The networks that the device knows, whatever cards there are, ordered by name.
    ///
    /// A phone that pays through its watch knows what both know. On iOS 26.1 Apple's simulator
    /// lists 32 and this lists 35; which three it leaves out is not published.
    public var availableNetworks: [PaymentNetwork] {
        guard supportsPayments else { return [] }
        let isWatch = model == .appleWatch
        var known = [isWatch ? system.companionOfWatch : system]
        if model.inApps == .withPairedWatch, let pairedWatch {
            known.append(pairedWatch.companionOfWatch)
        }
        return PaymentNetwork.known.filter { network in
            guard let first = network.firstSystem, !network.isSuperseded else { return false }
            return known.allSatisfy { $0 >= first }
        }
    }

    /// What apps can learn before they ask for a payment.
    ///
    /// A card on a network that the device does not know cannot pay. The simulator has a card of
    /// its own on every network (mission 13.8), which does not say how it is funded.
    public var capability: PaymentCapability {
        let networks = availableNetworks
        let own: [PaymentCapability.Card] =
            model == .simulator
            ? networks.map { PaymentCapability.Card(network: $0, type: .unknown) } : []
        return PaymentCapability(
            deviceSupportsPayments: supportsPayments,
            isRestricted: isRestricted,
            cards: cards.filter { networks.contains($0.network) } + own
        )
    }

    /// Whether the sheet may be asked for a total of nothing.
    ///
    /// - Source: Apple, PassKit, `paymentSummaryItems`: since iOS 12 and watchOS 5.
    public var admitsZeroTotals: Bool {
        system >= (model == .appleWatch ? SystemVersion(5) : SystemVersion(12))
    }

    private func has(_ support: DeviceModel.Support) -> Bool {
        switch support {
        case .byItself: true
        case .withPairedWatch: pairedWatch != nil
        case .never: false
        }
    }
}
