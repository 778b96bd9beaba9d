/// The number of terminal cells that a text takes.
///
/// - Source: Unicode, UAX #11, *East Asian Width*: wide and full-width characters take two cells,
///   combining marks none. Those of ambiguous width take one, as terminals outside East Asia show
///   them.
enum CellWidth {
    static func of(_ text: String) -> Int {
        text.reduce(0) { $0 + of($1) }
    }

    static func of(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        if scalars.contains("\u{fe0f}") { return 2 }
        if let first = scalars.first, regionalIndicators.contains(first.value) {
            return min(2, scalars.count { regionalIndicators.contains($0.value) })
        }
        return scalars.lazy.map { of($0) }.max() ?? 0
    }

    static func of(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return scalar == "\u{ad}" ? 0 : 1 }
        if takesNothing(scalar) { return 0 }
        if regionalIndicators.contains(scalar.value) { return 1 }
        if scalar.properties.isEmojiPresentation { return 2 }
        return wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }

    private static func takesNothing(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: true
        // The vowels and final consonants of a Hangul syllable in parts.
        default: (0x1160...0x11ff).contains(scalar.value)
        }
    }

    /// Two of them form a flag.
    private static let regionalIndicators: ClosedRange<UInt32> = 0x1f1e6...0x1f1ff

    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115f,  // Hangul initial consonants
        0x2329...0x232a,  // angle brackets
        0x2e80...0x303e,  // radicals, East Asian marks
        0x3041...0x3247,  // kana, bopomofo, Hangul letters, enclosed characters
        0x3250...0x4dbf,  // enclosed and squared characters, ideographs
        0x4e00...0xa4cf,  // ideographs, Yi
        0xa960...0xa97f,  // more Hangul consonants
        0xac00...0xd7a3,  // Hangul syllables
        0xf900...0xfaff,  // ideographs for compatibility
        0xfe10...0xfe19, 0xfe30...0xfe6b,  // vertical and small forms
        0xff01...0xff60, 0xffe0...0xffe6,  // full-width forms
        0x16fe0...0x18d08,  // Tangut, Khitan
        0x1aff0...0x1b2fb,  // more kana, Nushu
        0x1f200...0x1f265,  // enclosed ideographs
        0x20000...0x3fffd,  // ideographs of the further planes
    ]
}

extension String {
    /// The text, or its beginning and an ellipsis if it does not fit in a number of cells.
    func cut(to cells: Int) -> String {
        guard CellWidth.of(self) > cells else { return self }
        guard cells > 0 else { return "" }
        var (shown, taken) = ("", 0)
        for character in self {
            taken += CellWidth.of(character)
            guard taken <= cells - 1 else { break }
            shown.append(character)
        }
        return shown + "…"
    }
}
