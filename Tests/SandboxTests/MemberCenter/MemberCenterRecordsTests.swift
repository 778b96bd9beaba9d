import AppleServers
import Certificates
import Cryptography
import PaymentToken
import Storage
import TestSupport
import Testing
import World

@Suite("A member center in a database")
struct MemberCenterRecordsTests {
    let bench: CenterBench

    init() async throws { bench = try await CenterBench() }

    func refuses(
        _ expected: MemberCenter.Refusal,
        _ body: () async throws(MemberCenterFailure) -> Void
    ) async {
        do throws(MemberCenterFailure) {
            try await body()
            Issue.record("\(expected) was expected")
        } catch { #expect(error == .refused(expected)) }
    }

    @Test func `another process finds everything that the first one kept`() async throws {
        try await bench.register()
        let (first, second) = (try await bench.issue(), try await bench.issue())
        let identity = try await bench.issue(.merchantIdentity)
        _ = try await bench.center.activate(serial: second.serialNumber)
        _ = try await bench.center.revoke(serial: identity.serialNumber)
        _ = try await bench.center.registerApp("com.example.store", description: "Store")
        _ = try await bench.center.entitle(
            app: "com.example.store",
            to: [CenterBench.merchant]
        )
        let other = try await bench.another()
        let moment = bench.clock.now
        let kept = try #require(try await other.certificates(of: CenterBench.merchant))
        #expect(kept.map(\.serialNumber) == [first, second, identity].map(\.serialNumber))
        #expect(kept.map { $0.state(at: moment) } == [.replaced, .active, .revoked])
        #expect(kept.map(\.kind) == [.paymentProcessing, .paymentProcessing, .merchantIdentity])
        #expect(kept.map(\.certificate) == [first, second, identity].map(\.certificate))
        let app = try await other.app("com.example.store")
        #expect(app?.entitlement.merchantIdentifiers == [CenterBench.merchant])
        #expect(try await other.identifiers(.merchant).map(\.text) == [CenterBench.merchant])
        #expect(try await other.teams() == [MemberCenter.firstTeam])
    }

    @Test func `the authorities of a folder stay the same`() async throws {
        let (mine, others) = (bench.center.authorities, try await bench.another().authorities)
        #expect(mine.files.map(\.certificate) == others.files.map(\.certificate))
        #expect(mine.files.count == 7)
        for version in [PaymentTokenVersion.ecV1, .rsaV1] {
            let signers = try [mine, others].map {
                try $0.signer(of: version, from: SystemRandomness())
            }
            #expect(signers[0].certificate == signers[1].certificate)
            // The stored key is the certificate's own.
            let digest = [UInt8](repeating: 7, count: 32)
            let signature = try signers[1].key.signature(overSHA256: digest)
            #expect(
                signers[0].certificate.publicKey.isValidSignature(signature, forSHA256: digest)
            )
        }
        for file in mine.files where file.certificate.subject == file.certificate.issuer {
            #expect(file.certificate.subject[.commonName]?.contains("TEST") == true)
        }
    }

    @Test func `two processes that open a new folder at once make its authorities once`()
        async throws
    {
        let folder = ScratchFolder()
        let roots = try await withThrowingTaskGroup(of: [Certificate].self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let opened = try await CenterBench.open(folder, .system)
                    let roots = opened.1.authorities.files.map(\.certificate)
                    await opened.0.close()
                    return roots
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(roots.count == 4)
        #expect(roots.allSatisfy { $0 == roots[0] })
    }

    @Test func `processes that issue at once keep to the limit`() async throws {
        try await bench.register()
        let (others, request) = (
            [bench.center, try await bench.another(), try await bench.another()], bench.request()
        )
        let outcomes = await withTaskGroup(of: IssuedCertificate?.self) { group in
            for number in 0..<24 {
                group.addTask {
                    try? await others[number % 3].issue(
                        .paymentProcessing,
                        for: CenterBench.merchant,
                        request: request
                    )
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { $0 != nil } == 2)
        let kept = try #require(try await bench.center.certificates(of: CenterBench.merchant))
        #expect(kept.map { $0.state(at: bench.clock.now) } == [.active, .inactive])
        #expect(Set(kept.map(\.serialNumber)).count == 2)
    }

    @Test func `a certificate is known by its bytes, not by its serial number alone`() async throws
    {
        try await bench.register()
        let issued = try await bench.issue(.merchantIdentity)
        // The same names and serial number, signed by another key.
        let serial = issued.serialNumber
        _ = bench.shell(
            """
            openssl req -x509 -newkey rsa:2048 -nodes -keyout forged.pem -set_serial 0x\(serial) \
            -subj "/UID=merchant.com.example/CN=forged" -days 30 -out forged.crt 2>/dev/null
            """
        )
        let forged = try Certificate(pem: bench.shell("cat forged.crt"))
        #expect(forged.serialNumber == issued.certificate.serialNumber)
        #expect(try await bench.center.certificate(der: forged.der) == nil)
        #expect(try await bench.center.certificate(der: [1, 2, 3]) == nil)
        let found = try await bench.center.certificate(der: issued.certificate.der)
        #expect(found?.holder == CenterBench.merchant)
        #expect(found?.kind == .merchantIdentity)
    }

    @Test func `identifiers, apps and teams are registered once, and in their form`() async throws {
        try await bench.register()
        let center = bench.center
        await refuses(.alreadyRegistered(CenterBench.merchant)) { () throws(MemberCenterFailure) in
            _ = try await center.register(.merchant, CenterBench.merchant, description: "B")
        }
        await refuses(.invalidIdentifier("com.example", .noPrefix)) {
            () throws(MemberCenterFailure) in
            _ = try await center.register(.merchant, "com.example", description: "B")
        }
        await refuses(.invalidOrderType("merchant.com.b", .noPrefix)) {
            () throws(MemberCenterFailure) in
            _ = try await center.register(.orderType, "merchant.com.b", description: "B")
        }
        for description in ["", "two\nlines", String(repeating: "x", count: 256)] {
            await refuses(.invalidDescription) { () throws(MemberCenterFailure) in
                _ = try await center.register(.merchant, "merchant.com.b", description: description)
            }
        }
        await refuses(.unknownTeam("ABCDEFGHIJ")) { () throws(MemberCenterFailure) in
            _ = try await center.register(
                .merchant,
                "merchant.com.b",
                description: "B",
                team: "ABCDEFGHIJ"
            )
        }
        for text in ["ABCDEFGHI", "abcdefghij", "ABCDEFGHIJK"] {
            await refuses(.invalidTeam(text)) { () throws(MemberCenterFailure) in
                try await center.register(MemberCenter.Team(identifier: text, name: "B"))
            }
        }
        let team = MemberCenter.Team(identifier: "ABCDEFGHIJ", name: "Another shop")
        try await center.register(team)
        await refuses(.alreadyRegistered("ABCDEFGHIJ")) { () throws(MemberCenterFailure) in
            try await center.register(team)
        }
        _ = try await center.register(
            .merchant,
            "merchant.com.b",
            description: "B",
            team: "ABCDEFGHIJ"
        )
        let issued = try await bench.issue(for: "merchant.com.b")
        #expect(issued.certificate.subject[.organizationalUnit] == "ABCDEFGHIJ")
        #expect(issued.certificate.subject[.organization] == "Another shop")
    }

    @Test func `an app is entitled to registered merchants, all or none, unless it is a wildcard`()
        async throws
    {
        try await bench.register("merchant.com.a")
        try await bench.register("merchant.com.b")
        try await bench.register("order.com.c")
        let center = bench.center
        for text in ["com.example.store", "com.example.*"] {
            _ = try await center.registerApp(text, description: "App")
        }
        await refuses(.alreadyRegistered("com.example.store")) { () throws(MemberCenterFailure) in
            _ = try await center.registerApp("com.example.store", description: "App")
        }
        for text in ["", "com..store", "com.*.store", "com.st\u{f6}re", ".com"] {
            await #expect(throws: MemberCenterFailure.self, "\(text)") {
                try await center.registerApp(text, description: "App")
            }
        }
        await refuses(.wildcardApp("com.example.*")) { () throws(MemberCenterFailure) in
            _ = try await center.entitle(app: "com.example.*", to: ["merchant.com.a"])
        }
        await refuses(.unknownApp("com.other")) { () throws(MemberCenterFailure) in
            _ = try await center.entitle(app: "com.other", to: ["merchant.com.a"])
        }
        _ = try await center.entitle(
            app: "com.example.store",
            to: ["merchant.com.b", "merchant.com.a", "merchant.com.b"]
        )
        for stranger in ["merchant.com.z", "order.com.c"] {
            await refuses(.unknownMerchant(stranger)) { () throws(MemberCenterFailure) in
                _ = try await center.entitle(
                    app: "com.example.store",
                    to: ["merchant.com.a", stranger]
                )
            }
        }
        let app = try await center.app("com.example.store")
        #expect(app?.merchantIdentifiers == ["merchant.com.b", "merchant.com.a"])
        _ = try await center.entitle(app: "com.example.store", to: [])
        #expect(try await center.app("com.example.store")?.merchantIdentifiers == [])
    }

    @Test func `no file of the folder has a merchant's private key`() async throws {
        try await bench.register()
        _ = try await bench.issue()
        let digitsOf = "python3 -c 'import sys; print(sys.stdin.buffer.read().hex())'"
        let scalar = bench.shell("openssl ec -in key.pem -outform der 2>/dev/null | \(digitsOf)")
        // SEC 1: the private key is the OCTET STRING of 32 bytes after the version.
        let digits = scalar.dropFirst(14).prefix(64)
        #expect(digits.utf8.count == 64)
        let files = bench.shell("cat sandbox.sqlite* | \(digitsOf)")
        #expect(files.utf8.count > 10_000)
        #expect(!files.contains(digits))
    }
}
