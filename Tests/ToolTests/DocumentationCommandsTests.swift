internal import Foundation
internal import TestSupport
import Testing

@Suite("The commands in the documentation")
struct DocumentationCommandsTests {
    /// The commands that only a person should run: they install, clone or take minutes.
    private static let notRun = [
        "CONTRIBUTING.md: ./dev check", "CONTRIBUTING.md: ./dev test",
        "CONTRIBUTING.md: ./dev mutants --module Payments --sample 40",
        // AppChangesPageTests reads such a file.
        "Documentation/AppChanges.md: cp Linux/Info.plist \"$(swift build --show-bin-path)/Info.plist\"",
        // A release has its own address; ContinuousIntegrationTests run the scripts with one in a folder.
        "Documentation/Containers.md: podman build --format docker --tag quince --build-arg PACKAGE=quince_0.1.0-1_amd64.deb --file Support/Container/Containerfile FOLDER",
        "Documentation/Containers.md: podman run --rm --read-only --network none quince mint --help",
        "Documentation/Containers.md: docker compose --file Support/Container/compose.yaml up",
        "Documentation/ContinuousIntegration.md: export QUINCE_RELEASE=https://example.com/quince-releases QUINCE_SHA256=…",
        "Documentation/ContinuousIntegration.md: Support/CI/install-quince 0.1.0",
        #"Documentation/ContinuousIntegration.md: sandbox=$(/usr/share/quince/ci/start-sandbox "$PWD/sandbox") && set -a && eval "$sandbox" && set +a"#,
        // The payment's identifier is the reader's; the store's tests capture one.
        #"Documentation/Demo.md: curl -sS -H "Authorization: Bearer $(member apiKey)" -H "Idempotency-Key: 1""#
            + #" "$(member server)/payments/PAYMENT/capture" --json '{}'"#,
        // The script is run by HistoryByMonthTests, and a month taken away.
        #"Documentation/Growth.md: psql -d "$DATABASE" -v ON_ERROR_STOP=1 -f Examples/postgresql/partition-by-month.sql"#,
        #"Documentation/Growth.md: pg_dump -d "$DATABASE" -t order_event_2026_12 >order_event_2026_12.sql"#,
        #"Documentation/Growth.md: psql -d "$DATABASE" -c 'ALTER TABLE order_event DETACH PARTITION order_event_2026_12'"#,
        #"Documentation/Growth.md: psql -d "$DATABASE" -c 'DROP TABLE order_event_2026_12'"#,
        // What apt and systemd do needs a machine of its own; `./dev package --check` has one.
        "Documentation/Install.md: ./dev package",
        "Documentation/Install.md: sha256sum --check --ignore-missing SHA256SUMS",
        "Documentation/Install.md: sudo apt-get install ./quince_*.deb",
        "Documentation/Install.md: quince --version",
        "Documentation/Install.md: quince checkout                       # one payment, from a merchant's set-up to the receipt",
        "Documentation/Install.md: quince demo                           # a shop, a wallet and the x-ray, in a browser",
        "Documentation/Install.md: sudo -u quince quince server --config /etc/quince/server.json --check",
        "Documentation/Install.md: sudo -u quince quince server key add --config /etc/quince/server.json --role back-office --name first",
        "Documentation/Install.md: sudo systemctl enable --now quince-server",
        "Documentation/Install.md: sudo quince server --init /var/lib/quince/store --sandbox /run/quince-sandbox/ready",
        "Documentation/Install.md: sudo chown -R quince:quince /var/lib/quince/store",
        "Documentation/Install.md: echo CONFIG=/var/lib/quince/store/server.json | sudo tee /etc/default/quince-server",
        "Documentation/Install.md: sudo systemctl restart quince-server",
        "Documentation/Install.md: ./dev package --twice",
        "Documentation/Install.md: ./dev package --check",
        // SandboxGatewayTests does the same in a network namespace, where these are permitted.
        "Documentation/SessionGateway.md: sudo unshare --net --mount",
        "Documentation/SessionGateway.md: ip link set lo up",
        "Documentation/SessionGateway.md: quince sandbox --state sandbox --as-apple --json >ready &",
        #"Documentation/SessionGateway.md: printf "$(member hosts ready)" >hosts"#,
        "Documentation/SessionGateway.md: mount --bind hosts /etc/hosts",
        // It serves until it is stopped; Documentation/Demo.md starts it, and stops it.
        "README.md: ./quince demo                         # then open the shop that it prints, in any browser",
        // ./dev examples runs these tests, in the build folder of all examples.
        "Support/Site/Front.md: swift test --package-path Examples/ShinobiStore",
        // As above.
        "Support/Site/Front.md: ./quince demo",
        // It builds every module; Tests/Web/site has the tests of the site without the manual.
        "Support/Site/Modules.md: ./dev site --api",
        "Support/Site/Modules.md: python3 -m http.server --directory .build/site --bind 127.0.0.1 8000",
    ]

    private static let pages = Repository.paths.filter { $0.hasSuffix(".md") }

    private static func page(_ path: String) throws -> ConsolePage {
        let url = Repository.root.appending(path: path)
        return ConsolePage(try String(contentsOf: url, encoding: .utf8))
    }

    @Test(.timeLimit(.minutes(30)), arguments: pages)
    func `do what their page shows`(path: String) throws {
        let commands = try Self.page(path).commands
        guard !commands.isEmpty else { return }
        let built = Shell.output(of: "./quince --version >&2 && echo built", in: Repository.root)
        try #require(built == "built\n", "./quince does not build")
        let outcomes = try ConsoleSession.run(commands.map(\.text))
        for (index, command) in commands.enumerated() {
            let place = "\(path):\(command.line): $ \(command.text)"
            guard index < outcomes.count else {
                Issue.record("\(place)\nwas not run: an earlier command ended the session")
                continue
            }
            let outcome = outcomes[index]
            #expect(outcome.status == command.status, "\(place)\nprinted:\n\(outcome.output)")
            #expect(
                ShownOutput(lines: command.output).matches(outcome.output),
                "\(place)\nprinted:\n\(outcome.output)"
            )
        }
    }

    @Test func `are run, except for those on a list`() throws {
        let marked = try Self.pages.flatMap { path in
            try Self.page(path).notRun.map { "\(path): \($0.text)" }
        }
        #expect(marked == Self.notRun)
    }

    @Test(arguments: pages)
    func `are in console blocks`(path: String) throws {
        let hidden = try Self.page(path).hidden.map { "\(path):\($0)" }
        #expect(hidden == [], "open these blocks with ```console, or ```console no-run")
    }

    @Test func `are found`() throws {
        #expect(Self.pages.contains("README.md"))
        #expect(try !Self.page("README.md").commands.isEmpty)
    }
}
