internal import CommandLineTool
internal import Foundation
internal import TestSupport
import Testing

@testable import quince

@Suite("Invalid options of quince mint")
struct MintMisuseTests {
    let folder = ScratchFolder()

    static let misuses: [([String], String)] = [
        (["--amount", "10.755"], "--amount 10.755: 3 digits after the decimal point"),
        (
            ["--amount", "1.5", "--currency", "JPY"],
            "--amount 1.5: 1 digits after the decimal point"
        ),
        (["--amount", "-1"], "--amount: no token pays less than nothing"),
        (["--amount", "1e3"], "--amount 1e3: not a decimal number"),
        (
            ["--amount", "10000000000.00", "--payload", "EMV"],
            "--amount: chip data has no place for an amount of more than 12 digits"
        ),
        (["--currency", "usd"], "--currency usd: not one of its values"),
        (["--network", "Visa"], "--network Visa: not one of its values"),
        (["--payload", "3ds"], "--payload 3ds: not one of its values"),
        (["--cms", "2015"], "--cms 2015: not one of its values"),
        (["--fault", "stael"], "--fault stael: not one of its values"),
        (["--fault", "oaep-sha1"], "oaep-sha1 is no fault of EC_v1 tokens"),
        (["--count", "0"], "--count 0: not a whole number from 1 to"),
        (["--seed", "x"], "--seed x: not a whole number from 0 to"),
        (["--merchant-id", "merchant.other"], ""),
        (["--fault", "all", "--count", "2"], "--count and"),
        (["--fault", "all", "--out", "-"], "--out -: --fault all writes a folder"),
        (["--fault", "all", "--out", "t.ndjson"], "--out t.ndjson: --fault all writes a folder"),
        (["--out", "/tmp"], "/tmp: is there already"),
        (["--root", "/etc/hosts"], "/etc/hosts: is there already"),
        (["--out", "t", "--root", "t/stale.json"], "--root t/stale.json: the tokens go there"),
        (["--out", "-", "--json"], "--json and --out - would both print"),
        (
            ["--at", "1949-12-31"],
            "--at: certificates and signatures of that time cannot be written"
        ),
        (
            ["--at", "9990-01-01"],
            "--at: certificates and signatures of that time cannot be written"
        ),
        (["--merchant-id", ""], "--merchant-id is empty"),
        (["--out", ""], "--out is empty"), (["--root", "-"], "--root - is not a file"),
        (["--out", "-", "--root", "-"], "--root - is not a file"),
        (["--out", "t.ndjson", "--root", "t.ndjson"], "--root t.ndjson: the tokens go there"),
        (["--out", "t", "--root", "t/token.json"], "--root t/token.json: the tokens go there"),
        (
            ["--out", "/dev/null/x"],
            "/dev/null/x: it, or what is above it in the path, is not a folder"
        ),
        (
            ["--out", "/nowhere/x y/t.ndjson"],
            "/nowhere/x y/t.ndjson: no such file or folder\n"
                + "hint: make its folder first: mkdir -p '/nowhere/x y'"
        ),
        (["--out", "/etc/hosts", "--force"], "--out /etc/hosts: is not a folder"),
        (
            ["--currency", "eur"],
            "--currency eur: not one of its values\nhint: did you mean EUR?"
        ),
        (
            ["--network", "mastercrd"],
            "--network mastercrd: not one of its values\n"
                + "hint: did you mean mastercard? --network takes visa, "
        ),
        (["--application-data", "@/nowhere"], "/nowhere: no such file or folder"),
        (["--network", ""], "--network is empty"),
    ]

    @Test(arguments: misuses)
    func `says what is wrong, and what to do`(arguments: [String], problem: String) async throws {
        let run = try await CheckoutRun.shared()
        let place = arguments.contains("--out") ? [] : ["--out", folder.path("x")]
        let minted = await CommandRun(
            ["mint", "--certificate", run.files.merchant] + place + arguments
        )
        #expect(minted.status == .misuse)
        #expect(minted.results == "")
        #expect(minted.remarks.contains("quince: \(problem)"), "\(minted.remarks)")
        #expect(minted.remarks.contains("\nhint: "))
        #expect(!FileManager.default.fileExists(atPath: folder.path("x")), "nothing was begun")
    }

    @Test(
        arguments: [
            ("stael", "stale"), ("other_root", "other-root"), ("Stale", "stale"), ("al", "all"),
            ("no-such-fault-at-all", nil),
        ] as [(String, String?)]
    )
    func `suggests the fault that was meant`(name: String, meant: String?) async throws {
        let run = try await CheckoutRun.shared()
        let minted = await CommandRun("mint", "--certificate", run.files.merchant, "--fault", name)
        #expect(minted.status == .misuse)
        let hint = meant.map { "did you mean \($0)? " } ?? ""
        #expect(minted.remarks.contains("\nhint: \(hint)quince mint --faults lists"))
    }

    @Test func `distinguishes certificates`() async throws {
        let run = try await CheckoutRun.shared()
        let missing = await CommandRun("mint")
        #expect(missing.remarks == "quince: --certificate is missing\nhint: quince mint --help\n")
        let signer = await CommandRun("mint", "--certificate", run.files.tokenSigner)
        #expect(signer.remarks.contains("lacks extension 1.2.840.113635.100.6.32"))
        #expect(
            signer.remarks.contains(
                "; for one of your own making, --merchant-id ID names the merchant"
            )
        )
        let key = await CommandRun("mint", "--certificate", run.files.merchantKey)
        #expect(
            key.remarks.contains("a private key, where a certificate is asked for"),
            "\(key.remarks)"
        )
    }

    @Test func `says what is wrong with a certificate that no token can be for`() async throws {
        let run = try await CheckoutRun.shared()
        let minted = await CommandRun(
            "mint",
            "--certificate",
            run.files.root,
            "--merchant-id",
            "merchant.t"
        )
        #expect(minted.status == .misuse)
        #expect(
            minted.remarks.hasPrefix("quince: \(run.files.root): the certificate's key is neither")
        )
        #expect(
            minted.remarks.hasSuffix(
                "hint: give the certificate named Apple Pay Payment Processing\n"
            )
        )
    }

    @Test func `takes application data that is empty, and looks like an option`() async throws {
        let run = try await CheckoutRun.shared()
        for text in ["", "--json"] {
            let minted = await CommandRun(
                "mint",
                "--certificate",
                run.files.merchant,
                "--application-data",
                text,
                "--out",
                folder.path("data\(text)")
            )
            #expect(minted.status == .success, "\(minted.remarks)")
        }
    }

    /// A certificate of one's own, without Apple's extensions, as openssl makes it in one line.
    @Test(arguments: ["rsa:2048", "ec -pkeyopt ec_paramgen_curve:P-256"])
    func `takes any certificate of a known kind with --merchant-id`(kind: String) throws {
        let lines = [
            "openssl req -x509 -newkey \(kind) -nodes -keyout k -out c -subj /CN=T -days 1",
            "$QUINCE mint --certificate c --merchant-id merchant.t --out m --payload EMV",
            "$QUINCE token open m/token.json --key k --merchant-id merchant.t --root m/root.pem",
        ]
        for line in lines {
            let run = try ProcessRun(line, in: folder.url)
            #expect(run.status == 0, "\(line)\n\(run.results)\(run.remarks)")
        }
    }

    @Test func `says so if Apple would not encrypt for the key`() async throws {
        let run = try await CheckoutRun.shared()
        for (time, word) in [("2040-01-01", "ended"), ("2020-01-01", "begins")] {
            let minted = await CommandRun(
                "mint",
                "--certificate",
                run.files.merchant,
                "--at",
                time,
                "--out",
                folder.path(word)
            )
            #expect(minted.status == .success)
            #expect(minted.remarks.contains("the certificate \(word) on 20"), "\(minted.remarks)")
            #expect(minted.remarks.contains("Apple would not seal to it"))
        }
    }

    @Test func `leaves nothing incomplete`() throws {
        let run = try ProcessRun(
            """
            $QUINCE checkout --out s >/dev/null &&
            (ulimit -f 100; trap '' XFSZ; $QUINCE mint --certificate s/certificates/merchant.pem \
            --count 300 --out t.ndjson)
            """,
            in: folder.url
        )
        #expect(run.status == 2, "\(run.results)\(run.remarks)")
        #expect(run.remarks.contains("quince: t.ndjson: "))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("."))
        #expect(names.filter { $0.contains("ndjson") } == [])
    }
}
