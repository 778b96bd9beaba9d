/// A bar on a line of a terminal that grows while something goes on.
public struct ProgressBar: Sendable {
    private static let width = 30

    /// The bar as text: how far of how much, and a word on what was done.
    ///
    /// Where it is not known how much there is, there is the word alone.
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
