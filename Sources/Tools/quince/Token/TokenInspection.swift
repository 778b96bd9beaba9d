import Bytes
import Certificates
import JSON
import PaymentToken
import TokenDisplay
import World

/// The statements of a token on itself, without any of them being checked.
struct TokenInspection {
    /// Why the members are no token; nil if they are one.
    let refusal: ToldRefusal?
    private let members: TokenMembers
    private let signed: Result<SignedData, SignedDataFailure>?

    init(_ members: TokenMembers) {
        self.members = members
        refusal = members.problem.map { ToldRefusal(.format($0)) }
        signed = (try? members.signature.get())
            .map { bytes in Result { () throws(SignedDataFailure) in try SignedData(bytes) } }
    }

    var json: JSONOutput {
        let claims = claims.map { JSONMember(name: $0.name, value: $0.value) }
        let verdict =
            refusal.map(TokenReport.members)
            ?? [JSONMember(name: "verdict", value: .string("unverified"))]
        return .object(verdict + claims)
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
        let header = [
            claim("version", members.version) { .string($0.rawValue) },
            claim("claimedTransactionId", members.transactionID) {
                .string($0.lowercaseHexadecimal)
            },
            claim("publicKeyHash", members.publicKeyHash) { .string(Base64.encode($0)) },
            claim("claimedApplicationData", members.applicationDataHash) {
                $0.map { .string(Hexadecimal.encode($0)) }
            },
            claim("keyMaterial", members.keyMaterial) { _ in nil },
            claim("dataBytes", members.data) { .integer(Int64($0.count)) },
            claim("signatureBytes", members.signature) { .integer(Int64($0.count)) },
            claim("transactionIdentifier", members.transactionIdentifier) { _ in nil },
            members.paymentMethod?.displayName
                .map { (name: "paymentMethod", value: .string($0)) },
        ]
        return header.compactMap(\.self) + signatureClaims
    }

    /// A member's claim, or in its place the member's problem; nil where there is nothing to say.
    private func claim<Value>(
        _ name: String,
        _ member: Result<Value, TokenMembers.Problem>,
        _ text: (Value) -> JSONOutput?
    ) -> (name: String, value: JSONOutput)? {
        switch member {
        case .success(let value): text(value).map { (name: name, value: $0) }
        case .failure(let problem):
            (name: "\(name)Problem", value: .string("\(TokenRefusal.format(problem))"))
        }
    }

    private var signatureClaims: [(name: String, value: JSONOutput)] {
        switch signed {
        case nil: []
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
