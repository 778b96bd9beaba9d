import Foundation
import TestSupport
import Testing

/// The program where libpq and libcurl are not installed. In their place is a file that is no library, which the loader
/// finds first.
@Suite("A library that is not installed")
struct MissingLibraryTests {
    private let folder = ScratchFolder()

    private func run(without library: String, _ line: String) throws -> ProcessRun {
        try Data("not a library".utf8).write(to: folder.url.appending(path: library))
        return try ProcessRun("export LD_LIBRARY_PATH=$PWD; \(line)", in: folder.url)
    }

    @Test func `is named where PostgreSQL is asked for, and not needed for anything else`() throws {
        let paid = try run(without: "libpq.so.5", "$QUINCE checkout --out shop --seed 1 --json")
        #expect(paid.status == 0, "\(paid.remarks)")
        let asked = try run(
            without: "libpq.so.5",
            "$QUINCE checkout --out other --database postgresql://shop@127.0.0.1:1/shop"
        )
        #expect(asked.status == 2)
        #expect(
            asked.remarks == """
                quince: --database postgresql:…: libpq.so.5, which PostgreSQL needs, cannot be loaded
                hint: install it, such as Debian's package libpq5, or use SQLite

                """
        )
    }

    @Test func `is named where a server asks others, and not needed for anything else`() throws {
        let version = try run(without: "libcurl.so.4", "$QUINCE --version")
        #expect(version.status == 0 && version.results.hasPrefix("quince "))
        let sandbox = try run(without: "libcurl.so.4", "$QUINCE sandbox --ephemeral")
        #expect(sandbox.status == 2)
        let remedy = "libcurl.so.4 cannot be loaded; install it, such as Debian's package libcurl4"
        #expect(sandbox.remarks.contains(remedy), "\(sandbox.remarks)")
    }
}
