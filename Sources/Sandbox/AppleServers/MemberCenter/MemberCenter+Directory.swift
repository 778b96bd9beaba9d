package import Certificates
package import Storage
internal import World

// What other servers of Apple's ask the member center.
extension MemberCenter {
    /// The merchant identifiers that were registered after a number, with their numbers. An identifier
    /// is never removed, and its number never changes.
    ///
    /// - Throws: ``Storage/StorageFailure``.
    package func merchantIdentifiers(
        after number: Int64
    ) async throws(StorageFailure) -> [(number: Int64, identifier: String)] {
        try await database.read { snapshot throws(StorageFailure) in
            try snapshot.all(
                """
                SELECT number, identifier FROM member_identifier
                WHERE number > $1 AND kind = 'merchant' ORDER BY number
                """,
                [.integer(number)]
            ) { row throws(StorageFailure) in
                (try row.integer("number"), try row.text("identifier"))
            }
        }
    }

    /// The authorities below which Merchant Identity certificates are issued: the intermediate under
    /// each root.
    package var identityAuthorities: [(root: Certificate, intermediate: Certificate)] {
        guard let rsa = authorities.existingRSAAuthorities else { return [] }
        return [
            (rsa.rootAuthority.certificate, rsa.developerRelations.certificate),
            (authorities.root, rsa.developerRelationsUnderG3),
        ]
    }
}
