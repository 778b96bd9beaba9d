internal import Bytes
public import JSON
internal import Storage
internal import World

extension MemberCenter {
    /// The certificates and private keys of the TEST authorities, for a mint in another process.
    ///
    /// - Throws: ``MemberCenterFailure``.
    package func authorityKeys() async throws(MemberCenterFailure) -> JSONOutput {
        let stored = try await database.read { snapshot throws(MemberCenterFailure) in
            try StoredAuthorities(reading: snapshot)
        }
        guard let stored else { throw .authoritiesUnreadable }
        return stored.json
    }
}

extension TestAuthorities {
    /// The authorities of another process's sandbox; nil where the JSON is not that of
    /// ``MemberCenter/authorityKeys()``.
    public init?(keys json: JSONValue) {
        guard let authorities = StoredAuthorities(json)?.authorities else { return nil }
        self = authorities
    }
}

extension StoredAuthorities {
    fileprivate var json: JSONOutput {
        .object([
            "opening": .string(opening.iso8601),
            "entries": .array(
                entries.map { entry in
                    .object([
                        "name": .string(entry.name),
                        "certificate": .string(Base64.encode(entry.certificate)),
                        "key": entry.key.map { .string(Base64.encode($0)) },
                    ])
                }
            ),
        ])
    }

    fileprivate init?(_ json: JSONValue) {
        guard let opening = (json.member("opening")?.string).flatMap({ UnixTime(iso8601: $0) }),
            let list = json.member("entries")?.elements
        else { return nil }
        let entries = list.compactMap { entry -> Entry? in
            guard let name = entry.member("name")?.string,
                let certificate = (entry.member("certificate")?.string)
                    .flatMap({ try? Base64.decode($0) })
            else { return nil }
            let key = (entry.member("key")?.string).flatMap { try? Base64.decode($0) }
            return Entry(name: name, certificate: certificate, key: key)
        }
        self.init(opening: opening, entries: entries)
    }
}
