internal import Bytes
public import World

/// An identifier of a record.
public protocol ChargingIdentifier: Hashable, Sendable, CustomStringConvertible {
    /// The prefix of every identifier of this type, such as `attempt-`.
    static var prefix: String { get }
    /// The identifier as text.
    var text: String { get }
    /// An identifier whose text was checked.
    init(checked text: CheckedIdentifierText)
}

/// Text that was checked to have the form of an identifier. Only this module makes it.
public struct CheckedIdentifierText: Hashable, Sendable {
    let text: String
}

extension ChargingIdentifier {
    /// A new identifier: the prefix and 16 random bytes in hexadecimal.
    public init(drawnFrom randomness: any Randomness) {
        self.init(key: randomness.bytes(16))
    }

    /// An identifier made of a key of 16 bytes: see ``RowKeys``.
    init(key: [UInt8]) {
        self.init(checked: CheckedIdentifierText(text: Self.prefix + Hexadecimal.encode(key)))
    }

    /// Reads an identifier; nil if the text has another form.
    public init?(_ text: String) {
        let digits = text.utf8.dropFirst(Self.prefix.utf8.count)
        guard text.hasPrefix(Self.prefix), digits.count == 32,
            digits.allSatisfy({
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            })
        else { return nil }
        self.init(checked: CheckedIdentifierText(text: text))
    }

    /// The identifier as text.
    public var description: String { text }
}

/// Identifies an amount that a customer owes once.
public struct IntentID: ChargingIdentifier {
    /// `intent-`
    public static let prefix = "intent-"
    /// The identifier as text.
    public let text: String
    /// An identifier whose text was checked.
    public init(checked text: CheckedIdentifierText) { self.text = text.text }
}

/// Identifies one attempt to collect what is owed, with one payment token.
public struct AttemptID: ChargingIdentifier {
    /// `attempt-`
    public static let prefix = "attempt-"
    /// The identifier as text.
    public let text: String
    /// An identifier whose text was checked.
    public init(checked text: CheckedIdentifierText) { self.text = text.text }
}

/// Identifies one request to a processor and its result.
public struct OperationID: ChargingIdentifier {
    /// `operation-`
    public static let prefix = "operation-"
    /// The identifier as text.
    public let text: String
    /// An identifier whose text was checked.
    public init(checked text: CheckedIdentifierText) { self.text = text.text }
}

/// The kind of an operation.
public enum OperationKind: String, Hashable, Sendable, CaseIterable {
    /// To hold the amount on the card.
    case authorization
    /// To collect the amount, or a part of it.
    case capture
    /// To release the hold, as the merchant wishes.
    case void
    /// To pay back what was captured, or a part of it.
    case refund
    /// To cancel an authorization, whatever became of it.
    case reversal
    /// To release what a final capture left of the hold.
    case release

    /// Whether it follows from another operation, and recovery makes it from its record on.
    var isConsequence: Bool { self == .reversal || self == .release }
}

/// The key by which a processor recognizes a request that it received before.
///
/// It is derived from the attempt, not random: a request that is repeated after a crash has the
/// same key, and the processor acts once.
public struct IdempotencyKey: Hashable, Sendable, CustomStringConvertible {
    /// The key as text: `attempt-…-auth`, `-cap-1`, `-void`, `-void-2`, `-ref-1`, `-rev`, `-rel`; at
    /// most 64 characters.
    public let text: String

    /// The key of an attempt's operation of one kind. Operations of one kind are counted from 1.
    public init(_ kind: OperationKind, number: Int64 = 1, of attempt: AttemptID) {
        let suffix =
            switch kind {
            case .authorization: "auth"
            case .capture: "cap-\(number)"
            case .void: number == 1 ? "void" : "void-\(number)"
            case .refund: "ref-\(number)"
            case .reversal: "rev"
            case .release: "rel"
            }
        text = "\(attempt.text)-\(suffix)"
    }

    /// The key as text.
    public var description: String { text }
}
