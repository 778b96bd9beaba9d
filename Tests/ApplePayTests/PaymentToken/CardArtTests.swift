import JSON
import PaymentToken
import TestSupport
import Testing
import World

@Suite("The pictures of a merchant token's card")
struct CardArtTests {
    let recipe = PayloadRecipe(from: .simulated(seed: 172, startingAt: TokenWorkshop.now))

    @Test(arguments: ["name", "type", "url"])
    func `may have one member alone`(member: String) throws {
        let art = JSONOutput.array([.object([member: .string("x")])])
        let payment = try PayloadFormTests.read(
            recipe.with("merchantTokenMetadata", .object(["cardArt": art]))
        )
        let found = try #require(payment.merchantTokenMetadata?.art.first)
        #expect(found.name == (member == "name" ? "x" : nil))
        #expect(found.type == (member == "type" ? "x" : nil))
        #expect(found.url == (member == "url" ? "x" : nil))
    }

    @Test(arguments: ["name", "type", "url"])
    func `is refused where a member is no text`(member: String) throws {
        let art = JSONOutput.array([.object([member: .integer(1)])])
        let metadata = JSONOutput.object(["cardArt": art])
        #expect(throws: TokenRefusal.DecryptionProblem.payloadField(.merchantTokenMetadata)) {
            try PayloadFormTests.read(recipe.with("merchantTokenMetadata", metadata))
        }
    }
}
