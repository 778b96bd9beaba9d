import Certificates
import PaymentToken
import TestSupport
import Testing
import TokenMint

/// Every fault, held to what the product says of it.
@Suite("A token with a fault")
struct TokenFaultTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let fault: TokenFault
        let version: PaymentTokenVersion
        var testDescription: String { "\(fault.name), \(version.rawValue)" }
    }

    static let cases = TokenFault.all.flatMap { fault in
        fault.versions.map { Case(fault: fault, version: $0) }
    }

    @Test(arguments: cases)
    func `gets its documented verdict, for its own cause`(one: Case) throws {
        let bench = try MintBench.shared.get()
        let mint = try bench.mint(one.version)
        for number in 1...2 as ClosedRange<UInt64> {
            var order = MintBench.order
            if number == 2 {
                // A verifier was seen that checks no signature where there is such data.
                order.applicationData = Array("buyID=12345".utf8)
                (order.form, order.payload, order.network) = (.null, .emv, .unionPay)
            }
            let token = try mint.token(number, order, fault: one.fault)
            switch one.fault.verdict {
            case .accept:
                #expect(token.refusal == nil)
                #expect(throws: Never.self) { try bench.open(token, of: mint) }
            case .refuse(let step):
                let refusal = try #require(token.refusal)
                #expect(refusal.step == step)
                #expect(throws: refusal) { try bench.open(token, of: mint) }
            }
        }
    }

    @Test func `is named once, in small letters, and explained in one line`() {
        let names = TokenFault.all.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { $0.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" } })
        let long = TokenFault.all.filter { $0.explanation.isEmpty || $0.explanation.count > 90 }
        #expect(long.map(\.name) == [])
        #expect(TokenFault(named: "stale")?.name == "stale")
        #expect(TokenFault(named: "no such fault") == nil)
    }

    @Test func `is of the version that the certificate gets`() throws {
        let mint = try MintBench.shared.get().mint(.ecV1)
        let fault = try #require(TokenFault(named: "oaep-sha1"))
        let failure = MintFailure.faultOfAnotherVersion(fault: "oaep-sha1", version: .ecV1)
        #expect(throws: failure) { try mint.token(1, MintBench.order, fault: fault) }
    }
}
