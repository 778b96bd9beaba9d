internal import Bytes
internal import Certificates
internal import Foundation
internal import JSON
internal import PaymentToken
internal import TestSupport
import Testing

@testable import quince

/// A signature draws from libcrypto's randomness, and from nothing else of a checkout.
@Suite("A checkout of one seed")
struct CheckoutSeedTests {
    /// The first element inside a DER sequence: what a certificate or a request signs.
    static func signedPart(of der: [UInt8]) -> ArraySlice<UInt8> {
        func content(at start: Int) -> Range<Int> {
            let first = Int(der[start + 1])
            guard first >= 0x80 else { return start + 2..<start + 2 + first }
            let size = first & 0x7f
            let length = der[start + 2..<start + 2 + size].reduce(0) { $0 << 8 | Int($1) }
            return start + 2 + size..<start + 2 + size + length
        }
        let start = content(at: 0).lowerBound
        return der[start..<content(at: start).upperBound]
    }

    static func der(_ pem: [UInt8]) throws -> [UInt8] {
        let lines = String(decoding: pem, as: UTF8.self).split(separator: "\n")
        return try Base64.decode(lines.filter { !$0.hasPrefix("-") }.joined())
    }

    @Test(.enabled(if: SQLiteProgram.isInstalled, "the program sqlite3 is not installed"))
    func `is the same but for its signatures, file by file`() async throws {
        let (first, second) = (try await CheckoutRun(seed: 11), try await CheckoutRun(seed: 11))
        let pairs = zip(first.files.all, second.files.all)
        var compared: Set<String> = []
        for ((name, path), (_, other)) in pairs {
            let (one, two) = (try first.bytes(path), try second.bytes(other))
            switch name {
            case "merchantKey", "signedContent": #expect(one == two, "\(name)")
            case "root", "applicationIntegration", "tokenSigner", "developerRelations",
                "merchant", "merchantRequest":
                let (one, two) = (try Self.der(one), try Self.der(two))
                #expect(Self.signedPart(of: one) == Self.signedPart(of: two), "\(name)")
                #expect(one != two, "\(name) is signed anew")
            case "signature":
                let (one, two) = (try SignedData(one), try SignedData(two))
                #expect(one.messageDigest == two.messageDigest)
                #expect(one.signingTime == two.signingTime)
                let parts = [one, two].map { signed in
                    signed.eachCertificate.map { Self.signedPart(of: Array(signed.bytes[$0])) }
                }
                #expect(parts[0] == parts[1] && parts[0].count == 2)
            case "token": try compareTokens(one, two)
            case "orders": #expect(try dump(path) == dump(other))
            default: Issue.record("\(name) is not compared")
            }
            compared.insert(name)
        }
        #expect(compared.count == 11)
    }

    func compareTokens(_ one: [UInt8], _ two: [UInt8]) throws {
        let (first, second) = (try SealedPaymentToken(json: one), try SealedPaymentToken(json: two))
        #expect(first.signature != second.signature)
        func blanked(_ token: SealedPaymentToken) -> String {
            token.json.compact.replacing(Base64.encode(token.signature), with: "")
        }
        #expect(blanked(first) == blanked(second))
    }

    /// The database as text, by a program that shares none of our code; its file also counts how often it was written.
    func dump(_ path: String) throws -> String {
        let run = try ProcessRun("sqlite3 '\(path)' .dump", in: Repository.root)
        #expect(run.status == 0 && run.results.contains("INSERT INTO shop_order"))
        return run.results
    }

    @Test func `differs from another seed's in every secret and unique value`() async throws {
        let (first, second) = (try await CheckoutRun(seed: 1), try await CheckoutRun(seed: 2))
        for (one, two) in zip(first.files.all, second.files.all) {
            #expect(try first.bytes(one.path) != second.bytes(two.path), "\(one.name)")
        }
        let (one, two) = (try #require(first.ending.token), try #require(second.ending.token))
        #expect(one.transactionID != two.transactionID)
        #expect(one.data != two.data)
        #expect(one.publicKeyHash != two.publicKeyHash)
        #expect(one.keyMaterial != two.keyMaterial)
        #expect(one.applicationDataHash != two.applicationDataHash)
        #expect(accounts(first) != accounts(second))
        #expect(accounts(first).count == 1)
    }

    func accounts(_ run: CheckoutRun) -> [String] {
        run.events.compactMap {
            if case .cardProvisioned(_, let account) = $0 { account } else { nil }
        }
    }
}

/// The `sqlite3` program.
enum SQLiteProgram {
    static let isInstalled = !Shell.output(of: "command -v sqlite3", in: Repository.root).isEmpty
}
