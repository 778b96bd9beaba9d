internal import Foundation
internal import TestSupport
import Testing

/// The program itself, as a shell runs it: what only a process has.
@Suite("The program")
struct ProcessTests {
    let folder = ScratchFolder()

    @Test func `ends with the status that its help page promises`() throws {
        let lines: [(String, Int32)] = [
            ("$QUINCE --version", 0), ("$QUINCE", 2), ("$QUINCE nonsense", 2),
            ("$QUINCE checkout --seed 1 --out a", 0), ("$QUINCE checkout --seed 1 --out a", 0),
            ("$QUINCE checkout --seed 2 --out c", 0),
            ("$QUINCE checkout --seed 2 --scenario china --out c", 1),
            ("$QUINCE checkout --decline --out b", 1), ("$QUINCE checkout --out /dev/null/x", 2),
            ("$QUINCE token inspect a/token.json", 0), ("$QUINCE token inspect /dev/null", 1),
            ("$QUINCE token verify a/token.json", 1), ("$QUINCE token verify missing", 2),
        ]
        for (line, status) in lines {
            let run = try ProcessRun(line, in: folder.url)
            #expect(run.status == status, "\(line)\n\(run.results)\(run.remarks)")
            #expect(run.results.isEmpty == (status == 2), "results, and nothing else, are results")
            #expect(run.remarks.isEmpty == (status != 2), "\(line)")
        }
    }

    @Test func `leaves things in a new folder each time unless told where`() throws {
        for number in 1...3 {
            let run = try ProcessRun("$QUINCE checkout --json >out.json", in: folder.url)
            #expect(run.status == 0)
            let name = number == 1 ? "quince-checkout" : "quince-checkout-\(number)"
            let token = folder.path("\(name)/token.json")
            #expect(FileManager.default.fileExists(atPath: token))
            let command = try ProcessRun(
                "bash -c \"$(sed 's/.*\"opensslCommand\":\"\\([^\"]*\\)\".*/\\1/' out.json)\"",
                in: folder.url
            )
            #expect(command.status == 0, "\(command.remarks)")
        }
    }

    @Test func `reads a token from standard input`() throws {
        let line = """
            $QUINCE checkout --seed 1 --out a >/dev/null && <a/token.json $QUINCE token open - \
            --key a/merchant-key.pem --certificate a/certificates/merchant.pem \
            --root a/certificates/root.pem --at 2026-01-01T12:00:00Z
            """
        let run = try ProcessRun(line, in: folder.url)
        #expect(run.status == 0, "\(run.results)\(run.remarks)")
        #expect(run.results.hasPrefix("accepted\n"))
        let empty = try ProcessRun("$QUINCE token inspect - --json", in: folder.url)
        #expect(empty.status == 1)
        #expect(empty.results.contains("Simulator"))
        let long = try ProcessRun("yes | $QUINCE token inspect -", in: folder.url)
        #expect(long.results.hasPrefix("refused at format: "))
    }

    @Test(arguments: [
        ("openssl pkey -aes256", "with --password-file"),
        ("openssl ec -aes256", "openssl pkcs8 -topk8 -in locked.pem"),
    ])
    func `never asks for the password of a key`(locking: String, hint: String) throws {
        let made = try ProcessRun(
            """
            $QUINCE checkout --seed 1 --out a >/dev/null &&
            \(locking) -in a/merchant-key.pem -out locked.pem -passout pass:secret
            """,
            in: folder.url
        )
        #expect(made.status == 0, "\(made.remarks)")
        let open = """
            $QUINCE token open a/token.json --key locked.pem --merchant-id merchant.com.example
            """
        // Once without a terminal, and once with one on which nobody types.
        for line in [open, "command -v script && script -qec \"\(open)\" /dev/null || \(open)"] {
            let started = ContinuousClock.now
            let run = try ProcessRun(line, in: folder.url)
            #expect(ContinuousClock.now - started < .seconds(300), "it waited for somebody")
            let said = run.results + run.remarks
            #expect(said.contains(hint), "\(said)")
            #expect(!said.contains("pass phrase"))
        }
    }

    @Test func `says so when a folder cannot be written to`() throws {
        let run = try ProcessRun("$QUINCE checkout --out /dev/null/shop", in: folder.url)
        #expect(run.remarks.hasPrefix("quince: /dev/null/shop/certificates: "))
        #expect(run.remarks.contains("hint: --out DIR names a folder"))
    }
}
