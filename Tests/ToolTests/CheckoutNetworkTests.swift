import CommandLineTool
import Foundation
import TestSupport
import Testing

@Suite("quince checkout --network")
struct CheckoutNetworkTests {
    let folder = ScratchFolder()

    func address(of network: NetworkProcess) -> String {
        "\(network.address.host):\(network.address.port)"
    }

    func checkout(_ words: String) throws -> ProcessRun {
        try ProcessRun("$QUINCE checkout --out shop \(words)", in: folder.url)
    }

    @Test func `pays over TCP, and shows both messages without what is secret`() throws {
        let network = try NetworkProcess(["--state", folder.path("network")])
        let words = "--network \(address(of: network)) --state network"
        let run = try checkout(words)
        #expect(run.status == 0, "\(run.remarks)")
        let lines = run.results.split(separator: "\n").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        let expected = [
            "sends 0800, sign-on", "answers 0810, sign-on, 00", "sends 0100",
            "4  amount: 000000001075", "126  cryptogram: (56 bytes)", "answers 0110",
            "39  response code: 00", "sends 0800, sign-off", "answers 0810, sign-off, 00",
        ]
        var rest = lines[...]
        for text in expected {
            let index = try #require(rest.firstIndex { $0.hasSuffix(text) }, "\(text)")
            rest = rest[(index + 1)...]
        }
        let number = try #require(lines.first { $0.hasPrefix("2  account number:") })
        #expect(number.filter(\.isNumber).count == 5, "the field and the last four digits")
        for scenario in ["china", "shinobi"] {
            #expect(try checkout("\(words) --scenario \(scenario)").status == 0)
        }
    }

    @Test func `says that nothing listens, and leaves nothing`() throws {
        let network = try NetworkProcess(["--state", folder.path("network")])
        let place = address(of: network)
        network.kill()
        let run = try checkout("--network \(place) --state network")
        #expect(run.status == 2)
        #expect(
            run.remarks == """
                quince: \(place): no connection could be opened
                hint: start one: quince sandbox network --state DIR --listen \(place)

                """
        )
        #expect(!FileManager.default.fileExists(atPath: folder.path("shop")))
    }

    @Test func `says that the folder has no network, or another one`() throws {
        let network = try NetworkProcess(["--state", folder.path("network")])
        let place = address(of: network)
        let missing = try checkout("--network \(place) --state nowhere")
        #expect(missing.status == 2)
        #expect(missing.remarks.hasPrefix("quince: nowhere: no network has its records there\n"))
        let other = try NetworkProcess(["--state", folder.path("other")])
        let unknown = try checkout("--network \(place) --state other")
        #expect(unknown.status == 1)
        #expect(unknown.results.contains("declined by the issuer: unknownAccount"))
        #expect(
            unknown.remarks
                == "hint: the network at \(place) does not have the cards of other: "
                + "start it with --state other\n"
        )
        #expect(other.terminate() == 0)
    }

    @Test(
        arguments: [
            (["--network", "8583", "--state", "n"], "127.0.0.1:8583"),
            (["--network", "127.0.0.1:0", "--state", "n"], "127.0.0.1:8583"),
            (["--network", "127.0.0.1:1"], "--state DIR"), (["--state", "n"], "--network ADDRESS"),
            (["--network", "127.0.0.1:1", "--state", "n", "--seed", "1"], "leave --seed out"),
            (["--network", "127.0.0.1:1", "--state", "n", "--decline"], "leave --decline out"),
        ]
    )
    func `says what to type instead`(options: [String], hint: String) async {
        let run = await CommandRun(["checkout"] + options)
        #expect(run.status == .misuse && run.results.isEmpty)
        #expect(run.remarks.contains(hint), "\(run.remarks)")
    }

    @Test(
        arguments: [
            (["--merchant", "M"], "--network ADDRESS"), (["--network", "x"], "127.0.0.1:8583"),
            (["--network", "127.0.0.1:1", "--terminal", "TERMINAL1"], "1 to 8 printable"),
            (["--network", "127.0.0.1:1", "--processor", "A b"], "quince desk list"),
            (["--network", "127.0.0.1:1"], "--listen 127.0.0.1:1"),
        ]
    )
    func `desk settle says what to type instead`(options: [String], hint: String) async {
        let run = await CommandRun(["desk", "settle", "--database", "orders"] + options)
        #expect(run.status == .misuse && run.results.isEmpty)
        #expect(run.remarks.contains(hint), "\(run.remarks)")
    }

    @Test(.enabled(if: PostgreSQLServer.isHere, Comment(rawValue: PostgreSQLServer.absence)))
    func `desk reads a database on PostgreSQL, and shows no password`() async throws {
        let server = try PostgreSQLServer.shared()
        let name = try #require(server.newDatabase().split(separator: "=").last)
        let user = "postgresql://quince:\(PostgreSQLServer.password)@"
        let host = server.socketFolder.replacing("/", with: "%2F")
        for verb in ["settle", "list"] {
            let run = await CommandRun("desk", verb, "--database", "\(user)\(host)/\(name)")
            #expect(run.status == .success && run.results.hasSuffix("open: 0\n"), "\(run.remarks)")
        }
        let tables = server.sql(
            "SELECT COUNT(*) FROM operation",
            in: server.connectionString(String(name))
        )
        #expect(tables == "0\n")
        let missing = await CommandRun("desk", "list", "--database", "\(user)\(host)/missing")
        #expect(missing.status == .misuse && !missing.remarks.contains(PostgreSQLServer.password))
    }
}
