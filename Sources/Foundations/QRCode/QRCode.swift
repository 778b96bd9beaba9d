internal import CQREncode

/// A QR code of a text, such as an address for a phone to open.
///
/// - Source: ISO/IEC 18004, by libqrencode; level M of error correction, the smallest version that holds the text.
public struct QRCode: Hashable, Sendable {
    /// The number of modules in a row, and of rows.
    public let size: Int
    /// The modules, row by row; true for dark.
    private let modules: [Bool]

    /// Encodes a text in UTF-8.
    ///
    /// - Throws: ``QRCodeFailure``.
    public init(_ text: String) throws(QRCodeFailure) {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= Self.longest else { throw .tooLong(bytes: bytes.count) }
        let code = unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe QRcode_encodeData(Int32(bytes.count), bytes.baseAddress, 0, QR_ECLEVEL_M)
        }
        guard let code = unsafe code else { throw .notEncoded }
        defer { unsafe QRcode_free(code) }
        let size = unsafe Int(code.pointee.width)
        self.size = size
        // The lowest bit of each byte is the module's colour.
        modules = (0..<size * size).map { unsafe code.pointee.data[$0] & 1 == 1 }
    }

    /// The longest text. Units: bytes.
    ///
    /// - Source: ISO/IEC 18004, version 40 at level M, binary data.
    public static let longest = 2331

    /// Whether a module is dark.
    public func isDark(row: Int, column: Int) -> Bool { modules[row * size + column] }

    /// The code as an SVG image, black on white, with the quiet zone of four modules around it.
    public var svg: String {
        let side = size + 8
        var path = ""
        for row in 0..<size {
            for column in 0..<size where isDark(row: row, column: column) {
                path += "M\(column + 4) \(row + 4)h1v1h-1z"
            }
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" \
            shape-rendering="crispEdges"><path fill="#fff" d="M0 0h\(side)v\(side)H0z"/>\
            <path d="\(path)"/></svg>
            """
    }
}

/// Why a text has no QR code.
public enum QRCodeFailure: Error, Hashable, Sendable {
    /// There is no text.
    case empty
    /// The text is longer than ``QRCode/longest``.
    case tooLong(bytes: Int)
    /// libqrencode failed: there is no memory.
    case notEncoded
}

extension QRCodeFailure: CustomStringConvertible {
    /// The cause.
    public var description: String {
        switch self {
        case .empty: "a QR code needs a text"
        case .tooLong(let bytes): "a QR code holds \(QRCode.longest) bytes, not \(bytes)"
        case .notEncoded: "the QR code was not made: no memory"
        }
    }
}
