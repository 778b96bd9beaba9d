/// Quotes a word for a shell.
///
/// - Source: POSIX.1-2017, *Shell Command Language* § 2.2.2.
package enum ShellQuoting {
    /// The word, quoted if necessary.
    package static func quoted(_ word: String) -> String {
        let isPlain = word.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789-_./".contains(scalar))
        }
        guard !isPlain || word.isEmpty else { return word }
        return "'"
            + word.split(separator: "'", omittingEmptySubsequences: false)
            .joined(separator: "'\\''") + "'"
    }
}

extension String {
    fileprivate func contains(_ scalar: Unicode.Scalar) -> Bool {
        unicodeScalars.contains(scalar)
    }
}
