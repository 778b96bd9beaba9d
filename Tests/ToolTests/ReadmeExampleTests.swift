internal import JSON
internal import PaymentToken
internal import TestSupport
internal import Testing
internal import World

// The README shows the lines between the two marks as they stand here.
// README: begin
/// Says what a token pays, or what to do about one that is refused.
func receive(
    _ body: [UInt8],
    keys: [MerchantKey],
    verifier: PaymentTokenVerifier = PaymentTokenVerifier(trusting: .appleRootCAG3),
    now: UnixTime = World.system.clock.now
) -> String {
    do {
        let sealed = try SealedPaymentToken(json: body)
        let verified = try verifier.verify(sealed, at: now)  // the only way to a verified token,
        let payment = try verified.opened(with: keys).payment  // and this to what is in it
        return "\(payment.transactionAmount) minor units of currency \(payment.currencyCode)"
    } catch {  // a TokenRefusal and nothing else
        return "refused at \(error.step): \(error.remedy)"
    }
}
// README: end

@Suite("The README's example")
struct ReadmeExampleTests {
    @Test func `is the code that is compiled here`() throws {
        let example = try PageExample("README", in: "Tests/ToolTests/ReadmeExampleTests.swift")
        #expect(example.code.count > 200)
        #expect(try example.isShown(by: "README.md"))
    }

    @Test func `opens a good token and says what to do about another`() throws {
        let workshop = try TokenWorkshop(seed: 1)
        let token = try workshop.seal()
        let body = token.json.compactBytes
        let keys = [try workshop.merchant.key]
        let verifier = try workshop.verifier
        let paid = receive(body, keys: keys, verifier: verifier, now: TokenWorkshop.now)
        #expect(paid.contains("minor units of currency"))
        let refused = receive(body, keys: keys, now: TokenWorkshop.now)
        #expect(refused.hasPrefix("refused at environment: do not charge"))
    }
}
