/// Which bracket closes which, and what stands inside which; brackets that nothing closes are none.
struct Brackets: Sendable {
    /// For a bracket, the one that belongs to it.
    private let partners: [Int?]
    /// For every word, the innermost bracket that it stands inside.
    private let parents: [Int?]
    /// For every word, how many brackets it stands inside.
    private let depths: [Int]

    /// How far down an opening bracket is looked for that a closing one could belong to.
    private static let tolerance = 4

    init(_ tokens: [Token]) {
        var partners = [Int?](repeating: nil, count: tokens.count)
        var parents = partners
        var depths = [Int](repeating: 0, count: tokens.count)
        var open: [Int] = []
        for (index, token) in tokens.enumerated() {
            if token.closes, let level = Self.level(of: token, in: open, tokens) {
                open.removeSubrange(level + 1..<open.count)
                let opening = open.removeLast()
                partners[opening] = index
                partners[index] = opening
            }
            parents[index] = open.last
            depths[index] = open.count
            if token.opens { open.append(index) }
        }
        self.partners = partners
        self.parents = parents
        self.depths = depths
    }

    private static func level(of token: Token, in open: [Int], _ tokens: [Token]) -> Int? {
        let wanted = ["(": ")", "[": "]", "{": "}"]
        return open.indices.suffix(tolerance).last { wanted[tokens[open[$0]].text] == token.text }
    }

    func partner(of index: Int) -> Int? { partners[index] }

    func parent(of index: Int) -> Int? { parents[index] }

    func depth(of index: Int) -> Int { depths[index] }
}
