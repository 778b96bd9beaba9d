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

    @Test func `are missing, are folders or are unreadable, each with its reason`() {
        let cases: [(String, FileFailure.Reason)] = [
            (folder.path("missing"), .notFound), (folder.path("missing/file"), .notFound),
            ("/dev/null/file", .notAFolder), (folder.url.path, .isAFolder), ("", .notFound),
        ]
        for (path, reason) in cases {
            let failure = #expect(throws: FileFailure.self) { try Files.read(path, limit: 10) }
            #expect(failure?.reason == reason, "\(path)")
        }
        for (path, reason) in [cases[1], cases[2]] {
            let failure = #expect(throws: FileFailure.self) { try Files.write("x", to: path) }
            #expect(failure?.reason == reason, "\(path)")
        }
        #expect(!Files.exists(folder.path("missing")) && Files.exists(folder.url.path))
    }

    @Test func `with secrets are readable only by their owner, whatever existed before`() throws {
        let path = folder.path("key.pem")
        try Files.write("public", to: path)
        #expect(try mode(path) == 0o666 & ~Self.umask)
        try Files.writeSecret(Secret(copying: Array("secret".utf8)), to: path)
        #expect(try mode(path) == 0o600)
        #expect(try Files.read(path, limit: 10) == Array("secret".utf8))
        // A process that has the old file open does not see the new content.
        try Files.write("public", to: path)
        let reader = try #require(FileHandle(forReadingAtPath: path))
        try Files.writeSecret(Secret(copying: Array("secret".utf8)), to: path)
        #expect(try reader.readToEnd() == Data("public".utf8))
    }

    @Test func `are replaced completely or not at all`() throws {
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

    @Test func `can be written concurrently, and have the content of one writer`() throws {
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
        let failure = #expect(throws: FileFailure.self) { try Files.write("x", to: path) }
        #expect(failure?.reason == .isAFolder && failure?.path == path)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(left == ["folder"])
    }

    @Test func `are not written through a link`() throws {
        let (path, victim) = (folder.path("file"), folder.path("victim"))
        try Files.write("untouched", to: victim)
        let names = ["file"] + (1...2_000).map { ".quince-new-\(getpid())-\($0)" }
        for name in names {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path(name),
                withDestinationPath: victim
            )
        }
        try Files.writeSecret(Secret(copying: [1, 2, 3]), to: path)
        #expect(try Files.read(victim, limit: 100) == Array("untouched".utf8))
        #expect(try Files.read(path, limit: 100) == [1, 2, 3])
        let lines = try AtomicLineWriter(path)
        try lines.write([UInt8(ascii: "x")])
        try lines.finish()
        #expect(try Files.read(victim, limit: 100) == Array("untouched".utf8))
        #expect(try Files.read(path, limit: 100) == Array("x\n".utf8))
    }

    @Test func `do not replace a device or a pipe`() throws {
        #expect(Shell.output(of: "mkfifo pipe && echo made", in: folder.url) == "made\n")
        for path in [folder.path("pipe"), "/dev/null"] {
            let failure = #expect(throws: FileFailure.self) { try Files.write("x", to: path) }
            #expect(failure?.reason == .notAFile)
        }
    }

    @Test func `have a hidden name until they are complete`() throws {
        let lines = try AtomicLineWriter(folder.path("tokens.ndjson"))
        try lines.write([1])
        let during = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(during.count == 1 && during.allSatisfy { $0.hasPrefix(".quince-new-") })
        #expect(try Files.list(folder.url.path) == [])
        Files.sweep(folder.url.path)
        let swept = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(swept == during, "it is still being written")
        try lines.finish()
        #expect(try Files.list(folder.url.path) == [folder.path("tokens.ndjson")])
        let abandoned = try AtomicLineWriter(folder.path("others.ndjson"))
        abandoned.abandon()
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(left == ["tokens.ndjson"])
    }

    @Test func `of a killed process are removed, and nothing else`() throws {
        let kept = [".quince", "quince-new-1-1", "token.json", ".token.json.12-1.new"]
        for name in kept + [".quince-new-1-1", ".quince-new-99999-7"] {
            try Data("x".utf8).write(to: folder.url.appending(path: name))
        }
        Files.sweep(folder.url.path)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(left.sorted() == kept.sorted())
    }

    @Test func `that belong together replace those of an earlier set, all or none`() throws {
        let paths = ["a", "b", "c"].map(folder.path)
        for path in paths { try Files.write("old", to: path) }
        var set = FileSet()
        for path in paths.prefix(2) { set.add("new", at: path) }
        var unwritable = set
        unwritable.add("new", at: folder.path("missing/d"))
        let failure = #expect(throws: FileFailure.self) {
            try unwritable.write(replacing: paths, holding: FolderLock(folder.url.path))
        }
        #expect(failure?.reason == .notFound && failure?.path == folder.path("missing/d"))
        for path in paths { #expect(try Files.read(path, limit: 9) == Array("old".utf8)) }
        try set.write(replacing: paths, holding: FolderLock(folder.url.path))
        for path in paths.prefix(2) { #expect(try Files.read(path, limit: 9) == Array("new".utf8)) }
        #expect(try Files.list(folder.url.path) == Array(paths.prefix(2)))
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(left.count == 2)
    }

    @Test func `are listed without certificates that have no end`() throws {
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

    @Test func `have folders made for them, also where they are there`() throws {
        let made = ["a/b/c": ["a", "a/b", "a/b/c"], "a/b/d": ["a/b/d"], "a": []]
        for path in ["a/b/c", "a/b/d", "a"] {
            let paths = try Files.makeFolder(folder.path(path))
            #expect(paths == made[path].map { $0.map(folder.path) })
            #expect(try Files.makeFolder(folder.path(path)) == [])
            #expect(Files.isFolder(folder.path(path)))
        }
        try Files.makeFolder(folder.path("a") + "//b/e/")
        #expect(Files.isFolder(folder.path("a/b/e")))
        try Files.write("x", to: folder.path("file"))
        for path in ["file", "file/below"] {
            let failure = #expect(throws: FileFailure.self) {
                try Files.makeFolder(folder.path(path))
            }
            #expect(failure?.reason == .notAFolder && failure?.path == folder.path(path))
        }
    }

    @Test func `get a new folder each for concurrent calls`() throws {
        let made = LockedValue<[String]>([])
        let name = folder.path("new")
        let askers = (0..<8).map { _ in
            Thread {
                for _ in 0..<25 {
                    if let folder = try? Files.makeNewFolder(name) {
                        made.withLock { $0.append(folder) }
                    }
                }
            }
        }
        for asker in askers { asker.start() }
        while !askers.allSatisfy(\.isFinished) { Thread.sleep(forTimeInterval: 0.01) }
        let expected = [name] + (2...200).map { "\(name)-\($0)" }
        #expect(made.withLock { $0 }.sorted() == expected.sorted())
    }
}
