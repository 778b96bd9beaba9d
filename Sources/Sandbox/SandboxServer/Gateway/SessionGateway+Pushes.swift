internal import Bytes
internal import Certificates
internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import PaymentToken
internal import Storage
internal import World

// Apple's push notification service, as far as Wallet's orders need it. Its names are those of the gateway: one listener
// is both.
extension SessionGateway {
    /// How many pushes are kept.
    private static let keptPushes: Int64 = 1_000
    /// How the token of a device ends on which there is no Wallet any more.
    private static let unregisteredEnd = "dead"

    /// Takes a push.
    ///
    /// - Source: Apple, *User Notifications*, "Handling notification responses from APNs". That a token is hexadecimal,
    ///   as all of Apple's are, and how one of a device that is gone ends, are rules of this sandbox.
    func push(_ request: HTTPServerRequest) async -> HTTPServerResponse {
        let (status, reason) = await pushed(request)
        log(GatewayAnswer(path: "/3/device", status: status, merchant: nil, reason: reason))
        var answer = reason.map { JSONOutput.object(["reason": .string($0)]) }
        if status.code == 410 {
            answer = .object([
                "reason": reason.map { .string($0) }, "timestamp": .integer(now.seconds * 1_000),
            ])
        }
        return .complete(Self.response(status, answer))
    }

    private func pushed(_ request: HTTPServerRequest) async -> (HTTPStatus, reason: String?) {
        let now = now
        do {
            let leaf = try ClientIdentity.leaf(
                of: request.client.certificates,
                under: try await directory.merchantAuthorities(),
                at: now
            )
            guard let own = ClientIdentity.text(AppleExtension.orderType, in: leaf),
                try await directory.state(ofIdentityCertificate: leaf.serialNumber) == .issued
            else { return (.forbidden, "BadCertificate") }
            guard let topic = request.head.fields["apns-topic"]?.text else {
                return (.badRequest, "MissingTopic")
            }
            guard topic == own else { return (.badRequest, "TopicDisallowed") }
            let token = request.parameters["token"] ?? ""
            guard !token.isEmpty, (try? Hexadecimal.decode(token)) != nil else {
                return (.badRequest, "BadDeviceToken")
            }
            guard request.body.count <= 4_096,
                let payload = String(validating: request.body, as: UTF8.self),
                StoredValue.takes(payload)
            else { return (.contentTooLarge, "PayloadTooLarge") }
            guard !token.hasSuffix(Self.unregisteredEnd) else {
                return (.gone, "Unregistered")
            }
            let expiry = request.head.fields["apns-expiration"].flatMap { Int64($0.text) } ?? 0
            try await database.write { transaction throws(StorageFailure) in
                try transaction.execute(
                    """
                    INSERT INTO push (token, topic, payload, expires_at, time)
                    VALUES ($1, $2, $3, $4, $5)
                    """,
                    [
                        .text(token), .text(topic), .text(payload), .integer(expiry),
                        .integer(now.seconds),
                    ]
                )
                try transaction.execute(
                    "DELETE FROM push WHERE number <= (SELECT MAX(number) FROM push) - $1",
                    [.integer(Self.keptPushes)]
                )
                // A push to a device of this sandbox: its Wallet looks at what changed.
                try transaction.execute(
                    """
                    UPDATE order_follower SET asks = asks + 1, attempts = 0, due_at = $3
                    WHERE push_token = $1 AND type = $2
                    """,
                    [.text(token), .text(topic), .integer(now.seconds)]
                )
            }
            return (.ok, nil)
        } catch is GatewayRefusal { return (.forbidden, "BadCertificate") } catch {
            return (.internalServerError, "InternalServerError")
        }
    }

    /// The pushes that are kept, the newest first.
    func pushes() async throws(StorageFailure) -> [JSONOutput] {
        try await database.read { snapshot throws(StorageFailure) in
            try snapshot.all("SELECT * FROM push ORDER BY number DESC") {
                row throws(StorageFailure) in
                let time = UnixTime(seconds: try row.integer("time"))
                return .object([
                    "token": .string(try row.text("token")),
                    "topic": .string(try row.text("topic")),
                    "payload": .string(try row.text("payload")),
                    "expiration": .integer(try row.integer("expires_at")),
                    "time": .string(time.iso8601),
                ])
            }
        }
    }
}
