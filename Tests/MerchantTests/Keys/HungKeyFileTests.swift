import Bytes
import Certificates
import Cryptography
import Dispatch
import Foundation
import PaymentToken
import Synchronization
import TestSupport
import Testing
import TokenIntake
import World

@Suite("A key file that hangs", .timeLimit(.minutes(30)))
struct HungKeyFileTests {
    let bench: KeyBench
    let merchants: [WorkshopMerchant]

    init() throws {
        bench = try KeyBench()
        merchants = try [bench.merchant(), bench.merchant(), bench.merchant()]
    }

    /// A pipe stands for a file on a network drive that does not answer: opening it blocks.
    @Test func `delays no payment, and is used when it answers`() async throws {
        let folder = KeyFolder()
        let path = folder.folder.path("key.pem")
        try folder.write(merchants[0], "key.pem")
        let keyring = try bench.keyring(KeyFileSource([path]))
        let made = Shell.output(
            of: "rm key.pem && mkfifo key.pem && echo ok",
            in: folder.folder.url
        )
        try #require(made == "ok\n")
        bench.clock.advance(bySeconds: 60)
        let found = AsyncStream.makeStream(of: KeyringReport.self)
        #expect(keyring.refresh { found.continuation.yield($0) })
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    #expect(!keyring.refresh(), "one load at a time")
                    #expect(keyring.findings.isEmpty)
                    #expect(throws: Never.self) {
                        try #require(try bench.opens(keyring, for: merchants[0]))
                    }
                }
            }
        }
        let text = merchants[1].privateKey.pem.revealedText() + merchants[1].certificate.pem
        let pipe = try #require(FileHandle(forWritingAtPath: path))
        try pipe.write(contentsOf: Data(text.utf8))
        try pipe.close()
        var reports = found.stream.makeAsyncIterator()
        let report = await reports.next()
        #expect(try report?.added == [merchants[1].key.publicKeyHash])
        #expect(try bench.opens(keyring, for: merchants[1]))
    }

    /// Keys of which the second answer waits for a word, and is given after the third.
    final class SlowSource: MerchantKeySource {
        let name = "slow"
        let second = DispatchSemaphore(value: 0)
        let asked = AsyncStream.makeStream(of: Void.self)
        private let merchants: [WorkshopMerchant]
        private let reads = Atomic<Int>(0)

        init(_ merchants: [WorkshopMerchant]) { self.merchants = merchants }

        func mark() -> KeySourceVersion {
            KeySourceVersion(files: .init(repeating: "/", count: reads.load(ordering: .relaxed)))
        }

        func read() throws(KeyFinding) -> KeySourceContents {
            let number = reads.add(1, ordering: .relaxed).oldValue
            if number == 1 {
                asked.continuation.yield()
                second.wait()
            }
            var contents = KeySourceContents()
            contents.add(merchants[number].privateKey, from: name)
            contents.add(merchants[number].certificate, from: name)
            return contents
        }
    }

    @Test func `does not replace keys that were loaded in the meantime`() async throws {
        let source = SlowSource(merchants)
        let keyring = try bench.keyring(source)
        bench.clock.advance(bySeconds: 60)
        let found = AsyncStream.makeStream(of: KeyringReport.self)
        #expect(keyring.refresh { found.continuation.yield($0) })
        var asked = source.asked.stream.makeAsyncIterator()
        await asked.next()
        #expect(try keyring.reload().added == [merchants[2].key.publicKeyHash])
        source.second.signal()
        var reports = found.stream.makeAsyncIterator()
        #expect(await reports.next()?.added == [])
        #expect(try keyring.keys.map(\.publicKeyHash) == [merchants[2].key.publicKeyHash])
    }
}
