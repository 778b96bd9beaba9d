import AppleServers
import Certificates
import Foundation
import SandboxServer
import TestSupport
import Testing
import World

/// A sandbox that is killed at random moments while clients register merchants and have keys certified.
///
/// `QUINCE_KILLS` asks for more kills than the short form has.
@Suite("A sandbox that is killed under load", .serialized)
struct KilledSandboxTests {
    static let askedKills = ProcessInfo.processInfo.environment["QUINCE_KILLS"].flatMap(Int.init)
    static let kills = askedKills ?? 6
    let folder = ScratchFolder()

    func shell(_ line: String) throws -> ProcessRun { try ProcessRun(line, in: folder.url) }

    @Test func `keeps every merchant and certificate that it answered, and none half made`()
        async throws
    {
        _ = try shell("$QUINCE merchant csr --kind identity --key key --request csr")
        let request = try String(contentsOfFile: folder.path("csr"), encoding: .utf8)
        let body = try JSONSerialization.data(
            withJSONObject: ["kind": "merchantIdentity", "request": request]
        )
        try body.write(to: folder.url.appending(path: "body"))
        let chance = SeededRandomness(seed: 13)
        for round in 0..<Self.kills {
            let sandbox = try SandboxProcess(["--state", folder.path("state")])
            let milliseconds = 1 + chance.number(below: 400)
            _ = try shell(Self.load(on: sandbox, round: round, killedAfter: milliseconds))
            sandbox.kill()
        }
        let (merchants, certificates) = try await check()
        #expect(merchants > 0 && certificates > 0, "there was load")
        guard Self.askedKills != nil else { return }
        print("killed \(Self.kills) times; \(merchants) merchants, \(certificates) certificates")
    }

    /// Three clients, and the signal that ends the sandbox.
    private static func load(
        on sandbox: SandboxProcess,
        round: Int,
        killedAfter milliseconds: UInt64
    ) -> String {
        let call = """
            curl -s -m 5 -H 'Authorization: Bearer \(sandbox.token)' \
            -H 'Content-Type: application/json' -w '\\n'
            """
        return """
            client() {
                for number in $(seq 1 500); do
                    name=merchant.com.r\(round)c$1n$number
                    \(call) -d "{\\"identifier\\":\\"$name\\",\\"description\\":\\"A shop\\"}" \
                        \(sandbox.api)/merchants >>answers$1 || return
                    \(call) -d @body \(sandbox.api)/merchants/$name/certificates \
                        >>answers$1 || return
                done
            }
            client 1 & client 2 & client 3 &
            sleep \(Double(milliseconds) / 1000)
            kill -KILL \(sandbox.identifier)
            wait
            """
    }

    /// Compares what the clients were answered with what is there.
    private func check() async throws -> (merchants: Int, certificates: Int) {
        let sandbox = try await SandboxFolder(folder.path("state"), world: .system)
        let center = sandbox.memberCenter
        let issuer = try center.authorities.rsaAuthorities(from: SystemRandomness())
        var serials: Set<String> = []
        var names: Set<String> = []
        for merchant in try await center.identifiers(.merchant) {
            names.insert(merchant.text)
            for issued in try await center.certificates(of: merchant.text) ?? [] {
                #expect(serials.insert(issued.serialNumber).inserted)
                #expect(
                    issued.certificate.isSigned(
                        by: issuer.developerRelations.certificate.publicKey
                    )
                )
            }
        }
        for client in 1...3 {
            let text = try String(contentsOfFile: folder.path("answers\(client)"), encoding: .utf8)
            for line in text.split(separator: "\n") {
                guard
                    let read = try? JSONSerialization.jsonObject(with: Data(line.utf8)),
                    let object = read as? [String: Any]
                else { continue }
                #expect(object["code"] == nil, "\(line)")
                if let serial = object["serialNumber"] as? String {
                    #expect(serials.contains(serial))
                } else if let name = object["identifier"] as? String {
                    #expect(names.contains(name))
                }
            }
        }
        await sandbox.close()
        let sound = try shell(
            "sqlite3 state/sandbox.sqlite 'PRAGMA integrity_check; PRAGMA foreign_key_check'"
        )
        #expect(sound.results == "ok\n")
        return (names.count, serials.count)
    }

    @Test func `opens a folder again whose first opening was killed`() throws {
        let chance = SeededRandomness(seed: 14)
        var (moments, killed) = (KillMoments(startingAt: 200), 0)
        for number in 0..<60 where killed < 8 {
            let seconds = Double(moments.milliseconds(chance)) / 1000
            let register = "merchant register merchant.com.a --name A --state fresh\(number)"
            let run = try shell(
                "timeout --signal=KILL \(seconds) $QUINCE \(register) >/dev/null; echo $?"
            )
            let isHit = run.results == "137\n"
            moments.note(isHit: isHit)
            killed += isHit ? 1 : 0
            let again = try shell(
                """
                $QUINCE \(register) >/dev/null 2>&1
                $QUINCE merchant list --state fresh\(number) &&
                $QUINCE merchant authorities --out ca\(number) --state fresh\(number) >/dev/null &&
                openssl verify -CAfile ca\(number)/root-g2.pem ca\(number)/developer-relations-rsa.pem
                """
            )
            #expect(again.status == 0, "\(again.remarks)")
            #expect(again.results.hasPrefix("merchant.com.a\n"))
            #expect(again.results.hasSuffix(".pem: OK\n"))
        }
        #expect(killed == 8)
    }
}
