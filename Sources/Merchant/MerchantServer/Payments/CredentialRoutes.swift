internal import HTTPMessages
internal import HTTPServer
internal import JSON
internal import Payments

/// The operations of stored credentials. They are charged by `POST /payments`.
enum CredentialRoutes {
    private static let schema = APISchema.object([
        .required("id", .text(example: "credential-0123456789abcdef0123456789abcdef")),
        .required("status", .choice(["active", "ended"])),
        .required("use", .choice(CredentialUse.allCases.map(\.rawValue))),
        .required("payment", .anyText, "The payment that stored it."),
        .required("processor", .anyText, "The processor that charges it."),
        .optional("cardSuffix", .anyText, "Of the account number; as of a payment."),
        .optional(
            "merchantTokenIdentifier",
            .anyText,
            "Apple's name for the merchant token; not there where the payment token had none."
        ), .required("createdAt", .time), .optional("endedAt", .time),
    ])

    /// The operations of a service.
    static func operations(_ service: PaymentService) -> [APIOperation] {
        [
            APIOperation(
                .get,
                "/credentials",
                "Stored credentials, the newest first, in pages.",
                parameters: PaymentRoutes.paging,
                answer: .object([.required("credentials", .list(schema)), PaymentRoutes.next]),
                problems: [.serviceUnavailable],
                access: .credentials
            ) { try await service.credentials($0) },
            APIOperation(
                .get,
                "/credentials/{id}",
                "A stored credential, without the account that it is for.",
                answer: schema,
                problems: [.serviceUnavailable],
                access: .credentials
            ) { try await service.credential($0) },
            APIOperation(
                .delete,
                "/credentials/{id}",
                "Ends a stored credential: it is charged no more, and its account is erased.",
                answer: schema,
                problems: [.serviceUnavailable],
                access: .credentials
            ) { try await service.endCredential($0) },
        ]
    }

    fileprivate static func json(_ credential: StoredCredential) -> JSONOutput {
        .object([
            "id": .string(credential.id.text),
            "status": .string(credential.endedAt == nil ? "active" : "ended"),
            "use": .string(credential.use.rawValue),
            "payment": .string(PaymentID(credential.attempt).text),
            "processor": .string(credential.processor.text),
            "cardSuffix": credential.accountSuffix.map { .string($0) },
            "merchantTokenIdentifier": credential.merchantTokenIdentifier.map { .string($0) },
            "createdAt": .string("\(credential.createdAt)"),
            "endedAt": credential.endedAt.map { .string("\($0)") },
        ])
    }
}

extension PaymentService {
    /// Answers `GET /credentials`.
    func credentials(_ request: APIRequest) async throws(HTTPProblem) -> HTTPServerResponse {
        let (size, place) = (request.pageSize, try request.place { CredentialID($0) })
        let found: [StoredCredential]
        do throws(RecordFailure) {
            // One more than asked for says whether there is a next page.
            found = try await records.credentials(after: place, limit: size + 1)
        } catch { throw Self.problem(error) }
        let last = found.count > size ? found[size - 1] : nil
        return .json(
            .object([
                "credentials": .array(found.prefix(size).map { CredentialRoutes.json($0) }),
                "next": last.map { .string(APIRequest.cursor($0.createdAt, $0.id.text)) },
            ])
        )
    }

    /// Answers `GET /credentials/{id}`.
    func credential(_ request: APIRequest) async throws(HTTPProblem) -> HTTPServerResponse {
        let id = try Self.credential(of: request)
        do throws(RecordFailure) {
            return .json(CredentialRoutes.json(try await records.credential(id)))
        } catch { throw Self.problem(error) }
    }

    /// Answers `DELETE /credentials/{id}`. One that was ended is answered in the same way.
    func endCredential(_ request: APIRequest) async throws(HTTPProblem) -> HTTPServerResponse {
        let id = try Self.credential(of: request)
        guard let caller = request.caller.map({ AuditLog.Caller($0) }) else {
            throw HTTPProblem(.unauthorized)
        }
        do throws(RecordFailure) {
            return .json(CredentialRoutes.json(try await records.endCredential(id, by: caller)))
        } catch { throw Self.problem(error) }
    }

    private static func credential(of request: APIRequest) throws(HTTPProblem) -> CredentialID {
        guard let id = CredentialID(try request.parameter("id")) else { throw missing }
        return id
    }

    private static var missing: HTTPProblem {
        MerchantProblemCode.notFound.problem("there is no such credential")
    }

    private static func problem(_ failure: RecordFailure) -> HTTPProblem {
        if case .credential = failure { return missing }
        return MerchantProblemCode.problem(failure)
    }
}
