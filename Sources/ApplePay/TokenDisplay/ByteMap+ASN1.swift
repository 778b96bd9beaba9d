internal import ASN1
internal import Bytes
internal import Certificates
internal import PaymentToken
internal import World

extension ByteMap {
    /// Adds an ASN.1 text, element by element. Bytes that are none are one node.
    mutating func addTree(as part: SignedDataPart) {
        do throws(ASN1Failure) {
            add(try ASN1Tree(bytes).root, as: part, depth: 0)
        } catch {
            addValue("unreadable", "this is no ASN.1: \(error)", .encrypted, 0..<bytes.count)
        }
    }

    private mutating func add(_ element: ASN1Tree.Element, as part: SignedDataPart, depth: Int) {
        let type = Self.type(element.identifier)
        let value = element.isConstructed ? nil : text(of: element, part)
        let node = add(
            Node(
                depth: depth,
                name: part.name.isEmpty ? type : part.name,
                meaning: meaning(of: element, part, type),
                value: value,
                kind: Self.kind(of: element, part),
                range: element.whole
            )
        )
        assign(element.header, to: node, as: .frame)
        if element.isConstructed {
            let hasVersion = element.elements.first?.identifier == ASN1Tag.context(0).byte
            for (index, child) in element.elements.enumerated() {
                let part = part.part(child.identifier, index, hasVersion: hasVersion)
                add(child, as: part, depth: depth + 1)
            }
        } else {
            assign(element.content, to: node, as: .value)
        }
        assign(element.end, to: node, as: .end)
    }

    private func meaning(
        of element: ASN1Tree.Element,
        _ part: SignedDataPart,
        _ type: String
    ) -> String {
        let named = part.name.isEmpty ? "" : type
        let length = element.isIndefinite ? "indefinite length" : ""
        return [part.meaning, named, length].filter { !$0.isEmpty }.joined(separator: "; ")
    }

    private static func kind(of element: ASN1Tree.Element, _ part: SignedDataPart) -> Kind {
        if element.isConstructed { return .structure }
        switch part {
        case .signature, .certificateSignature: return .signature
        case .publicKey: return .key
        case .attributeValue where element.identifier == ASN1Tag.octetString.byte: return .digest
        default: break
        }
        return element.identifier == ASN1Tag.objectIdentifier.byte ? .identifier : .plain
    }

    private func text(of element: ASN1Tree.Element, _ part: SignedDataPart) -> String? {
        let content = bytes[element.content]
        switch element.identifier {
        case ASN1Tag.objectIdentifier.byte:
            let identifier = ASN1ObjectIdentifier(content: Array(content))
            return ObjectNames.name(of: identifier).map { "\($0) (\(identifier))" }
                ?? "\(identifier)"
        case ASN1Tag.null.byte: return "NULL"
        case 0x01: return content.first == 0 ? "FALSE" : "TRUE"
        case ASN1Tag.integer.byte where content.count <= 4:
            return
                "\(content.reduce(Int32(content.first ?? 0 > 0x7f ? -1 : 0)) { $0 << 8 | Int32($1) })"
        case ASN1Tag.utcTime.byte: return ASN1Time.utcTime(content)?.iso8601
        case ASN1Tag.generalizedTime.byte: return ASN1Time.generalizedTime(content)?.iso8601
        case ASN1Tag.utf8String.byte, ASN1Tag.ia5String.byte, 0x13:
            return String(validating: content, as: UTF8.self)
        default: return Hexadecimal.encode(Array(content))
        }
    }

    private static func type(_ identifier: UInt8) -> String {
        switch identifier {
        case 0x01: "BOOLEAN"
        case ASN1Tag.integer.byte: "INTEGER"
        case ASN1Tag.bitString.byte: "BIT STRING"
        case ASN1Tag.octetString.byte: "OCTET STRING"
        case ASN1Tag.null.byte: "NULL"
        case ASN1Tag.objectIdentifier.byte: "OBJECT IDENTIFIER"
        case ASN1Tag.utf8String.byte: "UTF8String"
        case 0x13: "PrintableString"
        case ASN1Tag.ia5String.byte: "IA5String"
        case ASN1Tag.utcTime.byte: "UTCTime"
        case ASN1Tag.generalizedTime.byte: "GeneralizedTime"
        case ASN1Tag.sequence.byte: "SEQUENCE"
        case ASN1Tag.set.byte: "SET"
        case 0x80...: "[\(identifier & 0x1f)]"
        default: "tag \(identifier & 0x1f)"
        }
    }
}

/// The names of the object identifiers that tokens have.
enum ObjectNames {
    static func name(of identifier: ASN1ObjectIdentifier) -> String? { names[identifier] }

    /// - Source: RFC 5652, RFC 5280, RFC 5480, RFC 6211; Apple's are those of ``AppleExtension``.
    private static let names: [ASN1ObjectIdentifier: String] = [
        ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 7, 2): "signedData",
        ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 7, 1): "data",
        ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 9, 3): "contentType",
        ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 9, 4): "messageDigest",
        ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 9, 5): "signingTime",
        ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 9, 52): "cmsAlgorithmProtection",
        ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 2, 1): "SHA-256",
        ASN1ObjectIdentifier(1, 2, 840, 10045, 4, 3, 2): "ECDSA with SHA-256",
        ASN1ObjectIdentifier(1, 2, 840, 10045, 4, 3, 3): "ECDSA with SHA-384",
        ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 1, 11): "RSA with SHA-256",
        ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 1, 1): "RSA",
        ASN1ObjectIdentifier(1, 2, 840, 10045, 2, 1): "elliptic curve public key",
        ASN1ObjectIdentifier(1, 2, 840, 10045, 3, 1, 7): "P-256",
        ASN1ObjectIdentifier(1, 3, 132, 0, 34): "P-384",
        ASN1ObjectIdentifier(2, 5, 4, 3): "commonName",
        ASN1ObjectIdentifier(2, 5, 4, 6): "countryName",
        ASN1ObjectIdentifier(2, 5, 4, 10): "organizationName",
        ASN1ObjectIdentifier(2, 5, 4, 11): "organizationalUnitName",
        ASN1ObjectIdentifier(2, 5, 29, 14): "subjectKeyIdentifier",
        ASN1ObjectIdentifier(2, 5, 29, 15): "keyUsage",
        ASN1ObjectIdentifier(2, 5, 29, 19): "basicConstraints",
        ASN1ObjectIdentifier(2, 5, 29, 31): "cRLDistributionPoints",
        ASN1ObjectIdentifier(2, 5, 29, 32): "certificatePolicies",
        ASN1ObjectIdentifier(2, 5, 29, 35): "authorityKeyIdentifier",
        ASN1ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 1, 1): "authorityInfoAccess",
        AppleExtension.tokenSigner: "Apple's mark of a token signer",
        AppleExtension.applicationIntegration: "Apple's mark of the intermediate",
    ]
}
