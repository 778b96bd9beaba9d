import AppleServers
import Certificates
import Foundation
import SandboxServer
import TestSupport
import Testing
import World

/// Commands that change a member center and are killed at a random moment by a signal that nothing can
/// answer, while another process changes it too.
@Suite("A member center whose processes are killed", .serialized)
struct MemberCenterKillTests {
    static let merchant = "merchant.com.example"
    let folder = ScratchFolder()

    func shell(_ line: String) throws -> ProcessRun { try ProcessRun(line, in: folder.url) }

    @Test func `has nothing half made, and keeps what was answered`() async throws {
        let setUp = try shell(
            """
            $QUINCE merchant csr --kind identity --key key --request csr &&
            $QUINCE merchant register \(Self.merchant) --name Shop --state state &&
            $QUINCE app register com.example.store --name Store --state state
            """
        )
        #expect(setUp.status == 0, "\(setUp.remarks)")
        let chance = SeededRandomness(seed: 12)
        var (moments, killed, answered) = (KillMoments(startingAt: 120), 0, [String]())
        for number in 0..<400 where killed < 30 {
            let milliseconds = moments.milliseconds(chance)
            let command = Self.commands[number % Self.commands.count]
                .replacing("NUMBER", with: "\(number)")
            let run = try shell(
                """
                $QUINCE merchant register order.com.n\(number) --name Other --state state \
                >/dev/null 2>&1 &
                timeout --signal=KILL \(Double(milliseconds) / 1000) $QUINCE \(command) \
                --state state 2>/dev/null
                echo "status $?"; wait
                """
            )
            let isHit = run.results.contains("status 137")
            moments.note(isHit: isHit)
            if isHit { killed += 1 } else { answered.append(run.results) }
        }
        #expect(killed == 30)
        try await check(answered)
        let sound = try shell(
            "sqlite3 state/sandbox.sqlite 'PRAGMA integrity_check; PRAGMA foreign_key_check'"
        )
        #expect(sound.results == "ok\n")
    }

    private static let commands = [
        "merchant certificate merchant.com.example --kind identity --request csr --out NUMBER.pem"
            + " --json",
        "merchant register merchant.com.nNUMBER --name Shop --json",
        "app entitle com.example.store --merchant merchant.com.example --json",
    ]

    private func check(_ answered: [String]) async throws {
        let sandbox = try await SandboxFolder(folder.path("state"), world: .system)
        let center = sandbox.memberCenter
        let certificates = try #require(try await center.certificates(of: Self.merchant))
        let issuer = try center.authorities.rsaAuthorities(from: SystemRandomness())
        for issued in certificates {
            #expect(
                issued.certificate.isSigned(by: issuer.developerRelations.certificate.publicKey)
            )
            #expect(issued.state(at: World.system.clock.now) == .active)
        }
        let serials = Set(certificates.map(\.serialNumber))
        #expect(serials.count == certificates.count)
        let registered = Set(try await center.identifiers(.merchant).map(\.text))
        for answer in answered {
            guard let line = answer.split(separator: "\n").first,
                let read = try? JSONSerialization.jsonObject(with: Data(line.utf8)),
                let object = read as? [String: Any]
            else { continue }
            if let serial = object["serialNumber"] as? String { #expect(serials.contains(serial)) }
            if let text = object["identifier"] as? String { #expect(registered.contains(text)) }
        }
        let app = try #require(try await center.app("com.example.store"))
        #expect(app.merchantIdentifiers.isEmpty || app.merchantIdentifiers == [Self.merchant])
        await sandbox.close()
    }
}
