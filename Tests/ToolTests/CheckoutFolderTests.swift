internal import Files
internal import Foundation
internal import TestSupport
import Testing

@testable import quince

@Suite("The folder of a checkout")
struct CheckoutFolderTests {
    let folder = ScratchFolder()

    /// Whether the files in a folder are one run's: OpenSSL finds the signature under the root, and the key
    /// opens the token.
    func expectOneRun(_ name: String, _ comment: String = "") throws {
        let run = try ProcessRun(
            """
            cd \(name) && openssl cms -verify -inform DER -in signature.der -binary -purpose any \
            -content signed-content.bin -CAfile certificates/root.pem -out /dev/null && \
            $QUINCE token open token.json --key merchant-key.pem --root certificates/root.pem \
            --certificate certificates/merchant.pem
            """,
            in: folder.url
        )
        #expect(run.status == 0, "\(comment) \(run.results)\(run.remarks)")
        #expect(run.results.hasPrefix("accepted\n"))
    }

    @Test func `is a new one for each of eight concurrent runs`() throws {
        let run = try ProcessRun(
            "for n in 1 2 3 4 5 6 7 8; do $QUINCE checkout >$n.txt 2>&1 & done; wait; ls -d quince-*",
            in: folder.url
        )
        let names = ["quince-checkout"] + (2...8).map { "quince-checkout-\($0)" }
        #expect(run.results.split(separator: "\n").map(String.init) == names)
        for name in names { try expectOneRun(name) }
    }

    @Test func `holds the files of one run after eight at once`() throws {
        let run = try ProcessRun(
            "for n in 1 2 3 4 5 6 7 8; do $QUINCE checkout --out shop >/dev/null & done; wait",
            in: folder.url
        )
        #expect(run.remarks == "")
        try expectOneRun("shop")
        let left = try FileManager.default.subpathsOfDirectory(atPath: folder.path("shop"))
        #expect(!left.contains { $0.contains("quince-new") }, "\(left)")
    }

    @Test func `that cannot be written to after the order is placed does not hide the order`()
        throws
    {
        let run = try ProcessRun(
            """
            $QUINCE checkout --out shop >/dev/null
            rm shop/token.json; mkdir -p shop/token.json/kept; $QUINCE checkout --out shop --json; echo $?
            sqlite3 shop/orders.sqlite "SELECT count(*) FROM operation WHERE state <> 'approved'"
            """,
            in: folder.url
        )
        #expect(run.results == "2\n0\n")
        #expect(
            run.remarks.hasPrefix(
                "quince: order 1002 is placed and its payment is authorized, but the files of the "
                    + "checkout are not written: shop/token.json: is a folder\n"
                    + "hint: do not pay again;"
            ),
            "\(run.remarks)"
        )
        let next = try ProcessRun(
            "rm -r shop/token.json; $QUINCE checkout --out shop --json",
            in: folder.url
        )
        #expect(next.results.contains(#""orderNumber":1003,"#), "\(next.results)")
    }

    /// `flock` holds the lock until its command ends, and the command is the run that waits for it. A
    /// first signal ends that run: 124, and not 137 of a kill.
    @Test func `is not written to while another run writes to it`() throws {
        let run = try ProcessRun(
            """
            $QUINCE checkout --out shop >/dev/null; sha256sum shop/*.pem shop/certificates/* >sums
            flock shop/certificates timeout --kill-after=60 3 $QUINCE checkout --out shop >/dev/null; echo $?
            sha256sum --check --quiet sums && $QUINCE checkout --out shop >/dev/null; echo $?
            """,
            in: folder.url
        )
        #expect(run.results == "124\n0\n", "\(run.remarks)")
    }

    /// The run is stopped by the kernel at its limit of processor time or, here, killed at one moment
    /// after another.
    @Test func `never holds the files of two runs, whenever the second is killed`() throws {
        _ = try ProcessRun("$QUINCE checkout --out shop", in: folder.url)
        var killed = 0
        for milliseconds in stride(from: 10, through: 250, by: 8) {
            let wait = "0.\(String(1_000 + milliseconds).dropFirst())"
            let run = try ProcessRun(
                "timeout --signal=KILL \(wait) $QUINCE checkout --out shop",
                in: folder.url
            )
            if run.status != 0 { killed += 1 }
            guard Files.exists(folder.path("shop/token.json")) else { continue }
            try expectOneRun("shop", "killed after \(milliseconds) ms")
        }
        #expect(killed > 3)
        _ = try ProcessRun("$QUINCE checkout --out shop", in: folder.url)
        try expectOneRun("shop")
        let left = try FileManager.default.subpathsOfDirectory(atPath: folder.path("shop"))
        #expect(left.filter { $0.contains("quince-new") } == [], "swept by the run after")
    }

    @Test func `does not remain if the run could not begin`() throws {
        let early = try ProcessRun(
            "$QUINCE checkout --at 1900-01-01; $QUINCE checkout --at 1900-01-01 --out a/b/c; ls",
            in: folder.url
        )
        #expect(early.results == "", "\(early.results)")
        let blocked = try ProcessRun(
            "mkdir -p shop/orders.sqlite; $QUINCE checkout --out shop",
            in: folder.url
        )
        #expect(blocked.status == 2)
        #expect(
            try FileManager.default.subpathsOfDirectory(atPath: folder.path("shop")) == [
                "orders.sqlite"
            ]
        )
    }

    @Test func `is taken back by a run that is given up`() throws {
        let new = CheckoutFolder(CheckoutFiles(folder: folder.path("x/y/new")))
        #expect(new.giveUp() == .nothing)
        let made = try CheckoutFolder(new: CheckoutFiles(folder: folder.path("made")))
        #expect(Files.isFolder(folder.path("made")))
        #expect(made.giveUp() == .nothing && !Files.exists(folder.path("made")))
    }
}

@Suite(
    "A checkout that is interrupted",
    .enabled(if: SheetDriver.isHere, "the program python3 is not installed"),
    .timeLimit(.minutes(30))
)
struct CheckoutInterruptionTests {
    let folder = ScratchFolder()

    @Test(arguments: ["SIGINT", "SIGTERM", "SIGHUP"])
    func `leaves nothing behind`(signal: String) throws {
        let report = try SheetDriver.run(in: folder.url, .sees("$10.75"), .signal(signal))
        #expect(report.stuck == nil && report.status < 0)
        #expect(report.remarks.contains("quince: interrupted; nothing is left behind"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
    }

    @Test func `leaves an earlier checkout as it was, and says what may have changed`() throws {
        let made = try ProcessRun(
            "$QUINCE checkout --out out >/dev/null; find out -type f | grep -v sqlite | xargs sha256sum >sums",
            in: folder.url
        )
        #expect(made.status == 0)
        let report = try SheetDriver.run(in: folder.url, .sees("$10.75"), .signal("SIGINT"))
        #expect(
            report.remarks.contains("nothing is changed but \(folder.path("out"))/orders.sqlite")
        )
        let same = try ProcessRun(
            "sha256sum --check --quiet sums && find out -name '.*'",
            in: folder.url
        )
        #expect(same.status == 0 && same.results == "", "\(same.results)")
    }
}
