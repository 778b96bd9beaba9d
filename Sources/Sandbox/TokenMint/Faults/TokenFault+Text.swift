internal import Bytes
internal import JSON
internal import PaymentToken

extension TokenFault {
    /// The faults of the text, before any of it means anything.
    static let text: [TokenFault] = forms + encodings

    private static let forms: [TokenFault] = [
        TokenFault(
            "simulator",
            "the token of Apple's Simulator, whose payment data is empty",
            .refuse(.format)
        ) { draft in
            draft.text =
                JSONOutput.object([
                    "paymentData": .string(""),
                    "paymentMethod": .object([
                        "displayName": .string("Simulated Instrument"),
                        "network": .string("Visa"),
                        "type": .string("debit"),
                    ]),
                    "transactionIdentifier": .string("Simulated Identifier"),
                ])
                .compactBytes
            return .format(.simulatorToken)
        },
        TokenFault("truncated", "the text breaks off in the middle", .refuse(.format)) { draft in
            draft.text = Array(draft.json.prefix(draft.json.count / 2))
            return .format(.notJSON(.unexpectedEnd))
        },
        TokenFault(
            "oversize",
            "longer than any token: a member of 64 KiB stands beside the others",
            .refuse(.format)
        ) { draft in
            let limit = SealedPaymentToken.sizeLimit
            let padding = String(repeating: "A", count: limit)
            let members =
                draft.parts.members + [
                    JSONMember(name: "padding", value: .string(padding))
                ]
            draft.text = draft.style.written(.object(members))
            return .format(.tooLong(limit: limit))
        },
        TokenFault("trailing-text", "something follows the JSON", .refuse(.format)) { draft in
            let good = draft.json
            draft.text = good + Array("{}".utf8)
            return .format(.notJSON(.trailingBytes(offset: good.count)))
        },
        TokenFault(
            "duplicate-json-key",
            "data stands there twice, and readers may take either",
            .refuse(.format)
        ) { draft in
            let again = JSONMember(name: "data", value: .string("AAAA"))
            let outer = JSONOutput.object([
                JSONMember(name: "paymentData", value: .object(draft.parts.paymentData + [again]))
            ])
            draft.style.escapesSlashes = false
            let text = draft.style.written(outer)
            draft.text = text
            let offset = text.count - #""data":"AAAA"}}"#.utf8.count
            return .format(.notJSON(.duplicateName(offset: offset)))
        },
        TokenFault(
            "non-canonical-base64",
            "the bits after the last byte of publicKeyHash are not zero",
            .refuse(.format)
        ) { draft in
            let good = Base64.encode(draft.parts.publicKeyHash)
            // 32 bytes leave two bits over, so the last digit is every fourth of the alphabet.
            let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
            guard let last = good.dropLast().last, let place = digits.firstIndex(of: last) else {
                throw NotMade("the hash is not Base64")
            }
            try draft.replace(good, with: "\(good.dropLast(2))\(digits[place + 1])=")
            return .format(.notBase64(.publicKeyHash, .notCanonical))
        },
        TokenFault(
            "url-safe-base64",
            "the signature is in the alphabet for addresses, with - and _",
            .refuse(.format)
        ) { draft in
            let good = Base64.encode(draft.parts.signature)
            let other = String(good.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
            guard let offset = other.utf8.enumerated().first(where: { "-_".utf8.contains($1) })
            else { throw NotMade("no digit of the signature has two forms") }
            try draft.replace(good, with: other)
            return .format(.notBase64(.signature, .notInAlphabet(offset: offset.offset)))
        },
        TokenFault("odd-hex", "transactionId lacks its last digit", .refuse(.format)) { draft in
            let good = Hexadecimal.encode(draft.parts.transactionID)
            try draft.replace(good, with: String(good.dropLast()))
            return .format(.notHexadecimal(.transactionId, .oddLength))
        },
        TokenFault(
            "line-broken-base64",
            "the signature is in Base64 with a line break after every 64 characters",
            .refuse(.format),
            because: "RFC 4648 § 3.1: no line breaks unless the format asks for them"
        ) { draft in
            let good = Base64.encode(draft.parts.signature)
            let lines = stride(from: 0, to: good.count, by: 64)
                .map { good.dropFirst($0).prefix(64) }
            try draft.replace(good, with: lines.joined(separator: "\\n"))
            let length = good.count + lines.count - 1
            let failure: Base64.Failure =
                length.isMultiple(of: 4) ? .notInAlphabet(offset: 64) : .wrongLength
            return .format(.notBase64(.signature, failure))
        },
    ]

    /// The faults of the text's characters and structure.
    private static let encodings: [TokenFault] = [
        TokenFault(
            "byte-order-mark",
            "the three bytes of a UTF-8 byte order mark stand before the JSON",
            .refuse(.format),
            because:
                "RFC 8259 § 8.1: it must not be written; a reader may ignore it, this one does not"
        ) { draft in
            draft.text = [0xef, 0xbb, 0xbf] + draft.json
            return .format(.notJSON(.byteOrderMark))
        },
        TokenFault(
            "utf-16",
            "the text is in UTF-16",
            .refuse(.format),
            because: "RFC 8259 § 8.1: JSON between systems is UTF-8"
        ) { draft in
            let units = String(decoding: draft.json, as: UTF8.self).utf16
            draft.text =
                [0xff, 0xfe] + units.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
            return .format(.notJSON(.utf16))
        },
        TokenFault(
            "deep-nesting",
            "a member beside the others holds lists in lists, a thousand deep",
            .refuse(.format),
            because: "RFC 8259 § 9 allows a limit; without one, a short text exhausts the stack"
        ) { draft in
            let nested = (0..<1_000).reduce(JSONOutput.null) { list, _ in .array([list]) }
            let members = draft.parts.members + [JSONMember(name: "nested", value: nested)]
            draft.text = draft.style.written(.object(members))
            return .format(.notJSON(.tooDeep(limit: JSONDocument.depthLimit)))
        },
    ]
}
