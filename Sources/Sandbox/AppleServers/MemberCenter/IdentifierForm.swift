// The forms of what is registered.
extension MemberCenter {
    static func requireForm(of text: String, _ kind: IdentifierKind) throws(MemberCenterFailure) {
        do throws(MerchantIdentifier.Problem) {
            try MerchantIdentifier.requireForm(of: text, prefix: kind.prefix)
        } catch {
            throw .refused(
                kind == .merchant
                    ? .invalidIdentifier(text, error) : .invalidOrderType(text, error)
            )
        }
    }

    static func requireForm(ofDescription text: String) throws(MemberCenterFailure) {
        let isPrintable = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f }
        guard isPrintable, (1...255).contains(text.utf8.count) else {
            throw .refused(.invalidDescription)
        }
    }
}

extension MemberCenter.Team {
    /// - Source: the organizational unit of published certificates: ten characters of A-Z and 0-9. The
    ///   name is the organization of certificates, which RFC 5280 limits to 64 characters.
    func requireForm() throws(MemberCenterFailure) {
        let isPlain = identifier.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5a).contains($0)
        }
        guard isPlain, identifier.utf8.count == 10, (1...64).contains(name.count),
            name.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7f })
        else { throw .refused(.invalidTeam(identifier)) }
    }
}
