internal import Bytes
internal import HTTPServer
internal import Storage
internal import World

/// The secret that a caller of the sandbox's API shows. It begins with TEST.
///
/// - Source: RFC 6750 § 2.1 for its characters and how it is sent.
struct APIToken: Sendable {
    private let secret: Secret

    /// The token of a folder. The first process that opens the folder makes it.
    init(_ database: Database, _ randomness: any Randomness) async throws(StorageFailure) {
        let drawn = "TEST-" + Hexadecimal.encode(randomness.bytes(24))
        let kept = try await database.write { transaction throws(StorageFailure) -> String in
            try transaction.execute(
                "INSERT INTO api_token (number, value) VALUES (1, $1) ON CONFLICT DO NOTHING",
                [.text(drawn)]
            )
            return try transaction.row("SELECT value FROM api_token")?.text("value") ?? drawn
        }
        secret = Secret(copying: Array(kept.utf8))
    }

    /// Its text, for the operator of the sandbox.
    var text: String { secret.revealedText() }

    /// Whether a request shows it. It takes the same time for every wrong one.
    func isShown(by request: HTTPServerRequest) -> Bool {
        guard let token = request.bearerToken else { return false }
        return secret == Secret(copying: Array(token.utf8))
    }

    static let migrations = MigrationSeries(
        module: "api",
        [
            Migration(
                "tables",
                [
                    """
                    CREATE TABLE api_token (
                        number INTEGER PRIMARY KEY CHECK (number = 1),
                        value TEXT NOT NULL
                    ) STRICT
                    """
                ]
            )
        ]
    )
}
