import CommandLineTool
import HTTPServer
import MerchantServer
import Payments
import Processors
import World

/// The processors of a configuration, for a command that asks them and ends.
struct ConnectedProcessors {
    let routes: ProcessorRoutes
    /// Why the card network cannot be asked; nil where it can, or none is configured.
    let problem: UsageProblem?
    private let acquirer: CardNetworkAcquirer?

    /// Connects to the card network, and makes the others.
    ///
    /// - Throws: ``CommandLineTool/UsageProblem`` where a file of the configuration cannot be used.
    init(_ configuration: ServerConfiguration) async throws(UsageProblem) {
        let secrets = try reporting(hint: "correct the configuration or the file") {
            try PlatformMaterials(configuration)
        }
        switch await Self.signedOn(configuration) {
        case .success(let signedOn): (acquirer, problem) = (signedOn, nil)
        case .failure(let cause): (acquirer, problem) = (nil, cause)
        }
        do throws(ServerStartFailure) {
            routes = try configuration.processors(secrets, network: acquirer, world: .system)
        } catch {
            await acquirer?.stop()
            throw UsageProblem(error, hint: error.remedy())
        }
    }

    /// Closes the connections.
    func stop() async { await acquirer?.stop() }

    /// Connects to the network of a configuration as its merchant; nil where it has none.
    private static func signedOn(
        _ configuration: ServerConfiguration
    ) async -> Result<CardNetworkAcquirer?, UsageProblem> {
        let account: CardNetworkAcquirer.Account
        do throws(ServerStartFailure) {
            guard let given = try configuration.networkAccount() else { return .success(nil) }
            account = given
        } catch {
            return .failure(UsageProblem(error, hint: error.remedy()))
        }
        do throws(CardNetworkAcquirer.SignOnFailure) {
            return .success(try await .signedOn(account, world: .system))
        } catch {
            return .failure(
                UsageProblem(
                    "network: \(error)",
                    hint: "start the card network, or correct \"network\" in the configuration"
                )
            )
        }
    }
}
