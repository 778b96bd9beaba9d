internal import Bytes
public import World

/// A data object to be written in BER-TLV.
public struct DataObjectRecipe: Sendable {
    /// The bytes of the tag.
    public let tag: [UInt8]
    /// The value of an object that is no template.
    public var value: [UInt8] = []
    /// The objects of a template.
    public var objects: [DataObjectRecipe] = []

    /// An object with a value.
    public init(_ tag: [UInt8], _ value: [UInt8]) {
        self.tag = tag
        self.value = value
    }

    /// A template with objects.
    public init(_ tag: [UInt8], _ objects: [DataObjectRecipe]) {
        self.tag = tag
        self.objects = objects
    }

    private var isTemplate: Bool { tag[0] & 0x20 != 0 }

    /// The object in its shortest form.
    public func encoded() -> [UInt8] {
        let content = isTemplate ? objects.flatMap { $0.encoded() } : value
        return tag + Self.length(content.count, bytes: 0) + content
    }

    /// The object in any form: with zeros around it, and with lengths longer than they need be.
    public func encoded(from randomness: any Randomness) -> [UInt8] {
        func below(_ bound: UInt64) -> Int { Int(randomness.number(below: bound)) }
        let content = isTemplate ? objects.flatMap { $0.encoded(from: randomness) } : value
        let zeros = [UInt8](repeating: 0, count: below(3))
        let after = [UInt8](repeating: 0, count: below(2))
        return zeros + tag + Self.length(content.count, bytes: below(4)) + content + after
    }

    /// A few objects with tags that differ, some of them templates.
    public static func random(
        from randomness: any Randomness,
        depth: Int = 0
    ) -> [DataObjectRecipe] {
        func below(_ bound: UInt64) -> Int { Int(randomness.number(below: bound)) }
        var objects: [DataObjectRecipe] = []
        for _ in 0..<below(6) {
            let tag = randomTag(from: randomness)
            if objects.contains(where: { $0.tag == tag }) { continue }
            if tag[0] & 0x20 == 0 {
                let sizes = [0, 1, 6, 127, 128, 300]
                objects.append(DataObjectRecipe(tag, randomness.bytes(sizes[below(6)])))
            } else {
                let inner = depth < 4 ? random(from: randomness, depth: depth + 1) : []
                objects.append(DataObjectRecipe(tag, inner))
            }
        }
        return objects
    }

    /// The objects as `TAG=value` and `TAG(objects)`.
    public static func text(of objects: [DataObjectRecipe]) -> String {
        objects.map { object in
            let tag = digits(of: object.tag).uppercased()
            return object.isTemplate
                ? "\(tag)(\(text(of: object.objects)))" : "\(tag)=\(digits(of: object.value))"
        }
        .joined(separator: " ")
    }

    private static func digits(of bytes: [UInt8]) -> String { Hexadecimal.encode(bytes) }

    private static func randomTag(from randomness: any Randomness) -> [UInt8] {
        func byte(_ range: ClosedRange<UInt8>) -> UInt8 {
            range.lowerBound + UInt8(randomness.number(below: UInt64(range.count)))
        }
        let classes = byte(0...7) << 5
        switch randomness.number(below: 3) {
        case 0: return [classes | byte(1...30)]
        case 1: return [classes | 0x1f, byte(0...127)]
        default: return [classes | 0x1f, byte(129...255), byte(0...127)]
        }
    }

    private static func length(_ count: Int, bytes: Int) -> [UInt8] {
        let needed = count < 0x80 ? 0 : count < 0x100 ? 1 : 2
        let taken = max(bytes, needed)
        guard taken > 0 else { return [UInt8(count)] }
        let digits = (0..<taken).reversed().map { UInt8(truncatingIfNeeded: count >> (8 * $0)) }
        return [0x80 | UInt8(taken)] + digits
    }
}
