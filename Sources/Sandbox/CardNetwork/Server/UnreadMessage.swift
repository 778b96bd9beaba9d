internal import Bytes
package import ISO8583

/// Bytes of a connection that are no message, and why.
package struct UnreadMessage: Error, Hashable, Sendable {
    /// In which other form bytes are whole messages.
    package enum Reading: Hashable, Sendable {
        /// Written differently.
        case form(MessageForm)
        /// After their hexadecimal digits are read as bytes.
        case hexadecimalText
    }

    /// Why they are none.
    package let failure: ISO8583Failure
    /// The type that they begin with; nil where that is none.
    package let type: MessageType?
    /// In which other form they are messages; nil where there is none, or was one before them.
    package private(set) var reading: Reading?
    private let form: MessageForm

    init(_ failure: ISO8583Failure, _ frame: [UInt8], in form: MessageForm) {
        self.failure = failure
        self.form = form
        type = MessageType(beginning: frame, in: form.layout)
    }

    mutating func findReadings(of bytes: [UInt8]) {
        if let other = form.other(reading: bytes) {
            reading = .form(other)
        } else {
            let digits = bytes.filter { ![0x0a, 0x0d, 0x20].contains($0) }
            guard let decoded = try? Hexadecimal.decode(digits.span),
                form.reads(decoded) || form.other(reading: decoded) != nil
            else { return }
            reading = .hexadecimalText
        }
    }
}

extension UnreadMessage: CustomStringConvertible {
    /// One line.
    package var description: String {
        let type = type.map { "\($0): " } ?? ""
        let right = failure.field.flatMap { form.layout.format(of: $0) }.map { "; right is: \($0)" }
        let advice: String? =
            switch reading {
            case .form(let other): "; what came is read with \(form.options(for: other))"
            case .hexadecimalText:
                "; what came are hexadecimal digits: send the bytes that they stand for"
            case nil: nil
            }
        return "\(type)\(failure)\(right ?? "")\(advice ?? "")"
    }
}

extension MessageForm {
    /// The options of the command line that differ.
    fileprivate func options(for other: MessageForm) -> String {
        var options: [String] = []
        if other.framing != framing { options.append("--framing \(other.framing.rawValue)") }
        if other.layoutName != layoutName { options.append("--layout \(other.layoutName)") }
        if other.hasTransportHeader != hasTransportHeader {
            options.append(other.hasTransportHeader ? "--tpdu" : "no --tpdu")
        }
        return options.joined(separator: " and ")
    }
}
