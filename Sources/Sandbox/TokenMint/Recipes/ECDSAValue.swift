internal import ASN1

/// The two numbers of an ECDSA signature on P-256.
///
/// - Source: RFC 3279 § 2.2.3 for the form; FIPS 186-4 § D.1.2.3 for the order.
struct ECDSAValue {
    let r: [UInt8]
    let s: [UInt8]

    /// Takes the numbers out of DER.
    init(_ der: [UInt8]) throws(ASN1Failure) {
        var cursor = ASN1Cursor(der)
        try cursor.enter(.sequence)
        let contents = [try cursor.take(.integer).content, try cursor.take(.integer).content]
        let numbers = contents.map { content in
            let digits = der[content].drop { $0 == 0 }
            return [UInt8](repeating: 0, count: 32 - digits.count) + digits
        }
        (r, s) = (numbers[0], numbers[1])
    }

    /// Two numbers, whether or not they make a signature.
    init(r: [UInt8], s: [UInt8]) { (self.r, self.s) = (r, s) }

    /// The other signature that is valid wherever this one is.
    var malleated: ECDSAValue {
        var borrow = 0
        var difference = [UInt8](repeating: 0, count: 32)
        for index in (0..<32).reversed() {
            let value = Int(Self.order[index]) - Int(s[index]) - borrow
            borrow = value < 0 ? 1 : 0
            difference[index] = UInt8(truncatingIfNeeded: value)
        }
        return ECDSAValue(r: r, s: difference)
    }

    /// The two numbers in DER.
    var der: [UInt8] { ASN1Encoding.sequence([r, s].map(ASN1Encoding.integer(unsigned:))) }

    /// How many points there are.
    static let order: [UInt8] = [
        0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
        0xbc, 0xe6, 0xfa, 0xad, 0xa7, 0x17, 0x9e, 0x84, 0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63, 0x25,
        0x51,
    ]
}
