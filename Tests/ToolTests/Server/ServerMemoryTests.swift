import Foundation
import TestSupport
import Testing

/// What the server does about its memory, as the system shows it.
@Suite("The memory of a shop's server")
struct ServerMemoryTests {
    /// The memory of libcrypto's for private keys. Units: kilobytes.
    private static let keys = 4_096

    @Test(.enabled(if: MemoryLimit.unlimited != nil, "no process may lock all of its memory here"))
    func `is locked where the system permits it, and nothing is said`() throws {
        let searched = SearchedShop(
            try ShopProcess(under: try #require(MemoryLimit.unlimited))
        )
        #expect(try searched.size("VmLck") >= searched.size("VmRSS"))
        #expect(try searched.remarks().isEmpty)
    }

    @Test func `is not locked under a limit but for private keys, as the server says`() throws {
        let searched = SearchedShop(
            try ShopProcess(under: MemoryLimit.wrapper(kilobytes: 2 * Self.keys))
        )
        #expect(try searched.size("VmLck") == Self.keys)
        #expect(
            try searched.remarks()
                == "remark: memory, but not private keys, may be written to a swap file: "
                + "set LimitMEMLOCK=infinity in the systemd unit"
        )
    }

    @Test(arguments: [0, keys / 2])
    func `is not locked at all under a lower limit, as the server says`(kilobytes: Int) throws {
        let searched = SearchedShop(
            try ShopProcess(under: MemoryLimit.wrapper(kilobytes: kilobytes))
        )
        #expect(try searched.size("VmLck") == 0)
        #expect(
            try searched.remarks()
                == "remark: memory and the private keys in it may be written to a swap file: "
                + "set LimitMEMLOCK=infinity in the systemd unit"
        )
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
        return ["--chdir=\(folder.path("cores"))", "prlimit", "--core=unlimited"]
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
        for signal in [SIGSEGV, SIGQUIT, SIGABRT, SIGBUS] {
            let shop = try ShopProcess(under: try Self.wrapper(folder))
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
