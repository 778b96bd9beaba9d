internal import Bytes

/// How messages of a connection are written: their layout, and what is before them.
public struct MessageForm: Hashable, Sendable {
    /// How messages follow one another.
    public let framing: MessageFraming
    /// The layout, by its name of ``MessageLayout/named``.
    public let layoutName: String
    /// The layout, with the header.
    public let layout: MessageLayout

    /// A form: unless given, messages in ASCII with binary bitmaps, each after its length in two bytes.
    public init(
        framing: MessageFraming = .binary,
        layout: (name: String, layout: MessageLayout) = ("ascii", .ascii),
        hasTransportHeader: Bool = false
    ) {
        self.framing = framing
        layoutName = layout.name
        var layout = layout.layout
        layout.transport = hasTransportHeader ? TransportHeader() : nil
        self.layout = layout
    }

    /// Whether each message is after a ``TransportHeader``.
    public var hasTransportHeader: Bool { layout.transport != nil }

    private static let all: [MessageForm] = MessageFraming.allCases.flatMap { framing in
        MessageLayout.named.flatMap { layout in
            [false, true].map {
                MessageForm(framing: framing, layout: layout, hasTransportHeader: $0)
            }
        }
    }

    /// The form in which bytes are whole messages; nil where there is none. Of several it is the one that differs least
    /// from this one.
    public func other(reading bytes: [UInt8]) -> MessageForm? {
        Self.all.filter { $0 != self && $0.reads(bytes) }.min { difference($0) < difference($1) }
    }

    private func difference(_ other: MessageForm) -> Int {
        (other.layoutName == layoutName ? 0 : 4)
            + (other.hasTransportHeader == hasTransportHeader ? 0 : 2)
            + (other.framing == framing ? 0 : 1)
    }

    /// Whether the bytes are one or more requests of the edition of 1987, and nothing else.
    public func reads(_ bytes: [UInt8]) -> Bool {
        var frames = MessageFrames(framing, layout: layout, limit: max(1, bytes.count))
        frames.append(bytes)
        do throws(ISO8583Failure) {
            while let frame = try frames.next() {
                let message = try ISO8583Message(frame, in: layout)
                guard message.type.number < 1_000, !message.type.isResponse,
                    !message.fields.numbers.isEmpty
                else { return false }
            }
            try frames.finish()
        } catch { return false }
        return !bytes.isEmpty
    }
}
