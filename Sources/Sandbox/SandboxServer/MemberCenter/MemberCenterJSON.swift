internal import AppleServers
internal import Certificates
internal import HTTPServer
internal import JSON
internal import World

/// The member center's values as JSON, and the forms of these.
struct MemberCenterJSON: Sendable {
    /// The clock that decides about a certificate's state.
    let clock: VirtualClock

    static let team = APISchema.object([
        .required("identifier", .text(example: "QUINCETEST"), "ten characters of A-Z and 0-9"),
        .required("name", .text(example: "A shop"), "at most 64 characters"),
    ])

    static let identifier = APISchema.object([
        .required("identifier", .text(example: "merchant.com.example")),
        .required("description", .text(example: "A shop")),
        .required("team", .text(example: "QUINCETEST")),
        .required("registeredAt", .time),
    ])

    static let certificate = APISchema.object([
        .required("serialNumber", .text(example: "4A09E1F5C2D37B86")),
        .required("kind", .choice(CertificateKind.allCases.map(\.rawValue))),
        .required("holder", .text(example: "merchant.com.example")),
        .required("state", .choice(IssuedCertificate.State.allCases.map(\.rawValue))),
        .required("notBefore", .time),
        .required("notAfter", .time),
        .required("issuedAt", .time),
        .optional("activatedAt", .time),
        .optional("replacedAt", .time, "when another was activated in its place"),
        .optional("usableUntil", .time, "tokens may be encrypted to a replaced one until then"),
        .optional("revokedAt", .time),
        .required("certificate", .text(example: "-----BEGIN CERTIFICATE-----")),
    ])

    static let app = APISchema.object([
        .required("bundleIdentifier", .text(example: "com.example.store")),
        .required("description", .text(example: "A shop's app")),
        .required("team", .text(example: "QUINCETEST")),
        .required("registeredAt", .time),
        .required("merchantIdentifiers", .list(.text(example: "merchant.com.example"))),
    ])

    static let entitlement = APISchema.object([
        .required("bundleIdentifier", .text(example: "com.example.store")),
        .required("merchantIdentifiers", .list(.text(example: "merchant.com.example"))),
    ])

    static let authority = APISchema.object([
        .required("name", .text(example: "root-g3"), "the name of its file, without an ending"),
        .required("subject", .text(example: "CN=Quince TEST Root CA - G3")),
        .required("issuer", .text(example: "CN=Quince TEST Root CA - G3")),
        .required("notAfter", .time),
        .required("certificate", .text(example: "-----BEGIN CERTIFICATE-----")),
    ])

    static func of(_ team: MemberCenter.Team) -> JSONOutput {
        .object(["identifier": .string(team.identifier), "name": .string(team.name)])
    }

    static func of(_ identifier: RegisteredIdentifier) -> JSONOutput {
        .object([
            "identifier": .string(identifier.text),
            "description": .string(identifier.description),
            "team": .string(identifier.team),
            "registeredAt": .string(identifier.registeredAt.iso8601),
        ])
    }

    static func of(_ app: RegisteredApp) -> JSONOutput {
        .object([
            "bundleIdentifier": .string(app.bundleIdentifier.text),
            "description": .string(app.description),
            "team": .string(app.team),
            "registeredAt": .string(app.registeredAt.iso8601),
            "merchantIdentifiers": .array(app.merchantIdentifiers.map { .string($0) }),
        ])
    }

    static func of(_ entitlement: AppEntitlement) -> JSONOutput {
        .object([
            "bundleIdentifier": .string(entitlement.bundleIdentifier),
            "merchantIdentifiers": .array(entitlement.merchantIdentifiers.map { .string($0) }),
        ])
    }

    static func of(_ file: TestAuthorities.File) -> JSONOutput {
        .object([
            "name": .string(file.name),
            "subject": .string("\(file.certificate.subject)"),
            "issuer": .string("\(file.certificate.issuer)"),
            "notAfter": .string(file.certificate.notAfter.iso8601),
            "certificate": .string(file.certificate.pem),
        ])
    }

    func of(_ issued: IssuedCertificate) -> JSONOutput {
        .object([
            "serialNumber": .string(issued.serialNumber),
            "kind": .string(issued.kind.rawValue),
            "holder": .string(issued.holder),
            "state": .string(issued.state(at: clock.now).rawValue),
            "notBefore": .string(issued.certificate.notBefore.iso8601),
            "notAfter": .string(issued.certificate.notAfter.iso8601),
            "issuedAt": .string(issued.issuedAt.iso8601),
            "activatedAt": issued.activatedAt.map { .string($0.iso8601) },
            "replacedAt": issued.replacedAt.map { .string($0.iso8601) },
            "usableUntil": issued.usableUntil.map { .string($0.iso8601) },
            "revokedAt": issued.revokedAt.map { .string($0.iso8601) },
            "certificate": .string(issued.certificate.pem),
        ])
    }
}
