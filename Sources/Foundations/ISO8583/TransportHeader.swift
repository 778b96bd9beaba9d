/// The header that a packet network puts before a message, the TPDU: an identifier and two addresses.
///
/// - Source: the TPDU header of point-of-sale networks, as the projects jPOS (`NACChannel`) and moov-io/iso8583
///   have it; ISO 8583 says nothing of it.
public struct TransportHeader: Hashable, Sendable {
    /// Where the message goes.
    public let destination: UInt16
    /// Where it comes from.
    public let source: UInt16

    static let count = 5
    /// The first byte: a message of a financial transaction follows.
    private static let identifier: UInt8 = 0x60

    /// A header.
    public init(from source: UInt16 = 0, to destination: UInt16 = 0) {
        (self.source, self.destination) = (source, destination)
    }

    init(_ bytes: ArraySlice<UInt8>) throws(ISO8583Failure) {
        guard bytes.count >= Self.count else { throw .truncated }
        guard bytes.first == Self.identifier else { throw .invalidHeader }
        let parts = Array(bytes.dropFirst().prefix(4)).map(UInt16.init)
        self.init(from: parts[2] << 8 | parts[3], to: parts[0] << 8 | parts[1])
    }

    var bytes: [UInt8] {
        [Self.identifier]
            + [destination, source].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
    }

    /// The header of the answer: the addresses are exchanged.
    var answer: TransportHeader { TransportHeader(from: destination, to: source) }
}
