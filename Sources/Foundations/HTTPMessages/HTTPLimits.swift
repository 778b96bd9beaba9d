/// How much of one request is taken.
///
/// - Units: bytes, each with its line ends, except for numbers of fields.
public struct HTTPLimits: Hashable, Sendable {
    /// The request line.
    public var requestLine = 8_192
    /// All field lines of the header.
    public var header = 32_768
    /// How many fields the header, or the trailer, has.
    public var fields = 100
    /// The body, without the framing of chunks.
    public var body = 1_048_576
    /// The line with a chunk's size and extensions.
    public var chunkLine = 256
    /// All chunk extensions of a body.
    public var chunkExtensions = 4_096
    /// All field lines of the trailer.
    public var trailer = 4_096

    /// The limits that no caller changed.
    public init() {}
}
