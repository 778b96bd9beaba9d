/// An image as the bytes of its file; it is not decoded.
public final class UIImage: NSObject, Sendable {
    /// The bytes of the file.
    private let bytes: Data

    /// Creates an image of size zero.
    public override init() {
        bytes = Data()
        super.init()
    }

    /// Creates an image from the bytes of a file; nil if there are none.
    public init?(data: Data) {
        guard !data.isEmpty else { return nil }
        bytes = data
        super.init()
    }

    /// Nil: there are no asset catalogues here.
    public convenience init?(named name: String) { nil }

    /// Nil: there are no symbols here.
    public convenience init?(systemName name: String) { nil }

    /// How an image is coloured.
    public enum RenderingMode: Int, Sendable {
        /// As its place asks.
        case automatic = 0
        /// In its own colours.
        case alwaysOriginal = 1
        /// In the tint colour.
        case alwaysTemplate = 2
    }

    /// The same image; nothing is coloured here.
    public func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage { self }

    /// The bytes of the file in any format; nil if there are none.
    public func pngData() -> Data? { bytes.isEmpty ? nil : bytes }
}
