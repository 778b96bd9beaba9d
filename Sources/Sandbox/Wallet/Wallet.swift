public import AppleServers
internal import Bytes
internal import Cryptography
internal import Money
internal import PaymentDevice
public import PaymentRequest
internal import PaymentSheet
internal import PaymentToken
public import SecureElement
public import World

/// A device with cards in it, which shows payment sheets and pays.
public final class Wallet: Sendable {
    /// Whether the device has what Apple Pay needs, and whether parental controls forbid it.
    public struct Device: Hashable, Sendable {
        /// Whether the hardware can pay.
        public let supportsPayments: Bool
        /// Whether parental controls forbid it.
        public let isRestricted: Bool

        /// A device.
        public init(supportsPayments: Bool = true, isRestricted: Bool = false) {
            self.supportsPayments = supportsPayments
            self.isRestricted = isRestricted
        }
    }

    /// The device.
    public let device: Device
    private let secureElement: SecureElement
    private let paymentServer: PaymentServer
    private let randomness: any Randomness
    private let contents = Guarded(Contents())

    private struct Contents {
        var tester: TesterAccount? = .unlessTold
        var cards: [WalletCard] = []
        var cardsEverAdded = 0
    }

    /// A wallet without cards, on a device whose Secure Element Apple's server knows.
    public init(
        device: Device,
        secureElement: SecureElement,
        paymentServer: PaymentServer,
        randomness: any Randomness
    ) {
        self.device = device
        self.secureElement = secureElement
        self.paymentServer = paymentServer
        self.randomness = randomness
    }

    /// The tester who is signed in on the device (mission 13.3).
    public var tester: TesterAccount? { contents.withLock { $0.tester } }

    /// Signs a tester in, or out; either way the cards leave the wallet (mission 13.5).
    public func signIn(_ tester: TesterAccount?) {
        contents.withLock { contents in
            contents.tester = tester
            contents.cards = []
        }
    }

    /// Adds a card by its device account (mission 13.4).
    ///
    /// - Parameter issuerCountry: Where it was issued, by ISO 3166-1; unless given, where the
    ///   tester is.
    /// - Returns: The card as the wallet knows it.
    /// - Throws: ``CardRefusal`` where no tester is signed in.
    @discardableResult
    public func add(
        _ account: DeviceAccount,
        displayName: String,
        network: PaymentNetwork,
        type: PaymentMethodType,
        issuerCountry: String? = nil
    ) throws(CardRefusal) -> WalletCard {
        let tester = tester
        guard let tester else { throw .noTesterSignedIn }
        let accountSuffix = String(account.accountNumber.masked(keepingLast: 4).suffix(4))
        let accountID = secureElement.add(account)
        return contents.withLock { contents in
            contents.cardsEverAdded += 1
            let card = WalletCard(
                id: PaymentSheet.Card.ID(rawValue: "card-\(contents.cardsEverAdded)"),
                displayName: displayName,
                network: network,
                type: type,
                protocols: .threeDSecure,
                issuerCountry: issuerCountry ?? tester.countryCode,
                account: accountID,
                accountSuffix: accountSuffix
            )
            contents.cards.append(card)
            return card
        }
    }

    /// What apps can learn before they ask for a payment (mission section 4).
    public var capability: PaymentCapability {
        PaymentCapability(
            deviceSupportsPayments: device.supportsPayments,
            isRestricted: device.isRestricted,
            cards: contents.withLock { $0.cards.map(\.capability) }
        )
    }

    /// The cards that a request admits, the default card first.
    func cards(for request: PaymentRequest) -> [WalletCard] {
        contents.withLock { contents in
            contents.cards.filter { $0.isAdmitted(by: request) }
        }
    }

    /// What apps may see of the cards.
    var passes: [DevicePass] { contents.withLock { $0.cards.map(\.pass) } }

    /// Makes a token: the framework's, the Secure Element's and Apple's steps (mission 11.1-11.3).
    func makeToken(
        _ order: PaymentSheet.TokenOrder,
        observe: (PaymentObservation) -> Void
    ) throws(TokenFailure) -> SealedPaymentToken {
        guard let card = contents.withLock({ $0.cards.first { $0.id == order.card } }) else {
            throw .unknownCard
        }
        let instruction = instruction(for: order)
        observe(.instructed(instruction))
        let sealed: SealedForApple
        do {
            sealed = try secureElement.pay(
                instruction,
                with: card.account,
                sealedTo: paymentServer.publicKey
            )
        } catch { throw .secureElement(error) }
        observe(.sealedForApple(sealed))
        do {
            let token = try paymentServer.paymentToken(
                for: sealed,
                paymentMethod: UntrustedPaymentMethod(
                    displayName: card.displayName,
                    network: card.network.rawValue,
                    type: card.type.tokenName
                )
            )
            observe(.sealedForMerchant(token))
            return token
        } catch { throw .paymentServer(error) }
    }

    private func instruction(for order: PaymentSheet.TokenOrder) -> PaymentInstruction {
        PaymentInstruction(
            transactionID: TransactionID(drawnFrom: randomness),
            amountMinorUnits: order.total.minorUnits,
            currencyNumericCode: order.total.currency.numericCode,
            merchantIdentifier: order.merchantIdentifier,
            applicationDataHash: order.applicationData.map { SHA256.digest($0) }
        )
    }
}

/// Why no token was made.
public enum TokenFailure: Error, Hashable, Sendable {
    /// The wallet has no such card any more.
    case unknownCard
    /// The Secure Element did not pay.
    case secureElement(SecureElementFailure)
    /// Apple's server made no token of it.
    case paymentServer(PaymentServer.Refusal)
}

extension PaymentMethodType {
    /// The kind as Apple Pay JS spells it in `ApplePayPaymentMethod.type`.
    fileprivate var tokenName: String? {
        switch self {
        case .unknown, .eMoney: nil
        case .debit: "debit"
        case .credit: "credit"
        case .prepaid: "prepaid"
        case .store: "store"
        }
    }
}
