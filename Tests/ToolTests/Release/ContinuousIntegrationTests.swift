import Foundation
import TestSupport
import Testing

/// The scripts with which CI installs Quince and starts a sandbox, against a release in a folder of this machine.
@Suite("Continuous integration")
struct ContinuousIntegrationTests {
    private let folder = ScratchFolder()
    private static let scripts = Repository.root.appending(path: "Support/CI").path

    /// A release 9.8.7 in the folder `release`: a package with one file, and its SHA-256.
    private func makeRelease() throws {
        let made = try ProcessRun(
            """
            mkdir -p tree/DEBIAN tree/usr/bin release && echo '#!/bin/sh' >tree/usr/bin/quince &&
            printf 'Package: quince\\nVersion: 9.8.7\\nArchitecture: all\\nMaintainer: T <t@example.com>\\n\
            Description: test\\n' >tree/DEBIAN/control &&
            dpkg-deb --build tree "release/quince_9.8.7-1_$(dpkg --print-architecture).deb" >log &&
            (cd release && sha256sum *.deb >SHA256SUMS)
            """,
            in: folder.url
        )
        #expect(made.status == 0, "\(made.remarks)")
    }

    private func install(
        _ version: String = "9.8.7",
        sum: String = "",
        release: String = "release"
    ) throws -> ProcessRun {
        try ProcessRun(
            """
            export QUINCE_RELEASE="file://$PWD/\(release)" QUINCE_CACHE=cache QUINCE_SHA256="\(sum)"
            \(Self.scripts)/install-quince \(version) --unpack root
            """,
            in: folder.url
        )
    }

    private var isUnpacked: Bool {
        FileManager.default.fileExists(atPath: folder.path("root/usr/bin/quince"))
    }

    @Test func `unpacks the package of a release, whose SHA-256 it verifies`() throws {
        try makeRelease()
        let installed = try install()
        #expect(installed.status == 0, "\(installed.remarks)")
        #expect(isUnpacked)
    }

    @Test func `needs no release for a package that it has kept and whose SHA-256 is given`() throws
    {
        try makeRelease()
        #expect(try install().status == 0)
        let sum = try ProcessRun("sha256sum <cache/*.deb | cut -d ' ' -f 1", in: folder.url).results
        #expect(try ProcessRun("rm -r release root", in: folder.url).status == 0)
        let again = try install(sum: sum.trimmingCharacters(in: .whitespacesAndNewlines))
        #expect(again.status == 0, "\(again.remarks)")
        #expect(isUnpacked)
    }

    @Test func `takes no package of a release that was changed`() throws {
        try makeRelease()
        #expect(try ProcessRun("echo >>$(echo release/*.deb)", in: folder.url).status == 0)
        let refused = try install()
        #expect(refused.status == 2 && !isUnpacked)
        #expect(refused.remarks.contains("nothing is installed, and the file is deleted"))
        #expect(try ProcessRun("ls cache/*.deb", in: folder.url).status != 0)
    }

    @Test func `fetches a package again that was changed where it is kept`() throws {
        try makeRelease()
        #expect(try install().status == 0)
        #expect(
            try ProcessRun("rm -r root; echo >>$(echo cache/*.deb)", in: folder.url).status == 0
        )
        let again = try install()
        #expect(again.status == 0 && isUnpacked, "\(again.remarks)")
    }

    @Test func `takes no package of another SHA-256 than the given one`() throws {
        try makeRelease()
        let refused = try install(sum: String(repeating: "0", count: 64))
        #expect(refused.status == 2 && !isUnpacked)
        #expect(refused.remarks.contains("\(String(repeating: "0", count: 64)) was expected"))
    }

    @Test(arguments: [
        ("9.8.8", "", "release", "there is no SHA-256 of quince_9.8.8-1_"),
        ("main", "", "release", "'main' is no version"),
        ("9.8.7", "", "nowhere", "cannot be fetched"),
        ("9.8.7", "abc", "release", "there is no SHA-256 of quince_9.8.7-1_"),
    ])
    func `says what is wrong`(_ version: String, _ sum: String, _ release: String, _ words: String)
        throws
    {
        try makeRelease()
        let refused = try install(version, sum: sum, release: release)
        #expect(refused.status == 2 && !isUnpacked)
        #expect(refused.remarks.contains(words), "\(refused.remarks)")
    }

    @Test func `gets a sandbox that is ready, and where it is`() throws {
        let run = try ProcessRun(
            """
            sandbox=$(\(Self.scripts)/start-sandbox box --automation) || exit 1
            eval "$sandbox"
            curl -sS --fail -H "Authorization: Bearer $QUINCE_TOKEN" "$QUINCE_API/devices/phone" >phone
            curl -sS --fail "$QUINCE_SCRIPT" | tail -n 1
            openssl x509 -in "$QUINCE_CA" -noout && openssl x509 -in "$QUINCE_ROOT" -noout && cat "$QUINCE_READY" >line
            kill $(cat box/pid)
            """,
            in: folder.url
        )
        #expect(run.status == 0 && run.results == "quince.automate();\n", "\(run.remarks)")
        #expect(
            try String(contentsOfFile: folder.path("phone"), encoding: .utf8).contains("iPhone")
        )
        #expect(
            try String(contentsOfFile: folder.path("line"), encoding: .utf8).hasPrefix("{\"api\"")
        )
    }

    @Test func `starts a sandbox again in the folder of one that has ended`() throws {
        let run = try ProcessRun(
            """
            trap 'kill $(cat box/pid) 2>/dev/null' EXIT
            for number in 1 2 3; do
                sandbox=$(\(Self.scripts)/start-sandbox box) || exit 1
                eval "$sandbox"
                curl -sS --fail -H "Authorization: Bearer $QUINCE_TOKEN" "$QUINCE_API/devices/phone" >phone || exit 1
                kill $(cat box/pid)
                while [[ -e /proc/$(cat box/pid)/exe ]]; do sleep 0.1; done
            done
            """,
            in: folder.url
        )
        #expect(run.status == 0, "\(run.remarks)")
    }

    @Test func `leaves no sandbox behind that does not become ready`() throws {
        let run = try ProcessRun(
            """
            printf '#!/bin/sh\\nexec sleep 1000\\n' >never-ready && chmod +x never-ready
            SECONDS=61 QUINCE=./never-ready \(Self.scripts)/start-sandbox box && exit 1
            for attempt in {1..300}; do
                [[ -e /proc/$(cat box/pid)/exe ]] || exit 0
                sleep 0.1
            done
            kill $(cat box/pid)
            exit 1
            """,
            in: folder.url
        )
        #expect(run.status == 0 && run.remarks.contains("is not ready"), "\(run.remarks)")
    }

    @Test func `shows the sandbox's token to no log of GitHub's`() throws {
        let run = try ProcessRun(
            """
            export GITHUB_OUTPUT=outputs GITHUB_ENV=variables
            \(Self.scripts)/start-sandbox box; kill $(cat box/pid); sed -n 's/^token=//p' outputs >token
            """,
            in: folder.url
        )
        let token = try String(contentsOfFile: folder.path("token"), encoding: .utf8)
        #expect(token.hasPrefix("TEST-"), "\(run.remarks)")
        #expect(run.results == "::add-mask::\(token)")
        let variables = try String(contentsOfFile: folder.path("variables"), encoding: .utf8)
        #expect(variables == "QUINCE_READY=\(folder.path("box/ready"))\n")
        let outputs = try String(contentsOfFile: folder.path("outputs"), encoding: .utf8)
        for name in ["ready", "api", "gateway", "ca", "root", "script", "wallet", "network"] {
            #expect(outputs.contains("\(name)="), "\(name)")
        }
    }

    @Test func `says why a sandbox is not ready`() throws {
        let run = try ProcessRun("\(Self.scripts)/start-sandbox box --nonsense", in: folder.url)
        #expect(run.status == 1 && run.results.isEmpty)
        #expect(run.remarks.contains("there is no option '--nonsense'"), "\(run.remarks)")
    }

    @Test(.enabled(if: PythonOracle.isInstalled))
    func `is described as GitHub, GitLab and Compose read it`() throws {
        let judged = try PythonOracle.run("judge-ci.py", input: "")
        #expect(judged.isSuccess, "\(judged.text)\(judged.complaint)")
    }
}
