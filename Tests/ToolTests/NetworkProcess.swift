import CardAccounts
import CardNetwork
import Foundation
import ISO8583
import TestSupport
import Testing
import World

/// A `quince sandbox network` that runs beside the tests.
final class NetworkProcess: Sendable {
    private let server: ServerProcess
    /// Host and port.
    let address: (host: String, port: String)

    /// Starts it, and waits until it says where it listens.
    init(_ options: [String]) throws {
        server = try ServerProcess(["sandbox", "network", "--json"] + options)
        let parts = try #require(server.ready["network"]).split(separator: ":").map(String.init)
        try #require(parts.count == 2)
        address = (parts[0], parts[1])
    }

    var identifier: Int32 { server.identifier }

    /// See ``ServerProcess/kill()``.
    func kill() { server.kill() }

    /// See ``ServerProcess/terminate()``.
    func terminate() -> Int32 { server.terminate() }

    /// Talks to it with pyiso8583.
    ///
    /// - Returns: The lines that the client printed.
    func talk(_ commands: [String]) throws -> [String] {
        let connect = "connect\t\(address.host)\t\(address.port)"
        let input = ([connect] + commands).joined(separator: "\n") + "\n"
        let answer = try PythonOracle.run("card-network-client.py", input: input)
        #expect(answer.isSuccess, "\(answer.complaint)")
        return answer.text.split(separator: "\n").map(String.init)
    }
}

extension ISO8583Message {
    /// The fields as the client reads them.
    func command(_ verb: String) -> String {
        let values = fields.numbers.map { field in
            let bytes = fields[field] ?? []
            let isBinary = [52, 55, 64].contains(field)
            let text =
                isBinary
                ? bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
                : String(decoding: bytes, as: UTF8.self)
            return "\(field)=\(text)"
        }
        return ([verb, "t=\(type)"] + values).joined(separator: "\t")
    }
}

/// The folder of a network, with a card.
struct NetworkFolder {
    let folder = ScratchFolder()
    var path: String { folder.path("network") }

    init() throws {
        try FileManager.default.createDirectory(
            atPath: folder.path("network"),
            withIntermediateDirectories: true
        )
    }

    /// Devices that have the same card.
    func devices(_ count: Int) async throws -> [MerchantBank.Device] {
        let network = try await CardNetwork(folder: path, world: .system)
        let card = PaymentCard(
            number: "4111111111111111",
            expirationDate: "351231",
            scheme: .visa
        )
        var devices: [MerchantBank.Device] = []
        for _ in 0..<count {
            let account = try await network.provision(
                try #require(card),
                availableMinorUnits: 10_000_000
            )
            devices.append(MerchantBank.Device(account: account))
        }
        await network.close()
        return devices
    }

    /// Adds cards.
    func add(_ cards: [(number: String, scheme: CardScheme)]) async throws {
        let network = try await CardNetwork(folder: path, world: .system)
        for (number, scheme) in cards {
            let card = PaymentCard(number: number, expirationDate: "351231", scheme: scheme)
            _ = try await network.provision(try #require(card), availableMinorUnits: 1_000)
        }
        await network.close()
    }

    /// A number that the sqlite3 module of Python reads from the records.
    func number(_ query: String) throws -> Int {
        let script = """
            import sqlite3, sys
            print(sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchone()[0])
            """
        let python = Program(at: URL(filePath: "/usr/bin/python3"))
        let file = path + "/" + CardNetwork.fileName
        let answer = try python.run(["-c", script, file, query])
        let text = answer.text.trimmingCharacters(in: .whitespacesAndNewlines)
        return try #require(Int(text), "\(answer.complaint)")
    }
}
