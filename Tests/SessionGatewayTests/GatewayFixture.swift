import ApplePaySession
import AppleServers
import Bytes
import Certificates
import Cryptography
import Foundation
import HTTPMessages
import HTTPServer
import JSON
import SandboxServer
import Sockets
import Storage
import TestSupport
import World

/// A gateway with authorities, merchants and their certificates, and a clock that a test moves.
struct GatewayFixture {
    static let merchant = "merchant.com.example.shop"
    static let otherMerchant = "merchant.com.example.other"
    static let domain = "shop.example.com"

    let authorities: TestAuthorities
    let directory: TestDirectory
    let database: Database
    let gateway: SessionGateway
    let clock: SimulatedClock
    let world: World
    let answers: LockedValue<[GatewayAnswer]>

    /// The time for a domain's file is long, because tests that run beside these may occupy every thread
    /// on which handlers run.
    init(
        path: String? = nil,
        domains: DomainFetching = DomainFetching(timeLimit: .seconds(240))
    ) async throws {
        clock = SimulatedClock(startingAt: SystemClock().now)
        world = World.system.with(clock: clock)
        authorities = try TestAuthorities(world: world)
        directory = TestDirectory(authorities)
        database =
            if let path {
                try await Database(path: path, migrations: [GatewayTables.migrations])
            } else {
                try MemoryDatabase([GatewayTables.migrations]).database
            }
        let parts = SessionGateway.Parts(
            database: database,
            directory: directory,
            signer: authorities.tokenSigner,
            root: try TrustAnchor(root: authorities.root),
            domains: domains,
            world: world
        )
        let answers = LockedValue<[GatewayAnswer]>([])
        self.answers = answers
        gateway = SessionGateway(parts) { answer in answers.withLock { $0.append(answer) } }
        directory.register(Self.merchant)
        directory.register(Self.otherMerchant)
        let domain = try DomainName(Self.domain)
        try await gateway.set(.notFetched, of: domain)
        _ = try await gateway.register(domain, for: Self.merchant)
    }

    private init(_ other: GatewayFixture, _ database: Database, _ gateway: SessionGateway) {
        authorities = other.authorities
        directory = other.directory
        clock = other.clock
        world = other.world
        answers = other.answers
        self.database = database
        self.gateway = gateway
    }

    /// The same sandbox after its program ended and began again.
    func reopened(_ path: String) async throws -> GatewayFixture {
        await database.close()
        return try await beside(path)
    }

    /// A second program with the same records.
    func beside(_ path: String) async throws -> GatewayFixture {
        let database = try await Database(path: path, migrations: [GatewayTables.migrations])
        let parts = SessionGateway.Parts(
            database: database,
            directory: directory,
            signer: authorities.tokenSigner,
            root: try TrustAnchor(root: authorities.root),
            world: world
        )
        return GatewayFixture(self, database, SessionGateway(parts))
    }

    /// A merchant's certificate, made and known to the member center.
    func client(
        _ identifier: String = Self.merchant,
        _ change: (inout TestCertificate) -> Void = { _ in }
    ) throws -> TestClient {
        var recipe = TestCertificate(identifier)
        change(&recipe)
        let client = try TestClient(recipe, authorities, world)
        directory.issue(client.certificate)
        return client
    }

    /// Asks the gateway without a connection.
    func ask(
        _ path: String = SessionPath.paymentSession.rawValue,
        _ body: String = Self.body(),
        as client: TestClient?,
        method: HTTPMethod = .post
    ) async throws -> GatewayReply {
        let request = HTTPServerRequest(
            try HTTPRequestHead(testing: method, path),
            body: Array(body.utf8),
            client: HTTPClientConnection(
                address: .loopback(),
                certificates: client.map { [$0.certificate.der] } ?? []
            )
        )
        guard let response = await gateway.handler(request).whole else {
            throw CocoaError(.coderInvalidValue)
        }
        return GatewayReply(response)
    }

    /// A session's JSON text.
    func session(
        _ client: TestClient,
        _ body: String = Self.body()
    ) async throws -> String {
        let reply = try await ask(body: body, as: client)
        guard reply.status == 200 else { throw CocoaError(.fileReadUnknown) }
        return reply.text
    }

    func ask(body: String, as client: TestClient?) async throws -> GatewayReply {
        try await ask(SessionPath.paymentSession.rawValue, body, as: client)
    }

    /// The present body.
    static func body(
        _ merchant: String = Self.merchant,
        name: String = "Example Shop",
        initiative: String = "web",
        context: String = Self.domain
    ) -> String {
        """
        {"merchantIdentifier":"\(merchant)","displayName":"\(name)","initiative":"\(initiative)",\
        "initiativeContext":"\(context)"}
        """
    }

    /// The refusal of a session, or nil.
    func refusal(
        of session: String,
        onPageAt page: String = Self.domain
    ) async -> SessionRefusal? {
        do {
            _ = try await gateway.redeem(Array(session.utf8), onPageAt: page)
            return nil
        } catch { return error }
    }
}

extension HTTPRequestHead {
    /// The head of a request as a client writes it.
    init(testing method: HTTPMethod, _ path: String) throws {
        var parser = HTTPRequestParser()
        let text = "\(method.name) \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n"
        parser.append(Array(text.utf8))
        guard case .head(let head) = try parser.next() else {
            throw CocoaError(.coderInvalidValue)
        }
        self = head
    }
}

/// A response, read.
struct GatewayReply {
    let status: Int
    let text: String
    let reason: String?
    let contentType: String?

    init(_ response: HTTPResponse) {
        status = response.status.code
        text = String(decoding: response.body, as: UTF8.self)
        reason = response.fields["Quince-Reason"]?.text
        contentType = response.fields[.contentType]?.text
    }

    /// A member of the JSON object.
    func member(_ name: String) -> String? {
        let object =
            try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        return (object?[name]).map { "\($0)" }
    }
}

/// Merchants and certificates in memory: what the gateway asks a member center for.
final class TestDirectory: MerchantDirectory {
    private struct State {
        var identifiers: [MerchantReference: String] = [:]
        var certificates: [[UInt8]: IdentityCertificateState] = [:]
    }

    private let state = LockedValue(State())
    private let authorities: TestAuthorities

    init(_ authorities: TestAuthorities) { self.authorities = authorities }

    func register(_ identifier: String) {
        state.withLock { $0.identifiers[MerchantReference(identifier: identifier)] = identifier }
    }

    func remove(_ identifier: String) {
        state.withLock { $0.identifiers[MerchantReference(identifier: identifier)] = nil }
    }

    func issue(_ certificate: Certificate) {
        state.withLock { $0.certificates[certificate.serialNumber] = .issued }
    }

    func revoke(_ certificate: Certificate) {
        state.withLock { $0.certificates[certificate.serialNumber] = .revoked }
    }

    func forget(_ certificate: Certificate) {
        state.withLock { $0.certificates[certificate.serialNumber] = nil }
    }

    func merchantAuthorities() async throws(StorageFailure) -> [MerchantAuthority] {
        do {
            return [
                MerchantAuthority(
                    root: try TrustAnchor(root: authorities.root),
                    intermediate: authorities.developerRelations.certificate
                )
            ]
        } catch { throw .corrupt }
    }

    func identifier(of merchant: MerchantReference) async throws(StorageFailure) -> String? {
        state.withLock { $0.identifiers[merchant] }
    }

    func state(
        ofIdentityCertificate serialNumber: [UInt8]
    ) async throws(StorageFailure) -> IdentityCertificateState {
        state.withLock { $0.certificates[serialNumber] ?? .unknown }
    }
}
