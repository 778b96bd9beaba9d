import AppleServers
import Certificates
import Foundation
import TestSupport
import Testing

@Suite("A signing request at the member center")
struct SigningRequestTests {
    let bench: CenterBench

    init() async throws {
        bench = try await CenterBench()
        try await bench.register()
        try await bench.register("order.com.example")
    }

    func refusal(
        _ request: [UInt8],
        _ kind: CertificateKind = .paymentProcessing,
        for holder: String = CenterBench.merchant
    ) async throws -> MemberCenter.Refusal? {
        do throws(MemberCenterFailure) {
            _ = try await bench.center.issue(kind, for: holder, request: request)
            return nil
        } catch {
            guard case .refused(let refusal) = error else { return nil }
            return refusal
        }
    }

    @Test func `is read as PEM and as DER`() async throws {
        #expect(try await refusal(bench.request()) == nil)
        _ = bench.request()
        _ = bench.shell("openssl req -new -key key.pem -subj /CN=shop -outform der -out r.der")
        let der = try Data(contentsOf: bench.folder.url.appending(path: "r.der"))
        #expect(try await refusal(Array(der)) == nil)
        // Windows line ends, and words before the PEM, as mail programs leave them.
        let text = String(decoding: bench.request(), as: UTF8.self)
        let mailed = "From: a shop\r\n\r\n" + text.replacing("\n", with: "\r\n")
        try await revokeAll()
        #expect(try await refusal(Array(mailed.utf8)) == nil)
    }

    func revokeAll() async throws {
        let certificates = try await bench.center.certificates(of: CenterBench.merchant)
        for certificate in try #require(certificates) {
            _ = try await bench.center.revoke(serial: certificate.serialNumber)
        }
    }

    @Test func `that is something else is refused by name`() async throws {
        _ = bench.request()
        let key = Array(bench.shell("cat key.pem").utf8)
        let certificate = Array(
            bench.shell("openssl req -x509 -key key.pem -subj /CN=shop -days 1").utf8
        )
        #expect(try await refusal([]) == .request(.empty))
        #expect(try await refusal(key) == .request(.privateKey))
        #expect(try await refusal(certificate) == .request(.certificate))
        #expect(try await refusal(Array("hello".utf8)) == .request(.unreadable))
        #expect(try await refusal([0x30, 0x03, 0x02, 0x01, 0x00]) == .request(.unreadable))
        let large = [UInt8](repeating: 0x41, count: 16_385)
        #expect(try await refusal(large) == .request(.tooLarge(bytes: 16_385)))
        #expect(try await refusal(bench.request() + key) == .request(.privateKey))
        #expect(try await bench.center.certificates(of: CenterBench.merchant)?.count == 0)
    }

    @Test func `that was changed after it was signed is refused`() async throws {
        let request = try CertificateSigningRequest(
            pem: String(decoding: bench.request(), as: UTF8.self)
        )
        var changed = request.der
        let place = try #require(changed.firstRange(of: Array("shop".utf8)))
        changed[place.lowerBound] ^= 0x20
        #expect(try await refusal(changed) == .request(.signatureInvalid))
    }

    @Test(
        arguments: [
            (CertificateKind.paymentProcessing, "rsa:3072", "an RSA key of 3072 bits"),
            (.paymentProcessing, "ec -pkeyopt ec_paramgen_curve:P-384", "a P-384 key"),
            (.merchantIdentity, "ec -pkeyopt ec_paramgen_curve:P-256", "a P-256 key"),
            (.merchantIdentity, "rsa:1024", "an RSA key of 1024 bits"),
            (.orderType, "ec -pkeyopt ec_paramgen_curve:P-256", "a P-256 key"),
            (
                .paymentProcessing, "ec -pkeyopt ec_paramgen_curve:secp256k1",
                "a key of a kind that is not read here"
            ),
        ]
    )
    func `for a key of another kind is refused, and says which kind it is`(
        kind: CertificateKind,
        key: String,
        found: String
    ) async throws {
        let holder = kind == .orderType ? "order.com.example" : CenterBench.merchant
        let refused = try await refusal(bench.request(key), kind, for: holder)
        #expect(refused == .unsupportedKey(kind, found: found))
    }

    @Test func `for an identifier of another kind, or one that is not there, is refused`()
        async throws
    {
        let request = bench.request("rsa:2048")
        #expect(
            try await refusal(request, .merchantIdentity, for: "order.com.example")
                == .kindNotOfIdentifier(.merchantIdentity, "order.com.example")
        )
        #expect(
            try await refusal(request, .orderType)
                == .kindNotOfIdentifier(.orderType, CenterBench.merchant)
        )
        #expect(
            try await refusal(request, .orderType, for: "order.com.other")
                == .unknownMerchant("order.com.other")
        )
    }
}
