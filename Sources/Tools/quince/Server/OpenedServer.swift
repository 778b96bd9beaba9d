import CommandLineTool
import Files
import HTTPServer
import MerchantServer
import Storage
import World

/// A shop's server with its database, which listens, also while the database is waited for.
struct OpenedServer: Sendable {
    let configuration: ServerConfiguration
    let materials: ServerMaterials
    let awaited: AwaitedDatabase
    let server: MerchantAPIServer

    /// Reads the files of a configuration, opens its database and starts the server.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - path: Its file, for messages; nil where none was named.
    ///   - world: The clock and the random numbers.
    ///   - output: Gets remarks and the server's log.
    /// - Throws: ``CommandLineTool/UsageProblem``.
    init(
        _ configuration: ServerConfiguration,
        from path: String?,
        world: World = .system,
        _ output: Output
    ) async throws(UsageProblem) {
        self.configuration = configuration
        do throws(ConfigurationRefusal) {
            materials = try ServerMaterials(configuration, world: world)
        } catch { throw ServerVerb.problem(error, path) }
        for remark in materials.remarks { output.remark("remark: \(remark)") }
        awaited = try await reporting("database") {
            try await configuration.awaitDatabase(world: .system)
        }
        do throws(ServerStartFailure) {
            server = try MerchantAPIServer(
                configuration,
                materials,
                awaited.database,
                world: world,
                droppedLines: { QueuedLines.standardError.droppedCount },
                log: { output.remark($0) }
            )
        } catch {
            await awaited.database.close()
            throw UsageProblem(error, hint: error.remedy("--listen"))
        }
    }

    var database: Database { awaited.database }

    /// Where it is.
    var url: String {
        "\(configuration.tls == nil ? "http" : "https")://\(server.address)"
    }
}
