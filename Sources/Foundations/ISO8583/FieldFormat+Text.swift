extension FieldFormat: CustomStringConvertible {
    /// The content of the field, such as "6 digits".
    public var description: String {
        let unit =
            switch content {
            case .numeric: "digits"
            case .digitPairs: "pairs of digits"
            case .signedAmount: "characters: C or D, and digits"
            case .alphanumeric: "letters, digits or spaces"
            case .text: "printable characters"
            case .track: "characters of a magnetic stripe"
            case .binary: "bytes"
            case .dataset: "bytes of a data set"
            case .subfields: "bytes of a bitmap and sub-fields"
            }
        return switch length {
        case .fixed(let count): "\(count) \(unit)"
        case .upTo99(let limit), .upTo999(let limit), .upTo9999(let limit):
            "after a length, at most \(limit) \(unit)"
        }
    }
}
