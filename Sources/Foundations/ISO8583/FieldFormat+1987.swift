extension FieldFormat {
    /// The formats of ISO 8583:1987; the index is the field's number. Field 1 is the secondary bitmap, and 65 would be a
    /// third one, which the edition of 1987 does not use.
    ///
    /// Three choices where the edition leaves one: currencies (49 to 51) are numeric, field 55 holds
    /// the chip's data objects as bytes, and private fields hold text.
    ///
    /// - Source: ISO 8583:1987 § 4.4, table 5, as the packages pyiso8583 and moov-io/iso8583 have
    ///   it.
    static let of1987: [FieldFormat?] = {
        var formats = [FieldFormat?](repeating: nil, count: 129)
        func set(_ fields: ClosedRange<Int>, _ content: Content, _ length: Length) {
            for field in fields { formats[field] = FieldFormat(content, length) }
        }
        func set(_ field: Int, _ content: Content, _ length: Length) {
            formats[field] = FieldFormat(content, length)
        }
        set(2, .numeric, .upTo99(limit: 19))
        set(3, .numeric, .fixed(6))
        set(4...6, .numeric, .fixed(12))
        set(7, .numeric, .fixed(10))
        set(8...10, .numeric, .fixed(8))
        set(11...12, .numeric, .fixed(6))
        set(13...18, .numeric, .fixed(4))
        set(19...24, .numeric, .fixed(3))
        set(25...26, .numeric, .fixed(2))
        set(27, .numeric, .fixed(1))
        set(28...31, .signedAmount, .fixed(9))
        set(32...33, .numeric, .upTo99(limit: 11))
        set(34, .text, .upTo99(limit: 28))
        set(35, .track, .upTo99(limit: 37))
        set(36, .track, .upTo999(limit: 104))
        set(37, .alphanumeric, .fixed(12))
        set(38, .alphanumeric, .fixed(6))
        set(39, .alphanumeric, .fixed(2))
        set(40, .alphanumeric, .fixed(3))
        set(41, .text, .fixed(8))
        set(42, .text, .fixed(15))
        set(43, .text, .fixed(40))
        set(44, .text, .upTo99(limit: 25))
        set(45, .text, .upTo99(limit: 76))
        set(46...48, .text, .upTo999(limit: 999))
        set(49...51, .numeric, .fixed(3))
        set(52, .binary, .fixed(8))
        set(53, .numeric, .fixed(16))
        set(54, .text, .upTo999(limit: 240))
        set(55, .binary, .upTo999(limit: 255))
        set(56...63, .text, .upTo999(limit: 999))
        set(64, .binary, .fixed(8))
        set(66, .numeric, .fixed(1))
        set(67, .numeric, .fixed(2))
        set(68...70, .numeric, .fixed(3))
        set(71...72, .numeric, .fixed(4))
        set(73, .numeric, .fixed(6))
        set(74...81, .numeric, .fixed(10))
        set(82...85, .numeric, .fixed(12))
        set(86...89, .numeric, .fixed(16))
        set(90, .numeric, .fixed(42))
        set(91, .alphanumeric, .fixed(1))
        set(92, .alphanumeric, .fixed(2))
        set(93, .alphanumeric, .fixed(5))
        set(94, .alphanumeric, .fixed(7))
        set(95, .alphanumeric, .fixed(42))
        set(96, .binary, .fixed(8))
        set(97, .signedAmount, .fixed(17))
        set(98, .text, .fixed(25))
        set(99...100, .numeric, .upTo99(limit: 11))
        set(101, .text, .upTo99(limit: 17))
        set(102...103, .text, .upTo99(limit: 28))
        set(104, .text, .upTo999(limit: 100))
        set(105...127, .text, .upTo999(limit: 999))
        set(128, .binary, .fixed(8))
        return formats
    }()
}
