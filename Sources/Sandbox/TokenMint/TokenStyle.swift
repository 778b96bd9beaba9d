internal import JSON
public import World

/// How a token is written down, where writers differ and readers must not care.
///
/// - Source: Documentation/Reference/PaymentTokenFormat.md, section 1.1: the order of members
///   differs between versions of the system, and encoders of PHP and JavaScript escape the slash.
public struct TokenStyle: Hashable, Sendable {
    /// In which order members stand.
    public enum MemberOrder: Hashable, Sendable, CaseIterable {
        /// `version`, `data`, `signature`, `header`.
        case versionFirst
        /// `data`, `signature`, `header`, `version`.
        case dataFirst
    }

    /// In which order members stand.
    public var memberOrder: MemberOrder
    /// Whether a slash is written as `\/`.
    public var escapesSlashes: Bool

    /// A style.
    public init(memberOrder: MemberOrder = .versionFirst, escapesSlashes: Bool = false) {
        self.memberOrder = memberOrder
        self.escapesSlashes = escapesSlashes
    }

    /// One of the styles that are seen.
    public init(drawnFrom randomness: any Randomness) {
        let number = randomness.number(below: 4)
        self.init(
            memberOrder: number & 1 == 0 ? .versionFirst : .dataFirst,
            escapesSlashes: number & 2 != 0
        )
    }
}

extension TokenParts {
    /// The token as text in a style.
    public func json(_ style: TokenStyle) -> [UInt8] {
        var paymentData = paymentData
        if style.memberOrder == .dataFirst {
            let version = paymentData.removeFirst()
            paymentData.append(version)
        }
        let members = [JSONMember(name: "paymentData", value: .object(paymentData))] + outerMembers
        return style.written(.object(members))
    }
}

extension TokenStyle {
    /// JSON has no slash but in strings, and there the escape means the same.
    func written(_ output: JSONOutput) -> [UInt8] {
        let text = output.compactBytes
        guard escapesSlashes else { return text }
        var escaped: [UInt8] = []
        escaped.reserveCapacity(text.count + text.count / 32)
        for byte in text {
            if byte == UInt8(ascii: "/") { escaped.append(UInt8(ascii: "\\")) }
            escaped.append(byte)
        }
        return escaped
    }
}
