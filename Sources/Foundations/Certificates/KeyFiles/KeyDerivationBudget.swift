internal import ASN1

/// The rounds of password stretching that a file has asked for so far, and may ask for at all.
struct KeyDerivationBudget {
    private let limit: Int
    private var spent = 0

    init(limit: Int) { self.limit = limit }

    /// Spends some rounds before they are made.
    mutating func spend(_ rounds: Int) throws(KeyFileFailure) {
        guard rounds <= min(limit, Int(Int32.max)) - spent else { throw .tooMuchWork(limit: limit) }
        spent += rounds
    }

    /// Reads a number of rounds; one that is too long for an `Int` counts as the most there is.
    static func rounds(_ content: ArraySlice<UInt8>) -> Int? {
        guard let first = content.first, first < 0x80 else { return nil }
        guard content.count <= 7 else { return Int.max }
        let rounds = content.reduce(0) { $0 << 8 | Int($1) }
        return rounds > 0 ? rounds : nil
    }
}
