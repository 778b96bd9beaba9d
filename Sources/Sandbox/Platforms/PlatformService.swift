package import AppleServers
internal import CardMessages
package import CardNetwork
package import HTTPClient
internal import HTTPMessages
package import HTTPServer
internal import JSON
package import Sockets
package import Storage
package import World

/// The platforms of a sandbox, each at an address of its own, over one card network.
package final class PlatformService: Sendable {
    /// The faults that were asked for.
    package let faults = PlatformFaults()
    /// The platforms' Payment Processing keys.
    package let keys: PlatformKeys
    /// The accounts.
    package let accounts: PlatformAccounts
    /// Where each platform listens.
    package let addresses: [Platform: SocketAddress]
    private let servers: [HTTPServer]
    private let interfaces: [any PlatformInterface]
    private let deliveries: DeliveryWork
    private let database: Database
    private let world: World
    private let work = AwaitableValue(0)
    private let isEnding = AwaitableValue(false)

    /// Starts to listen; requests are answered from then on.
    ///
    /// - Parameters:
    ///   - database: The database of the sandbox.
    ///   - accounts: The credentials.
    ///   - network: The card network.
    ///   - memberCenter: Issues the platforms' certificates.
    ///   - address: Where the first platform listens, and each of the others one port above; with port 0, all
    ///     are at free ports.
    ///   - client: Sends webhooks.
    ///   - world: The sandbox's clock, and the source of identifiers.
    /// - Throws: ``HTTPServer/ServerStartFailure``.
    package init(
        _ database: Database,
        _ accounts: PlatformAccounts,
        _ network: CardNetwork,
        _ memberCenter: MemberCenter,
        at address: SocketAddress,
        client: HTTPClient,
        world: World
    ) throws(ServerStartFailure) {
        guard address.port == 0 || Int(address.port) + Platform.allCases.count - 1 <= UInt16.max
        else {
            throw ServerStartFailure(
                "the platforms at \(address): there are not \(Platform.allCases.count) ports from it on",
                remedy: "name a port of at most \(Int(UInt16.max) - Platform.allCases.count + 1)"
            )
        }
        keys = PlatformKeys(database: database, memberCenter: memberCenter, world: world)
        (self.database, self.accounts, self.world) = (database, accounts, world)
        var interfaces: [any PlatformInterface] = []
        var servers: [HTTPServer] = []
        var addresses: [Platform: SocketAddress] = [:]
        for platform in Platform.allCases {
            let engine = PlatformEngine(
                platform.dialect(accounts),
                database: database,
                acquirer: PlatformAcquirer(
                    platform: platform,
                    network: network,
                    memberCenter: memberCenter
                ),
                world: world,
                faults: faults,
                work: work
            )
            let interface = platform.interface(engine, accounts, keys)
            let listener = FaultyListener(interface: interface, faults: faults, isEnding: isEnding)
            let place = SocketAddress(
                host: address.host,
                port: address.port == 0 ? 0 : address.port + UInt16(servers.count)
            )
            let server = try HTTPServer(
                part: "the platform \(platform.name)",
                at: place,
                world: world
            ) { await listener.respond(to: $0) }
            interfaces.append(interface)
            servers.append(server)
            addresses[platform] = server.address
        }
        (self.interfaces, self.servers, self.addresses) = (interfaces, servers, addresses)
        deliveries = DeliveryWork(
            database: database,
            client: client,
            clock: world.clock,
            dialects: interfaces.map(\.engine.dialect),
            work: work
        )
    }

    /// Does what is due until ``stop()``: what a crash left in progress, ends of authorizations, and webhooks.
    package func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { [deliveries] in
                await withDiscardingTaskGroup { sending in
                    await self.repeating { await deliveries.begin(in: &sending) }
                }
            }
            await repeating {
                for interface in interfaces { await interface.engine.runDueWork() }
            }
        }
    }

    /// Does work once a second, and after each change.
    private func repeating(_ body: () async -> Void) async {
        while !isEnding.read(\.self) {
            let seen = work.read(\.self)
            await body()
            _ = await work.wait(within: .seconds(1)) { $0 != seen }
        }
    }

    /// Ends ``run()``, and answers what has begun.
    package func stop() async {
        isEnding.change { $0 = true }
        work.change { $0 += 1 }
        for server in servers { await server.stop() }
    }
}

// For the sandbox's own API.
extension PlatformService {
    /// The last webhooks, the newest first.
    package func lastDeliveries(_ limit: Int64 = 100) async throws -> [PlatformDelivery] {
        try await database.read { snapshot throws(PlatformFailure) in
            try snapshot.deliveries(limit: limit)
        }
    }

    /// Sends a webhook again.
    ///
    /// - Returns: Whether there is one with the number.
    package func sendAgain(_ number: Int64) async throws -> Bool {
        let now = world.clock.now
        let isKnown = try await database.write { transaction throws(PlatformFailure) in
            try transaction.sendAgain(number, at: now)
        }
        work.change { $0 += 1 }
        return isKnown
    }

    /// Sends a platform's events to a URL, signed with the account's own secret.
    ///
    /// - Returns: The identifier of the endpoint.
    package func forward(
        _ platform: Platform,
        to url: String,
        events: [String]
    ) async throws -> String {
        let endpoint = PlatformEndpoint(
            world.randomness.identifier("we_"),
            url: url,
            events: events,
            secret: accounts.value(platform.webhookCredential, of: platform),
            at: world.clock.now
        )
        let engine = interfaces.first { $0.engine.dialect.platform == platform }?.engine
        let scope = engine?.scope(RequestName())
        try await database.write { transaction throws(PlatformFailure) in
            try transaction.insert(endpoint, of: platform)
            // A merchant has Braintree check a URL in the Control Panel.
            if platform == .braintree, let scope {
                let event = scope.identifier("bt_event_")
                try transaction.tell("check", event, .object([:]), of: platform, scope)
            }
        }
        return endpoint.identifier
    }

    /// Ends what ``forward(_:to:events:)`` began, by the identifier of the endpoint.
    package func endForwarding(_ platform: Platform, to endpoint: String) async throws {
        _ = try await database.write { transaction throws(PlatformFailure) in
            try transaction.removeEndpoint(endpoint, of: platform)
        }
    }
}

// For those who watch the platforms.
extension PlatformService {
    /// The number of changes, once it is not the one that is known, or after a second.
    package func changes(after known: Int) async -> Int {
        _ = await work.wait(within: .seconds(1)) { $0 != known }
        return work.read(\.self)
    }

    /// Field 37 of the network's messages of a payment, for each of its authorizations.
    ///
    /// - Parameters:
    ///   - platform: The platform.
    ///   - reference: The platform's name of the payment; nil where it is not known.
    ///   - key: The merchant's key of the payment: the request's, or a part of the payment's details.
    /// - Returns: The references, the first one first.
    package func retrievalReferences(
        at platform: Platform,
        of reference: String?,
        or key: String
    ) async -> [String] {
        let found = try? await database.read { snapshot throws(PlatformFailure) in
            try snapshot.authorizations(at: platform, of: reference, or: key)
        }
        return (found ?? []).map { MessageReference.retrievalReference(of: $0) }
    }
}

extension Platform {
    fileprivate func dialect(_ accounts: PlatformAccounts) -> any PlatformDialect {
        switch self {
        case .stripe: StripeDialect(accounts)
        case .checkout: CheckoutDialect(accounts)
        case .adyen: AdyenDialect()
        case .braintree: BraintreeDialect(accounts)
        }
    }

    fileprivate func interface(
        _ engine: PlatformEngine,
        _ accounts: PlatformAccounts,
        _ keys: PlatformKeys
    ) -> any PlatformInterface {
        switch self {
        case .stripe: StripeInterface(engine, StripeDialect(accounts), keys)
        case .checkout: CheckoutInterface(engine, CheckoutDialect(accounts), keys)
        case .adyen: AdyenInterface(engine, accounts, keys)
        case .braintree: BraintreeInterface(engine, accounts, keys)
        }
    }
}
