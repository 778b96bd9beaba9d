internal import AppleServers
internal import Bytes
internal import CardNetwork
internal import Cryptography
internal import SecureElement
internal import Wallet
internal import World

/// Everything that stands for Apple, the phone, the network and the bank, ready for one shopper.
struct Sandbox {
    let authorities: TestAuthorities
    let memberCenter: MemberCenter
    let paymentServer: PaymentServer
    let network: CardNetwork
    let wallet: Wallet

    init(world: World) throws(CheckoutFailure) {
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
            let secureElement = try SecureElement(randomness: world.randomness)
            paymentServer.enroll(secureElement)
            wallet = Wallet(
                device: Wallet.Device(),
                secureElement: secureElement,
                paymentServer: paymentServer,
                randomness: world.randomness
            )
        } catch { throw .cryptography(error) }
    }

    /// Adds the scenario's card to the wallet (mission 13.4).
    ///
    /// - Returns: The card as the wallet knows it, and the last digits of its device account.
    func provision(
        _ card: Scenario.Card,
        availableMinorUnits: Int64
    ) throws(CheckoutFailure) -> (WalletCard, accountSuffix: String) {
        let printed = PaymentCard(
            number: card.number,
            expirationDate: "351231",
            scheme: card.scheme
        )
        guard let printed else { throw .cardNumberInvalid }
        let account = network.provision(printed, availableMinorUnits: availableMinorUnits)
        let added: WalletCard
        do throws(CardRefusal) {
            added = try wallet.add(
                account,
                displayName: card.displayName,
                network: card.network,
                type: card.type
            )
        } catch { throw .card(error) }
        return (added, account.accountNumber.masked(keepingLast: 4))
    }
}
