public import AppleServers
internal import Bytes
public import CardAccounts
public import CardNetwork
internal import Certificates
internal import Cryptography
public import PaymentSheet
package import Storage
public import Wallet
public import World

/// The simulated Apple, phone, card network and bank, for one shopper.
public struct TestSandbox: Sendable {
    /// The certificate authorities; nothing trusts them unless their root is given.
    public let authorities: TestAuthorities
    /// The member center, where merchants register.
    public let memberCenter: MemberCenter
    /// The card network and its one issuer.
    public let network: CardNetwork
    /// Apple's server, at which the Secure Element is enrolled.
    public let paymentServer: PaymentServer
    /// The Secure Elements that are enrolled there.
    public let secureElements = EnrolledSecureElements()
    /// The Secure Element of the device.
    public let secureElement: SecureElement
    /// The device's wallet, without cards except a simulator's own.
    public let wallet: Wallet
    /// The clock and the random numbers.
    public let world: World
    /// The records of the member center and of the network.
    let records: MemoryDatabase

    /// Creates a sandbox.
    ///
    /// - Throws: ``AppleServers/AuthorityFailure`` at a time of which there can be no certificates, and another error
    ///   where libcrypto or SQLite fails.
    public init(world: World, device: DeviceSetup = DeviceSetup()) throws {
        self.world = world
        authorities = try TestAuthorities(world: world)
        records = try MemoryDatabase([CardNetwork.migrations, MemberCenter.migrations])
        memberCenter = try MemberCenter(in: records, authorities: authorities, world: world)
        network = CardNetwork(in: records, world: world)
        paymentServer = try PaymentServer(
            authorities: authorities,
            memberCenter: memberCenter,
            secureElements: secureElements,
            world: world
        )
        secureElement = try SecureElement(randomness: world.randomness)
        secureElements.enroll(secureElement.identifier, publicKey: secureElement.publicKey)
        wallet = Wallet(
            device: device,
            secureElement: secureElement,
            tokenService: paymentServer,
            world: world
        ) { [authorities] in
            let made = try authorities.rsaAuthorities(from: world.randomness)
            return try [authorities.root, made.rootAuthority.certificate].map {
                try TrustAnchor(root: $0)
            }
        }
        if device.model == .simulator { try putSimulatedCards() }
    }

    /// Adds the simulator's own cards: one for each of the sandbox's networks that its system
    /// supports (mission 13.8).
    private func putSimulatedCards() throws {
        for card in SandboxCard.all where wallet.device.takesCards(of: card.network) {
            wallet.put(
                try account(of: card, availableMinorUnits: Self.usualMinorUnits),
                displayName: card.displayName,
                network: card.network,
                otherNetworks: card.otherNetworks,
                type: card.type,
                protocols: card.protocols,
                issuerCountry: card.issuerCountry
            )
        }
    }

    /// The default balance of a card.
    public static let usualMinorUnits: Int64 = 1_000_000

    /// Adds a card with a balance to the wallet (mission 13.4).
    ///
    /// - Returns: The card as the wallet knows it, and its device account, masked.
    /// - Throws: ``Wallet/CardRefusal``.
    @discardableResult
    public func provision(
        _ card: SandboxCard,
        availableMinorUnits: Int64 = usualMinorUnits
    ) throws -> (WalletCard, maskedAccount: String) {
        if let refusal = wallet.refusal(ofCardsOf: card.network) { throw refusal }
        return try add(
            card,
            account: try account(of: card, availableMinorUnits: availableMinorUnits)
        )
    }

    /// Adds a card to the wallet, whose device account another card network has issued.
    ///
    /// - Returns: The card as the wallet knows it, and its device account, masked.
    /// - Throws: ``Wallet/CardRefusal``.
    @discardableResult
    public func add(
        _ card: SandboxCard,
        account: DeviceAccount
    ) throws(CardRefusal) -> (WalletCard, maskedAccount: String) {
        let added = try wallet.add(card, account: account)
        return (added, account.accountNumber.masked(keepingLast: 4))
    }

    /// Adds a card that a user types into the wallet (mission 13.4).
    ///
    /// - Returns: The card as the wallet knows it, and its device account, masked.
    /// - Throws: ``TypedCard/Problem`` and ``Wallet/CardRefusal``.
    @discardableResult
    public func enter(
        _ typed: TypedCard,
        availableMinorUnits: Int64 = usualMinorUnits
    ) throws -> (WalletCard, maskedAccount: String) {
        let card = try typed.card(at: world.clock.now)
        return try provision(card, availableMinorUnits: availableMinorUnits)
    }

    private func account(
        of card: SandboxCard,
        availableMinorUnits: Int64
    ) throws -> DeviceAccount {
        guard let printed = card.printed else { throw CardRefusal.numberInvalid }
        return try issueAccount(for: printed, availableMinorUnits: availableMinorUnits)
    }

    /// Issues a device account that is not added to the wallet.
    ///
    /// - Throws: ``Storage/StorageFailure``.
    package func issueAccount(
        for card: PaymentCard,
        availableMinorUnits: Int64
    ) throws(StorageFailure) -> DeviceAccount {
        try records.write { [network] transaction throws(StorageFailure) in
            try network.provision(card, availableMinorUnits: availableMinorUnits, in: transaction)
        }
    }
}
