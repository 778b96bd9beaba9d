public import AppleServers
internal import Bytes
public import CardNetwork
internal import Cryptography
internal import SecureElement
public import Wallet
public import World

/// Everything that stands for Apple, the phone, the network and the bank, ready for one shopper.
public struct TestSandbox: Sendable {
    /// Who certifies; nothing trusts them unless told to.
    public let authorities: TestAuthorities
    /// Where merchants register.
    public let memberCenter: MemberCenter
    /// The card network and its one issuer.
    public let network: CardNetwork
    /// The device's wallet, without cards.
    public let wallet: Wallet
    /// The clock, and chance.
    public let world: World

    /// A sandbox in which nothing has happened.
    ///
    /// - Throws: ``SandboxFailure``.
    public init(
        world: World,
        device: Wallet.Device = Wallet.Device()
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
            let paymentServer = try PaymentServer(
                authorities: authorities,
                memberCenter: memberCenter,
                world: world
            )
            let secureElement = try SecureElement(randomness: world.randomness)
            paymentServer.enroll(secureElement)
            wallet = Wallet(
                device: device,
                secureElement: secureElement,
                paymentServer: paymentServer,
                randomness: world.randomness
            )
        } catch { throw .cryptography(error) }
    }

    /// Adds a card with money to the wallet (mission 13.4).
    ///
    /// - Returns: The card as the wallet knows it, and its device account, masked.
    /// - Throws: ``SandboxFailure``.
    @discardableResult
    public func provision(
        _ card: SandboxCard,
        availableMinorUnits: Int64 = 1_000_000
    ) throws(SandboxFailure) -> (WalletCard, maskedAccount: String) {
        let printed = PaymentCard(
            number: card.number,
            expirationDate: "351231",
            scheme: card.scheme
        )
        guard let printed else { throw .cardNumberInvalid }
        let account = network.provision(printed, availableMinorUnits: availableMinorUnits)
        do throws(CardRefusal) {
            let added = try wallet.add(
                account,
                displayName: card.displayName,
                network: card.network,
                type: card.type,
                issuerCountry: card.issuerCountry
            )
            return (added, account.accountNumber.masked(keepingLast: 4))
        } catch { throw .card(error) }
    }
}
