internal import Files
internal import HTTPClient
internal import HTTPServer
internal import World

/// The files with the Merchant Identity certificate and with the server's own, which are read again when they
/// change. Where the new ones are bad, the old certificate goes on serving.
///
/// Reading waits for files on the caller's thread.
final class CertificateFiles: Sendable {
    /// The purpose of a certificate. The raw value is the member of the configuration that names its files.
    enum Purpose: String, CaseIterable, Sendable {
        case identity
        case tls
    }

    /// The finding in files that changed.
    enum Finding: Sendable {
        case renewed(Purpose, MaterialsReader.Pair)
        case refused(Purpose, ConfigurationProblem)
    }

    private struct File: Sendable {
        let names: ServerConfiguration.Pair
        var pair: MaterialsReader.Pair
        var versions: [FileVersion?]
        var problem: ConfigurationProblem?
    }

    private let clock: any WallClock
    private let files: LockedValue<[Purpose: File]>

    /// Reads the files for the first time. What is wrong with them is added to the reader's problems.
    init(
        _ configuration: ServerConfiguration,
        clock: any WallClock,
        _ reader: inout MaterialsReader
    ) {
        self.clock = clock
        var files: [Purpose: File] = [:]
        for purpose in Purpose.allCases {
            let names = purpose == .identity ? configuration.identity : configuration.tls
            guard let names else { continue }
            let versions = Self.versions(names)
            guard let pair = reader.pair(names, purpose.rawValue) else { continue }
            files[purpose] = File(names: names, pair: pair, versions: versions)
        }
        self.files = LockedValue(files)
    }

    /// When the certificates that serve end.
    var endings: [ServerMaterials.Ending] {
        let files = files.withLock { $0 }
        return Purpose.allCases.compactMap { files[$0]?.pair.ending }
    }

    /// Whether the files of a purpose are bad, so that the certificate of before serves; nil where the
    /// configuration names none.
    func isRefused(_ purpose: Purpose) -> Bool? {
        files.withLock { $0[purpose].map { $0.problem != nil } }
    }

    /// The certificate and key for the gateway.
    var identity: HTTPClientConfiguration.Identity? {
        files.withLock { $0[.identity]?.pair }.map {
            HTTPClientConfiguration.Identity(chain: $0.chain, privateKey: $0.key)
        }
    }

    /// The certificate and key for the server's clients.
    var tls: TLSServerIdentity? {
        files.withLock { $0[.tls]?.pair }.map {
            TLSServerIdentity(chain: $0.chain, privateKey: $0.key)
        }
    }

    /// Reads files again that changed since they were read.
    ///
    /// - Parameters:
    ///   - isForced: Whether all files are read, and what is wrong is reported again.
    ///   - install: Makes a renewed certificate serve; false where that is not possible.
    /// - Returns: What was found. A problem that was reported before is not among it.
    func reload(
        isForced: Bool,
        install: (Purpose, MaterialsReader.Pair) -> ConfigurationProblem?
    ) -> [Finding] {
        Purpose.allCases.compactMap { purpose in
            guard let old = files.withLock({ $0[purpose] }) else { return nil }
            let versions = Self.versions(old.names)
            let isChanged = isForced || versions != old.versions
            // What could not be read may have been in want of memory or descriptors only.
            guard isChanged || old.problem != nil else { return nil }
            var reader = MaterialsReader(now: clock.now)
            var problem: ConfigurationProblem?
            let pair = reader.pair(old.names, purpose.rawValue)
            if let pair, pair.ending.hasEnded(at: clock.now) {
                problem = ConfigurationProblem(
                    purpose.rawValue,
                    "\(old.names.certificate): the certificate has ended"
                )
            } else if let pair {
                problem = install(purpose, pair)
            } else {
                problem = reader.problems.first
            }
            let serving = problem == nil ? pair : nil
            files.withLock { files in
                files[purpose]?.versions = versions
                files[purpose]?.problem = problem
                if let serving { files[purpose]?.pair = serving }
            }
            if let problem {
                return isChanged || problem != old.problem ? .refused(purpose, problem) : nil
            }
            let isNew = serving.map { $0.chain != old.pair.chain } ?? false
            return isNew || old.problem != nil ? serving.map { .renewed(purpose, $0) } : nil
        }
    }

    private static func versions(_ names: ServerConfiguration.Pair) -> [FileVersion?] {
        [Files.mark(names.certificate), Files.mark(names.key)]
    }
}
