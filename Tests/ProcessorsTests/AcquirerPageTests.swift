import CardMessages
import Payments
import Processors
import Sockets
import TestSupport
import Testing
import World

@Suite("The page on the acquirer")
struct AcquirerPageTests {
    @Test func `shows code that compiles`() throws {
        let path = "Tests/ProcessorsTests/AcquirerPageTests.swift"
        let example = try PageExample("ACQUIRER", in: path)
        #expect(try example.isShown(by: "Documentation/ChargingByISO8583.md"))
    }

    @Test func `shows an account whose parts have the right form`() {
        #expect(Self.acquirer(observer: { _ in }) != nil)
    }

    private static func acquirer(
        observer: @escaping @Sendable (AcquirerObservation) -> Void
    ) -> CardNetworkAcquirer? {
        // ACQUIRER: begin
        let acceptor = CardAcceptor(
            acquirer: "123456",
            terminal: "WEB00001",
            merchant: "SHOP-1"
        )
        let details = MerchantDetails(
            categoryCode: "5999",
            name: "Shop",
            city: "Paris",
            country: "FR"
        )
        guard let acceptor, let details, let name = ProcessorName("network"),
            let address = SocketAddress("127.0.0.1:8583")
        else { return nil }
        let acquirer = CardNetworkAcquirer(
            name: name,
            account: CardNetworkAcquirer.Account(
                address: address,
                acceptor: acceptor,
                merchant: details
            ),
            world: .system,
            observer: observer
        )
        // ACQUIRER: end
        return acquirer
    }
}
