internal import HTTPClient
public import HTTPServer
public import Payments
internal import PlatformProcessors
public import Processors
public import World

extension ServerConfiguration {
    /// The processors, and which payments each of them takes.
    ///
    /// - Parameters:
    ///   - platforms: The secrets of the platforms.
    ///   - network: The connection to the card network; nil for none.
    ///   - world: The clock and the random numbers.
    /// - Returns: The processors.
    /// - Throws: ``ServerStartFailure``.
    public func processors(
        _ platforms: PlatformMaterials,
        network: CardNetworkAcquirer?,
        world: World
    ) throws(ServerStartFailure) -> ProcessorRoutes {
        var processors: [any PaymentProcessor] = []
        if !platforms.accounts.isEmpty {
            let client = try starting("the client of the platforms") { try HTTPClient() }
            processors = platforms.accounts.map { platform, account in
                platform.processor(account, exchange: client, world: world)
            }
        }
        if let network { processors.append(network) }
        let named = routes.compactMap { route in
            processors.first { $0.name == route.processor }.map {
                ProcessorRoutes.Route($0, route.conditions)
            }
        }
        return ProcessorRoutes(processors, routes: routes.isEmpty ? nil : named)
    }
}
