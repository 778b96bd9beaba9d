extension SimulatedStripe {
    /// The parameters of a form, read by a reader of its own.
    static func form(_ text: String) -> [String: String] {
        var form: [String: String] = [:]
        for part in text.split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            form[decoded(pair[0])] = pair.count > 1 ? decoded(pair[1]) : ""
        }
        return form
    }

    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                let digits = String(decoding: rest.prefix(2), as: UTF8.self)
                bytes.append(UInt8(digits, radix: 16) ?? 0)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
