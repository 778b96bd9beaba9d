internal import Bytes
internal import Files
internal import Foundation
internal import TestSupport
import Testing
internal import World

@Suite("Files")
struct FilesTests {
    let folder = ScratchFolder()

    func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    /// Which permissions this process takes from new files.
    static let umask: Int = {
        let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("Umask:") }
        return line.flatMap { Int($0.dropFirst(6).filter(\.isNumber), radix: 8) } ?? -1
    }()

    @Test(arguments: [0, 1, 4_095, 4_096, 100_000])
    func `are read to their limit and no further`(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let path = folder.path("file")
        try Files.write(bytes, to: path)
        #expect(try Files.read(path, limit: count) == bytes)
        #expect(try Files.read(path, limit: count + 1) == bytes)
        #expect(try Files.readSecret(path, limit: count).count == count)
        guard count > 0 else { return }
        let failure = #expect(throws: FileFailure.self) {
            try Files.read(path, limit: count - 1)
        }
        #expect(failure?.reason == .tooLong(limit: count - 1))
        #expect(failure?.path == path)
    }

    @Test func `are missing, folders or not there for a reason that is named`() {
        let cases: [(String, FileFailure.Reason)] = [
            (folder.path("missing"), .notFound), (folder.path("missing/file"), .notFound),
            ("/dev/null/file", .notFound), (folder.url.path, .isAFolder), ("", .notFound),
        ]
        for (path, reason) in cases {
            let failure = #expect(throws: FileFailure.self) { try Files.read(path, limit: 10) }
            #expect(failure?.reason == reason, "\(path)")
        }
        for path in [folder.path("missing/file"), "/dev/null/file"] {
            let failure = #expect(throws: FileFailure.self) { try Files.write("x", to: path) }
            #expect(failure?.reason == .notFound, "\(path)")
        }
        #expect(!Files.exists(folder.path("missing")) && Files.exists(folder.url.path))
    }

    @Test func `that are secret are their owner's alone, whatever was there before`() throws {
        let path = folder.path("key.pem")
        try Files.write("public", to: path)
        #expect(try mode(path) == 0o666 & ~Self.umask)
        try Files.writeSecret(Secret(copying: Array("secret".utf8)), to: path)
        #expect(try mode(path) == 0o600)
        #expect(try Files.read(path, limit: 10) == Array("secret".utf8))
        // Whoever had opened the old file does not see the new one's content.
        try Files.write("public", to: path)
        let reader = try #require(FileHandle(forReadingAtPath: path))
        try Files.writeSecret(Secret(copying: Array("secret".utf8)), to: path)
        #expect(try reader.readToEnd() == Data("public".utf8))
    }

    @Test func `are replaced whole, or not at all`() throws {
        let path = folder.path("file")
        let contents = [UInt8(ascii: "a"), UInt8(ascii: "b")].map { letter in
            Array(repeating: letter, count: 200_000)
        }
        try Files.write(contents[0], to: path)
        let writer = Thread {
            for number in 1...60 { try? Files.write(contents[number % 2], to: path) }
        }
        writer.start()
        while !writer.isFinished {
            let found = try Files.read(path, limit: 200_001)
            #expect(found == contents[0] || found == contents[1], "torn at \(found.count)")
        }
    }

    @Test func `are written by many at once, and are one's of them`() throws {
        let path = folder.path("file")
        let failed = LockedValue(0)
        let writers = (0..<4).map { number in
            Thread {
                let bytes = Array(repeating: UInt8(number), count: 100_000)
                for _ in 0..<100 {
                    do { try Files.write(bytes, to: path) } catch { failed.withLock { $0 += 1 } }
                }
            }
        }
        for writer in writers { writer.start() }
        while !writers.allSatisfy(\.isFinished) {
            guard let found = try? Files.read(path, limit: 100_000) else { continue }
            #expect(found.count == 100_000 && Set(found).count == 1)
        }
        #expect(failed.withLock { $0 } == 0)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(left == ["file"])
    }

    @Test func `leave no trace of a write that failed`() throws {
        let path = folder.path("folder")
        try Files.makeFolder(path)
        #expect(throws: FileFailure.self) { try Files.write("x", to: path) }
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(left == ["folder"])
    }

    @Test func `are not written through a link that somebody laid`() throws {
        let (path, victim) = (folder.path("file"), folder.path("victim"))
        try Files.write("untouched", to: victim)
        for name in ["file", "file.\(getpid())-1.new", "file.\(getpid())-2.new"] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path(name),
                withDestinationPath: victim
            )
        }
        try Files.writeSecret(Secret(copying: [1, 2, 3]), to: path)
        #expect(try Files.read(victim, limit: 100) == Array("untouched".utf8))
        #expect(try Files.read(path, limit: 100) == [1, 2, 3])
    }

    @Test func `of many lines are not written through a link either`() throws {
        let (path, victim) = (folder.path("lines"), folder.path("victim"))
        try Files.write("untouched", to: victim)
        let names =
            ["lines", "lines.\(getpid()).new"]
            + (1...2_000).map {
                "lines.\(getpid())-\($0).new"
            }
        for name in names {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path(name),
                withDestinationPath: victim
            )
        }
        let file = try AtomicLineWriter(path)
        try file.write([UInt8(ascii: "x")])
        try file.finish()
        #expect(try Files.read(victim, limit: 100) == Array("untouched".utf8))
        #expect(try Files.read(path, limit: 100) == Array("x\n".utf8))
    }

    @Test func `are listed, and what nobody could read to its end is not`() throws {
        try Files.write("x", to: folder.path("b"))
        try Files.makeFolder(folder.path("inner"))
        #expect(Shell.output(of: "mkfifo pipe && echo made", in: folder.url) == "made\n")
        for (name, target) in [("a", "b"), ("zero", "/dev/zero"), ("gone", "nowhere")] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path(name),
                withDestinationPath: target
            )
        }
        let listed = try Files.list(folder.url.path)
        #expect(listed == ["a", "b", "gone"].map { "\(folder.url.path)/\($0)" })
    }

    @Test func `have folders made for them, and no harm where they are there`() throws {
        for path in ["a/b/c", "a/b/c", "a//b/d/", "a"] {
            try Files.makeFolder(folder.path(path))
            #expect(Files.exists(folder.path(path)))
        }
        try Files.write("x", to: folder.path("file"))
        #expect(throws: FileFailure.self) { try Files.makeFolder(folder.path("file")) }
        #expect(throws: FileFailure.self) { try Files.makeFolder(folder.path("file/below")) }
    }
}
