extension FieldFormat {
    /// The formats of Visa's messages; the index is the field's number. What is not said otherwise has the
    /// content of ISO 8583:1987.
    ///
    /// Contents are as strict as there, where the source has characters without more. Fields 34, 104,
    /// 110, 111, 114 and 120 are bytes, and the data sets in them are not looked into.
    ///
    /// - Source: the package starkbank-iso8583, which others wrote for a processor's own use: the lengths, what they
    ///   count, and which fields are digits, characters, bytes and sub-fields. That the last of
    ///   four digits of field 22 is always zero, and that the data objects of field 55 are one data
    ///   set 01, is a guess, from the messages that its tests have; so is that fields 60 and 61 have
    ///   decimal digits only.
    static let ofVisa: [FieldFormat?] = {
        var formats = of1987
        func set(_ fields: ClosedRange<Int>, _ format: FieldFormat?) {
            for field in fields { formats[field] = format }
        }
        func set(_ field: Int, _ format: FieldFormat?) { formats[field] = format }
        func bytes(upTo limit: Int) -> FieldFormat {
            FieldFormat(.binary, limit > 999 ? .upTo9999(limit: limit) : .upTo999(limit: limit))
        }
        func text(upTo limit: Int) -> FieldFormat { FieldFormat(.text, .upTo999(limit: limit)) }
        set(17, FieldFormat(.numeric, .fixed(4), digits: .characters))
        set(22, FieldFormat(.numeric, .fixed(3), digits: .zeroAfter))
        set(28...31, FieldFormat(.signedAmount, .fixed(9), digits: .characters))
        set(34, bytes(upTo: 1535))
        set(40, nil)
        set(46...48, text(upTo: 255))
        set(54, text(upTo: 120))
        set(55, FieldFormat(.dataset(identifier: 0x01), .upTo999(limit: 255)))
        set(56...58, text(upTo: 255))
        set(59, text(upTo: 14))
        set(60, FieldFormat(.digitPairs, .upTo99(limit: 12)))
        set(61, FieldFormat(.digitPairs, .upTo99(limit: 18)))
        set(62...63, FieldFormat(.subfields, .upTo999(limit: 255)))
        set(64, nil)
        set(93, nil)
        set(96, nil)
        set(97, FieldFormat(.signedAmount, .fixed(17), digits: .characters))
        set(104, bytes(upTo: 255))
        set(105, FieldFormat(.binary, .fixed(16)))
        set(106...109, text(upTo: 255))
        set(110...111, bytes(upTo: 1535))
        set(112...113, text(upTo: 255))
        set(114, bytes(upTo: 1535))
        set(115, text(upTo: 24))
        set(116...119, text(upTo: 255))
        set(120, bytes(upTo: 1537))
        set(121, text(upTo: 11))
        set(122, nil)
        set(123, bytes(upTo: 255))
        set(124, nil)
        set(125, text(upTo: 255))
        set(126, FieldFormat(.subfields, .upTo999(limit: 255)))
        set(127, bytes(upTo: 255))
        return formats
    }()
}

extension BitmapSubfields {
    /// The sub-fields of Visa's fields 62, 63 and 126.
    ///
    /// - Source: the package starkbank-iso8583.
    static let ofVisa: [Int: BitmapSubfields] = [62: visa62, 63: visa63, 126: visa126]

    /// The sub-fields of Visa's field 62.
    ///
    /// - Source: the package starkbank-iso8583.
    public static let visa62 = BitmapSubfields(
        bitmapCount: 8,
        formats: formats(
            digits: [2: 15, 5: 2, 8: 6, 10: 6, 11: 2, 12: 2, 14: 12, 20: 10],
            characters: [
                1: 1, 3: 4, 4: 1, 6: 1, 7: 26, 9: 1, 13: 1, 15: 1, 16: 2, 17: 15, 18: 1, 19: 2,
                21: 4,
                22: 6, 23: 2, 24: 6, 25: 1, 26: 1,
            ]
        )
    )

    /// The sub-fields of Visa's field 63.
    ///
    /// - Source: the package starkbank-iso8583.
    public static let visa63 = BitmapSubfields(
        bitmapCount: 3,
        formats: formats(
            digits: [1: 4, 2: 4, 3: 4, 4: 4, 8: 8, 13: 6, 18: 4],
            characters: [6: 7, 9: 14, 10: 13, 11: 1, 12: 30, 14: 36, 15: 8, 19: 3, 21: 1],
            bytes: [7: 8]
        )
    )

    private static let visa126 = BitmapSubfields(
        bitmapCount: 8,
        formats: formats(
            characters: [5: 8, 10: 6, 13: 1, 15: 1, 19: 1, 20: 1],
            bytes: [6: 17, 7: 17, 8: 20, 9: 20, 12: 3, 18: 12]
        ).merging([16: FieldFormat(.text, .upTo99(limit: 32))]) { $1 }
    )

    /// Formats of fixed lengths, by number.
    private static func formats(
        digits: [Int: Int] = [:],
        characters: [Int: Int] = [:],
        bytes: [Int: Int] = [:]
    ) -> [Int: FieldFormat] {
        digits.mapValues { FieldFormat(.numeric, .fixed($0)) }
            .merging(characters.mapValues { FieldFormat(.text, .fixed($0)) }) { $1 }
            .merging(bytes.mapValues { FieldFormat(.binary, .fixed($0)) }) { $1 }
    }
}
