import Bytes
import Certificates
import JSON
import PaymentToken
import World

/// The statements of a token on itself, without any of them being checked.
struct TokenInspection {
    private let token: SealedPaymentToken
    private let signed: Result<SignedData, SignedDataFailure>

    init(_ token: SealedPaymentToken) {
        self.token = token
        do {
            signed = .success(try SignedData(token.signature))
        } catch { signed = .failure(error) }
    }

    var json: JSONOutput {
        let claims = claims.map { JSONMember(name: $0.name, value: $0.value) }
        return .object([JSONMember(name: "verdict", value: .string("unverified"))] + claims)
    }

    var rows: [(String, String)] {
        claims.flatMap { name, value -> [(String, String)] in
            switch value {
            case .string(let text): [(name, text)]
            case .array(let values):
                values.enumerated().map { ("\(name) \($0.offset + 1)", plain($0.element)) }
            default: [(name, value.compact)]
            }
        }
    }

    private func plain(_ value: JSONOutput) -> String {
        if case .string(let text) = value { text } else { value.compact }
    }

    private var claims: [(name: String, value: JSONOutput)] {
        let header: [(name: String, value: JSONOutput?)] = [
            ("version", .string(token.version.rawValue)),
            ("claimedTransactionId", .string(token.transactionID.lowercaseHexadecimal)),
            ("publicKeyHash", .string(Base64.encode(token.publicKeyHash))),
            (
                "claimedApplicationData",
                token.applicationDataHash.map { .string(Hexadecimal.encode($0)) }
            ),
            ("dataBytes", .integer(Int64(token.data.count))),
            ("signatureBytes", .integer(Int64(token.signature.count))),
            ("paymentMethod", token.paymentMethod?.displayName.map(JSONOutput.string)),
        ]
        let present = header.compactMap { name, value in value.map { (name: name, value: $0) } }
        return present + signatureClaims
    }

    private var signatureClaims: [(name: String, value: JSONOutput)] {
        switch signed {
        case .failure(let failure): [("signatureProblem", .string("\(failure)"))]
        case .success(let signed):
            [
                ("signingTime", .string(signed.signingTime.iso8601)),
                (
                    "signatureAlgorithm",
                    .string(signed.algorithm == .rsaWithSHA256 ? "RSA-SHA256" : "ECDSA-SHA256")
                ),
                (
                    "certificates",
                    .array(signed.eachCertificate.map { .string(describe(signed.bytes[$0])) })
                ),
            ]
        }
    }

    private func describe(_ der: ArraySlice<UInt8>) -> String {
        do {
            let certificate = try Certificate(der: Array(der))
            let markers = [
                (AppleExtension.tokenSigner, "marked as signer of tokens"),
                (AppleExtension.applicationIntegration, "marked as their intermediate"),
            ]
            let marked = markers.filter { certificate.extensionValue($0.0) != nil }.map(\.1)
            return ([certificate.description] + marked).joined(separator: ", ")
        } catch {
            return "cannot be read"
        }
    }
}
