import CommandLineTool
import Files
import MerchantServer
import Payments
import Storage
import World

// What the operator's commands have in common.
extension ServerVerb {
    static let moment = Option.time(
        "at",
        help: "act as if it were this time; only while no server of the shop runs"
    )

    /// Passes the records of a shop to a closure, on the database of its server.
    static func withRecords<Result: Sendable>(
        _ invocation: Invocation,
        _ body: (DeskRecords, ServerConfiguration) async throws -> Result
    ) async throws(UsageProblem) -> Result {
        let world = try world(invocation)
        let configuration = try configuration(invocation)
        // A server makes the file; a command that looks into it does not.
        if case .sqlite(let file) = configuration.database, !Files.exists(file) {
            throw UsageProblem(
                "database: \(file): there is no such file",
                hint: "the configuration's database is made when its server starts"
            )
        }
        let database = try await open(configuration)
        return try await reporting("database") {
            try await closing(database.close) {
                try await body(DeskRecords(database: database, world: world), configuration)
            }
        }
    }

    /// The clock of the records.
    private static func world(_ invocation: Invocation) throws(UsageProblem) -> World {
        guard let moment = try invocation.value(moment) else { return .system }
        return World.system.with(clock: SimulatedClock(startingAt: moment))
    }
}
