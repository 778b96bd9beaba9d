import Foundation
import TestSupport
import Testing

/// The server's care for its memory, as the system shows it.
@Suite("The memory of a shop's server")
struct ServerMemoryTests {
    /// The memory of libcrypto's for private keys. Units: kilobytes.
    private static let keys = 4_096

    @Test func `is locked as far as the system permits it, and the server says how far`() throws {
        let searched = SearchedShop(
            try ShopProcess(under: MemoryLimit.wrapper(kilobytes: 2 * Self.keys))
        )
        let remedy = "may be written to a swap file: set LimitMEMLOCK=infinity in the systemd unit"
        #expect(try searched.size("VmLck") == Self.keys)
        #expect(try searched.remarks() == "remark: memory, but not private keys, \(remedy)")
        for kilobytes in [0, Self.keys / 2] {
            try searched.shop.restart(under: MemoryLimit.wrapper(kilobytes: kilobytes))
            #expect(try searched.size("VmLck") == 0)
            #expect(
                try searched.remarks() == "remark: memory and the private keys in it \(remedy)"
            )
        }
        try searched.shop.becomeReady()
        guard let unlimited = MemoryLimit.unlimited else { return }
        try searched.shop.restart(under: unlimited)
        #expect(try searched.size("VmLck") >= searched.size("VmRSS"))
        #expect(try searched.remarks().isEmpty)
        try searched.shop.becomeReady()
    }

    /// Whether a process has left a core in the folder in which it ran.
    private static func leavesCore(_ folder: ScratchFolder) throws -> Bool {
        try FileManager.default.contentsOfDirectory(atPath: folder.path("cores")).contains {
            $0.hasPrefix("core")
        }
    }

    /// A command that runs another in a folder, with leave to dump its core there.
    private static func wrapper(_ folder: ScratchFolder) throws -> [String] {
        try FileManager.default
            .createDirectory(atPath: folder.path("cores"), withIntermediateDirectories: true)
        // Tests are run with Swift's printing of backtraces, which keeps a process from its end.
        return [
            "--chdir=\(folder.path("cores"))", "SWIFT_BACKTRACE=enable=no", "prlimit",
            "--core=unlimited",
        ]
    }

    /// Whether this system writes the core of a process into the folder in which it runs.
    private static let dumpsCores: Bool = {
        let folder = ScratchFolder()
        guard let wrapper = try? wrapper(folder) else { return false }
        let line = (["env"] + wrapper + ["bash", "-c", "'kill -ABRT $$'"]).joined(separator: " ")
        _ = try? ProcessRun(line, in: folder.url)
        return (try? leavesCore(folder)) ?? false
    }()

    @Test(.enabled(if: dumpsCores, "this system writes no core here"))
    func `is in no core, whatever ends the server`() throws {
        let folder = ScratchFolder()
        let shop = try ShopProcess()
        for signal in [SIGSEGV, SIGQUIT, SIGABRT, SIGBUS] {
            try shop.restart(under: try Self.wrapper(folder))
            #expect(shop.server.end(by: signal) == signal)
            #expect(try !Self.leavesCore(folder), "\(signal)")
        }
        // The sandbox, whose secrets are for tests, is not protected: the same signals dump its core.
        let sandbox = try ServerProcess(
            ["sandbox", "--ephemeral", "--json"],
            under: try Self.wrapper(folder)
        )
        #expect(sandbox.end(by: SIGQUIT) == SIGQUIT)
        #expect(try Self.leavesCore(folder))
    }
}
