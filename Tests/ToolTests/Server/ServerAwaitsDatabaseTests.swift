import Foundation
import TestSupport
import Testing

@Suite(
    "A shop's server whose database is away",
    .enabled(if: PostgreSQLServer.isHere, Comment(rawValue: PostgreSQLServer.absence))
)
struct ServerAwaitsDatabaseTests {
    @Test func `says what it waits for, and serves when the database comes`() throws {
        let server = try PostgreSQLServer.shared()
        let direct = server.newDatabase()
        let place = ScratchFolder()
        let shop = try ShopProcess(onPostgreSQL: direct) { folder in
            try Self.write(server.connectionString(direct, away: place), folder)
        }
        func get(_ path: String, _ fields: [String] = []) throws -> SandboxProcess.Answer {
            try SandboxProcess.call("GET", shop.url + path, fields: fields)
        }
        #expect(try get("/healthz").status == 200)
        for answer in [try get("/readyz"), try shop.call("GET", "/payments")] {
            #expect(answer.status == 503, "\(answer.json)")
            #expect(answer.text("detail")?.contains("no connection to the database server") == true)
        }
        try server.come(to: place)
        try shop.becomeReady()
        #expect(try shop.call("GET", "/payments").status == 200)
        let log = try String(contentsOf: shop.log, encoding: .utf8)
        #expect(log.contains(#""event":"database.awaited","cause":"PostgreSQL"#), "\(log)")
        #expect(log.contains(#""event":"database.opened""#), "\(log)")
        #expect(!log.contains(PostgreSQLServer.password))
        #expect(shop.server.terminate() == 0)
        try isRefused(shop, direct, place)
        try isRefusedLater(shop, direct)
    }

    /// As a deployment restarts a service and then lets it reload.
    @Test func `survives a hang-up while it starts`() throws {
        let server = try PostgreSQLServer.shared()
        let direct = server.newDatabase()
        let shop = try ShopProcess(onPostgreSQL: direct)
        #expect(shop.server.terminate() == 0)
        let silent = ScratchFolder()
        try Self.write(server.connectionString(direct, away: silent), shop.folder)
        let run = try ProcessRun(
            """
            python3 - <<'END'
            import os, signal, socket, subprocess
            listener = socket.socket(socket.AF_UNIX)
            listener.bind("\(silent.path(".s.PGSQL.5432"))")
            listener.listen()
            server = subprocess.Popen(
                [os.environ["QUINCE"], "server", "--config", "shop/server.json",
                 "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True)
            connection, _ = listener.accept()
            server.send_signal(signal.SIGHUP)
            print(server.stdout.readline(), end="")
            server.terminate()
            raise SystemExit(server.wait())
            END
            """,
            in: shop.folder.url
        )
        #expect(run.status == 0 && run.results.contains("listens at"), "\(run.remarks)")
    }

    private static func write(_ address: String, _ folder: ScratchFolder) throws {
        let file = folder.url.appending(path: "shop/address")
        try Data("\(address)\n".utf8).write(to: file)
    }

    /// The failures that do not pass end the server at once.
    private func isRefused(
        _ shop: ShopProcess,
        _ direct: String,
        _ place: ScratchFolder
    ) throws {
        for (address, cause) in [
            (direct.replacing(PostgreSQLServer.password, with: "wrong"), "28P01"),
            ("host=\(place.url.path) nonsense", "cannot be read"),
        ] {
            try Self.write(address, shop.folder)
            let run = try ProcessRun(
                #"timeout 60 "$QUINCE" server --config shop/server.json --listen 127.0.0.1:0"#,
                in: shop.folder.url
            )
            #expect(run.status == 2 && run.remarks.contains(cause), "\(run.remarks)")
            #expect(run.results.isEmpty)
        }
    }

    /// Also where it is found out when the database comes.
    private func isRefusedLater(_ shop: ShopProcess, _ direct: String) throws {
        let server = try PostgreSQLServer.shared()
        server.sql(
            """
            INSERT INTO schema_migration (module, position, name, text)
            SELECT module, max(position) + 1, 'of tomorrow', '' FROM schema_migration
            WHERE module = 'orders' GROUP BY module
            """,
            in: direct
        )
        let later = ScratchFolder()
        try Self.write(server.connectionString(direct, away: later), shop.folder)
        let link = "ln -s \(server.socketFolder)/.s.PGSQL.5432 \(later.path(".s.PGSQL.5432"))"
        let run = try ProcessRun(
            """
            coproc "$QUINCE" server --config shop/server.json --listen 127.0.0.1:0 2>remarks
            read -r line <&"${COPROC[0]}"
            echo "$line"
            pid=$COPROC_PID
            \(link)
            wait $pid
            """,
            in: shop.folder.url
        )
        #expect(run.status == 2 && run.results.contains("listens at"), "\(run.results)")
        let remarks = try String(
            contentsOf: shop.folder.url.appending(path: "remarks"),
            encoding: .utf8
        )
        #expect(remarks.contains("which this program does not have"), "\(remarks)")
    }
}
