/// Where a command writes: results to standard output, all else to standard error.
public struct Output: Sendable {
    private let results: @Sendable (String) -> Void
    private let remarks: @Sendable (String) -> Void
    private let status: (@Sendable (String) -> Void)?

    /// An output over closures. A status is a line that a terminal shows until the next one; without a
    /// terminal it is nil.
    public init(
        results: @escaping @Sendable (String) -> Void,
        remarks: @escaping @Sendable (String) -> Void,
        status: (@Sendable (String) -> Void)? = nil
    ) {
        self.results = results
        self.remarks = remarks
        self.status = status
    }

    /// Whether the status is shown.
    public var showsStatus: Bool { status != nil }

    /// Shows a status, which replaces the one before; an empty one removes it.
    public func show(_ line: String) { status?(Self.harmless(line)) }

    /// Writes a line of the result.
    public func result(_ line: String = "") { results(Self.harmless(line)) }

    /// Writes a name and its value on one line, whatever characters the value has.
    public func row(_ name: String, _ value: String, width: Int) {
        let padding = String(repeating: " ", count: max(0, width - name.count))
        result("  \(name)\(padding)  \(Self.oneLine(value))")
    }

    /// Writes a result on one line, whatever characters it has.
    public func line(_ text: String) { result(Self.oneLine(text)) }

    /// Writes a line to standard error.
    public func remark(_ line: String) { remarks(Self.harmless(line)) }

    /// Writes why something did not happen and what to do about it.
    public func problem(_ message: String, hint: String) {
        remark("quince: \(Self.oneLine(message))")
        if !hint.isEmpty { remark("hint: \(Self.oneLine(hint))") }
    }

    private static func oneLine(_ text: String) -> String {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .joined(separator: "\u{fffd}")
    }

    /// The text without characters that command a terminal: some of it comes from tokens.
    private static func harmless(_ text: String) -> String {
        if text.utf8.allSatisfy({ (0x20...0x7e).contains($0) || $0 == 0x0a }) { return text }
        var shown = ""
        for scalar in text.unicodeScalars {
            let commands =
                scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
                || scalar.properties.isBidiControl || (0x2028...0x2029).contains(scalar.value)
            shown.unicodeScalars.append(commands && scalar != "\n" ? "\u{fffd}" : scalar)
        }
        return shown
    }
}
