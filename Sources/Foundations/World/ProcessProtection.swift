internal import CProcess
internal import Glibc

/// Keeps the memory of a process that holds keys away from disks and from other processes.
///
/// - Source: Linux manual pages prctl(2) PR_SET_DUMPABLE, setrlimit(2), mlockall(2).
public enum ProcessProtection {
    /// No core is dumped, and only root may trace the process. What is in memory is never written to a swap
    /// file, where the system permits that.
    ///
    /// - Returns: What the system did not permit, a sentence each.
    public static func apply() -> [String] {
        var remarks: [String] = []
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        let isLimited = unsafe setrlimit(__rlimit_resource_t(4), &none) == 0
        let isUndumpable = quince_forbid_core_dumps() == 0
        if !isLimited || !isUndumpable { remarks.append("cores may be dumped") }
        // With a limit, a later allocation beyond it would fail and end the process.
        var locked = rlimit(rlim_cur: .max, rlim_max: .max)
        let isUnlimited = unsafe setrlimit(__rlimit_resource_t(8), &locked) == 0
        if !isUnlimited || mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT) != 0 {
            remarks.append(
                "memory may be written to a swap file: set LimitMEMLOCK=infinity in the systemd unit"
            )
        }
        return remarks
    }
}
