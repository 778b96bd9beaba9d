import ASN1
import Bytes
import Certificates
import Glibc
import TestSupport
import Testing

/// Files whose code is good and whose content is not: only who knows the password can make them.
@Suite("A malicious PKCS #12 file")
struct PKCS12HostileTests {
    static func pkcs8() throws -> [UInt8] {
        let line = "openssl pkcs8 -topk8 -nocrypt -in ec.key -outform DER -out $MADE"
        return try KeyFileFolder.shared.made(by: line).withBytes { [UInt8](copying: $0) }
    }

    static func certificateBag(_ content: [UInt8], type: UInt = 1) -> [UInt8] {
        PKCS12Recipe.bag(
            3,
            ASN1Encoding.sequence([
                PKCS12Recipe.identifier(ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 9, 22, type)),
                ASN1Encoding.element(
                    .context(0),
                    ASN1Encoding.element(.octetString, content)
                ),
            ])
        )
    }

    @Test func `is distinguished from a valid one by the same maker`() throws {
        let key = PKCS12Recipe.bag(1, try Self.pkcs8())
        let recipe = PKCS12Recipe(safes: [PKCS12Recipe.plain([key])])
        #expect(try recipe.read().privateKeys.count == 1)
    }

    /// The processor time that this thread has used; other processes do not count.
    private static func threadTime() -> Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    @Test(arguments: [
        PKCS12Recipe.integer(3_000_001), PKCS12Recipe.integer(Int.max),
        ASN1Encoding.element(.integer, [0x7f] + [UInt8](repeating: 0xff, count: 40)),
    ])
    func `cannot cause unbounded work by its MAC`(rounds: [UInt8]) {
        let before = Self.threadTime()
        #expect(throws: KeyFileFailure.tooMuchWork(limit: 3_000_000)) {
            try PKCS12Recipe(rounds: rounds).read()
        }
        // Three million rounds take longer on every machine.
        #expect(Self.threadTime() - before < .milliseconds(500))
    }

    @Test(arguments: [[0], [0x80], [0xff, 0xff]] as [[UInt8]])
    func `cannot have an iteration count below one`(rounds: [UInt8]) {
        let recipe = PKCS12Recipe(rounds: ASN1Encoding.element(.integer, rounds))
        #expect(throws: KeyFileFailure.malformed(.pkcs12)) { try recipe.read() }
    }

    @Test func `cannot cause unbounded work by one or many keys inside it`() throws {
        let one = PKCS12Recipe.bag(2, PKCS12Recipe.shrouded(rounds: 3_000_000))
        let alone = PKCS12Recipe(safes: [PKCS12Recipe.plain([one])])
        #expect(throws: KeyFileFailure.tooMuchWork(limit: 3_000_000)) { try alone.read() }
        let sum = PKCS12Recipe.bag(2, PKCS12Recipe.shrouded(rounds: 40))
        let many = PKCS12Recipe(
            safes: [PKCS12Recipe.plain([PKCS12Recipe.bag(1, try Self.pkcs8()), sum])]
        )
        var limits = KeyFileLimits.standard
        limits.rounds = 40
        #expect(throws: KeyFileFailure.tooMuchWork(limit: 40)) { try many.read(limits) }
        limits.rounds = 41
        #expect(throws: KeyFileFailure.wrongPassword(.pkcs12)) { try many.read(limits) }
    }

    @Test func `holds at most the allowed number of elements`() throws {
        let bag = PKCS12Recipe.bag(1, try Self.pkcs8())
        var limits = KeyFileLimits.standard
        limits.items = 5
        let five = [PKCS12Recipe.plain([bag, bag, bag]), PKCS12Recipe.plain([bag, bag])]
        #expect(try PKCS12Recipe(safes: five).read(limits).privateKeys.count == 5)
        for more in [
            five + [PKCS12Recipe.plain([bag])],
            [PKCS12Recipe.plain(.init(repeating: bag, count: 6))],
        ] {
            #expect(throws: KeyFileFailure.tooManyItems(limit: 5)) {
                try PKCS12Recipe(safes: more).read(limits)
            }
        }
    }

    @Test func `is read, skipping other content`() throws {
        let key = PKCS12Recipe.bag(1, try Self.pkcs8())
        let others = [UInt](arrayLiteral: 4, 5, 6, 9)
            .map { PKCS12Recipe.bag($0, ASN1Encoding.null) }
        let sdsi = Self.certificateBag([1, 2, 3], type: 2)
        let recipe = PKCS12Recipe(safes: [PKCS12Recipe.plain(others + [sdsi, key])])
        let contents = try recipe.read()
        #expect(contents.privateKeys.count == 1 && contents.certificates.isEmpty)
    }

    @Test func `is refused where what is inside is damaged`() throws {
        let key = try Self.pkcs8()
        let cases: [(safes: [[UInt8]], failure: KeyFileFailure)] = [
            ([], .notRecognized), ([PKCS12Recipe.plain([])], .notRecognized),
            ([ASN1Encoding.null], .malformed(.pkcs12)),
            ([PKCS12Recipe.info([0x30])], .malformed(.pkcs12)),
            ([PKCS12Recipe.plain([ASN1Encoding.null])], .malformed(.pkcs12)),
            ([PKCS12Recipe.plain([PKCS12Recipe.bag(1, [])])], .malformed(.pkcs8)),
            (
                [PKCS12Recipe.plain([PKCS12Recipe.bag(1, Array(key.dropLast()))])],
                .malformed(.pkcs8)
            ),
            ([PKCS12Recipe.plain([PKCS12Recipe.bag(2, key)])], .malformed(.pkcs12)),
            ([PKCS12Recipe.plain([Self.certificateBag([0x30, 0])])], .malformed(.certificate)),
        ]
        for (safes, failure) in cases {
            #expect(throws: failure) { try PKCS12Recipe(safes: safes).read() }
        }
    }
}
