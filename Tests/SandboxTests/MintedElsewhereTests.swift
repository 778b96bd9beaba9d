import AppleServers
import Bytes
import Certificates
import Foundation
import JSON
import Money
import PaymentToken
import TestSupport
import Testing
import TokenMint
import World

/// Random minted tokens, checked by independent programs: OpenSSL's command,
/// the Python package applepay, and Apple's words in Python (Tests/Oracles/judge-tokens.py).
@Suite("A token of the mint elsewhere")
struct MintedElsewhereTests {
    /// `QUINCE_ORACLE_TOKENS=1000` judges a thousand; it takes a minute.
    static let count =
        ProcessInfo.processInfo.environment["QUINCE_ORACLE_TOKENS"].flatMap(Int.init) ?? 60

    static let isInstalled = ConditionTrait.enabled(
        if: PythonOracle.isInstalled,
        "skipped: Tests/Oracles/install has not been run, so no other decrypter is here"
    )

    static let versions: [PaymentTokenVersion] = [.ecV1, .rsaV1]

    /// A token of random shape, its mint and what is in it.
    struct Sample {
        let version: PaymentTokenVersion
        let root: Certificate
        let token: MintedToken
        let signedAt: UnixTime
    }

    static func sample(_ bench: MintBench, from world: World) throws -> Sample {
        let chance = world.randomness
        func one<Element>(of list: [Element]) -> Element {
            list[Int(chance.number(below: UInt64(list.count)))]
        }
        let currency = one(of: [Currency.usd, .eur, .cny, .jpy])
        let amount = Int64(chance.number(below: 10_000_000))
        var order = MintOrder(
            amount: Money(minorUnits: amount, currency: currency),
            signingTime: UnixTime(
                seconds: MintBench.now.seconds + Int64(chance.number(below: 100_000_000))
            )
        )
        order.network = one(of: MintNetwork.allCases)
        order.payload = one(of: PayloadForm.allCases)
        order.form = one(of: SignedDataWriter.Form.allCases)
        if chance.number(below: 2) == 0 {
            order.applicationData = chance.bytes(Int(chance.number(below: 100)))
        }
        let version = one(of: versions)
        let mint = try bench.mint(version)
        return Sample(
            version: version,
            root: mint.root,
            token: try mint.token(chance.number(below: .max), order),
            signedAt: order.signingTime
        )
    }

    static func judgements(_ bench: MintBench, of samples: [Sample]) throws -> [String] {
        let question = JSONOutput.object([
            "merchants": .array(
                try versions.map {
                    .object([
                        "certificate": .string(try #require(bench.certificates[$0]).pem),
                        "privateKey": .string(try bench.pem($0).revealedText()),
                    ])
                }
            ),
            "tokens": .array(
                samples.map { sample in
                    .object([
                        "json": .string(String(decoding: sample.token.json, as: UTF8.self)),
                        "merchant": .integer(sample.version == .ecV1 ? 0 : 1),
                        "root": .string(sample.root.pem),
                        "at": .integer(sample.signedAt.seconds),
                    ])
                }
            ),
        ])
        let answer = try PythonOracle.run("judge-tokens.py", input: question.compact)
        #expect(answer.isSuccess, "\(answer.complaint)")
        return answer.text.split(separator: "\n").map(String.init)
    }

    @Test(isInstalled)
    func `is verified and opened to what was sealed`() throws {
        let bench = try MintBench.shared.get()
        let world = World.simulated(seed: 311, startingAt: MintBench.now)
        let samples = try (0..<Self.count).map { _ in try Self.sample(bench, from: world) }
        let judgements = try Self.judgements(bench, of: samples)
        #expect(judgements.count == samples.count)
        let differing = zip(judgements, samples).enumerated()
            .filter { _, pair in
                pair.0 != pair.1.token.payload.withBytes { Base64.encode($0) }
            }
        #expect(differing.map(\.offset) == [])
        for sample in samples {
            let sealed = try SealedPaymentToken(json: sample.token.json)
            let opened = try PaymentTokenVerifier(trusting: TrustAnchor(root: sample.root))
                .verify(sealed, at: sample.signedAt)
                .opened(with: [bench.merchantKey(sample.version)])
            #expect(opened.payment.document.root.secretText == sample.token.payload)
        }
    }

    /// Judges that agree with everything would prove nothing.
    @Test(isInstalled)
    func `is refused if it is malicious`() throws {
        let bench = try MintBench.shared.get()
        let faults: [(String, String)] = [
            ("data-tampered", "refused by openssl"), ("other-root", "refused by openssl"),
            ("forged-signature", "refused by openssl"),
            ("iv-12-bytes", "refused by cryptography"), ("bad-tag", "refused by cryptography"),
            ("outer-identifier-differs", "refused: identifiers differ"),
        ]
        for version in Self.versions {
            let mint = try bench.mint(version)
            let samples = try faults.map { name, _ in
                let fault = try #require(TokenFault(named: name))
                return Sample(
                    version: version,
                    root: mint.root,
                    token: try mint.token(1, MintBench.order, fault: fault),
                    signedAt: MintBench.now
                )
            }
            #expect(try Self.judgements(bench, of: samples) == faults.map(\.1))
        }
    }
}
