internal import CardAccounts
internal import CardMessages
internal import CardNetwork
internal import CommandLineTool
internal import Files
internal import ISO8583
internal import Payments
internal import Processors
internal import Sockets
internal import TestSandbox
import World

/// The card network that a checkout pays over: a program that listens at an address, and the folder
/// in which it has its cards.
struct CheckoutNetwork: Hashable, Sendable {
    /// Where the network listens.
    let address: SocketAddress
    /// The folder of its records.
    let folder: String

    /// A network.
    init(at address: SocketAddress, folder: String) {
        self.address = address
        self.folder = folder
    }

    /// Field 32 of a checkout's messages: the acquirer.
    static let acquirer = "900001"
    /// Field 41 of a checkout's messages: the terminal.
    static let terminal = "QUINCE01"
    /// Field 42 of a checkout's messages: the merchant.
    static let merchant = "QUINCE-CHECKOUT"
    /// The merchant in its authorizations.
    static let (merchantName, city, categoryCode) = ("Quince TEST shop", "Cupertino", "5999")

    private static let acceptor = CardAcceptor(
        acquirer: acquirer,
        terminal: terminal,
        merchant: merchant
    )

    private static func details(in country: String) -> MerchantDetails? {
        MerchantDetails(
            categoryCode: categoryCode,
            name: merchantName,
            city: city,
            country: country
        )
    }

    private static let stateFolder =
        "--state DIR names the folder of quince sandbox network --state DIR"
    private static let accountInvalid = UsageProblem(
        "the card, or what the messages say of the merchant, has not the form of a message",
        hint: "Documentation/SimulatedCardNetwork.md"
    )

    /// An acquirer for the network of the process. It sends the same messages as one that is connected.
    static func acquirer(
        for scenario: CheckoutScenario,
        in network: CardNetwork
    ) throws(UsageProblem) -> CardNetworkAcquirer {
        guard let acceptor, let merchant = details(in: scenario.countryCode) else {
            throw Self.accountInvalid
        }
        return CardNetworkAcquirer(
            name: .sandbox,
            acceptor: acceptor,
            merchant: merchant,
            merchantIdentifier: scenario.merchantIdentifier
        ) { await network.answer(to: $0) }
    }

    /// The available amount of a new card in minor units of every currency.
    static let limitMinorUnits: Int64 = 100_000_000_000

    /// Connects to the network as a scenario's merchant, if the folder is one of a network.
    func signOn(
        for scenario: CheckoutScenario,
        observe: @escaping @Sendable (AcquirerObservation) -> Void
    ) async throws(UsageProblem) -> CardNetworkAcquirer {
        guard Files.exists("\(folder)/\(CardNetwork.fileName)") else {
            throw UsageProblem(
                "\(folder): no network has its records there",
                hint: Self.stateFolder
            )
        }
        guard let acceptor = Self.acceptor,
            let merchant = Self.details(in: scenario.countryCode)
        else { throw Self.accountInvalid }
        do throws(CardNetworkAcquirer.SignOnFailure) {
            return try await .signedOn(
                CardNetworkAcquirer.Account(
                    address: address,
                    acceptor: acceptor,
                    merchant: merchant,
                    merchantIdentifier: scenario.merchantIdentifier
                ),
                // A checkout at another time has a clock that stands still, and limits would never end.
                world: .system,
                tracesMessages: true,
                observer: observe
            )
        } catch {
            let hint =
                if case .notReached(let address) = error {
                    "start one: quince sandbox network --state DIR --listen \(address)"
                } else {
                    "--network ADDRESS is what quince sandbox network prints, with its default framing "
                        + "and layout"
                }
            throw UsageProblem(error, hint: hint)
        }
    }

    /// Adds cards to the network's folder.
    ///
    /// - Returns: A device account for each.
    func accounts(for cards: [SandboxCard]) async throws(UsageProblem) -> [DeviceAccount] {
        let records = try await reporting {
            try await CardNetwork(folder: folder, world: .system)
        }
        var issued: [DeviceAccount] = []
        let subject = "\(folder): the card could not be added"
        try await reporting(subject, hint: Self.stateFolder) {
            try await closing(records.close) {
                for card in cards.compactMap(\.printed) {
                    issued.append(
                        try await records.provision(card, availableMinorUnits: Self.limitMinorUnits)
                    )
                }
            }
        }
        guard issued.count == cards.count else { throw Self.accountInvalid }
        return issued
    }
}

extension AcquirerObservation {
    /// Whether it is the approval of an authorization.
    var isApproval: Bool {
        guard case .received(let trace) = self,
            trace.type == MessageType.authorizationRequest.response
        else { return false }
        return trace.fields.contains { $0.number == 39 && ["00", "10"].contains($0.value) }
    }
}
