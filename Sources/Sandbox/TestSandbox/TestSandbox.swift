public import AppleServers
internal import Bytes
public import CardNetwork
internal import Cryptography
public import DeviceModels
public import SecureElement
public import Wallet
public import World

/// Everything that stands for Apple, the phone, the network and the bank, ready for one shopper.
public struct TestSandbox: Sendable {
    /// Who certifies; nothing trusts them unless told to.
    public let authorities: TestAuthorities
    /// Where merchants register.
    public let memberCenter: MemberCenter
    /// The accounts of the merchant's testers.
    public let testers = TesterAccounts()
    /// The card network and its one issuer.
    public let network: CardNetwork
    /// Apple's server, to which the Secure Element is known.
    public let paymentServer: PaymentServer
    /// The Secure Element of the device.
    public let secureElement: SecureElement
    /// The device's wallet, without cards, but for those that a simulator comes with.
    public let wallet: Wallet
    /// The clock, and chance.
    public let world: World

    /// A sandbox in which nothing has happened.
    ///
    /// - Throws: ``SandboxFailure``.
    public init(
        world: World,
        device: DeviceSetup = DeviceSetup()
    ) throws(SandboxFailure) {
        self.world = world
        do throws(AuthorityFailure) {
            authorities = try TestAuthorities(world: world)
        } catch { throw .authorities(error) }
        memberCenter = MemberCenter(
            team: MemberCenter.Team(identifier: "QUINCETEST", name: "Quince TEST Merchant"),
            authorities: authorities,
            world: world
        )
        network = CardNetwork(world: world)
        do throws(CryptographyFailure) {
            paymentServer = try PaymentServer(
                authorities: authorities,
                memberCenter: memberCenter,
                world: world
            )
            secureElement = try SecureElement(randomness: world.randomness)
            paymentServer.enroll(secureElement)
            wallet = Wallet(
                device: device,
                secureElement: secureElement,
                paymentServer: paymentServer,
                randomness: world.randomness
            )
        } catch { throw .cryptography(error) }
        if device.model == .simulator { try putSimulatedCards() }
    }

    /// Xcode's simulator has a card on each network (mission 13.8): on each of the sandbox's, here,
    /// as far as the simulator's system knows it.
    private func putSimulatedCards() throws(SandboxFailure) {
        for card in SandboxCard.all where wallet.device.takesCards(of: card.network) {
            wallet.put(
                try account(of: card, availableMinorUnits: Self.usualMinorUnits),
                displayName: card.displayName,
                network: card.network,
                otherNetworks: card.otherNetworks,
                type: card.type,
                issuerCountry: card.issuerCountry
            )
        }
    }

    /// How much money a card has unless told otherwise.
    public static let usualMinorUnits: Int64 = 1_000_000

    /// Adds a card with money to the wallet (mission 13.4).
    ///
    /// - Returns: The card as the wallet knows it, and its device account, masked.
    /// - Throws: ``SandboxFailure``.
    @discardableResult
    public func provision(
        _ card: SandboxCard,
        availableMinorUnits: Int64 = usualMinorUnits
    ) throws(SandboxFailure) -> (WalletCard, maskedAccount: String) {
        if let refusal = wallet.refusal(ofCardsOf: card.network) { throw .card(refusal) }
        let account = try account(of: card, availableMinorUnits: availableMinorUnits)
        do throws(CardRefusal) {
            let added = try wallet.add(
                account,
                displayName: card.displayName,
                network: card.network,
                otherNetworks: card.otherNetworks,
                type: card.type,
                issuerCountry: card.issuerCountry
            )
            return (added, account.accountNumber.masked(keepingLast: 4))
        } catch { throw .card(error) }
    }

    /// Adds a card that a person types into the wallet (mission 13.4).
    ///
    /// - Returns: The card as the wallet knows it, and its device account, masked.
    /// - Throws: ``SandboxFailure``.
    @discardableResult
    public func enter(
        _ typed: TypedCard,
        availableMinorUnits: Int64 = usualMinorUnits
    ) throws(SandboxFailure) -> (WalletCard, maskedAccount: String) {
        let card: SandboxCard
        do throws(TypedCard.Problem) {
            card = try typed.card(at: world.clock.now)
        } catch { throw .typing(error) }
        return try provision(card, availableMinorUnits: availableMinorUnits)
    }

    private func account(
        of card: SandboxCard,
        availableMinorUnits: Int64
    ) throws(SandboxFailure) -> DeviceAccount {
        let printed = PaymentCard(
            number: card.number,
            expirationDate: card.expirationDate,
            scheme: card.scheme
        )
        guard let printed else { throw .cardNumberInvalid }
        return network.provision(printed, availableMinorUnits: availableMinorUnits)
    }
}
