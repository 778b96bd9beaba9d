import PaymentToken
import TestSupport
import Testing
import World

@Suite("The time of a token")
struct SigningTimeTests {
    static let edges: [(seconds: Int64, apart: Int64, isAdmitted: Bool)] = [
        (300, 0, true), (300, 299, true), (300, 300, true), (300, 301, false), (300, 7_200, false),
        (300, -300, true), (300, -301, false), (300, -1_800, false), (1, 1, true), (1, 2, false),
        (1, -1, true), (1, -2, false), (900, 900, true), (900, 901, false), (900, -901, false),
    ]

    @Test(arguments: edges)
    func `counts in both directions, to the second`(
        seconds: Int64,
        apart: Int64,
        isAdmitted: Bool
    ) throws {
        let workshop = try TokenWorkshop(seed: 81)
        let window = try #require(SigningTimeWindow(seconds: seconds))
        let verifier = PaymentTokenVerifier(trusting: try workshop.anchor, window: window)
        let moment = UnixTime(seconds: TokenWorkshop.now.seconds + apart)
        let token = try workshop.seal()
        if isAdmitted {
            #expect(try verifier.verify(token, at: moment).signedAt == TokenWorkshop.now)
            return
        }
        let refusal = TokenRefusal.signingTime(
            signedAt: TokenWorkshop.now,
            checkedAt: moment,
            window: window
        )
        #expect(throws: refusal) { try verifier.verify(token, at: moment) }
        let words = "signed at \(TokenWorkshop.now.iso8601), checked at \(moment.iso8601)"
        #expect(refusal.description.hasPrefix(words))
        #expect(refusal.description.contains(apart > 0 ? ": stale, " : ": from the future, "))
        let remedy = apart > 0 ? TokenRefusal.Remedy.authorizeAgain : .checkTheClock
        #expect(refusal.step == .signingTime && refusal.remedy == remedy)
    }

    @Test(arguments: [Int64.min, -1, 0, 901, .max])
    func `is never checked with an unlimited or empty window`(seconds: Int64) {
        #expect(SigningTimeWindow(seconds: seconds) == nil)
    }

    @Test(arguments: [(Int64.min, Int64.max), (.max, .min), (.min, 1), (0, .min)])
    func `may be at any distance`(signed: Int64, checked: Int64) {
        #expect(
            !SigningTimeWindow.standard.admits(
                signedAt: UnixTime(seconds: signed),
                checkedAt: UnixTime(seconds: checked)
            )
        )
    }
}
