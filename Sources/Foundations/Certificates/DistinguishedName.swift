internal import COpenSSL

/// The name of a certificate's owner or issuer, as the attributes in their order.
///
/// - Source: RFC 5280 § 4.1.2.4; `UID` is RFC 4519 § 2.39.
public struct DistinguishedName: Hashable, Sendable {
    /// The kinds of attributes that Apple Pay's certificates have.
    public enum Attribute: String, Hashable, Sendable {
        /// The user identifier: a merchant ID.
        case userID = "UID"
        /// The common name.
        case commonName = "CN"
        /// The organizational unit.
        case organizationalUnit = "OU"
        /// The organization.
        case organization = "O"
        /// The country, two letters.
        case country = "C"

        var numericIdentifier: Int32 {
            switch self {
            case .userID: NID_userId
            case .commonName: NID_commonName
            case .organizationalUnit: NID_organizationalUnitName
            case .organization: NID_organizationName
            case .country: NID_countryName
            }
        }
    }

    /// One attribute and its value.
    public struct Part: Hashable, Sendable {
        /// The attribute of the value.
        public let attribute: Attribute
        /// The value.
        public let value: String
    }

    /// The attributes in their order; those of kinds that are not listed above are left out.
    public let parts: [Part]

    /// A name of these attributes.
    public init(_ parts: KeyValuePairs<Attribute, String>) {
        self.parts = parts.map { Part(attribute: $0.key, value: $0.value) }
    }

    /// The first value of an attribute.
    public subscript(attribute: Attribute) -> String? {
        parts.first { $0.attribute == attribute }?.value
    }

    init(reading name: OpaquePointer?) {
        var parts: [Part] = []
        for index in 0..<max(0, unsafe X509_NAME_entry_count(name)) {
            guard let entry = unsafe X509_NAME_get_entry(name, index),
                let value = unsafe Self.text(X509_NAME_ENTRY_get_data(entry))
            else { continue }
            let identifier = unsafe OBJ_obj2nid(X509_NAME_ENTRY_get_object(entry))
            for attribute in Attribute.allCases where attribute.numericIdentifier == identifier {
                parts.append(Part(attribute: attribute, value: value))
            }
        }
        self.parts = parts
    }

    func fill(_ name: OpaquePointer?) -> Bool {
        parts.allSatisfy { part in
            let value = Array(part.value.utf8)
            return unsafe X509_NAME_add_entry_by_NID(
                name,
                part.attribute.numericIdentifier,
                MBSTRING_UTF8,
                value,
                Int32(value.count),
                -1,
                0
            ) == 1
        }
    }

    private static func text(_ string: UnsafeMutablePointer<ASN1_STRING>?) -> String? {
        var buffer: UnsafeMutablePointer<UInt8>?
        let length = unsafe ASN1_STRING_to_UTF8(&buffer, string)
        guard length >= 0 else { return nil }
        defer { unsafe quince_OPENSSL_free(buffer) }
        return unsafe String(
            decoding: UnsafeBufferPointer(start: buffer, count: Int(length)),
            as: UTF8.self
        )
    }
}

extension DistinguishedName.Attribute: CaseIterable {}

extension DistinguishedName: CustomStringConvertible {
    /// The name as `UID=…, CN=…`.
    public var description: String {
        parts.map { "\($0.attribute.rawValue)=\($0.value)" }.joined(separator: ", ")
    }
}
