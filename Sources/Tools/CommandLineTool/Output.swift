/// Where a command writes: results to standard output, all else to standard error.
public struct Output: Sendable {
    private let results: @Sendable (String) -> Void
    private let remarks: @Sendable (String) -> Void

    /// An output of one's own.
    public init(
        results: @escaping @Sendable (String) -> Void,
        remarks: @escaping @Sendable (String) -> Void
    ) {
        self.results = results
        self.remarks = remarks
    }

    /// Writes a line of the result.
    public func result(_ line: String = "") { results(line) }

    /// Writes a line that is not part of the result.
    public func remark(_ line: String) { remarks(line) }

    /// Writes why something did not happen and what to do about it.
    public func problem(_ message: String, hint: String) {
        remarks("quince: \(message)")
        if !hint.isEmpty { remarks("hint: \(hint)") }
    }
}
