internal import HTTPMessages
internal import HTTPServer

/// The sandbox's API: JSON over HTTP, for callers that show the token.
struct SandboxAPI: Sendable {
    private let service: APIService

    init(_ token: APIToken, _ operations: [APIOperation]) {
        service = APIService(
            APIDescription(
                title: "Quince sandbox",
                text: """
                    Apple Pay's servers and a wallet for tests. Not made or endorsed by Apple; its keys
                    and certificates are marked TEST.
                    """
            ),
            operations,
            credentials: "send the token that the sandbox printed, as Authorization: Bearer TOKEN"
        ) { request in
            guard token.isShown(by: request) else { return nil }
            return HTTPCaller(identifier: "operator", role: "operator")
        }
    }

    func admit(_ request: HTTPServerRequest) async -> HTTPAdmission {
        await service.admit(request).admission
    }
}
