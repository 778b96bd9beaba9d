import Foundation
import TestSupport
import Testing

/// A sandbox and a shop's server that `quince server --init` set up, beside the tests.
final class ShopProcess {
    let folder: ScratchFolder
    let sandbox: SandboxProcess
    let apiKey: String
    let merchant: String
    private(set) var server: ServerProcess

    var config: String { folder.path("shop/server.json") }
    var log: URL { folder.url.appending(path: "log") }
    var url: String { server.ready["server"] ?? "" }

    /// Starts both.
    ///
    /// - Parameters:
    ///   - platform: The options of `--init` for a platform that charges; nil for the card network.
    ///   - address: A database on a PostgreSQL server, in place of a file.
    ///   - wrapper: A command that runs the server in its own place.
    ///   - configure: Changes the configuration before the server starts.
    /// - Throws: Where one does not start.
    init(
        through platform: String? = nil,
        onPostgreSQL address: String? = nil,
        under wrapper: [String] = [],
        configure: (_ folder: ScratchFolder) throws -> Void = { _ in }
    ) throws {
        folder = ScratchFolder()
        sandbox = try SandboxProcess(
            ["--state", folder.path("sandbox")] + (platform == nil ? [] : ["--platforms"])
        )
        try Self.write(sandbox, to: folder)
        let made = try Self.initialize(folder, platform ?? "")
        merchant = try #require(made["merchantIdentifier"])
        if let address {
            try Data("\(address)\n".utf8).write(to: folder.url.appending(path: "shop/address"))
            let run = try ProcessRun(
                """
                chmod 600 shop/address
                sed -i 's/"sqlite": "payments.sqlite"/"postgresqlFile": "address"/' shop/server.json
                "$QUINCE" server key add --role back-office --config shop/server.json
                """,
                in: folder.url
            )
            apiKey = run.results.trimmingCharacters(in: .newlines)
        } else {
            apiKey = try #require(made["apiKey"])
        }
        try configure(folder)
        server = try Self.start(folder, wrapper)
    }

    /// Keeps the line of a sandbox where `--sandbox` reads it.
    static func write(_ sandbox: SandboxProcess, to folder: ScratchFolder) throws {
        try sandbox.readyLine.write(to: folder.url.appending(path: "ready"))
    }

    /// Runs `quince server --init`.
    static func initialize(
        _ folder: ScratchFolder,
        _ options: String = ""
    ) throws -> [String: String] {
        let run = try ProcessRun(
            "\"$QUINCE\" server --init shop --sandbox ready --json \(options)",
            in: folder.url
        )
        try #require(run.status == 0, "\(run.remarks)")
        let object = try JSONSerialization.jsonObject(with: Data(run.results.utf8))
        return try #require(object as? [String: String])
    }

    private static func start(
        _ folder: ScratchFolder,
        _ wrapper: [String] = []
    ) throws -> ServerProcess {
        try ServerProcess(
            [
                "server", "--config", folder.path("shop/server.json"), "--listen", "127.0.0.1:0",
                "--json",
            ],
            log: folder.url.appending(path: "log"),
            under: wrapper
        )
    }

    /// Starts another server in place of the one that ended.
    func restart(under wrapper: [String] = []) throws {
        server = try Self.start(folder, wrapper)
    }

    func call(
        _ method: String,
        _ path: String,
        _ body: Any? = nil,
        idempotencyKey: String? = nil,
        key: String? = nil
    ) throws -> SandboxProcess.Answer {
        var fields = ["Authorization: Bearer \(key ?? apiKey)"]
        if let idempotencyKey { fields.append("Idempotency-Key: \(idempotencyKey)") }
        return try SandboxProcess.call(method, url + path, body, fields: fields)
    }

    /// Lets the wallet pay the shop, and returns what the page got.
    func paid(_ others: [String: Any] = [:]) throws -> [String: Any] {
        var order = SandboxOrders.order(nil, others)
        order["merchantIdentifier"] = merchant
        let answer = try sandbox.call("POST", "/wallet/payments", order)
        return try #require(answer.json["payment"] as? [String: Any], "\(answer.json)")
    }

    /// Waits until the card network accepted the sign-on.
    func becomeReady() throws {
        for _ in 0..<200 {
            let answer = try SandboxProcess.call("GET", url + "/readyz", fields: [])
            if answer.status == 200 { return }
            _ = try ProcessRun("sleep 0.1", in: folder.url)
        }
        Issue.record("the server did not become ready")
    }
}

extension ShopProcess {
    /// The account at a platform in the configuration of a server of the shop's.
    func account(_ platform: String, in config: String? = nil) throws -> [String: String] {
        let read = try Data(contentsOf: URL(filePath: config ?? self.config))
        let object = try JSONSerialization.jsonObject(with: read) as? [String: Any]
        let platforms = object?["platforms"] as? [String: Any]
        return try #require(platforms?[platform] as? [String: String])
    }

    /// Has the sandbox's Braintree settle at once what was submitted.
    func settleAtBraintree(_ transaction: String, in config: String? = nil) throws {
        let account = try account("braintree", in: config)
        let (url, merchant) = (account["url"] ?? "", account["merchantId"] ?? "")
        let run = try ProcessRun(
            """
            curl -sS --fail -u "\(account["publicKey"] ?? ""):$(cat shop/braintree.key)" -X PUT \
                "\(url)/merchants/\(merchant)/transactions/\(transaction)/settle"
            """,
            in: folder.url
        )
        #expect(run.status == 0, "\(run.remarks)")
    }
}
