/// Finds the word that was probably meant by one that is not known.
public enum NearestWord {
    /// The known word that is nearest, or nil if none is near enough.
    ///
    /// A letter that is added, missing, another, or swapped with the next one counts as one difference, and
    /// capitals count as small letters. One difference is allowed, and one more for every third letter.
    public static func to(_ word: String, among known: [String]) -> String? {
        let letters = Array(word.lowercased().prefix(lengthLimit))
        let limit = max(1, letters.count / 3)
        let near = known.map { ($0, distance(letters, Array($0.lowercased().prefix(lengthLimit)))) }
            .filter { $0.1 <= limit && $0.1 < letters.count }
        return near.min { $0.1 < $1.1 }?.0
    }

    /// A hint on what may be given, with the word that was probably meant.
    ///
    /// - Parameters:
    ///   - word: The word that is not known.
    ///   - known: Those that are.
    ///   - lead: The text before their list, such as `--network takes`.
    /// - Returns: One line.
    public static func hint(for word: String, among known: [String], _ lead: String) -> String {
        let list = "\(lead) \(known.joined(separator: ", "))"
        return to(word, among: known).map { "did you mean \($0)? \(list)" } ?? list
    }

    /// Longer words are compared by their beginning.
    private static let lengthLimit = 64

    /// The optimal string alignment distance: by one row of the table after the other.
    private static func distance(_ first: [Character], _ second: [Character]) -> Int {
        var (before, row) = ([Int](), Array(0...second.count))
        for (i, letter) in first.enumerated() {
            var next = [i + 1]
            for (j, other) in second.enumerated() {
                var least = min(row[j + 1] + 1, next[j] + 1, row[j] + (letter == other ? 0 : 1))
                if i > 0, j > 0, letter == second[j - 1], first[i - 1] == other {
                    least = min(least, before[j - 1] + 1)
                }
                next.append(least)
            }
            (before, row) = (row, next)
        }
        return row[second.count]
    }
}
