package import Certificates
internal import JSON
package import World
internal import ZIP

/// An order with its images, receipts, labels and texts, as Wallet takes it.
///
/// - Source: Apple, *Wallet Orders*, "Building a distributable order package" and, for the size, "Return".
package enum OrderPackage {
    /// The size that a package stays below. Units: bytes.
    package static let sizeLimit = 5_000_000
    /// Limits of ours: unpacked, a package has at most this many files and bytes.
    static let limits = ZIPLimits(entries: 256, unpackedSize: 20_000_000)

    /// Makes a package of files. A manifest and a signature among them are replaced.
    ///
    /// - Parameters:
    ///   - files: The files by their paths, `order.json` among them.
    ///   - identity: The signer.
    ///   - moment: The signing time.
    /// - Returns: The package, which an ``OrderVerifier`` accepts at this moment where it trusts the signer's root.
    /// - Throws: ``OrderFaults`` where the package would have a fault, and
    ///   ``Certificates/CertificateFailure/notIssued`` where it cannot be signed or written.
    package static func make(
        _ files: [String: [UInt8]],
        signedBy identity: OrderTypeIdentity,
        at moment: UnixTime
    ) throws -> [UInt8] {
        var files = files
        files[OrderManifest.signature] = nil
        files[OrderManifest.name] = nil
        let manifest = OrderManifest.make(files)
        files[OrderManifest.name] = manifest
        files[OrderManifest.signature] = try identity.sign(manifest, at: moment)
        let entries = files.sorted { $0.key < $1.key }
            .map { ZIPEntry(name: $0.key, bytes: $0.value) }
        let package: [UInt8]
        do throws(ZIPFailure) { package = try ZIPArchive.write(entries) } catch {
            throw CertificateFailure.notIssued
        }
        _ = try OrderVerifier(anchors: nil).verify(package, at: moment)
        return package
    }
}

/// An order whose package follows all rules and is signed under a trusted root.
///
/// Only an ``OrderVerifier`` makes one of a package that is new.
package struct VerifiedOrder: Sendable {
    /// The order.
    package let order: WalletOrder
    /// The files of the package, with manifest and signature.
    package let files: [String: [UInt8]]

    fileprivate init(_ order: WalletOrder, _ files: [String: [UInt8]]) {
        (self.order, self.files) = (order, files)
    }

    /// Reads a package that an ``OrderVerifier`` accepted before, and checks nothing again; nil where it has no order.
    package init?(acceptedBefore package: [UInt8]) {
        files = OrderVerifier.unpack(package, OrderFaultLog())
        guard let bytes = files[OrderReader.file], let document = try? JSONDocument(bytes),
            let order = WalletOrder(document.root)
        else { return nil }
        self.order = order
    }
}

/// Checks packages, trusting given roots.
package struct OrderVerifier: Sendable {
    /// The roots; nil before a package is given away, when only its maker knows which one is above the signer.
    private let anchors: [TrustAnchor]?

    /// A verifier that trusts these roots: Apple's, or a sandbox's.
    package init(trusting anchors: [TrustAnchor] = TrustAnchor.appleRoots) {
        self.init(anchors: anchors)
    }

    fileprivate init(anchors: [TrustAnchor]?) { self.anchors = anchors }

    /// Verifies a package, and finds all of its faults.
    ///
    /// - Throws: ``OrderFaults``.
    package func verify(_ bytes: [UInt8], at moment: UnixTime) throws(OrderFaults) -> VerifiedOrder
    {
        let log = OrderFaultLog()
        if bytes.count >= OrderPackage.sizeLimit { log.add(.packageSize, nil) }
        let files = Self.unpack(bytes, log)
        if files.isEmpty { try log.throwFaults() }
        OrderManifest.check(files, log)
        let order = OrderContent(files: files, log: log).check()
        if let signature = files[OrderManifest.signature] {
            OrderSignature(anchors: anchors, moment: moment, log: log)
                .check(
                    signature,
                    over: files[OrderManifest.name],
                    for: order?.orderTypeIdentifier
                )
        } else {
            log.add(.signatureMissing, OrderManifest.signature)
        }
        try log.throwFaults()
        guard let order else { preconditionFailure("an order without a fault was read") }
        return VerifiedOrder(order, files)
    }

    fileprivate static func unpack(_ bytes: [UInt8], _ log: OrderFaultLog) -> [String: [UInt8]] {
        let archive: ZIPArchive
        do throws(ZIPFailure) {
            archive = try ZIPArchive(bytes, limits: OrderPackage.limits)
        } catch {
            switch error {
            case .tooManyEntries(let limit):
                log.add(.tooManyFiles, nil, detail: "at most \(limit)")
            case .tooLarge(let limit): log.add(.unpackedSize, nil, detail: "at most \(limit)")
            case .notAnArchive, .notWritten: log.add(.notAnArchive, nil)
            }
            return [:]
        }
        for refused in archive.refused {
            let rule: OrderRule =
                switch refused.reason {
                case .unsafeName: .unsafeName
                case .duplicate: .duplicateFile
                case .notAFile: .notAFile
                case .encrypted: .encryptedFile
                case .compression: .compression
                case .damaged: .damagedFile
                case .tooLarge: .unpackedSize
                }
            log.add(rule, refused.name)
        }
        return Dictionary(uniqueKeysWithValues: archive.entries.map { ($0.name, $0.bytes) })
    }
}
