internal import Glibc

/// Bytes that must not be seen: a key, a card number, a cryptogram, a decrypted payload.
///
/// The bytes are in one allocation, which is never copied implicitly and is overwritten when the last
/// reference is released. No description, log or error contains them. They are read only through
/// ``withBytes(_:)`` or ``revealedText()``.
///
/// - Source: our own rule, for PCI DSS 4.0.1 requirements 3.3.1 and 3.4.1.
@safe
public final class Secret: @unchecked Sendable {
    private let storage: UnsafeMutableBufferPointer<UInt8>

    /// How many bytes there are. A length is not secret here.
    public var count: Int { unsafe storage.count }

    /// A secret of a known length, filled in by a closure.
    ///
    /// The bytes are zero when the closure starts. If it throws they are overwritten and freed.
    public init<Failure: Error>(
        count: Int,
        filledBy fill: (inout MutableSpan<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        unsafe storage = .allocate(capacity: count)
        unsafe storage.initialize(repeating: 0)
        var span = unsafe MutableSpan(_unsafeElements: storage)
        try fill(&span)
    }

    /// A secret copied from elsewhere. The source is the caller's to clear.
    public init(copying bytes: Span<UInt8>) {
        unsafe storage = .allocate(capacity: bytes.count)
        unsafe storage.initialize(repeating: 0)
        for index in bytes.indices { unsafe storage[index] = bytes[index] }
    }

    /// A secret copied from elsewhere. The source is the caller's to clear.
    public convenience init(copying bytes: [UInt8]) {
        self.init(copying: bytes.span)
    }

    /// The bytes of several secrets in one.
    public convenience init(joining parts: [Secret]) {
        self.init(count: parts.reduce(0) { $0 + $1.count }) { span in
            var start = 0
            for part in parts {
                part.withBytes { bytes in
                    for index in bytes.indices { span[start + index] = bytes[index] }
                }
                start += part.count
            }
        }
    }

    deinit {
        if let start = unsafe storage.baseAddress {
            unsafe explicit_bzero(start, storage.count)
        }
        unsafe storage.deallocate()
    }

    /// Passes the bytes to a closure.
    public func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let span = unsafe Span(_unsafeElements: UnsafeBufferPointer(storage))
        return try body(span)
    }

    /// The bytes read as UTF-8 text, in a string that nothing will clear.
    ///
    /// For the one place that must write them down: a message to the card network, or a terminal
    /// whose user asked to see them.
    public func revealedText() -> String {
        unsafe String(decoding: storage, as: UTF8.self)
    }

    /// The last characters as text, with the rest masked, such as `••••••••••••4242`.
    public func masked(keepingLast kept: Int) -> String {
        let shown = count > kept * 2 ? kept : 0
        let tail = unsafe String(decoding: storage.suffix(shown), as: UTF8.self)
        return String(repeating: "•", count: count - shown) + tail
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// How many bytes are withheld.
    public var description: String { "(\(count) secret bytes)" }
    /// How many bytes are withheld.
    public var debugDescription: String { description }
    /// Nothing: a mirror would show the address of the bytes.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

extension Secret: Equatable {
    /// Whether two secrets hold the same bytes, compared in time that depends on their lengths only.
    public static func == (left: Secret, right: Secret) -> Bool {
        left.withBytes { leftBytes in
            right.withBytes { rightBytes in constantTimeEqual(leftBytes, rightBytes) }
        }
    }
}
