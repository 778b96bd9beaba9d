internal import Files
internal import HTTPClient
internal import HTTPServer
internal import World

/// The files with the Merchant Identity certificate, with the server's own and with that of the order type, which are
/// read again when they change. Where the new ones are bad, the old certificate goes on serving.
///
/// Reading waits for files on the caller's thread.
final class CertificateFiles: Sendable {
    /// The purpose of a certificate. The raw value is the member of the configuration that names its files, or that has
    /// the one that does.
    enum Purpose: String, CaseIterable, Sendable {
        case identity
        case tls
        case orders

        /// Its name, for the log.
        var name: StaticString {
            switch self {
            case .identity: "identity"
            case .tls: "tls"
            case .orders: "orders"
            }
        }
    }

    /// The finding in files that changed.
    enum Finding: Sendable {
        case renewed(Purpose)
        case refused(Purpose, ConfigurationProblem)
    }

    private struct File: Sendable {
        let paths: [String]
        let read: @Sendable (inout MaterialsReader) -> MaterialsReader.Pair?
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
        func add(
            _ purpose: Purpose,
            _ paths: [String],
            read: @escaping @Sendable (inout MaterialsReader) -> MaterialsReader.Pair?
        ) {
            let versions = paths.map(Files.mark)
            guard let pair = read(&reader) else { return }
            files[purpose] = File(paths: paths, read: read, pair: pair, versions: versions)
        }
        for (purpose, names) in [
            (Purpose.identity, configuration.identity), (.tls, configuration.tls),
        ] {
            guard let names else { continue }
            add(purpose, [names.certificate, names.key]) { $0.pair(names, purpose.rawValue) }
        }
        if let wallet = configuration.orders?.wallet {
            let paths =
                wallet.certificates + [wallet.key] + [wallet.passwordFile].compactMap(\.self)
            add(.orders, paths) { $0.pair(wallet) }
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

    /// The certificate and key that sign packages of orders.
    var orders: MaterialsReader.Pair? { files.withLock { $0[.orders]?.pair } }

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
            let versions = old.paths.map(Files.mark)
            let isChanged = isForced || versions != old.versions
            // What could not be read may have been in want of memory or descriptors only.
            guard isChanged || old.problem != nil else { return nil }
            var reader = MaterialsReader(now: clock.now)
            var problem: ConfigurationProblem?
            let pair = old.read(&reader)
            if let pair, pair.ending.hasEnded(at: clock.now) {
                problem = ConfigurationProblem(
                    purpose.rawValue,
                    "\(pair.ending.file): the certificate has ended"
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
            return isNew || old.problem != nil ? .renewed(purpose) : nil
        }
    }
}
