internal import Bytes

extension FuzzTarget {
    /// Writing the bytes that were read gives the same text, except for the case of letters.
    static let hexadecimal = FuzzTarget("hexadecimal") { input in
        if let bytes = try? Hexadecimal.decode(input.span) {
            let text = String(decoding: input, as: UTF8.self).lowercased()
            require(Hexadecimal.encode(bytes) == text, "two texts for the same bytes")
        }
        let text = Array(Hexadecimal.encode(input).utf8)
        require((try? Hexadecimal.decode(text.span)) == input, "not read back")
    }
}
