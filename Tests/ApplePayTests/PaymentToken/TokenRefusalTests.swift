import ASN1
import Bytes
import Certificates
import JSON
import PaymentToken
import TestSupport
import Testing
import TokenMint
import World

/// Every refusal there is, and what it says to an operator.
@Suite("A refusal")
struct TokenRefusalTests {
    static let time = TokenWorkshop.now
    static let hash = [UInt8](repeating: 7, count: 32)

    static let format: [TokenRefusal] =
        [
            .format(.simulatorToken), .format(.empty), .format(.severalTokens),
            .format(.tooLong(limit: 1)), .format(.missing(.data)),
            .format(.wrongType(.data)), .format(.wrongLength(.data, expected: 17, found: 1)),
            .format(.unknownVersion), .format(.fieldOfAnotherVersion(.wrappedKey)),
            .format(.ephemeralKeyNotP256), .format(.ephemeralKeyNotOnCurve),
            .format(.transactionIdentifiersDiffer),
        ] + json.map { .format(.notJSON($0)) }
        + [.wrongLength, .space(offset: 3), .notInAlphabet(offset: 3), .notCanonical].map {
            .format(.notBase64(.data, $0))
        }
        + [.oddLength, .notADigit(offset: 3)].map { .format(.notHexadecimal(.transactionId, $0)) }

    static let json: [JSONFailure] = [
        .empty, .byteOrderMark, .utf16, .unexpectedEnd, .unexpectedByte(offset: 1),
        .trailingBytes(offset: 1),
        .notUTF8(offset: 1), .invalidEscape(offset: 1), .controlCharacter(offset: 1),
        .duplicateName(offset: 1), .tooDeep(limit: 16),
        .tooManyMembers(limit: 256),
    ]

    static let attributes: [SignedDataFailure.Attribute] = [
        .contentType, .messageDigest, .signingTime, .algorithmProtection,
    ]

    static let signature: [TokenRefusal] =
        [
            .signature(.otherContent), .signature(.signerIsNotTheLeaf),
            .signature(.certificate(.notACertificate)), .signature(.algorithmOfAnotherVersion),
            .signature(.invalid),
        ]
        + [
            .malformed(.truncated), .notSignedData, .attachedContent, .certificateCount(1),
            .signerCount(2), .digestAlgorithm, .signatureAlgorithm,
        ].map { .signature(.form($0)) }
        + attributes.flatMap { attribute -> [TokenRefusal] in
            [
                .signature(.form(.missingAttribute(attribute))),
                .signature(.form(.repeatedAttribute(attribute))),
                .signature(.form(.invalidAttribute(attribute))),
            ]
        }

    static let chain: [TokenRefusal] = [
        .chain(.anotherRoot), .chain(.notSignedByRoot), .chain(.intermediateIsNotAnAuthority),
        .chain(.leafNotSignedByIntermediate), .chain(.expired(.leaf, notAfter: time)),
        .chain(.notYetValid(.intermediate, notBefore: time)),
        .chain(.unknownCriticalExtension(.leaf)), .chain(.keyNotNamed(.leaf)),
        .chain(.malformed(.leaf)), .chain(.repeatedExtension(.leaf)),
        .chain(.weakKey(.intermediate, bits: 1_024)), .chain(.signatureAlgorithm(.leaf)),
        .anotherTestRoot,
        .markers(.leaf), .markers(.intermediate),
    ]

    static let opening: [TokenRefusal] =
        [
            .environment(.testRoot), .environment(.sandboxSigner), .environment(.productionSigner),
            .signingTime(signedAt: time, checkedAt: time, window: .standard),
            .publicKeyHash(token: hash, of: .ecV1, ours: []),
            .decryption(.anotherMerchantIdentifier), .decryption(.anotherKey),
            .decryption(.boundariesMoved), .decryption(.tagMismatch(.ecV1)),
            .decryption(.tagMismatch(.rsaV1)), .decryption(.payloadRepeatsName),
            .decryption(.payloadTooLarge),
            .decryption(.keyOfAnotherVersion(token: .ecV1, key: .rsaV1)),
            .decryption(.keyNotUnwrapped), .decryption(.keyUnavailable),
            .decryption(.wrappedKeyLength(bytes: 32)),
            .decryption(.payloadNotJSON),
            .decryption(.payloadField(.currencyCode)), .decryption(.libraryFailed),
        ] + chipData + (TransactionID(hash).map { [.replay($0)] } ?? [])

    static let chipData: [TokenRefusal] =
        [
            .truncated(offset: 1), .invalidTag(offset: 1), .indefiniteLength(offset: 1),
            .invalidLength(offset: 1), .repeatedTag(offset: 1), .tooDeep(limit: 8),
            .tooManyObjects(limit: 256),
        ].map { .decryption(.chipData($0)) }
        + ChipData.Field.allCases.flatMap { field -> [TokenRefusal] in
            [.decryption(.chipDataField(field)), .decryption(.chipDataDiffers(field))]
        }

    static let all = format + signature + chain + opening

    @Test func `lists the available keys, or says that there is none`() {
        let refusal = TokenRefusal.publicKeyHash(token: Self.hash, of: .ecV1, ours: [])
        #expect(refusal.description.hasSuffix(", ours: none"))
    }

    @Test(arguments: all)
    func `says its cause in one line and what to do in another`(refusal: TokenRefusal) {
        for text in [refusal.description, refusal.remedy.description] {
            #expect(!text.isEmpty && !text.contains("\n"))
            #expect(!text.contains("(") && !text.contains("PaymentToken."))
        }
        #expect("\(refusal)" == refusal.description)
    }

    @Test func `is one of nine steps, each of them reached`() {
        #expect(Set(Self.all.map(\.step)) == Set(TokenRefusal.Step.allCases))
    }

    @Test func `says something else for every cause`() {
        let descriptions = Self.all.map(\.description)
        #expect(Set(descriptions).count == descriptions.count)
    }
}
