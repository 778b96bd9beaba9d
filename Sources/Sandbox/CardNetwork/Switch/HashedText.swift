/// A text as a key, with its hash, which is computed once. Finding a key then compares the text of that key alone, and a
/// table that grows hashes no text again.
struct HashedText: Hashable, Sendable {
    private let text: String
    private let hash: Int

    init(_ text: String) {
        self.text = text
        hash = text.hashValue
    }

    static func == (one: HashedText, other: HashedText) -> Bool {
        one.hash == other.hash && one.text == other.text
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
