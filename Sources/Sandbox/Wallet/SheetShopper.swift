/// The user of a sheet: a script, or a person.
public protocol SheetShopper: Sendable {
    /// Whether time is simulated, and skips waits, or is real.
    var time: SheetTime { get }

    /// Uses the sheet, which is closed afterwards if it has not ended.
    ///
    /// - Throws: The reason for giving up, which becomes ``SheetSession/failure``.
    func use(_ sheet: SheetSession) async throws
}

/// How time passes at a sheet.
public enum SheetTime: Hashable, Sendable {
    /// Virtual time: it advances when the shopper waits, or when an app's answer can no longer
    /// come. A working app is awaited for up to `patience` of real time.
    case counted(patience: Duration)
    /// Real time.
    case real
}
