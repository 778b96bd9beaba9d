import CommandLineTool
internal import Foundation
internal import TestSupport
import Testing

@testable import quince

@Suite("The options of quince token")
struct TokenOptionTests {
    static let verbs = [
        TokenVerb.verify, TokenVerb.open, TokenVerb.explain, TokenVerb.inspect,
    ]

    /// `--name VALUE` by the verbs that take it, as Documentation/CommandLine.md has it.
    static func documented() throws -> [String: Set<String>] {
        let url = Repository.root.appending(path: "Documentation/CommandLine.md")
        let page = try String(contentsOf: url, encoding: .utf8)
        let section = try #require(
            page.components(separatedBy: "\n## ").first { $0.hasPrefix("Tokens: quince token") }
        )
        var table: [String: Set<String>] = [:]
        for line in section.split(separator: "\n") where line.hasPrefix("| `--") {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            let option = cells[0].trimmingCharacters(in: ["`"])
            #expect(table[option] == nil, "\(option) is listed twice")
            table[option] =
                cells[1] == "all"
                ? Set(verbs.map { $0.words[1] })
                : Set(cells[1].split(separator: ", ").map { $0.trimmingCharacters(in: ["`"]) })
        }
        return table
    }

    @Test func `are all in the table of the command line, with the verbs that take them`() throws {
        var declared: [String: Set<String>] = [:]
        for verb in Self.verbs {
            for option in verb.options {
                let name = ["--\(option.name)", option.value].compactMap(\.self)
                declared[name.joined(separator: " "), default: []].insert(verb.words[1])
            }
        }
        #expect(try Self.documented() == declared)
    }

    @Test func `have the same description in every verb`() {
        for name in Set(Self.verbs.flatMap { $0.options.map(\.name) }) where name != "key" {
            let options = Self.verbs.flatMap { $0.options.filter { $0.name == name } }
            #expect(Set(options.map(\.help)).count == 1, "\(name)")
        }
    }

    @Test(arguments: [["token", "open"], ["token", "explain"], ["key", "check"]])
    func `take a merchant identifier beside the certificate that names it, and no other`(
        verb: [String]
    ) async throws {
        let run = try await CheckoutRun.shared()
        let isToken = verb[0] == "token"
        let arguments =
            verb + (isToken ? [run.files.token] + run.trust : ["--at", "2026-01-02"])
            + ["--key", run.files.merchantKey, "--certificate", run.files.merchant]
        let same = await CommandRun(arguments + ["--merchant-id", "merchant.com.example"])
        #expect(same.status == .success, "\(same.results)\(same.remarks)")
        let other = await CommandRun(arguments + ["--merchant-id", "merchant.com.other"])
        // A check lists what it finds in its results; the other verbs cannot begin.
        #expect(other.status == (isToken ? .misuse : .refused))
        #expect(
            (isToken ? other.remarks : other.results).contains(
                "the certificate is for merchant.com.example, not for merchant.com.other"
            )
        )
    }

    /// A certificate of one's own names no merchant, for quince mint and for the others alike.
    @Test func `name the merchant of a certificate that does not`() throws {
        let folder = ScratchFolder()
        let lines = [
            "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout k "
                + "-out c -subj /CN=T -days 1",
            "$QUINCE mint --certificate c --merchant-id merchant.t --out m",
            "$QUINCE token open m/token.json --key k --certificate c --merchant-id merchant.t "
                + "--root m/root.pem",
            "$QUINCE key check --key k --certificate c --merchant-id merchant.t",
        ]
        for line in lines {
            let run = try ProcessRun(line, in: folder.url)
            #expect(run.status == 0, "\(line)\n\(run.results)\(run.remarks)")
        }
    }

    @Test func `refuse a root file of several certificates, whichever comes first`() async throws {
        let run = try await CheckoutRun.shared()
        let root = try String(decoding: run.bytes(run.files.root), as: UTF8.self)
        let other = try String(decoding: run.bytes(run.files.tokenSigner), as: UTF8.self)
        for text in [root + other, other + root, root + root] {
            let path = run.folder.path("bundle-\(UUID().uuidString).pem")
            try Data(text.utf8).write(to: URL(filePath: path))
            let said = await CommandRun("token", "verify", run.files.token, "--root", path)
            #expect(said.status == .misuse)
            #expect(said.remarks.contains("there are several certificates, and one is wanted"))
        }
    }

    @Test func `refuse a root with a short RSA key`() throws {
        let folder = ScratchFolder()
        let make =
            "openssl req -x509 -newkey rsa:1024 -nodes -keyout k -out r.pem -subj /CN=TEST -days 1"
        #expect(try ProcessRun(make, in: folder.url).status == 0)
        let said = try ProcessRun("$QUINCE token verify x.json --root r.pem", in: folder.url)
        #expect(said.status == 2)
        #expect(said.remarks.contains("the root's RSA key has 1024 bits; 2048 are needed"))
    }

    static let unusableRoots = [
        ("rsa:2048 -sha1", "its own key did not sign it with SHA-256 or SHA-384"),
        (
            "ec -pkeyopt ec_paramgen_curve:P-256 -addext basicConstraints=critical,CA:FALSE",
            "not a root certificate: it does not say that it may sign others"
        ),
        ("ed25519", "the certificate's key is neither RSA nor on P-256 or P-384"),
    ]

    @Test(arguments: unusableRoots)
    func `refuse a certificate that cannot be a root, and say why`(key: String, cause: String)
        throws
    {
        let folder = ScratchFolder()
        let make = "openssl req -x509 -newkey \(key) -nodes -keyout k -out r.pem -subj /CN=TEST"
        #expect(try ProcessRun(make, in: folder.url).status == 0)
        let said = try ProcessRun("$QUINCE token verify x.json --root r.pem", in: folder.url)
        #expect(said.status == 2)
        #expect(said.remarks.contains("r.pem: \(cause)"), "\(said.remarks)")
    }

    @Test func `refuse an intermediate as root, and name who issued it`() async throws {
        let run = try await CheckoutRun.shared()
        let said = await CommandRun(
            "token",
            "verify",
            run.files.token,
            "--root",
            run.files.tokenSigner
        )
        #expect(said.status == .misuse)
        #expect(said.remarks.contains("not a root certificate: CN="), "\(said.remarks)")
    }
}
