internal import Files
internal import PaymentRequest
internal import PaymentSheet
internal import World

extension PaymentSheet {
    /// The clocks of the place in which a free cancellation is told; nil where there is none, or
    /// the system knows of no such place.
    var freeCancellationZone: TimeZoneRules? {
        request.request.deferredPayment?.freeCancellationTimeZone
            .flatMap { TimeZoneRules(systemName: $0) }
    }
}

extension TimeZoneRules {
    /// Where the system has its time zones.
    ///
    /// - Source: Filesystem Hierarchy Standard 3.0, *Architecture-independent data*.
    private static let folder = "/usr/share/zoneinfo"

    /// No file of one zone is longer.
    private static let longestFile = 65_536

    /// The rules of a zone by its name in the IANA database; nil where the system has none.
    init?(systemName name: String) {
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
