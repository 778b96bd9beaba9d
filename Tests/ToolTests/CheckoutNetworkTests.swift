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

    @Test(.enabled(if: PostgreSQLServer.isHere, Comment(rawValue: PostgreSQLServer.absence)))
    func `leaves a configuration for a server, with the address of its database in a secret file`()
        async throws
    {
        let network = try NetworkProcess(["--state", folder.path("network")])
        let server = try PostgreSQLServer.shared()
        let name = try #require(server.newDatabase().split(separator: "=").last)
        let host = server.socketFolder.replacing("/", with: "%2F")
        let address = "postgresql://quince:\(PostgreSQLServer.password)@\(host)/\(name)"
        let words = "--network \(self.address(of: network)) --state network --database \(address)"
        #expect(try checkout(words).status == 0)
        let configuration = try String(
            contentsOfFile: folder.path("shop/server.json"),
            encoding: .utf8
        )
        #expect(!configuration.contains(PostgreSQLServer.password))
        let mode = try ProcessRun("stat -c %a shop/database-address", in: folder.url)
        #expect(mode.results == "600\n")
        let line = "$QUINCE server"
        let config = "--config shop/server.json"
        let check = try ProcessRun("\(line) --check \(config)", in: folder.url)
        #expect(check.status == 0, "\(check.results)")
        let captured = try ProcessRun("\(line) capture 1001 \(config)", in: folder.url)
        #expect(captured.status == 0, "\(captured.remarks)")
        let changes = server.sql(
            "SELECT action, caller FROM audit_entry",
            in: server.connectionString(String(name))
        )
        #expect(changes == "payment.capture|operator\n")
    }
}
