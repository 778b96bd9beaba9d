import NATS
import TestSupport
import Testing

/// Publishing to a server that asks for TLS and credentials.
@Suite(
    "JetStream over TLS",
    .serialized,
    .enabled(if: NATSServer.isHere, Comment(rawValue: NATSServer.absence))
)
struct JetStreamTests {
    /// One thing that is otherwise than the server wants.
    enum Fault {
        case otherAuthority, systemAuthorities, nameOutsideCertificate, withoutTLS
        case withoutCredentials, missingCredentials, expiredCredentials, unknownAccount
    }

    @Test func `takes messages of a user that may do no more than needed`() async throws {
        let server = try NATSServer()
        let stream = try JetStream(
            JetStream.Place(
                // The first server does not answer.
                servers: ["tls://127.0.0.1:9", "tls://127.0.0.1:\(server.port)"],
                stream: "quince",
                credentialsFile: server.path("user.creds"),
                authorityFile: server.path("authority.pem")
            )
        )
        #expect(try await stream.lastIdentifier(of: "quince.>") == "")
        try await stream.publish(Array("one".utf8), "id-1", to: "quince.a")
        try await stream.publish(Array("two".utf8), "id-2", to: "quince.b")
        try await stream.publish(Array("two".utf8), "id-2", to: "quince.b")
        #expect(try await stream.lastIdentifier(of: "quince.>") == "id-2")
        #expect(
            try server.messages() == [["quince.a", "id-1", "one"], ["quince.b", "id-2", "two"]]
        )
    }

    @Test(
        arguments: [
            (.otherAuthority, "certificate signature failure"),
            (.systemAuthorities, "unable to get local issuer certificate"),
            (.nameOutsideCertificate, "IP address mismatch"),
            (.withoutTLS, "unable to get local issuer certificate"),
            (.withoutCredentials, "Authorization Violation"),
            (.missingCredentials, "No such file or directory"),
            (.expiredCredentials, "Authorization Violation"),
            (.unknownAccount, "Authorization Violation"),
        ] as [(Fault, String)]
    )
    func `publishes nothing where something is wrong, and says what`(
        fault: Fault,
        words: String
    ) async throws {
        let server = try NATSServer(named: fault != .nameOutsideCertificate)
        let credentials: String? =
            switch fault {
            case .withoutCredentials: nil
            case .missingCredentials: server.path("missing.creds")
            case .expiredCredentials: server.path("expired.creds")
            case .unknownAccount: server.path("stranger.creds")
            default: server.path("user.creds")
            }
        let authorities: String? =
            switch fault {
            case .otherAuthority: server.path("other.pem")
            case .systemAuthorities: nil
            default: server.path("authority.pem")
            }
        let scheme = fault == .withoutTLS ? "nats" : "tls"
        let stream = try JetStream(
            JetStream.Place(
                servers: ["\(scheme)://127.0.0.1:\(server.port)"],
                stream: "quince",
                credentialsFile: credentials,
                authorityFile: authorities
            )
        )
        let failure = await #expect(throws: JetStreamFailure.self) {
            try await stream.publish(Array("one".utf8), "id-1", to: "quince.a")
        }
        let told = failure?.description ?? ""
        #expect(told.hasPrefix("NATS: \(scheme)://127.0.0.1:\(server.port): "), "\(told)")
        #expect(told.contains(words), "\(told)")
        #expect(try server.messages() == [])
    }
}
