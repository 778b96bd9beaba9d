internal import CPostgreSQL

/// Notes whether the server sent a warning. The messages are neither printed nor kept.
///
/// A commit that was not replicated is answered as a success, after a warning.
@safe
final class ServerNotices {
    private var warnings = 0

    /// Receives the notices of a connection, which must not outlive this object.
    func attach(to handle: OpaquePointer) {
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe PQsetNoticeReceiver(
            handle,
            { context, notice in
                guard let context = unsafe context, let notice = unsafe notice else { return }
                let notices = unsafe Unmanaged<ServerNotices>.fromOpaque(context)
                let severity = unsafe quince_pq_severity(notice).map {
                    unsafe String(cString: $0)
                }
                if severity == nil || severity == "WARNING" {
                    unsafe notices.takeUnretainedValue().warnings += 1
                }
            },
            context
        )
    }

    /// Whether a warning came since this was last asked.
    func takeWarning() -> Bool {
        defer { warnings = 0 }
        return warnings > 0
    }
}
