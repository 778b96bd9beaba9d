/// A number as it is written in a source.
enum DecimalLiteral {
    /// Whether it has a fraction that is no sum of powers of two, so that a Double cannot represent
    /// it.
    static func isInexactAsDouble(_ text: String) -> Bool {
        let digits = text.filter { $0 != "_" }
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].allSatisfy(\.isASCIIDigit) else { return false }
        let tail = parts[1].drop(while: \.isASCIIDigit).lowercased()
        guard tail.isEmpty || tail == "f" || tail == "l" else { return false }
        var fraction = parts[1].prefix(while: \.isASCIIDigit)
        while fraction.last == "0" { fraction.removeLast() }
        guard fraction.count <= 15, let value = Int(fraction) else { return !fraction.isEmpty }
        var power = 1
        for _ in 0..<fraction.count { power *= 5 }
        return !value.isMultiple(of: power)
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
