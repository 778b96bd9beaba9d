/// The app showed no sheet.
public struct NoSheetPresented: Error, Hashable, Sendable, CustomStringConvertible {
    /// The app's mistakes.
    public let mistakes: [String]
    /// How long a sheet was waited for, in real time.
    public let waited: Duration

    /// The cause, where it is known.
    public var description: String {
        mistakes.isEmpty
            ? "the app presented no payment sheet within \(waited) after the closure of run(_:);"
                + " call present on a PKPaymentAuthorizationController there, and give run a longer"
                + " patience where the app first waits for something"
            : mistakes.joined(separator: "\n")
    }
}
