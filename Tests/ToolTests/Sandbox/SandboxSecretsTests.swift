import Foundation
import TestSupport
import Testing

/// Nothing of a payment is kept (mission 1.7): its cryptogram and its plaintext are neither in the
/// sandbox's files nor in its memory when the answer is given.
@Suite("Secrets of a sandbox", .enabled(if: PythonOracle.isInstalled))
struct SandboxSecretsTests {
    let orders = SandboxOrders()

    /// How often texts, given in Base64, stand in what a process can write to.
    private static let search = """
        import base64, re, sys
        needles = [base64.b64decode(text) for text in sys.argv[2:]]
        counts = [0] * len(needles)
        with open(f"/proc/{sys.argv[1]}/maps") as maps, open(f"/proc/{sys.argv[1]}/mem", "rb") as memory:
            for line in maps:
                start, end = (int(part, 16) for part in line.split()[0].split("-"))
                if "rw" not in line.split()[1]:
                    continue
                try:
                    memory.seek(start)
                    content = memory.read(end - start)
                except (OSError, ValueError):
                    continue
                for index, needle in enumerate(needles):
                    counts[index] += content.count(needle)
        print(*counts)
        """

    @Test func `are gone when the answer is given`() throws {
        let sandbox = try orders.start()
        let own = try orders.ownCertificate()
        let wallet = SandboxWalletTests(sandbox: sandbox, orders: orders, own: own)
        let answer = try wallet.pay()
        let payload = try wallet.opened(answer)
        let proof = try #require(payload["paymentData"] as? [String: Any])
        let cryptogram = try #require(proof["onlinePaymentCryptogram"] as? String)
        let number = try #require(payload["applicationPrimaryAccountNumber"] as? String)
        let secrets = [
            try #require(Data(base64Encoded: cryptogram)), Data(cryptogram.utf8),
            Data("\"applicationPrimaryAccountNumber\":\"\(number)\"".utf8),
        ]
        let identifier = try #require(answer.paymentData?["data"] as? String)
        // What was answered a moment ago shows that the search sees the memory.
        let needles = secrets + [Data(sandbox.token.utf8)]
        let found = try Program(at: URL(filePath: "/usr/bin/python3"))
            .run(
                ["-c", Self.search, "\(sandbox.identifier)"]
                    + needles.map { $0.base64EncodedString() }
            )
        let counts = found.text.split(separator: " ").compactMap {
            Int($0.trimmingCharacters(in: .newlines))
        }
        try #require(counts.count == 4, "\(found.complaint)")
        #expect(counts[3] > 0, "the token of the API is there")
        #expect(counts[..<3] == [0, 0, 0])
        for name in try FileManager.default.contentsOfDirectory(atPath: orders.path) {
            let content = try Data(contentsOf: URL(filePath: "\(orders.path)/\(name)"))
            for secret in secrets { #expect(content.range(of: secret) == nil, "\(name)") }
            #expect(
                content.range(of: Data(identifier.utf8)) == nil,
                "\(name): the token is not kept"
            )
            #expect(content.range(of: Data("4111111111111111".utf8)) == nil, "\(name)")
        }
    }
}
