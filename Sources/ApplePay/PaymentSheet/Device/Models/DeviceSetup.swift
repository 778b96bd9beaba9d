public import PaymentRequest

/// The configuration of a device: model, system version, paired watch and parental controls. The
/// cards are in the wallet.
///
/// - Source: the lists of ``DeviceModel``; Apple, PassKit, `canMakePayments` in its three forms
///   (mission section 2 and rows 4.1 to 4.4).
public struct DeviceSetup: Hashable, Sendable {
    /// The model.
    public var model: DeviceModel
    /// The system: iOS, or watchOS on a watch.
    public var system: SystemVersion
    /// The watchOS version of the paired watch; nil for no watch.
    public var pairedWatch: SystemVersion?
    /// Whether parental controls forbid payments.
    public var isRestricted: Bool

    /// Creates a configuration; by default the current phone with its newest system.
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

    /// Whether the device supports payments in apps.
    public var supportsPayments: Bool { system >= model.firstSystem && has(model.inApps) }

    /// Whether the device supports payments at a terminal.
    public var supportsStores: Bool { system >= model.firstSystem && has(model.inStores) }

    /// The networks that the device supports, with or without a card, ordered by name.
    ///
    /// A phone that pays through its watch supports the networks that both support. On iOS 26.1
    /// Apple's simulator lists 32 and this lists 35; the difference is not documented.
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

    /// Whether a card of a network can be added: the device supports payments and the network.
    ///
    /// Parental controls are ignored, because a card may have been added before they were set. That
    /// they do not prevent adding a card is a guess.
    public func takesCards(of network: PaymentNetwork) -> Bool {
        availableNetworks.contains(network)
    }

    /// Whether added cards are stored on the paired watch, because the device cannot store any.
    public var keepsCardsOnWatch: Bool { model.inApps == .withPairedWatch }

    /// The answers that apps get before a payment when the wallet has these cards.
    ///
    /// A card of a network that the device does not support cannot pay.
    public func capability(with cards: [PaymentCapability.Card]) -> PaymentCapability {
        let networks = availableNetworks
        return PaymentCapability(
            deviceSupportsPayments: supportsPayments,
            isRestricted: isRestricted,
            cards: cards.filter { networks.contains($0.network) }
        )
    }

    /// Whether a request may have a total of zero.
    ///
    /// - Source: Apple, PassKit, `paymentSummaryItems`: since iOS 12 and watchOS 5.
    public var admitsZeroTotals: Bool {
        system >= (model == .appleWatch ? SystemVersion(5) : SystemVersion(12))
    }

    /// Whether a card of several networks uses the one that the request lists first.
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
