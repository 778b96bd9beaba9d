package import ISO8583

extension ISO8583Message {
    /// Fields of a request that its answer repeats. The account number and the cryptogram are not
    /// among them.
    private static let repeated = [3, 4, 7, 11, 12, 13, 32, 37, 41, 42, 49, 70]

    /// The answer to this message; nil where its type has none.
    package func answered(_ answer: SwitchAnswer) -> ISO8583Message? {
        guard let type = type.response else { return nil }
        var response = ISO8583Message(type)
        for field in Self.repeated { response.fields[field] = fields[field] }
        response.set(39, answer.code.rawValue)
        if let code = answer.authorizationCode { response.set(38, code) }
        if let approved = answer.amount {
            let requested = text(4) ?? Self.digits(0, count: 12)
            // Account type 00, amount type 57 "original amount", a debit.
            response.set(54, "0057\(text(49) ?? "000")D\(requested)")
            response.set(4, Self.digits(approved, count: 12))
        }
        let results = answer.results
        if !results.isEmpty { response.set(44, results) }
        return response
    }

    private mutating func set(_ field: Int, _ text: String) { fields[field] = Array(text.utf8) }

    private static func digits(_ number: Int64, count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }
}

extension SwitchAnswer {
    /// Field 44: position 1 is who decided (4 the network, 5 the issuer), 2 the comparison of
    /// addresses, 13 the check of the cryptogram; spaces between.
    fileprivate var results: String {
        guard addressResult != nil || cryptogramResult != nil || isStandIn else { return "" }
        var positions = [String](repeating: " ", count: 13)
        positions[0] = isStandIn ? "4" : "5"
        positions[1] = addressResult ?? " "
        positions[12] = cryptogramResult?.rawValue ?? " "
        return positions.joined()
    }
}
