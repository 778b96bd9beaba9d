internal import Foundation

/// `quince-bench [--json] [--bar] [NAME…]`: what Quince does in a second, beside libcrypto alone.
@main
enum QuinceBench {
    private static let usage = """
        usage: quince-bench [--json] [--bar] [NAME…]
               quince-bench --curve PAYMENTS

          --json  print a list of objects instead of a table
          --bar   exit with status 1 where a figure is below the part of its floor that it must reach
          --curve make so many payments over HTTP on SQLite, and print memory and times on the way
          NAME    measure these only: \(bars.map(\.name).joined(separator: ", "))

        Each figure is a median of slices that alternate with slices of the floor: the same
        arithmetic in a bare loop over libcrypto, hashing included, with every context reused and
        nothing read or written. The floor of json.hostile is plain JSON of the same length, that of
        storage.sqlite SQLite in a loop in C, that of network.authorize the network's statements in C,
        that of desk.accept and of server.pay, which is over HTTP with the client in the same process, the
        token's arithmetic and the desk's statements in C. server.pay.network is on SQLite, with a
        network on the same cores that is asked over TCP and keeps durable records. server.pay.stripe is
        on SQLite, with the simulated Stripe on the same cores, and its floor the same calls by libcurl
        alone in C. server.two is two
        servers on one PostgreSQL beside one, each with 16 payments in flight whose processor takes
        200 ms. network.million is the 99th percentile with a million accounts beside that with a
        thousand. network.load is the network alone, its clients' messages made before, beside the
        issuer host of iso8583sim under its own load, with 128 in flight on both; the second keeps its
        payments in memory.
        Pin the process to one core, but not for storage, network and desk.

        example: taskset --cpu-list 0 quince-bench --json
        """

    /// The part of its floor that each figure must reach.
    private static let bars: [(name: String, ratio: Double)] = [
        ("token.open.ec.cached", 0.8), ("token.open.ec.uncached", 0.8),
        ("token.open.rsa.cached", 0.8), ("token.mint.ec", 0.7),
        (JSONBenchmarks.name, 0.2), ("storage.sqlite.alone", 0.7), ("storage.sqlite.group", 0.6),
        (NetworkBenchmarks.name, 0.4), (AccountBenchmarks.name, 1 / 1.3),
        (NetworkLoadBenchmarks.durable, 1.7), (NetworkLoadBenchmarks.ephemeral, 5),
        ("desk.accept.sqlite", 0.7),
        ("desk.accept.postgresql", 0.7), ("server.pay.sqlite", 0.6), ("server.pay.postgresql", 0.7),
        ("server.pay.network", 0.55), ("server.pay.stripe", 0.5), (TwoServersBenchmarks.name, 1.8),
    ]

    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        let options = arguments.filter { $0.hasPrefix("-") }
        let names = arguments.filter { !$0.hasPrefix("-") }
        if options == ["--help"] {
            print(usage)
            return
        }
        if options == ["--curve"], names.count == 1, let payments = Int(names[0]), payments > 0 {
            do { try PaymentCurve.print(payments) } catch {
                complain("the payments ended: \(error)")
                exit(1)
            }
            return
        }
        if options == [NetworkProcess.option], names.count == 1 {
            do { try NetworkProcess.serve(names[0]) } catch {
                complain("the network ended: \(error)")
                exit(1)
            }
            return
        }
        guard Set(options).isSubset(of: ["--json", "--bar"]),
            Set(names).isSubset(of: bars.map(\.name))
        else {
            complain("unknown option or name\n\(usage)")
            exit(2)
        }
        do {
            let measurements = try measure(
                bars.map(\.name).filter { names.isEmpty || names.contains($0) }
            )
            print(
                options.contains("--json")
                    ? Report.json(measurements) : Report.table(measurements)
            )
            if options.contains("--bar") { requireBars(measurements) }
        } catch {
            complain("nothing was measured: \(error)")
            exit(1)
        }
    }

    private static func measure(_ names: [String]) throws -> [Measurement] {
        let tokens = try TokenBenchmarks(seed: 1)
        try tokens.check()
        return try names.map { try measure($0, tokens) }
    }

    private static func measure(_ name: String, _ tokens: TokenBenchmarks) throws -> Measurement {
        if name == JSONBenchmarks.name { return try JSONBenchmarks().measure() }
        if name == AccountBenchmarks.name { return try AccountBenchmarks.measure() }
        if DeskBenchmarks.names.contains(name) { return try DeskBenchmarks(name).measure() }
        if ServerBenchmarks.names.contains(name) { return try ServerBenchmarks(name).measure() }
        if name == TwoServersBenchmarks.name { return try TwoServersBenchmarks().measure() }
        if name == NetworkBenchmarks.name { return try NetworkBenchmarks().measure() }
        if NetworkLoadBenchmarks.names.contains(name) {
            return try NetworkLoadBenchmarks.measure(name)
        }
        if StorageBenchmarks.names.contains(name) {
            return try StorageBenchmarks().measure(name)
        }
        return try tokens.measure(name)
    }

    private static func requireBars(_ measurements: [Measurement]) {
        let low = measurements.filter { measured in
            bars.contains { $0.name == measured.name && measured.ratio < $0.ratio }
        }
        for measured in low {
            complain("\(measured.name) is at \(measured.ratio) of its floor")
        }
        if !low.isEmpty { exit(1) }
    }

    private static func complain(_ message: String) {
        FileHandle.standardError.write(Data("quince-bench: \(message)\n".utf8))
    }
}
