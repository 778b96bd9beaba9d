public import Certificates
internal import World

extension TestAuthorities {
    /// A certificate of an authority, with the name of its file.
    public struct File: Sendable {
        /// The name, without an ending.
        public let name: String
        /// The certificate.
        public let certificate: Certificate
    }

    /// The certificates of the authorities that stand above merchants' certificates and token signers,
    /// roots first. Without the second root where it was not made yet, which is only so in memory.
    public var files: [File] {
        var files = [
            File(name: "root-g3", certificate: root),
            File(name: "application-integration-g3", certificate: applicationIntegration),
            File(name: "developer-relations-g2", certificate: developerRelations.certificate),
        ]
        guard let rsa = existingRSAAuthorities else { return files }
        files.insert(File(name: "root-g2", certificate: rsa.rootAuthority.certificate), at: 1)
        files += [
            File(name: "developer-relations-g2-under-root-g2", certificate: rsa.processingUnderG2),
            File(name: "developer-relations-rsa", certificate: rsa.developerRelations.certificate),
            File(
                name: "developer-relations-rsa-under-root-g3",
                certificate: rsa.developerRelationsUnderG3
            ),
        ]
        return files
    }
}
