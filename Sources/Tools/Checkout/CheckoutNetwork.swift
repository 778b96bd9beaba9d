internal import CardAccounts
public import CardMessages
internal import CardNetwork
internal import Files
internal import ISO8583
public import Payments
public import Processors
public import Sockets
public import Storage
internal import TestSandbox
internal import World

/// The card network that a checkout pays over: a program that listens at an address, and the folder
/// in which it has its cards.
public struct CheckoutNetwork: Hashable, Sendable {
    /// Where the network listens.
    public let address: SocketAddress
    /// The folder of its records.
    public let folder: String

    /// A network.
    public init(at address: SocketAddress, folder: String) {
        self.address = address
        self.folder = folder
    }

    /// Field 32 of a checkout's messages: the acquirer.
    public static let acquirer = "900001"
    /// Field 41 of a checkout's messages: the terminal.
    public static let terminal = "QUINCE01"
    /// Field 42 of a checkout's messages: the merchant.
    public static let merchant = "QUINCE-CHECKOUT"

    private static let acceptor = CardAcceptor(
        acquirer: acquirer,
        terminal: terminal,
        merchant: merchant
    )

    private static func details(in country: String) -> MerchantDetails? {
        MerchantDetails(
            categoryCode: "5999",
            name: "Quince TEST shop",
            city: "Cupertino",
            country: country
        )
    }

    /// An acquirer for the network of the process. It sends the same messages as one that is connected.
    static func acquirer(
        for scenario: Scenario,
        in network: CardNetwork
    ) throws(NetworkProblem) -> CardNetworkAcquirer {
        guard let acceptor, let merchant = details(in: scenario.countryCode) else {
            throw .accountInvalid
        }
        return CardNetworkAcquirer(
            name: .sandbox,
            acceptor: acceptor,
            merchant: merchant,
            merchantIdentifier: scenario.merchantIdentifier
        ) { network.answer(to: $0) }
    }

    /// The available amount of a new card in minor units of every currency.
    static let limitMinorUnits: Int64 = 100_000_000_000

    /// Connects to the network as a scenario's merchant, if the folder is one of a network.
    func signOn(
        for scenario: Scenario,
        observe: @escaping @Sendable (AcquirerObservation) -> Void
    ) async throws(NetworkProblem) -> CardNetworkAcquirer {
        guard Files.exists("\(folder)/\(DurableNetwork.fileName)") else {
            throw .recordsMissing(folder: folder)
        }
        guard let acceptor = Self.acceptor else { throw .accountInvalid }
        return try await Self.signOn(
            to: address,
            as: acceptor,
            country: scenario.countryCode,
            merchantIdentifier: scenario.merchantIdentifier,
            observe: observe
        )
    }

    /// Connects to a network, and waits until it has accepted the sign-on.
    ///
    /// - Parameters:
    ///   - address: Where it listens.
    ///   - acceptor: Who asks.
    ///   - name: The processor as its operations are recorded.
    ///   - country: The merchant's country, an ISO 3166-1 code.
    ///   - merchantIdentifier: The Apple merchant identifier of the tokens; nil where nothing is
    ///     authorized.
    ///   - observe: Is told of the messages and what else happens on the connection.
    /// - Returns: The acquirer, signed on.
    /// - Throws: ``NetworkProblem``.
    public static func signOn(
        to address: SocketAddress,
        as acceptor: CardAcceptor,
        named name: ProcessorName = .cardNetwork,
        country: String = "US",
        merchantIdentifier: String? = nil,
        observe: @escaping @Sendable (AcquirerObservation) -> Void = { _ in }
    ) async throws(NetworkProblem) -> CardNetworkAcquirer {
        guard let merchant = details(in: country) else { throw .accountInvalid }
        let (answers, answer) = AsyncStream.makeStream(of: AcquirerObservation.self)
        let acquirer = CardNetworkAcquirer(
            name: name,
            account: CardNetworkAcquirer.Account(
                address: address,
                acceptor: acceptor,
                merchant: merchant,
                merchantIdentifier: merchantIdentifier
            ),
            // A checkout at another time has a clock that stands still, and limits would never end.
            world: .system,
            tracesMessages: true
        ) { observation in
            observe(observation)
            switch observation {
            case .signedOn, .signOnRefused, .disconnected: answer.yield(observation)
            default: break
            }
        }
        await acquirer.start()
        var first = answers.makeAsyncIterator()
        let result = await first.next()
        if result == .signedOn { return acquirer }
        await acquirer.stop()
        switch result {
        case .disconnected(.notOpened): throw .notReached(address)
        case .signOnRefused, .disconnected(.refused): throw .signOnRefused(address)
        default: throw .noCardNetwork(address)
        }
    }

    /// Adds cards to the network's folder.
    ///
    /// - Returns: A device account for each.
    func accounts(for cards: [SandboxCard]) async throws(NetworkProblem) -> [DeviceAccount] {
        let records: DurableNetwork
        do throws(DatabaseRefusal) {
            records = try await DurableNetwork(folder: folder, world: .system)
        } catch { throw .recordsNotOpened(error) }
        let accounts: Result<[DeviceAccount], NetworkProblem>
        do throws(StorageFailure) {
            var issued: [DeviceAccount] = []
            for card in cards.compactMap(\.printed) {
                issued.append(
                    try await records.provision(card, availableMinorUnits: Self.limitMinorUnits)
                )
            }
            accounts = .success(issued)
        } catch { accounts = .failure(.cardNotAdded(folder: folder, error)) }
        await records.close()
        let issued = try accounts.get()
        guard issued.count == cards.count else { throw .accountInvalid }
        return issued
    }
}

/// Why a card network cannot be used.
public enum NetworkProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// No connection to the address could be opened.
    case notReached(SocketAddress)
    /// The network does not accept this acquirer.
    case signOnRefused(SocketAddress)
    /// The program that listens at the address did not answer the sign-on as a card network does.
    case noCardNetwork(SocketAddress)
    /// The folder is not one of a network's records.
    case recordsMissing(folder: String)
    /// The records could not be opened.
    case recordsNotOpened(DatabaseRefusal)
    /// A card could not be added to the records.
    case cardNotAdded(folder: String, StorageFailure)
    /// The card, or what the messages say of the merchant, has not the form that a network takes.
    case accountInvalid

    /// The cause in one line.
    public var description: String {
        switch self {
        case .notReached(let address): "\(address): no connection could be opened"
        case .signOnRefused(let address): "\(address): the card network refused the sign-on"
        case .noCardNetwork(let address):
            "\(address): what listens there did not answer the sign-on"
        case .recordsMissing(let folder): "\(folder): no network has its records there"
        case .recordsNotOpened(let refusal): "\(refusal)"
        case .cardNotAdded(let folder, let failure):
            "\(folder): the card could not be added: \(failure)"
        case .accountInvalid:
            "the card, or what the messages say of the merchant, has not the form of a message"
        }
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
