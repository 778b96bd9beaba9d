internal import HTTPMessages
internal import Storage
internal import World

/// The record of an idempotency key.
enum KnownKey: Sendable {
    /// Its first request is being worked on.
    case inProgress
    /// It was used for a request with other parameters.
    case otherRequest
    /// Its first request was answered so.
    case answered(PlatformAnswer, firstRequest: String)
}

extension Queryable<PlatformFailure> where Self: ~Copyable {
    /// The record of a key; nil where it is new, or was forgotten.
    func known(
        _ key: String,
        of platform: Platform,
        _ fingerprint: [UInt8],
        at now: UnixTime,
        forgetting seconds: Int64
    ) throws(PlatformFailure) -> KnownKey? {
        try one(
            """
            SELECT * FROM platform_idempotency
            WHERE platform = $1 AND key = $2 AND (created_at >= $3 OR status IS NULL)
            """,
            [.text(platform.rawValue), .text(key), .integer(now.seconds - seconds)]
        ) { row throws(StorageFailure) -> KnownKey in
            guard try row.bytes("fingerprint") == fingerprint else { return .otherRequest }
            guard let code = try row.integerIfPresent("status"), let status = HTTPStatus(Int(code))
            else { return .inProgress }
            let answer = PlatformAnswer(status, try row.bytes("body"))
            return .answered(answer, firstRequest: try row.text("request"))
        }
    }
}

extension Transaction<PlatformFailure> {
    /// Takes a key for a request.
    ///
    /// - Returns: Nil where the key is new or was forgotten; otherwise what is known of it.
    func take(
        _ key: String,
        of platform: Platform,
        for request: String,
        _ fingerprint: [UInt8],
        at now: UnixTime,
        forgetting seconds: Int64
    ) throws(PlatformFailure) -> KnownKey? {
        try forgetKeys(of: platform, before: now.seconds - seconds)
        if let known = try known(key, of: platform, fingerprint, at: now, forgetting: seconds) {
            return known
        }
        try execute(
            """
            INSERT INTO platform_idempotency (platform, key, fingerprint, request, created_at)
            VALUES ($1, $2, $3, $4, $5)
            """,
            [
                .text(platform.rawValue), .text(key), .bytes(fingerprint), .text(request),
                .integer(now.seconds),
            ]
        )
        return nil
    }

    /// Keeps the answer to a key's first request.
    func keep(
        _ answer: PlatformAnswer,
        for key: String,
        of platform: Platform
    ) throws(PlatformFailure) {
        try execute(
            """
            UPDATE platform_idempotency SET status = $3, body = $4
            WHERE platform = $1 AND key = $2 AND status IS NULL
            """,
            [
                .text(platform.rawValue), .text(key), .integer(Int64(answer.status.code)),
                .bytes(answer.body),
            ]
        )
    }

    /// Forgets a key whose request was answered with nothing to keep.
    func forget(_ key: String, of platform: Platform) throws(PlatformFailure) {
        try execute(
            "DELETE FROM platform_idempotency WHERE platform = $1 AND key = $2 AND status IS NULL",
            [.text(platform.rawValue), .text(key)]
        )
    }

    /// A key whose request is still in progress is kept until that is concluded.
    private func forgetKeys(
        of platform: Platform,
        before seconds: Int64
    ) throws(PlatformFailure) {
        try execute(
            """
            DELETE FROM platform_idempotency INDEXED BY platform_idempotency_time
            WHERE created_at < $1 AND status IS NOT NULL AND platform = $2
            """,
            [.integer(seconds), .text(platform.rawValue)]
        )
    }
}
