import CardMessages
import ISO8583
import Sockets
import World

/// A network on a port of this machine that signs on, and answers payments as a test says.
final class ScriptedNetwork: Sendable {
    typealias Script = @Sendable (ISO8583Message, CardRequest) throws -> [[UInt8]]

    let listener: TCPListener
    /// Every payment's request, in the order in which they came.
    let received = AwaitableValue<[ISO8583Message]>([])
    /// Every answer to a request of ours.
    let answered = AwaitableValue<[ISO8583Message]>([])
    private let streams = LockedValue<[any ByteStream]>([])

    /// - Parameters:
    ///   - signOnCode: How the sign-on is answered.
    ///   - script: The frames that answer a request.
    /// - Throws: `StreamFailure` where there is no free port.
    init(signOnCode: ResponseCode = .approved, _ script: @escaping Script) throws {
        listener = try TCPListener()
        let (listener, received, answered) = (listener, received, answered)
        let streams = streams
        Task {
            while let stream = try? await listener.accept() {
                streams.withLock { $0.append(stream) }
                Task {
                    var frames = MessageFrames(.binary)
                    while let bytes = try? await stream.receive(upTo: 10_000), !bytes.isEmpty {
                        frames.append(bytes)
                        while let frame = try frames.next() {
                            let message = try ISO8583Message(frame, in: .ascii)
                            guard !message.type.isResponse else {
                                answered.change { $0.append(message) }
                                continue
                            }
                            let request = try CardRequest(message)
                            if case .management(let management) = request {
                                let code = management.code == .signOn ? signOnCode : .approved
                                let answer = NetworkManagement(to: management, code)
                                try await stream.send(Self.frame(.management(answer)))
                                continue
                            }
                            received.change { $0.append(message) }
                            for frame in try script(message, request) {
                                try await stream.send(frame)
                            }
                        }
                    }
                    stream.close()
                }
            }
        }
    }

    deinit {
        listener.close()
        for stream in streams.withLock({ $0 }) { stream.close() }
    }

    /// Sends bytes on every connection.
    func send(_ bytes: [UInt8]) async throws {
        for stream in streams.withLock({ $0 }) { try await stream.send(bytes) }
    }

    static func frame(_ response: CardResponse) throws -> [UInt8] {
        try frame(response.message())
    }

    static func frame(_ message: ISO8583Message) throws -> [UInt8] {
        try MessageFraming.binary.frame(message.encoded(in: .ascii))
    }

    /// An approval of the whole amount.
    static func approval(
        of request: CardRequest,
        _ code: ResponseCode = .approved,
        change: (inout CardAnswer) -> Void = { _ in }
    ) throws -> ISO8583Message {
        guard var answer = CardAnswer(to: request, code) else {
            throw CardMessageFailure.missingField(70)
        }
        answer.authorizationCode = "A1B2C3"
        answer.networkTransaction = NetworkTransaction("123456789012345")
        change(&answer)
        return try answer.message()
    }
}
