internal import ISO8583

extension FuzzTarget {
    /// A message that is read in one of the layouts is written and read again the same, and frames are found in
    /// whatever pieces they come. The first byte chooses the layout and the framing. Below 128 it also has
    /// the length in a header corrected, without which hardly any input would be read.
    static let iso8583 = FuzzTarget(
        "iso8583",
        seeds: {
            var texts = [2: "4000001234562345", 3: "000000", 4: "000000001075", 70: "301"]
            // With bitmaps of their own in Visa's layout.
            texts[62] = "4000000000000000123456789012345"
            texts[63] = "2000002503"
            texts[126] = "0011000000000000" + "ABCDEF" + "02A="
            return layouts.enumerated().compactMap { index, layout in
                let message = ISO8583Message(.authorizationRequest, texts: texts)
                return (try? message.encoded(in: layout)).map { [UInt8(index)] + $0 }
            }
        }
    ) { input in
        guard let choice = input.first else { return }
        var bytes = Array(input.dropFirst())
        let layout = layouts[Int(choice) % layouts.count]
        if layout.header != nil, choice < 128, (5...65_535).contains(bytes.count) {
            bytes.replaceSubrange(3...4, with: [UInt8(bytes.count >> 8), UInt8(bytes.count & 255)])
        }
        if let message = try? ISO8583Message(bytes, in: layout) {
            let written = try? message.encoded(in: layout)
            require(written != nil, "what was read is not written")
            require((written?.count ?? 0) <= bytes.count, "more is written than was read")
            let again = written.flatMap { try? ISO8583Message($0, in: layout) }
            require(again == message, "what was written is not read again")
            require((try? message.check(in: layout)) != nil, "what is written is not checked alike")
        }
        let framing = MessageFraming.allCases[
            Int(choice) / layouts.count % MessageFraming.allCases.count
        ]
        let atOnce = frames(of: framing, [bytes])
        let byteByByte = frames(of: framing, bytes.map { [$0] })
        require(atOnce == byteByByte, "frames depend on how they come")
    }

    private static let layouts: [MessageLayout] = [
        .ascii, .asciiHexadecimal, .bcd, .bcdWithEBCDIC, .visa,
    ]

    private static func frames(of framing: MessageFraming, _ pieces: [[UInt8]]) -> [[UInt8]?] {
        var frames = MessageFrames(framing)
        var found: [[UInt8]?] = []
        for piece in pieces {
            frames.append(piece)
            do {
                while let frame = try frames.next() { found.append(frame) }
            } catch {
                return found + [nil]
            }
        }
        return found
    }
}
