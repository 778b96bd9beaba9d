/// Writes a word so that a shell reads it as it is.
///
/// - Source: POSIX.1-2017, *Shell Command Language* § 2.2.2.
package enum ShellQuoting {
    /// The word, in quotation marks where it needs them.
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
