import AppleServers
import Certificates
import Foundation
import HTTPMessages
import HTTPServer
import JSON
import PaymentToken
import Payments
import TestSandbox
import TestSupport
import Testing
import World

@testable import MerchantServer

@Suite("What a payment is refused for")
struct PaymentRefusalTests {
    /// The refusals that a developer meets: cause, remedy and a link are in each.
    private func expect(
        _ answer: ServerUnderTest.Answer,
        _ status: Int,
        _ code: String,
        says text: String
    ) {
        #expect(answer.status == status && answer["code"] == code, "\(answer.text)")
        #expect(answer["cause"]?.contains(text) == true, "\(answer.text)")
        #expect(answer["remedy"]?.isEmpty == false)
        #expect(answer["link"] == "Documentation/Refusals.md#\(code.lowercased())")
    }

    @Test func `a token for another certificate`() async throws {
        let bench = try PaymentBench(.sqlite)
        // Apple seals to the newest certificate once the mixed window is over, and the server has the old one's key.
        _ = try bench.sandbox.certify(bench.merchant.identifier, named: "A shop")
        bench.clock.advance(bySeconds: IssuedCertificate.mixedWindow)
        let server = try await bench.server()
        let answer = try await server.pay(PaymentBench.body(try await bench.token()))
        expect(answer, 422, "certificateUnknown", says: "publicKeyHash")
        #expect(answer["applePay.status"] == "1")
    }

    @Test func `a stale token`() async throws {
        let bench = try PaymentBench(.sqlite)
        let server = try await bench.server()
        let body = PaymentBench.body(try await bench.token())
        bench.clock.advance(bySeconds: 3_600)
        expect(try await server.pay(body), 422, "tokenStale", says: "stale")
    }

    @Test func `a sandbox's token at a server for production`() async throws {
        let bench = try PaymentBench(.sqlite)
        let server = try await bench.server(trusting: .appleRootCAG3)
        let answer = try await server.pay(PaymentBench.body(try await bench.token()))
        expect(answer, 422, "sandboxTokenInProduction", says: "TEST root")
    }

    @Test func `an amount, a currency or application data that differ`() async throws {
        let bench = try PaymentBench(.sqlite)
        let server = try await bench.server()
        let token = try await bench.token()
        let amount = try await server.pay(PaymentBench.body(token, amount: "10.76"), key: "1")
        expect(amount, 422, "amountDiffers", says: "pays 10.75 USD, the request says 10.76 USD")
        let currency = try await server.pay(PaymentBench.body(token, currency: "EUR"), key: "2")
        expect(currency, 422, "currencyDiffers", says: "pays 10.75 USD, the request says 10.75 EUR")
        let data = try await server.pay(
            PaymentBench.body(token, #""applicationData":"YQ==""#),
            key: "3"
        )
        expect(data, 422, "applicationDataDiffers", says: "application data")
        // Nothing of that was kept: the token pays.
        #expect(try await server.pay(PaymentBench.body(token), key: "1").status == 201)
    }

    /// A processor that does not answer, and does not cancel.
    private struct Unyielding: PaymentProcessor {
        let name = ProcessorName.stripe
        let capabilities: Set<ProcessorCapability> = [.capture, .refund, .void]

        func authorize(
            _: AuthorizationRequest
        ) async throws(ProcessorFailure) -> AuthorizationAnswer {
            throw .outcomeUnknown(.timedOut)
        }

        func reverse(_: ReversalRequest) async throws(ProcessorFailure) -> ReversalAnswer {
            .refused(.doNotHonor)
        }
    }

    @Test func `another card for a reference whose authorization cannot be cancelled`() async throws
    {
        let bench = try PaymentBench(.sqlite)
        let server = try await bench.server(over: Unyielding())
        let first = try await server.pay(PaymentBench.body(try await bench.token()), key: "1")
        expect(first, 409, "cancellationRefused", says: "refuses to cancel")
        let other = try await server.pay(PaymentBench.body(try await bench.token()), key: "2")
        expect(other, 409, "cancellationRefused", says: "refuses to cancel")
        let payment = try #require(first["payment"])
        #expect(other["payment"] == payment, "\(other.text)")
    }

    @Test func `a token that another order used`() async throws {
        let bench = try PaymentBench(.sqlite)
        let server = try await bench.server()
        let token = try await bench.token()
        #expect(try await server.pay(PaymentBench.body(token)).status == 201)
        let other = try await server.pay(PaymentBench.body(token, reference: "cart 2"), key: "2")
        expect(other, 422, "tokenUsed", says: "accepted before")
    }

    @Test(arguments: [
        (#"{"a":1}"#, "tokenUnreadable"),
        (
            #"{"paymentData":"","transactionIdentifier":"Simulated Identifier"}"#,
            "tokenFromSimulator"
        ),
        (
            #"{"payment":{"token":{"version":"","data":"","signature":"","header":{}}}}"#,
            "tokenElsewhere"
        ),
        (
            #"{"token_data":"{\"Version\":1,\"Data\":1,\"Signature\":1,\"Header\":1}"}"#,
            "tokenElsewhere"
        ),
    ])
    func `what is no token`(_ token: String, _ code: String) async throws {
        let bench = try PaymentBench(.sqlite)
        let server = try await bench.server()
        let body = """
            {"token":\(token),"amount":"10.75","currency":"USD","reference":"cart 1"}
            """
        let answer = try await server.pay(body)
        #expect(answer.status == 422 && answer["code"] == code, "\(answer.text)")
    }

    @Test(arguments: [
        (#""amount":"10.755""#, "amountInvalid"), (#""amount":"0""#, "amountInvalid"),
        (#""amount":"-1.00""#, "amountInvalid"), (#""amount":"1e3""#, "amountInvalid"),
        (#""currency":"XXQ""#, "currencyUnknown"),
        (#""lines":[{"title":"a","amount":"1,00"}]"#, "amountInvalid"),
        (#""applicationData":"?""#, "applicationDataInvalid"),
        (#""shippingContact":{"addressLines":1}"#, "contactInvalid"),
    ])
    func `a body whose values are wrong is 422 before anything is recorded`(
        _ member: String,
        _ code: String
    ) async throws {
        let bench = try PaymentBench(.sqlite)
        let server = try await bench.server()
        var members = [
            "token": "{}", "amount": #""10.75""#, "currency": #""USD""#, "reference": #""c""#,
        ]
        let parts = member.split(separator: ":", maxSplits: 1).map(String.init)
        members[parts[0].replacing("\"", with: "")] = parts[1]
        let body = members.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
        let answer = try await server.pay("{\(body)}")
        #expect(answer.status == 422 && answer["code"] == code, "\(answer.text)")
        #expect(try await server.count("SELECT count(*) AS n FROM idempotent_request") == 0)
    }

    @Test func `a contact that is too long is an error at its field`() async throws {
        let bench = try PaymentBench(.sqlite)
        let server = try await bench.server()
        let long = String(repeating: "a", count: 1_025)
        let answer = try await server.pay(
            PaymentBench.body(
                try await bench.token(),
                #""shippingContact":{"locality":"\#(long)"}"#
            )
        )
        #expect(answer.status == 422 && answer["code"] == "contactInvalid")
        #expect(answer["applePay.errors.0.code"] == "shippingContactInvalid")
        #expect(answer["applePay.errors.0.contactField"] == "locality")
    }

    @Test func `each code has its section in Refusals`() throws {
        let page = try String(
            contentsOf: Repository.root.appending(path: "Documentation/Refusals.md"),
            encoding: .utf8
        )
        let headings = Set(
            page.split(separator: "\n").filter { $0.hasPrefix("### ") }
                .map { String($0.dropFirst(4)) }
        )
        let codes: [any ProblemCode] =
            MerchantProblemCode.allCases + SessionProblemCode.allCases + HTTPProblemCode.allCases
        let names = Set(codes.map { $0.rawValue })
        #expect(headings.filter { $0.first?.isLowercase == true } == names)
        for code in codes { #expect(!code.remedy.isEmpty) }
    }
}
