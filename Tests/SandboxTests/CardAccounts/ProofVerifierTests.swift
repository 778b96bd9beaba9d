import Bytes
import CardAccounts
import Testing
import World

@Suite("The proof of a payment")
struct ProofVerifierTests {
    var bench = ProofBench()

    /// One of each kind of proof.
    static let kinds = ["20 bytes", "19 bytes", "chip data"]

    func proof(
        _ kind: String,
        of payment: ProvenPayment? = nil,
        counter: UInt16 = 1
    ) throws -> PaymentProof {
        switch kind {
        case "20 bytes": .cryptogram(try bench.cryptogram(of: payment, counter: counter))
        case "19 bytes":
            .cryptogram(
                try bench.cryptogram(of: payment, layout: .nineteenBytes, counter: counter)
            )
        default: .chipData(try bench.chipData(of: payment, counter: counter))
        }
    }

    @Test(arguments: kinds)
    func `is for one amount, currency and merchant, and one account's`(kind: String) throws {
        let proof = try proof(kind, counter: 7)
        #expect(bench.verdict(bench.message(proof)) == .success(7))
        let refused = Result<UInt16, ProofRefusal>.failure(.cryptogramInvalid)
        for amount in [1_074, 0, ProvenPayment.largestAmount] {
            #expect(bench.verdict(bench.message(proof, amount: amount)) == refused)
        }
        #expect(bench.verdict(bench.message(proof, currency: "840")) == refused)
        #expect(bench.verdict(bench.message(proof, merchant: "merchant.com.other")) == refused)
        let other = ProofBench(seed: 2)
        #expect(other.verdict(other.message(proof)) == refused)
    }

    @Test(arguments: kinds)
    func `may be compared before, and a comparison counts for the keys that it was made with`(
        kind: String
    ) throws {
        let verifier = ProofVerifier()
        let message = bench.message(try proof(kind))
        let other = ProofBench(seed: 2)
        func verdict(
            _ message: ProofMessage,
            _ comparison: ProofComparison?
        ) -> Result<UInt16, ProofRefusal> {
            Result { () throws(ProofRefusal) in
                try verifier.verify(
                    message,
                    against: bench.record,
                    at: ProofBench.now,
                    compared: comparison
                ).highest
            }
        }
        let right = try #require(verifier.compare(message, with: bench.record))
        let wrong = try #require(verifier.compare(message, with: other.record))
        #expect(verdict(message, right) == .success(1))
        #expect(verdict(message, wrong) == .success(1), "made with other keys, so made again")
        let changed = bench.message(try proof(kind), amount: 1)
        let refused = Result<UInt16, ProofRefusal>.failure(.cryptogramInvalid)
        #expect(verdict(changed, verifier.compare(changed, with: bench.record)) == refused)
        #expect(verdict(changed, right) == refused, "made of another message")
        let theirs = bench.message(try ProofVerifierTests(bench: other).proof(kind))
        let proven = try #require(verifier.compare(theirs, with: other.record))
        #expect(verdict(theirs, proven) == refused, "proven for another account")
        var used = bench.record
        used.counters = CounterWindow(highest: 1)
        let repeated = Result { () throws(ProofRefusal) in
            try verifier.verify(message, against: used, at: ProofBench.now, compared: right)
        }
        #expect(repeated == .failure(.counterReplayed))
    }

    @Test(arguments: kinds)
    func `uses a counter once, and none far ahead`(kind: String) throws {
        var record = bench.record
        record.counters = CounterWindow(highest: 100)
        func verdict(_ counter: UInt16) throws -> Result<UInt16, ProofRefusal> {
            bench.verdict(bench.message(try proof(kind, counter: counter)), against: record)
        }
        #expect(try verdict(101) == .success(101))
        #expect(try verdict(100) == .failure(.counterReplayed))
        #expect(try verdict(99) == .failure(.counterReplayed))
        #expect(try verdict(0) == .failure(.counterReplayed))
        #expect(try verdict(4_196) == .success(4_196))
        #expect(try verdict(4_197) == .failure(.counterTooFarAhead))
        record.counters = CounterWindow(highest: 100, used: ~(1 << 3 | 1 << 63))
        #expect(try verdict(97) == .success(100), "it was passed over")
        #expect(try verdict(37) == .success(100))
        #expect(try verdict(98) == .failure(.counterReplayed))
        #expect(try verdict(36) == .failure(.counterReplayed), "it is too far back to be told")
        record.counters = CounterWindow(highest: 65_534)
        #expect(try verdict(65_535) == .success(65_535))
        record.counters = CounterWindow(highest: 65_535)
        #expect(try verdict(65_535) == .failure(.counterReplayed))
    }

    /// Each message has all the faults from one on, so the first check that fails is seen.
    @Test(arguments: kinds)
    func `is checked last, after token, domain, expiry and counter`(kind: String) throws {
        let late = try #require(UnixTime(iso8601: "2036-01-01T00:00:00Z"))
        let message = bench.message(
            try proof(kind, counter: 5),
            amount: 1,
            merchant: "merchant.com.other",
            requestor: "040010030273"
        )
        let good = bench.message(try proof(kind, counter: 5), amount: 1)
        var record = bench.record
        (record.status, record.merchants) = (.suspended, [])
        record.counters = CounterWindow(highest: 5)
        func verdict(_ message: ProofMessage, at now: UnixTime) -> ProofRefusal? {
            switch bench.verdict(message, at: now, against: record) {
            case .success: nil
            case .failure(let refusal): refusal
            }
        }
        let none = bench.verdict(message, at: late, against: nil)
        #expect(none == .failure(.unknownToken))
        #expect(verdict(message, at: late) == .tokenNotActive)
        record.status = .active
        #expect(verdict(message, at: late) == .otherTokenRequestor)
        #expect(verdict(good, at: late) == .otherMerchant)
        record.merchants = [MerchantDigest(of: ProofBench.merchant)]
        #expect(verdict(good, at: late) == .expired)
        #expect(verdict(good, at: ProofBench.now) == .counterReplayed)
        record.counters = CounterWindow(highest: 4)
        #expect(verdict(good, at: ProofBench.now) == .cryptogramInvalid)
    }

    @Test func `needs a token that is active`() throws {
        let message = bench.message(try proof("20 bytes"))
        let expected: [TokenRecord.Status: Result<UInt16, ProofRefusal>] = [
            .active: .success(1), .inactive: .failure(.tokenNotActive),
            .suspended: .failure(.tokenNotActive), .deleted: .failure(.unknownToken),
        ]
        for status in TokenRecord.Status.allCases {
            var record = bench.record
            record.status = status
            #expect(bench.verdict(message, against: record) == expected[status])
        }
    }

    @Test func `is good to the end of the token's month`() throws {
        let proof = try proof("20 bytes")
        func verdict(_ expiration: String, _ time: String) throws -> Result<UInt16, ProofRefusal> {
            bench.verdict(
                bench.message(proof, expiration: expiration),
                at: try #require(UnixTime(iso8601: time)),
                against: bench.record
            )
        }
        #expect(try verdict("3512", "2035-12-31T23:59:59Z") == .success(1))
        #expect(try verdict("3512", "2036-01-01T00:00:00Z") == .failure(.expired))
        for other in ["3511", "3601", "", "351", "35121", "xxxx", "+512"] {
            #expect(try verdict(other, "2025-01-01T00:00:00Z") == .failure(.otherExpiration))
        }
    }

    @Test func `names the token requestor of the token or none`() throws {
        let proof = try proof("20 bytes")
        let named = bench.message(proof, requestor: ProofBench.requestor)
        #expect(bench.verdict(named) == .success(1))
        let other = bench.message(proof, requestor: "")
        #expect(bench.verdict(other) == .failure(.otherTokenRequestor))
    }

    @Test(arguments: kinds)
    func `is not looked at for an amount or a currency that cannot be paid`(kind: String) throws {
        let proof = try proof(kind)
        for amount in [-1, ProvenPayment.largestAmount + 1, Int64.max, Int64.min] {
            let message = bench.message(proof, amount: amount)
            #expect(bench.verdict(message) == .failure(.amountOutOfRange))
        }
        for currency in ["", "84", "0840", "USD", "８４０"] {
            let message = bench.message(proof, currency: currency)
            #expect(bench.verdict(message) == .failure(.malformed))
        }
    }

    @Test func `has a response code for each refusal, and a result where it was validated`() {
        let codes = ProofRefusal.allCases.map {
            "\($0) \($0.responseCode) \($0.validationResult.map(String.init) ?? "-")"
        }
        #expect(
            codes == [
                "unknownToken 14 -", "tokenNotActive 62 -", "otherTokenRequestor 57 -",
                "otherMerchant 57 -", "otherExpiration 14 -", "expired 54 -",
                "amountOutOfRange 13 -", "malformed 30 -", "cryptogramMalformed 82 0",
                "counterReplayed 82 1", "counterTooFarAhead 82 1", "cryptogramInvalid 82 1",
            ]
        )
    }
}
