import Foundation
import TestSupport

/// How much memory a process may lock, and whether it may exceed that.
enum MemoryLimit {
    /// A command that runs another with a limit, and without the right to lock more.
    static func wrapper(kilobytes: Int) -> [String] {
        let bytes = kilobytes * 1_024
        let limit = ["prlimit", "--memlock=\(bytes):\(bytes)"]
        guard geteuid() == 0 else { return limit }
        return limit + [
            "setpriv", "--bounding-set=-ipc_lock,-sys_resource",
            "--inh-caps=-ipc_lock,-sys_resource",
        ]
    }

    /// A command that runs another that may lock all of its memory; nil where this system permits none.
    static let unlimited: [String]? = {
        let raised = ["prlimit", "--memlock=unlimited:unlimited"]
        let program = Program(at: URL(filePath: "/usr/bin/env"))
        if (try? program.run(raised + ["true"]))?.isSuccess == true { return raised }
        return mayLock ? [] : nil
    }()

    /// CAP_IPC_LOCK, of capabilities(7).
    private static let mayLock: Bool = {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("CapEff:") }
        let digits = line?.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) }
        return (digits ?? 0) & 1 << 14 != 0
    }()
}
