internal import Bytes
internal import Certificates

/// Why bytes are not a signing request that the member center serves.
public enum SigningRequestProblem: Hashable, Sendable {
    /// There are no bytes.
    case empty
    /// There are more bytes than a signing request has.
    case tooLarge(bytes: Int)
    /// The text is a certificate.
    case certificate
    /// The text has a private key, which only its owner may have.
    case privateKey
    /// The bytes are neither PEM nor DER of a signing request.
    case unreadable
    /// The request is not signed by the key that is in it.
    case signatureInvalid
}

extension SigningRequestProblem {
    /// 16 KiB is enough for a key of 32,768 bits and its attributes.
    static let maximumBytes = 16_384

    /// Reads a signing request in PEM or DER.
    static func read(
        _ bytes: [UInt8]
    ) throws(MemberCenterFailure) -> CertificateSigningRequest {
        guard !bytes.isEmpty else { throw .refused(.request(.empty)) }
        guard bytes.count <= maximumBytes else {
            throw .refused(.request(.tooLarge(bytes: bytes.count)))
        }
        let text = String(decoding: bytes, as: UTF8.self)
        let isPEM = text.contains("-----BEGIN ")
        if isPEM {
            guard !text.contains("PRIVATE KEY-----") else { throw .refused(.request(.privateKey)) }
            guard text.contains("CERTIFICATE REQUEST-----") else {
                throw .refused(
                    .request(text.contains("CERTIFICATE-----") ? .certificate : .unreadable)
                )
            }
        }
        do throws(CertificateFailure) {
            return isPEM
                ? try CertificateSigningRequest(pem: text)
                : try CertificateSigningRequest(der: bytes)
        } catch .requestSignatureInvalid {
            throw .refused(.request(.signatureInvalid))
        } catch {
            let isCertificate = (try? Certificate(der: bytes)) != nil
            throw .refused(.request(isCertificate ? .certificate : .unreadable))
        }
    }
}

extension SigningRequestProblem: CustomStringConvertible {
    /// The problem and its remedy.
    public var description: String {
        switch self {
        case .empty:
            "the signing request is empty; choose the file that ends in .csr or"
                + " .certSigningRequest"
        case .tooLarge(let bytes):
            "the signing request has \(bytes) bytes, more than the \(Self.maximumBytes) that one may have"
        case .certificate:
            "this is a certificate, not a signing request; choose the file that ends in .csr or"
                + " .certSigningRequest"
        case .privateKey:
            "this is a private key, not a signing request; keep the key secret, and send the request that"
                + " was made from it"
        case .unreadable:
            "this is not a signing request in PEM or DER; make one with openssl req -new, or with"
                + " quince merchant csr"
        case .signatureInvalid:
            "the signing request is not signed by the key in it; it was changed, so make a new one"
        }
    }
}
