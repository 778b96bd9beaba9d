internal import Foundation
internal import TestSupport
import Testing

/// The sections of Refusals.md to which refusals in JSON lead.
@Suite("The section of a refusal")
struct RefusalSectionTests {
    private let folder = ScratchFolder()

    private static let sections: [(fault: String, section: String)] = [
        ("simulator", "The Simulator's token"), ("truncated", "Cut off, or decoded twice"),
        ("non-canonical-base64", "Cut off, or decoded twice"),
        ("data-tampered", "Changed in transit"), ("other-root", "Another root"),
        ("sha1-signed-leaf", "A certificate that must not be trusted"),
        ("rsa-1024-intermediate", "A certificate that must not be trusted"),
        ("unknown-critical-extension", "A certificate that must not be trusted"),
        ("marker-repeated", "A certificate that must not be trusted"),
        ("expired-leaf", "A certificate that must not be trusted"),
        ("no-leaf-marker", "A marker is missing"),
        ("sandbox-signer", "A sandbox's token at a server for real payments"),
        ("stale", "Stale, or from the future"), ("future", "Stale, or from the future"),
        ("old-key", "No key of that hash"), ("wrong-merchant", "Another merchant identifier"),
        ("boundary-shift-forward", "Moved boundaries"),
        // No section is about these.
        ("unknown-version", "When a token is refused"),
        ("forged-signature", "When a token is refused"),
        ("leaf-may-not-sign", "When a token is refused"),
        ("payload-not-json", "When a token is refused"),
    ]

    /// The title of the heading that a link into a page names, by GitHub's rule.
    private static func title(at link: String?) throws -> String? {
        let parts = try #require(link).split(separator: "#").map(String.init)
        #expect(parts[0] == "Documentation/Refusals.md")
        let page = try String(
            contentsOf: Repository.root.appending(path: parts[0]),
            encoding: .utf8
        )
        let titles = page.split(separator: "\n").filter { $0.hasPrefix("#") }
            .map { String($0.drop { $0 == "#" }.dropFirst()) }
        guard parts.count > 1 else { return titles.first }
        return titles.first { title in
            let kept = title.lowercased().filter {
                $0.isLetter || $0.isNumber || " -_".contains($0)
            }
            return kept.replacing(" ", with: "-") == parts[1]
        }
    }

    private func documentation(of file: String, key: String, root: String) async -> String? {
        await CommandRun(
            "token",
            "open",
            folder.path(file),
            "--key",
            folder.path(key),
            "--merchant-id",
            "merchant.t",
            "--root",
            folder.path(root),
            "--at",
            "2026-01-01T12:00:00Z",
            "--json"
        ).texts["documentation"]
    }

    @Test func `is the one about it, or the page`() async throws {
        let minted = try ProcessRun(
            """
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout k -out c \
                -subj /CN=T -days 1 2>/dev/null
            openssl genrsa -out rsa 2048 2>/dev/null
            $QUINCE mint --certificate c --merchant-id merchant.t --fault all --out faults \
                --at 2026-01-01T12:00:00Z
            $QUINCE mint --certificate c --merchant-id merchant.t --out good --at 2026-01-01T12:00:00Z
            """,
            in: folder.url
        )
        #expect(minted.status == 0, "\(minted.remarks)")
        for (fault, section) in Self.sections {
            let link = await documentation(
                of: "faults/\(fault).json",
                key: "k",
                root: "faults/root.pem"
            )
            #expect(try Self.title(at: link) == section, "\(fault): \(link ?? "")")
        }
        let good = "good/token.json"
        let elsewhere = await documentation(of: good, key: "k", root: "faults/root.pem")
        #expect(try Self.title(at: elsewhere) == "The TEST root of another run")
        let rsa = await documentation(of: good, key: "rsa", root: "good/root.pem")
        #expect(try Self.title(at: rsa) == "An EC token and an RSA key")
        // A key in the place of the token is no token that was cut off.
        let key = await documentation(of: "k", key: "k", root: "good/root.pem")
        #expect(try Self.title(at: key) == "When a token is refused")
        #expect(await documentation(of: good, key: "k", root: "good/root.pem") == nil)
    }
}
