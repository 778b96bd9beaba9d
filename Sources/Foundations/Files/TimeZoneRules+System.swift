public import World

extension TimeZoneRules {
    /// The folder of the system's time zones.
    ///
    /// - Source: Filesystem Hierarchy Standard 3.0, *Architecture-independent data*.
    private static let folder = "/usr/share/zoneinfo"

    /// Maximum size of a time zone file.
    private static let longestFile = 65_536

    /// Reads a time zone by its name in the IANA database; nil if the system does not have it.
    public init?(systemName name: String) {
        let isName = name.split(separator: "/", omittingEmptySubsequences: false)
            .allSatisfy { part in
                part.first?.isLetter == true
                    && part.utf8.allSatisfy { byte in
                        let letter = Unicode.Scalar(byte)
                        return letter.properties.isAlphabetic
                            || "0123456789+-_".unicodeScalars
                                .contains(letter)
                    }
            }
        guard isName,
            let bytes = try? Files.read("\(Self.folder)/\(name)", limit: Self.longestFile)
        else { return nil }
        self.init(tzif: bytes)
    }
}
