/// A picture, as the bytes of its file; nothing decodes them here.
public final class UIImage: NSObject, Sendable {
    /// The bytes of the file.
    private let bytes: Data

    /// A picture without extent.
    public override init() {
        bytes = Data()
        super.init()
    }

    /// The picture of a file's bytes, or nil where there are none.
    public init?(data: Data) {
        guard !data.isEmpty else { return nil }
        bytes = data
        super.init()
    }

    /// Nil: there are no asset catalogues here.
    public convenience init?(named name: String) { nil }

    /// Nil: there are no symbols here.
    public convenience init?(systemName name: String) { nil }

    /// The bytes of the file, whatever its format; nil where there are none.
    public func pngData() -> Data? { bytes.isEmpty ? nil : bytes }
}
