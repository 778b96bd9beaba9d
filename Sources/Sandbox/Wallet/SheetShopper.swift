/// The user of a sheet: a script, or a person.
public protocol SheetShopper: Sendable {
    /// Whether time is simulated, and skips waits, or is real.
    var time: SheetTime { get }

    /// Uses the sheet, which is closed on return where it is not over.
    ///
    /// - Throws: What makes the shopper give up; it becomes ``SheetSession/failure``.
    func use(_ sheet: SheetSession) async throws
}

/// How time passes before a sheet.
public enum SheetTime: Hashable, Sendable {
    /// Only where the shopper waits, or where an app's answer cannot come any more. An app that is
    /// still at work is waited for, for as long as `patience` of real time.
    case counted(patience: Duration)
    /// As for people.
    case real
}
