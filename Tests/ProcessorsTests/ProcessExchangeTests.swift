import CardMessages
import ISO8583
import Payments
import Processors
import Sockets
import Testing

@Suite("An acquirer for a network in the process")
struct ProcessExchangeTests {
    typealias Network = @Sendable ([UInt8]) async -> [UInt8]?

    private func failure(of network: @escaping Network) async throws -> ProcessorFailure? {
        let acquirer = CardNetworkAcquirer(
            name: .sandbox,
            acceptor: try #require(
                CardAcceptor(acquirer: "123456", terminal: "TERM1", merchant: "MERCHANT1")
            ),
            merchant: try #require(
                MerchantDetails(categoryCode: "5999", name: "Shop", city: "Paris", country: "FR")
            ),
            answeredBy: network
        )
        await acquirer.start()
        let request = try AcquirerBench(.loopback()).authorization(1_075)
        do throws(ProcessorFailure) {
            let answer = try await acquirer.authorize(request)
            #expect(answer == .declined(.insufficientFunds, code: ProcessorCode("51")))
            return nil
        } catch { return error }
    }

    /// A decline, with another trace number where it is given.
    private static func decline(_ bytes: [UInt8], trace: String? = nil) -> [UInt8]? {
        guard let request = try? ISO8583Message(bytes, in: .ascii),
            let type = request.type.response
        else { return nil }
        var answer = ISO8583Message(type, texts: [39: "51"])
        for field in [7, 11, 37, 41, 42] { answer.fields[field] = request.fields[field] }
        if let trace { answer.fields[11] = Array(trace.utf8) }
        return try? answer.encoded(in: .ascii)
    }

    @Test func `takes the answer to its request, and no other`() async throws {
        #expect(try await failure { Self.decline($0) } == nil)
        #expect(try await failure { _ in nil } == .outcomeUnknown(.timedOut))
        let unreadable = ProcessorFailure.outcomeUnknown(.answerUnreadable)
        #expect(try await failure { _ in Array("MALFORMED".utf8) } == unreadable)
        #expect(try await failure { Self.decline($0, trace: "999999") } == unreadable)
        #expect(try await failure { $0 } == unreadable, "the request itself")
    }
}
