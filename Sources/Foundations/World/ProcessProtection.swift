internal import CProcess
internal import Glibc

/// Keeps the memory of a process that holds keys away from disks and from other processes.
///
/// - Source: Linux manual pages prctl(2) PR_SET_DUMPABLE, setrlimit(2), mlockall(2).
public enum ProcessProtection {
    private static let coreLimit = __rlimit_resource_t(4)
    private static let lockedMemoryLimit = __rlimit_resource_t(8)

    /// No core is dumped, and only root may trace the process. What is in memory is never written to a swap
    /// file, where the system permits that.
    ///
    /// - Parameter keysAreLocked: Whether the process keeps its private keys in memory that is locked already.
    /// - Returns: What the system did not permit, a sentence each.
    public static func apply(keysAreLocked: Bool = false) -> [String] {
        var remarks: [String] = []
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        let isLimited = unsafe setrlimit(coreLimit, &none) == 0
        let isUndumpable = quince_forbid_core_dumps() == 0
        if !isLimited || !isUndumpable { remarks.append("cores may be dumped") }
        if !lockMemory() {
            remarks.append(
                "memory\(keysAreLocked ? ", but not private keys," : " and the private keys in it")"
                    + " may be written to a swap file: set LimitMEMLOCK=infinity in the systemd unit"
            )
        }
        return remarks
    }

    /// Locks what the process has and will have, in the pages that it uses.
    ///
    /// - Returns: Whether the system permitted it.
    private static func lockMemory() -> Bool {
        let all = MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT
        var unlimited = rlimit(rlim_cur: .max, rlim_max: .max)
        if unsafe setrlimit(lockedMemoryLimit, &unlimited) == 0 { return mlockall(all) == 0 }
        // With a limit, a later allocation beyond it would fail and end the process. A process with
        // CAP_IPC_LOCK has none, and it alone may lock memory under a limit of zero.
        var former = rlimit()
        guard unsafe getrlimit(lockedMemoryLimit, &former) == 0 else { return false }
        var none = rlimit(rlim_cur: 0, rlim_max: former.rlim_max)
        guard unsafe setrlimit(lockedMemoryLimit, &none) == 0 else { return false }
        defer { _ = unsafe setrlimit(lockedMemoryLimit, &former) }
        return mlockall(all) == 0
    }
}
