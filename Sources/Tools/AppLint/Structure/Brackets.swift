/// Matching brackets and the nesting of tokens. Brackets without a partner are ignored.
package struct Brackets: Sendable {
    /// The matching bracket of each bracket.
    private let partners: [Int?]
    /// The innermost bracket around each token.
    private let parents: [Int?]
    /// The number of brackets around each token.
    private let depths: [Int]
    /// The innermost pair of braces around each token, by its opening one.
    private let braces: [Int?]

    /// How many unclosed brackets a closing bracket may skip to find its partner.
    private static let skipLimit = 4

    init(_ tokens: [Token]) {
        var partners = [Int?](repeating: nil, count: tokens.count)
        var parents = partners
        var depths = [Int](repeating: 0, count: tokens.count)
        var braces = partners
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
        for index in tokens.indices {
            guard let parent = parents[index] else { continue }
            let isPair = tokens[parent].text == "{" && (partners[parent] ?? 0) > parent
            // A parent comes before what it contains, so its own braces are already known.
            braces[index] = isPair ? parent : braces[parent]
        }
        self.partners = partners
        self.braces = braces
        self.parents = parents
        self.depths = depths
    }

    private static func level(of token: Token, in open: [Int], _ tokens: [Token]) -> Int? {
        let wanted = ["(": ")", "[": "]", "{": "}"]
        return open.indices.suffix(skipLimit).last { wanted[tokens[open[$0]].text] == token.text }
    }

    package func partner(of index: Int) -> Int? { partners[index] }

    func parent(of index: Int) -> Int? { parents[index] }

    package func brace(around index: Int) -> Int? { braces[index] }

    func depth(of index: Int) -> Int { depths[index] }
}
