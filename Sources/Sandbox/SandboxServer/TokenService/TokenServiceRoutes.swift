public import AppleServers
internal import Bytes
internal import CardNetwork
internal import Cryptography
internal import HTTPMessages
public import HTTPServer
internal import JSON
internal import PaymentToken
internal import Storage
internal import TestSandbox
internal import Wallet
internal import World

/// The routes of Apple for a wallet in another process: `/token-service` and `/secure-elements`.
///
/// The forms of its messages are the sandbox's own, because Apple's are not published.
struct TokenServiceRoutes: Sendable {
    let server: PaymentServer
    let chips: DurableSecureElements
    let cardNetwork: CardNetwork
    let world: World

    var operations: [APIOperation] { [key, enrolling, provisioning, token] }

    private var key: APIOperation {
        APIOperation(
            .get,
            "/token-service",
            "The key for which Secure Elements encrypt payments.",
            answer: .object([.required("publicKey", hexadecimal, Self.keyHelp)])
        ) { [server] _ in
            let info = server.publicKey.publicKeyInfo
            return .json(.object(["publicKey": .string(Hexadecimal.encode(info))]))
        }
    }

    private var enrolling: APIOperation {
        APIOperation(
            .post,
            "/secure-elements",
            "Enrolls the Secure Element of a wallet in another process; the same again is accepted.",
            body: .object([
                .required("identifier", hexadecimal, "12 bytes."),
                .required("publicKey", hexadecimal, Self.keyHelp),
            ]),
            answer: .object([.required("identifier", hexadecimal)]),
            status: .created,
            problems: [.conflict, .unprocessableContent]
        ) { [chips] request in
            let text = try request.body.required("identifier")
            let identifier = try Self.identifier(text)
            let digits = try request.body.required("publicKey")
            let info = try? Hexadecimal.decode(digits)
            guard let key = info.flatMap({ try? PublicKey(p256PublicKeyInfo: $0) }) else {
                throw HTTPProblem.refused(
                    .unprocessableContent,
                    "keyInvalid",
                    "\"publicKey\" is no SubjectPublicKeyInfo of a key on P-256, in hexadecimal"
                )
            }
            guard try await chips.enroll(identifier, key) else {
                throw HTTPProblem.refused(
                    .conflict,
                    "secureElementTaken",
                    "another Secure Element has the identifier; draw a new one"
                )
            }
            return .created(
                .object(["identifier": .string(text)]),
                at: "/secure-elements/\(text)"
            )
        }
    }

    private var provisioning: APIOperation {
        APIOperation(
            .post,
            "/secure-elements/{identifier}/accounts",
            """
            Adds a TEST card: the card network makes a device account, which is encrypted for the Secure
            Element.
            """,
            body: .object([
                .required("number", .text(example: "4111111111111111")),
                .required("expiry", .text(example: "12/35"), "Month and year."),
            ]),
            answer: .object([
                .required("ephemeralPublicKey", hexadecimal, Self.keyHelp),
                .required("data", hexadecimal, "AES-256-GCM with its tag."),
            ]),
            status: .created,
            problems: [.notFound, .unprocessableContent]
        ) { [self] request in
            let identifier = try Self.identifier(try request.parameter("identifier"))
            guard let key = try await chips.publicKey(of: identifier) else {
                throw HTTPProblem.refused(
                    .notFound,
                    "secureElementUnknown",
                    "no Secure Element has this identifier; POST /secure-elements enrolls one"
                )
            }
            let typed = TypedCard(
                number: try request.body.required("number"),
                expiry: try request.body.required("expiry")
            )
            let card = try typed.printed(at: world.clock.now)
            let account = try await cardNetwork.provision(
                card,
                availableMinorUnits: Devices.usualMinorUnits
            )
            let provisioned = try ProvisionedAccount(
                account,
                for: key,
                ephemeralKey: PrivateKey(on: .p256, from: world.randomness)
            )
            return .json(provisioned.json, .created)
        }
    }

    private var token: APIOperation {
        APIOperation(
            .post,
            "/token-service/tokens",
            "Makes the merchant's payment token of what a Secure Element encrypted.",
            body: .object([
                .required("sealed", .described("What the Secure Element encrypted.")),
                .optional("displayName", .text(example: "Visa 1111")),
                .optional("network", .text(example: "Visa")),
                .optional("type", .text(example: "credit")),
            ]),
            answer: .described("A payment token: a PKPaymentToken as JSON."),
            problems: [.unprocessableContent, .serviceUnavailable]
        ) { [server] request in
            guard let sealed = request.body.member("sealed").flatMap(SealedForApple.init) else {
                throw HTTPProblem.refused(
                    .unprocessableContent,
                    "sealedInvalid",
                    "\"sealed\" is not what a Secure Element of Quince encrypts"
                )
            }
            let token = try await server.paymentToken(
                for: sealed,
                paymentMethod: UntrustedPaymentMethod(
                    displayName: request.body.text("displayName"),
                    network: request.body.text("network"),
                    type: request.body.text("type")
                )
            )
            return .json(token.json)
        }
    }

    private var hexadecimal: APISchema { .text(example: "00ff") }
    private static let keyHelp = "A SubjectPublicKeyInfo of a key on P-256."

    private static func identifier(_ text: String) throws(HTTPProblem) -> SecureElementID {
        let bytes = try? Hexadecimal.decode(text)
        guard let identifier = bytes.flatMap(SecureElementID.init(restoring:)) else {
            throw .refused(
                .unprocessableContent,
                "identifierInvalid",
                "a Secure Element's identifier is \(SecureElementID.length) bytes in hexadecimal"
            )
        }
        return identifier
    }
}

extension TypedCard {
    /// The card as its network issues it.
    ///
    /// - Throws: A problem of status 422 that says what is wrong.
    func printed(at now: UnixTime) throws(HTTPProblem) -> PaymentCard {
        do throws(Problem) {
            guard let card = try card(at: now).printed else { throw .checkDigitWrong }
            return card
        } catch { throw DeviceFailure.typing(error).problem }
    }
}

extension TokenServiceRefusal: HTTPProblemSource {
    /// The problem that a wallet of another process is told.
    public var problem: HTTPProblem {
        switch self {
        case .unknownSecureElement:
            .refused(
                .unprocessableContent,
                "secureElementUnknown",
                "\(self); POST /secure-elements enrolls it"
            )
        case .notSealedByThatSecureElement:
            .refused(.unprocessableContent, "sealedInvalid", "\(self)")
        case .merchantWithoutCertificate:
            .refused(.unprocessableContent, "merchantWithoutCertificate", "\(self)")
        case .recordsUnavailable, .notReached:
            .refused(.serviceUnavailable, "databaseFailed", "\(self)")
        case .notSealed:
            .refused(.internalServerError, "notSealed", "\(self)")
        }
    }
}
