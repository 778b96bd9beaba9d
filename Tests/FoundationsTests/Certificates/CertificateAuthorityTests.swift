import Certificates
import Cryptography
import TestSupport
import Testing
import World

@Suite("A certificate authority")
struct CertificateAuthorityTests {
    typealias Change = @Sendable (inout CertificateTemplate) -> Void

    /// A template, and why no certificate is issued for it; nil if one is.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let failure: CertificateFailure?
        let change: Change

        init(_ name: String, _ failure: CertificateFailure?, _ change: @escaping Change) {
            (testDescription, self.failure, self.change) = (name, failure, change)
        }
    }

    /// The last second of the year 9999, the latest that a certificate can say (RFC 5280 § 4.1.2.5).
    static let lastSecond: Int64 = 253_402_300_799

    /// X.520's bounds: 64 characters for a common name and 2 for a country.
    static let cases = [
        Case("a long name", nil) {
            $0.subject = DistinguishedName([.commonName: String(repeating: "a", count: 64)])
        },
        Case("a name that is too long", .notIssued) {
            $0.subject = DistinguishedName([.commonName: String(repeating: "a", count: 65)])
        },
        Case("a country of three letters", .notIssued) {
            $0.subject = DistinguishedName([.commonName: "TEST", .country: "USA"])
        },
        Case("the last second", nil) {
            $0.notAfter = UnixTime(seconds: lastSecond)
        },
        Case("an end after the year 9999", .notACertificate) {
            $0.notAfter = UnixTime(seconds: lastSecond + 1)
        },
        Case("no use of the key", .notIssued) { $0.keyUsage = [] },
    ]

    /// A part that cannot be written is not left out.
    @Test(arguments: cases)
    func `issues what its template says, or nothing`(one: Case) throws {
        let workshop = try TokenWorkshop(seed: 68)
        var template = TokenWorkshop.template("TEST")
        one.change(&template)
        func issue() throws -> Certificate {
            try workshop.integration.issue(
                template,
                for: workshop.signerKey.publicKey,
                randomness: workshop.world.randomness
            )
        }
        if let failure = one.failure {
            #expect(throws: failure) { try issue() }
            return
        }
        let issued = try issue()
        #expect(issued.subject == template.subject && issued.notAfter == template.notAfter)
    }
}
