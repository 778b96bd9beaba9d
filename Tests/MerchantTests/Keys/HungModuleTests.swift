import Bytes
import Certificates
import Cryptography
import Foundation
import JSON
import PaymentToken
import SecurityModule
import TestSupport
import Testing
import TokenIntake
import World

/// A module whose operations do not return, as one whose network is gone.
@Suite(
    "A security module that hangs",
    .enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/cc"), "there is no C compiler")
)
struct HungModuleTests {
    let bench: KeyBench
    let merchant: WorkshopMerchant
    let folder = KeyFolder()
    let uri: ModuleURI

    init() throws {
        bench = try KeyBench(seed: 611)
        merchant = try bench.merchant()
        try folder.write(merchant.privateKey.pem.revealedText(), "key")
        try folder.write(merchant.certificate.pem, "merchant.pem")
        let path = folder.path + "/"
        let definitions = [("KEY", "key"), ("HANG", "hang"), ("COUNT", "count")]
            .map { #"-D\#($0.0)_FILE='"\#(path)\#($0.1)"'"# }.joined(separator: " ")
        let source = Repository.root.appending(path: "Tests/Oracles/hanging-module.c").path
        let made = Shell.output(
            of: "cc -shared -fPIC \(definitions) -o module.so \(source) -lcrypto && echo made",
            in: folder.folder.url
        )
        try #require(made == "made\n")
        uri = try ModuleURI(
            "pkcs11:token=hanging;object=merchant?module-path=\(folder.folder.path("module.so"))"
        )
    }

    private func key(_ deadline: Duration) throws -> MerchantKey {
        try MerchantKey(
            privateKey: ModuleKey(
                uri,
                pin: nil,
                publicKey: merchant.certificate.publicKey,
                sessions: 2,
                deadline: deadline,
                randomness: SeededRandomness(seed: 612)
            ),
            merchantIdentifier: merchant.identifier
        )
    }

    private func intake(_ key: MerchantKey) throws -> TokenIntake {
        TokenIntake(verifier: try bench.workshop.verifier, keys: [key], clock: bench.clock)
    }

    private func verified(_ intake: TokenIntake) throws -> VerifiedPaymentToken {
        try intake.verify(
            try bench.workshop.seal(.init(merchant: merchant)).json.compactBytes
        )
    }

    /// How many derivations began.
    private func begunCount() throws -> Int {
        try Data(contentsOf: folder.folder.url.appending(path: "count")).count
    }

    private func hang() throws { try folder.write("", "hang") }

    @Test(.timeLimit(.minutes(30)))
    func `is left after the deadline, and asked again later`() async throws {
        let intake = try intake(key(.milliseconds(300)))
        let token = try verified(intake)
        await expectAnswers(intake, token)
        try hang()
        // Two hang, two more take their places, and for all others there is no thread.
        let before = try begunCount()
        while try begunCount() - before < 4, !Task.isCancelled {
            await expectNoAnswer(intake, token)
        }
        for _ in 0..<2 { await expectNoAnswer(intake, token) }
        #expect(try begunCount() - before == 4)
        try folder.remove("hang")
        // The threads and sessions that return serve again.
        await expectAnswers(intake, token)
    }

    /// Returns once ten calls were answered; a machine under load may miss a deadline.
    private func expectAnswers(_ intake: TokenIntake, _ token: VerifiedPaymentToken) async {
        var count = 0
        while count < 10, !Task.isCancelled {
            if let opened = try? await intake.open(token) {
                #expect(opened.token == token.token)
                count += 1
            }
        }
    }

    private func expectNoAnswer(_ intake: TokenIntake, _ token: VerifiedPaymentToken) async {
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    await #expect(throws: TokenRefusal.decryption(.keyUnavailable)) {
                        try await intake.open(token)
                    }
                }
            }
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `blocks no other task`() async throws {
        let intake = try intake(key(.seconds(1_800)))
        let token = try verified(intake)
        try hang()
        let ended = LockedValue(0)
        // More than there are threads of Swift's.
        let count = ProcessInfo.processInfo.activeProcessorCount * 2 + 2
        let opening = (0..<count).map { _ in
            Task {
                _ = try await intake.open(token)
                ended.withLock { $0 += 1 }
            }
        }
        var begun = 0
        while begun < 3 {
            begun = try begunCount()
            await Task.yield()
        }
        for number in 0..<100 {
            #expect(await Task.detached { number }.value == number)
        }
        #expect(ended.withLock { $0 } == 0)
        try folder.remove("hang")
        for task in opening { try await task.value }
        #expect(ended.withLock { $0 } == count)
    }
}
