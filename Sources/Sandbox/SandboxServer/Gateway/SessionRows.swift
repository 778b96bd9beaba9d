internal import ApplePaySession
internal import Bytes
internal import Storage
internal import World

// The rows of sessions.
extension Transaction {
    /// Adds a session, and removes those that are long over.
    func add(
        _ session: MerchantSession,
        for client: ClientIdentity,
        at now: UnixTime
    ) throws(Failure) {
        try execute(
            "DELETE FROM merchant_session WHERE made_at < $1",
            [.integer(now.seconds - SessionGateway.rowLifetime)]
        )
        try execute(
            """
            INSERT INTO merchant_session
                (identifier, merchant, platform, certificate, epoch_timestamp, made_at)
            VALUES ($1, $2, $3, $4, $5, $6)
            """,
            [
                .text(session.merchantSessionIdentifier), .text(session.merchantIdentifier.digest),
                .text(client.merchant.digest), .text(Hexadecimal.encode(client.serialNumber)),
                .integer(session.epochTimestamp), .integer(now.seconds),
            ]
        )
    }

    /// Marks a session as used.
    ///
    /// - Returns: Whether it was not used before.
    func use(_ identifier: String, at now: UnixTime) throws(Failure) -> Bool {
        try execute(
            """
            UPDATE merchant_session SET used_at = $2 WHERE identifier = $1 AND used_at IS NULL
            """,
            [.text(identifier), .integer(now.seconds)]
        ) == 1
    }
}

/// The gateway's record of a session that it made.
struct SessionRow: Sendable {
    /// The merchant of the certificate that asked; a platform's, where it is not the session's.
    let platform: MerchantReference
    let certificate: [UInt8]
    let epochTimestamp: Int64
    let usedAt: UnixTime?

    init(_ row: Row) throws(StorageFailure) {
        platform = MerchantReference(try row.text("platform"))
        let text = try row.text("certificate")
        do {
            certificate = try Hexadecimal.decode(text)
        } catch { throw .columnUnreadable("certificate") }
        epochTimestamp = try row.integer("epoch_timestamp")
        usedAt = try row.integerIfPresent("used_at").map { UnixTime(seconds: $0) }
    }
}

extension Queryable where Self: ~Copyable {
    func session(_ identifier: String) throws(Failure) -> SessionRow? {
        try one(
            """
            SELECT platform, certificate, epoch_timestamp, used_at FROM merchant_session
            WHERE identifier = $1
            """,
            [.text(identifier)],
            SessionRow.init
        )
    }
}
