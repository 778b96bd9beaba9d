internal import Bytes

extension FuzzTarget {
    /// Base64 is not malleable: writing the bytes that were read gives the same text.
    static let base64 = FuzzTarget("base64") { input in
        if let bytes = try? Base64.decode(input.span) {
            require(Array(Base64.encode(bytes).utf8) == input, "two texts for the same bytes")
        }
        let text = Array(Base64.encode(input).utf8)
        require((try? Base64.decode(text.span)) == input, "what was written is not read back")
    }
}
