public import AppleServers
internal import Bytes
public import CardAccounts
public import Certificates
internal import Cryptography
internal import Money
public import PaymentRequest
public import PaymentSheet
internal import PaymentToken
public import World

/// A device with cards in it, which shows payment sheets and pays.
public final class Wallet: Sendable {
    /// The device.
    public let device: DeviceSetup
    private let secureElement: SecureElement
    private let tokenService: any TokenService
    let world: World
    let orderRoots: @Sendable () throws -> [TrustAnchor]
    let contents = LockedValue(Contents())
    private let watchers = PassChangeObservers()

    struct Contents {
        var tester: TesterAccount? = .first
        var cards: [WalletCard] = []
        var cardsEverAdded = 0
        /// The `updatedAt` of each order.
        var orders: [OrderName: UnixTime] = [:]
        var cancelsOrders = false
    }

    /// Creates a wallet without cards, on a device whose Secure Element is enrolled at Apple's
    /// server. It trusts orders under the given roots, and takes none unless there are some.
    public init(
        device: DeviceSetup,
        secureElement: SecureElement,
        tokenService: any TokenService,
        world: World,
        orderRoots: @escaping @Sendable () throws -> [TrustAnchor] = { [] }
    ) {
        self.device = device
        self.secureElement = secureElement
        self.tokenService = tokenService
        self.world = world
        self.orderRoots = orderRoots
    }

    /// The tester who is signed in on the device (mission 13.3).
    public var tester: TesterAccount? { contents.withLock { $0.tester } }

    /// The cards, the default card first.
    public var cards: [WalletCard] { contents.withLock { $0.cards } }

    /// Signs a tester in or out. Both remove the cards, except a simulator's own (mission 13.5).
    public func signIn(_ tester: TesterAccount?) {
        contents.withLock { $0.tester = tester }
        if device.model != .simulator { removeCards { _ in true } }
    }

    /// Removes a card from the wallet, and its account from the Secure Element.
    public func remove(_ card: WalletCard) { removeCards { $0.id == card.id } }

    private func removeCards(where isLeaving: (WalletCard) -> Bool) {
        let leaving = contents.withLock { contents in
            defer { contents.cards.removeAll(where: isLeaving) }
            return contents.cards.filter(isLeaving)
        }
        for card in leaving { secureElement.remove(card.account) }
        watchers.tell(PassChange(removed: leaving.map(pass(of:))))
    }

    /// Adds a card by its device account (mission 13.4).
    ///
    /// - Parameters:
    ///   - account: The device account from the card network.
    ///   - displayName: The card's name.
    ///   - network: Its network.
    ///   - otherNetworks: The other networks of a card with several.
    ///   - type: How it is funded.
    ///   - protocols: The protocols that it supports.
    ///   - issuerCountry: The country of issue, an ISO 3166-1 code; by default the tester's
    ///     country.
    /// - Returns: The wallet's card.
    /// - Throws: ``CardRefusal`` if no tester is signed in, or the device does not accept the
    ///   card.
    @discardableResult
    public func add(
        _ account: DeviceAccount,
        displayName: String,
        network: PaymentNetwork,
        otherNetworks: [PaymentNetwork] = [],
        type: PaymentMethodType,
        protocols: MerchantCapabilities = .threeDSecure,
        issuerCountry: String? = nil
    ) throws(CardRefusal) -> WalletCard {
        if let refusal = refusal(ofCardsOf: network) { throw refusal }
        return put(
            account,
            displayName: displayName,
            network: network,
            otherNetworks: otherNetworks,
            type: type,
            protocols: protocols,
            issuerCountry: issuerCountry
        )
    }

    /// Why no card of a network could be added; nil where one could.
    public func refusal(ofCardsOf network: PaymentNetwork) -> CardRefusal? {
        Self.refusal(ofCardsOf: network, on: device, signedIn: tester)
    }

    /// Why no card of a network could be added to a device's wallet; nil where one could.
    package static func refusal(
        ofCardsOf network: PaymentNetwork,
        on device: DeviceSetup,
        signedIn tester: TesterAccount?
    ) -> CardRefusal? {
        if device.model == .simulator { return .simulatorHasItsOwn }
        if !device.supportsPayments { return .deviceCannotPay(device.model) }
        if tester == nil { return .noTesterSignedIn }
        return device.takesCards(of: network) ? nil : .networkUnknown(network)
    }

    /// Adds a card without checking the account: one of a simulator's own cards.
    @discardableResult
    package func put(
        _ account: DeviceAccount,
        displayName: String,
        network: PaymentNetwork,
        otherNetworks: [PaymentNetwork] = [],
        type: PaymentMethodType,
        protocols: MerchantCapabilities,
        issuerCountry: String?
    ) -> WalletCard {
        let accountSuffix = String(account.accountNumber.masked(keepingLast: 4).suffix(4))
        let accountID = secureElement.add(account)
        let card = contents.withLock { contents in
            contents.cardsEverAdded += 1
            let card = WalletCard(
                id: PaymentSheet.Card.ID(rawValue: "card-\(contents.cardsEverAdded)"),
                displayName: displayName,
                network: network,
                otherNetworks: otherNetworks,
                type: type,
                protocols: protocols,
                issuerCountry: issuerCountry ?? (contents.tester ?? .first).countryCode,
                expirationDate: account.expirationDate,
                account: accountID,
                accountSuffix: accountSuffix
            )
            contents.cards.append(card)
            return card
        }
        watchers.tell(PassChange(added: [pass(of: card)]))
        return card
    }

    /// The answers that apps get before a payment (mission section 4).
    public var capability: PaymentCapability {
        device.capability(with: cards.flatMap(\.capabilities))
    }

    /// The cards that a request accepts, each with the network on which it would pay.
    ///
    /// The default card comes first, for any order of the request's networks: that an app cannot
    /// choose the card for the shopper is a guess.
    func cards(for request: PaymentRequest) -> [WalletCard] {
        cards.compactMap { $0.paying(for: request, on: device) }
    }

    /// The passes as apps may see them.
    var passes: [DevicePass] { cards.map(pass(of:)) }

    /// Calls an observer when the passes change, until the returned observation is released.
    func watchPasses(_ watcher: @escaping PassChangeObservers.Watcher) -> PassChangeObservation {
        watchers.watch(watcher)
    }

    private func pass(of card: WalletCard) -> DevicePass {
        card.pass(onWatch: device.keepsCardsOnWatch)
    }

    /// Makes a token: the framework's, the Secure Element's and Apple's steps (mission 11.1-11.3).
    func makeToken(
        _ order: PaymentSheet.TokenOrder,
        observe: (PaymentObservation) -> Void
    ) async throws -> SealedPaymentToken {
        guard let card = contents.withLock({ $0.cards.first { $0.id == order.card } }) else {
            throw SecureElementFailure.unknownAccount
        }
        let instruction = instruction(for: order, with: card)
        observe(.instructed(instruction))
        let sealed = try await secureElement.pay(
            instruction,
            with: card.account,
            pin: order.hasPIN && instruction.chipTerms != nil ? PINBlock.testPIN : nil,
            sealedTo: tokenService.publicKey
        )
        observe(.sealedForApple(sealed))
        let token = try await tokenService.paymentToken(
            for: sealed,
            paymentMethod: UntrustedPaymentMethod(
                displayName: card.displayName,
                network: (order.network ?? card.network).rawValue,
                type: card.type.pageName
            )
        )
        observe(.sealedForMerchant(token))
        return token
    }

    private func instruction(
        for order: PaymentSheet.TokenOrder,
        with card: WalletCard
    ) -> PaymentInstruction {
        let transactionID = TransactionID(drawnFrom: world.randomness)
        let merchantToken =
            order.makesMerchantToken
            ? PaymentInstruction.MerchantToken(
                identifier: Hexadecimal.encode(world.randomness.bytes(16)).uppercased(),
                metadata: card.merchantTokenMetadata
            ) : nil
        return PaymentInstruction(
            transactionID: transactionID,
            amountMinorUnits: order.total.minorUnits,
            currencyNumericCode: order.total.currency.numericCode,
            merchantIdentifier: order.merchantIdentifier,
            applicationDataHash: order.applicationData.map { SHA256.digest($0) },
            merchantToken: merchantToken,
            parts: order.parts.map {
                PaymentInstruction.Part(
                    merchantIdentifier: $0.merchantIdentifier,
                    amountMinorUnits: $0.amount.minorUnits
                )
            },
            chipTerms: chipTerms(for: order, with: card)
        )
    }

    /// The terms of a payment by chip data, which is chosen where both card and merchant have it;
    /// nil for a payment by cryptogram.
    ///
    /// - Source: Apple, PassKit, `PKMerchantCapability`, does not say which of two common protocols is
    ///   chosen: a guess.
    private func chipTerms(
        for order: PaymentSheet.TokenOrder,
        with card: WalletCard
    ) -> ChipTerms? {
        guard card.protocols.contains(.emv), order.protocols.contains(.emv), order.parts.isEmpty
        else { return nil }
        let today = CalendarTime(world.clock.now)
        let numbers = [(today?.year ?? 2000) % 100, today?.month ?? 1, today?.day ?? 1]
        return ChipTerms(
            countryNumericCode: CountryNumber.digits(of: order.countryCode) ?? "000",
            date: numbers.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined()
        )
    }
}
