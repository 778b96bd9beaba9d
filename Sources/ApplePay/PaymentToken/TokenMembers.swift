internal import JSON

/// The members of a token as they stand, each read by itself, so that one that is malformed hides
/// none of the others.
///
/// ``SealedPaymentToken`` is made of members that are all well formed.
public struct TokenMembers: Sendable {
    /// Why a member is malformed.
    public typealias Problem = TokenRefusal.FormatProblem

    /// How the token is encrypted.
    public let version: Result<PaymentTokenVersion, Problem>
    /// The encrypted payload with its tag.
    public let data: Result<[UInt8], Problem>
    /// Apple's signature: CMS signed data.
    public let signature: Result<[UInt8], Problem>
    /// The material of the payload's key.
    public let keyMaterial: Result<SealedPaymentToken.KeyMaterial, Problem>
    /// SHA-256 of the merchant's SubjectPublicKeyInfo.
    public let publicKeyHash: Result<[UInt8], Problem>
    /// The identifier of the payment, as the token claims.
    public let transactionID: Result<TransactionID, Problem>
    /// SHA-256 of the request's application data; nil if the request had none.
    public let applicationDataHash: Result<[UInt8]?, Problem>
    /// The identifier outside the payment data; nil if there is none.
    public let transactionIdentifier: Result<[UInt8]?, Problem>
    /// The wallet's description of the card, if it was sent.
    public let paymentMethod: UntrustedPaymentMethod?

    /// Parses the text of a token, in any of the forms that ``SealedPaymentToken/init(json:)`` takes.
    ///
    /// - Throws: ``TokenRefusal/format(_:)`` where the text has no well-formed member of a token.
    public init(json bytes: [UInt8]) throws(TokenRefusal) {
        let limit = SealedPaymentToken.sizeLimit
        guard bytes.count <= limit else { throw .format(.tooLong(limit: limit)) }
        guard !bytes.isEmpty else { throw .format(.empty) }
        let document: JSONDocument
        do { document = try JSONDocument(plainOrBase64: bytes) } catch {
            throw .format(.notJSON(error))
        }
        do throws(Problem) {
            self = try TokenMembers(TokenReader(document.root).unwrapped())
            guard let problem else { return }
            let isEmpty = [
                version.isFailure, data.isFailure, signature.isFailure, publicKeyHash.isFailure,
                transactionID.isFailure,
            ].allSatisfy(\.self)
            if isEmpty || TokenPlace(in: document.root) != nil { throw problem }
        } catch {
            throw .format(TokenPlace(in: document.root).map { .elsewhere($0) } ?? error)
        }
    }

    private init(_ outer: TokenReader) throws(Problem) {
        guard outer.value.isObject else { throw .wrongType(.token) }
        let payment = try outer.paymentData()
        let version = Result { () throws(Problem) in try payment.version() }
        let header = Result { () throws(Problem) in try payment.object(.header) }
        self.version = version
        data = Result { () throws(Problem) in try payment.base64(.data) }
        signature = Result { () throws(Problem) in try payment.base64(.signature) }
        keyMaterial = Result { () throws(Problem) in
            try header.get().keyMaterial(of: try version.get())
        }
        publicKeyHash = Result { () throws(Problem) in
            try header.get().base64(.publicKeyHash, length: 32)
        }
        transactionID = Result { () throws(Problem) in
            try header.get().transactionID(.transactionId)
        }
        applicationDataHash = Result { () throws(Problem) in
            try header.get().optional(.applicationData)?.hexadecimal(.applicationData, length: 32)
        }
        transactionIdentifier = Result { () throws(Problem) in
            try outer.optional(.transactionIdentifier)?
                .hexadecimal(.transactionIdentifier, length: 32)
        }
        paymentMethod = outer.paymentMethod()
    }

    /// The first reason for which the members are no token; nil if they are one.
    public var problem: Problem? {
        do throws(Problem) { _ = try SealedPaymentToken(self) } catch { return error }
        return nil
    }
}

extension Result {
    fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
}
