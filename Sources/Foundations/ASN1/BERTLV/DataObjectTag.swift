/// The tag of a data object: one to three bytes, written as EMV's tables write it.
///
/// - Source: EMV 4.3 Book 3 annex B1; ISO/IEC 7816-4:2013 § 5.2.2.1 for the three bytes. Unlike
///   ISO/IEC 8825-1, both let a second byte stand where the number would fit the first: 9F02.
public struct DataObjectTag: Hashable, Sendable {
    /// The most bytes of a tag.
    public static let byteLimit = 3

    /// The bytes as one number, the first byte the most significant, such as 0x9F02.
    public let number: UInt32

    /// A tag as EMV's tables write it, such as 0x9F02.
    public init(_ number: UInt32) { self.number = number }

    /// Whether the value is a list of data objects.
    public var isTemplate: Bool { firstByte & 0x20 != 0 }

    private var firstByte: UInt32 {
        switch number {
        case 0...0xff: number
        case 0x100...0xffff: number >> 8
        default: number >> 16 & 0xff
        }
    }
}

extension DataObjectTag: CustomStringConvertible {
    /// The tag in upper-case hexadecimal, as EMV's tables have it.
    public var description: String {
        let digits = String(number, radix: 16, uppercase: true)
        return digits.utf8.count.isMultiple(of: 2) ? digits : "0" + digits
    }
}
