internal import ISO8583

extension FuzzTarget {
    /// What is read in one of the layouts is written and read again the same, and frames are found in
    /// whatever pieces they come. The first byte chooses the layout and the framing.
    static let iso8583 = FuzzTarget(
        "iso8583",
        seeds: {
            let texts = [2: "4000001234562345", 3: "000000", 4: "000000001075", 70: "301"]
            return layouts.enumerated().compactMap { index, layout in
                let message = ISO8583Message(.authorizationRequest, texts: texts)
                return (try? message.encoded(in: layout)).map { [UInt8(index)] + $0 }
            }
        }
    ) { input in
        guard let choice = input.first else { return }
        let bytes = Array(input.dropFirst())
        let layout = layouts[Int(choice) % layouts.count]
        if let message = try? ISO8583Message(bytes, in: layout) {
            let written = try? message.encoded(in: layout)
            require(written != nil, "what was read is not written")
            require((written?.count ?? 0) <= bytes.count, "more is written than was read")
            let again = written.flatMap { try? ISO8583Message($0, in: layout) }
            require(again == message, "what was written is not read again")
        }
        let framing = MessageFraming.allCases[Int(choice) / 3 % MessageFraming.allCases.count]
        let atOnce = frames(of: framing, [bytes])
        let byteByByte = frames(of: framing, bytes.map { [$0] })
        require(atOnce == byteByByte, "frames depend on how they come")
    }

    private static let layouts: [MessageLayout] = [.ascii, .asciiHexadecimal, .bcd]

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
