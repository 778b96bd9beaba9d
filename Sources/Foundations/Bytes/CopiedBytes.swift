extension [UInt8] {
    /// The bytes of a span, copied.
    public init(copying bytes: Span<UInt8>) {
        self.init(repeating: 0, count: bytes.count)
        var copy = mutableSpan
        for index in bytes.indices { copy[index] = bytes[index] }
    }
}
