public import PaymentRequest

/// A device as it stands before a shopper: its model, its system, the watch that is paired with it,
/// and what parental controls forbid. Its cards are in its wallet.
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

    /// A device: unless told otherwise a phone of today, with the newest system that it runs.
    public init(
        _ model: DeviceModel = .iPhone17,
        system: SystemVersion? = nil,
        pairedWatch: SystemVersion? = nil,
        isRestricted: Bool = false
    ) {
        self.model = model
        self.system = system ?? model.newestSystem
        self.pairedWatch = pairedWatch
        self.isRestricted = isRestricted
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

    /// Whether a card of a network can be added: where the device can pay, and knows the network.
    ///
    /// Parental controls are not asked, because a card may have been added before they were set;
    /// that they keep nobody from adding one is a guess.
    public func takesCards(of network: PaymentNetwork) -> Bool {
        availableNetworks.contains(network)
    }

    /// Whether cards that are added go to the paired watch, because the device itself holds none.
    public var keepsCardsOnWatch: Bool { model.inApps == .withPairedWatch }

    /// What apps can learn before they ask for a payment, where the wallet has these cards.
    ///
    /// A card on a network that the device does not know cannot pay.
    public func capability(with cards: [PaymentCapability.Card]) -> PaymentCapability {
        let networks = availableNetworks
        return PaymentCapability(
            deviceSupportsPayments: supportsPayments,
            isRestricted: isRestricted,
            cards: cards.filter { networks.contains($0.network) }
        )
    }

    /// Whether the sheet may be asked for a total of nothing.
    ///
    /// - Source: Apple, PassKit, `paymentSummaryItems`: since iOS 12 and watchOS 5.
    public var admitsZeroTotals: Bool {
        system >= (model == .appleWatch ? SystemVersion(5) : SystemVersion(12))
    }

    /// Whether a card of several networks pays on the one that a request names first.
    ///
    /// - Source: Apple, PassKit, `supportedNetworks`: since iOS 15.4 and watchOS 8.5.
    public var heedsNetworkOrder: Bool {
        system >= (model == .appleWatch ? SystemVersion(8, 5) : SystemVersion(15, 4))
    }

    private func has(_ support: DeviceModel.Support) -> Bool {
        switch support {
        case .byItself: true
        case .withPairedWatch: pairedWatch != nil
        case .never: false
        }
    }
}
