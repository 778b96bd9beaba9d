import AppleServers
import Bytes
import Certificates
import CommandLineTool
import Cryptography
import Files
import HTTPMessages
import JSON
import PlatformProcessors
import World

/// Writes the configuration of a shop's server for a sandbox: keys, certificates and settings.
///
/// A key is written before its certificate is asked for, so that a setup that was interrupted goes on with
/// the same key.
struct ServerSetup {
    static let domain = "shop.example.com"
    private static let address = "127.0.0.1:8080"
    private static let standardIdentifier = "merchant.com.example"
    /// The folder of Payment Processing keys and certificates. A renewal adds a pair to it.
    static let processing = "processing"
    /// The key of stored credentials.
    private static let credentials = "credentials.key"
    /// The key from which secrets of webhooks are derived.
    private static let webhooks = "webhooks.key"
    /// The key from which the links of orders are derived.
    static let orders = "orders.key"

    let folder: String
    let sandbox: SandboxLine
    let output: Output
    /// The shop's name, as sheets and receipts show it.
    var displayName = "Example Shop"
    /// The platform that charges; nil for the card network.
    var platform: PlatformSetup?

    var configPath: String { "\(folder)/server.json" }

    /// Whether there is a configuration already.
    var exists: Bool { Files.exists(configPath) }

    /// Makes everything.
    ///
    /// - Returns: The merchant identifier.
    func make(identifier given: String?) async throws(UsageProblem) -> String {
        try writing {
            _ = try Files.makeFolder("\(folder)/\(Self.processing)")
        }
        let calls = try MemberCenterCalls.server(sandbox.api, token: sandbox.token)
        let identifier = try await register(given, calls)
        if let platform, platform.form == .passThrough {
            _ = try await calls.call(
                .post,
                ["platforms", platform.platform.rawValue, "certificates"],
                .object(["merchantIdentifier": .string(identifier), "active": .bool(true)])
            )
        } else {
            try await certify(
                .paymentProcessing,
                of: identifier,
                "\(Self.processing)/first",
                calls
            )
        }
        try await certify(.merchantIdentity, of: identifier, "identity", calls)
        _ = try key(at: "\(folder)/\(Self.credentials)", isRSA: false)
        for name in [Self.webhooks, Self.orders] where !Files.exists("\(folder)/\(name)") {
            let digits = Hexadecimal.encode(World.system.randomness.bytes(32)) + "\n"
            try writing {
                try Files.writeSecret(Secret(copying: Array(digits.utf8)), to: "\(folder)/\(name)")
            }
        }
        try await registerDomain(of: identifier, calls)
        try await makeOrderType(of: identifier, calls)
        try await announce(at: Self.address)
        let association = try await calls.call(
            .get,
            ["merchants", identifier, "domain-association"]
        )
        let (authority, root) = (try copied(sandbox.authority), try copied(sandbox.root))
        try writing {
            try Files.write(association.text("content"), to: "\(folder)/domain-association")
            try Files.write(authority, to: "\(folder)/gateway-ca.pem")
            try Files.write(root, to: "\(folder)/root.pem")
            try platform?.write(to: folder)
            let text = configuration(identifier).indented + "\n"
            try Files.writeSecret(Secret(copying: Array(text.utf8)), to: configPath)
        }
        return identifier
    }

    /// Brings the addresses of a configuration up to date, which change when a sandbox starts anew, and
    /// leaves all else as it is.
    ///
    /// - Returns: The merchant identifier.
    func renew() throws(UsageProblem) -> String {
        guard let bytes = try? Files.read(configPath, limit: 262_144),
            let root = try? JSONDocument(bytes).root, root.isObject
        else {
            throw UsageProblem(
                "\(configPath): not a configuration",
                hint: "move it away, or name another folder"
            )
        }
        guard root.member("testGateway") != nil else {
            throw UsageProblem(
                "\(configPath): not a configuration for a sandbox: it has no \"testGateway\"",
                hint: "name another folder; this one is left as it is"
            )
        }
        if let own = try? Files.read("\(folder)/root.pem", limit: 65_536),
            try copied(sandbox.root) != own
        {
            throw UsageProblem(
                "\(folder): its keys and certificates are of another sandbox",
                hint: "name another folder for this sandbox; that one is left as it is"
            )
        }
        let former = JSONOutput(root)
        var renewed = former.replacing(["network", "address"], with: sandbox.network)
            .replacing(["testGateway", "address"], with: sandbox.gateway)
            .replacing(["orders", "wallet", "testPush", "address"], with: sandbox.gateway)
        for (name, account) in sandbox.platforms {
            guard let url = account["url"] else { continue }
            renewed = renewed.replacing(["platforms", name, "url"], with: url)
        }
        if renewed != former {
            try writing {
                let text = renewed.indented + "\n"
                try Files.writeSecret(Secret(copying: Array(text.utf8)), to: configPath)
            }
            output.remark("\(configPath): the addresses of the sandbox were brought up to date")
        }
        return root.member("merchant")?.text("identifier") ?? ""
    }

    private func register(
        _ given: String?,
        _ calls: MemberCenterCalls
    ) async throws(UsageProblem) -> String {
        let known = try await calls.call(.get, ["merchants"]).member("merchants")?.elements ?? []
        let taken = Set(known.map { $0.text("identifier") })
        let own = "\(folder)/merchant-identifier"
        if let bytes = try? Files.read(own, limit: 1_024) {
            let identifier = String(decoding: bytes, as: UTF8.self)
            if taken.contains(identifier) { return identifier }
        }
        if let given, taken.contains(given) {
            throw UsageProblem(
                "--merchant \(given): the sandbox has a merchant of this identifier",
                hint: "name another, such as \(given).second"
            )
        }
        var identifier = given ?? Self.standardIdentifier
        if taken.contains(identifier) {
            identifier += ".\(Hexadecimal.encode(World.system.randomness.bytes(4)))"
        }
        _ = try await calls.call(
            .post,
            ["merchants"],
            .object([
                "identifier": .string(identifier), "description": "quince server",
            ])
        )
        let text = identifier
        try writing { try Files.write(text, to: own) }
        return identifier
    }

    func certify(
        _ kind: CertificateKind,
        of identifier: String,
        _ name: String,
        _ calls: MemberCenterCalls
    ) async throws(UsageProblem) {
        let (keyPath, path) = ("\(folder)/\(name).key", "\(folder)/\(name).pem")
        guard !Files.exists(path) else { return }
        let key = try key(at: keyPath, isRSA: kind != .paymentProcessing)
        let request = try reporting("the signing request") {
            let subject = DistinguishedName([.commonName: "Quince TEST"])
            return try CertificateSigningRequest(subject: subject, key: key)
        }
        let answer = try await calls.call(
            .post,
            [kind.holder == .merchant ? "merchants" : "order-types", identifier, "certificates"],
            .object(["kind": .string(kind.rawValue), "request": .string(request.pem)])
        )
        if answer.text("state") == "inactive" {
            _ = try await calls.call(
                .post,
                ["certificates", answer.text("serialNumber"), "activate"]
            )
        }
        let pem = answer.text("certificate")
        try writing { try Files.write(pem, to: path) }
    }

    /// The key in a file, which is made where there is none.
    private func key(at path: String, isRSA: Bool) throws(UsageProblem) -> AuthorityKey {
        try reporting(path, hint: "name a folder that can be written to") {
            guard !Files.exists(path) else {
                return try AuthorityKey(pem: try Files.readSecret(path, limit: 65_536))
            }
            let key: AuthorityKey =
                isRSA
                ? .rsa(try RSAPrivateKey(bits: 2048))
                : .ellipticCurve(try PrivateKey(on: .p256, from: World.system.randomness))
            try Files.writeSecret(key.pem, to: path)
            return key
        }
    }

    private func registerDomain(
        of identifier: String,
        _ calls: MemberCenterCalls
    ) async throws(UsageProblem) {
        let path = ["merchants", identifier, "domains"]
        let known = try await calls.call(.get, path).member("domains")?.elements ?? []
        guard !known.contains(where: { $0.text("domain") == Self.domain }) else { return }
        _ = try await calls.call(
            .post,
            path,
            .object(["domain": .string(Self.domain), "fetched": .bool(false)])
        )
    }

    private func copied(_ path: String) throws(UsageProblem) -> [UInt8] {
        try reporting(hint: "run the command in the folder in which the sandbox was started") {
            try Files.read(path, limit: 65_536)
        }
    }

    func writing(_ body: () throws -> Void) throws(UsageProblem) {
        try reporting(hint: "name a folder that can be written to", body)
    }

    private func configuration(_ identifier: String) -> JSONOutput {
        .object([
            "listen": .string(Self.address),
            "database": .object(["sqlite": "payments.sqlite"]),
            "merchant": .object([
                "identifier": .string(identifier), "displayName": .string(displayName),
                "city": "Cupertino", "country": "US", "categoryCode": "5999",
            ]),
            "processing": platform?.form == .passThrough
                ? nil : .object(["files": .array([.string(Self.processing)])]),
            "credentials": .object(["files": .array([.string(Self.credentials)])]),
            "webhooks": .object([
                "keyFile": .string(Self.webhooks), "privateHosts": .array(["127.0.0.1"]),
            ]),
            "orders": ordersConfiguration,
            "identity": .object(["certificate": "identity.pem", "key": "identity.key"]),
            "testRoot": "root.pem",
            "testGateway": gatewayConfiguration,
            "network": platform == nil
                ? .object(["address": .string(sandbox.network), "merchant": "QUINCE-SHOP"]) : nil,
            "platforms": platform?.configuration,
            "origins": .array([.string("https://\(Self.domain)")]),
            "domains": .array([.string(Self.domain)]),
            "domainAssociation": "domain-association",
        ])
    }
}

extension JSONOutput {
    /// The value with the text of a member at a path, where that is there.
    fileprivate func replacing(_ path: [String], with text: String) -> JSONOutput {
        guard let name = path.first else { return .string(text) }
        guard case .object(let members) = self else { return self }
        return .object(
            members.map { member in
                member.name == name
                    ? JSONMember(
                        name: name,
                        value: member.value.replacing(Array(path.dropFirst()), with: text)
                    ) : member
            }
        )
    }
}
