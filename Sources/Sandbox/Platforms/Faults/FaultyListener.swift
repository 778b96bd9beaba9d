internal import HTTPServer
internal import World

/// A platform's interface with the faults that were asked for.
struct FaultyListener: Sendable {
    let interface: any PlatformInterface
    let faults: PlatformFaults
    let isEnding: AwaitableValue<Bool>

    func respond(to request: HTTPServerRequest) async -> HTTPServerResponse {
        guard let fault = faults.takeRequestFault(of: interface.engine.dialect.platform) else {
            return await interface.respond(to: request)
        }
        switch fault.kind {
        case .timeoutBefore:
            await pause(fault)
            return .disconnect
        case .timeoutAfter:
            _ = await interface.respond(to: request)
            await pause(fault)
            return .disconnect
        case .closedConnection: return .disconnect
        case .slow: await pause(fault)
        case .rateLimited: return interface.refuseRate(of: request, retryAfter: fault.delaySeconds)
        case .serverError: return await interface.respond(to: request, failing: true)
        case .webhookTwice, .webhookLate, .webhookWrongSignature, .webhookSilence: break
        }
        return await interface.respond(to: request)
    }

    private func pause(_ fault: PlatformFaults.Fault) async {
        _ = await isEnding.wait(within: .seconds(fault.delaySeconds)) { $0 }
    }
}
