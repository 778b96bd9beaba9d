/// A progress bar on one line of a terminal.
public struct ProgressBar: Sendable {
    private static let width = 30

    /// The bar as text, with a remark behind it.
    ///
    /// Where the whole is not known, there is the remark alone.
    public static func text(done: Int, of whole: Int?, _ remark: String) -> String {
        guard let whole, whole > 0 else { return remark }
        let share = min(max(done, 0), whole)
        let filled = share * width / whole
        let bar = String(repeating: "█", count: filled)
        let rest = String(repeating: "░", count: width - filled)
        let percent = String(share * 100 / whole)
        let padding = String(repeating: " ", count: 3 - percent.count)
        return "\(bar)\(rest) \(padding)\(percent) %  \(remark)"
    }
}
