import MerchantServer
import Testing
import World

@Suite("A limit of requests in a minute")
struct RateLimiterTests {
    private let clock = SimulatedClock(startingAt: UnixTime(seconds: 1_772_323_199))

    @Test func `holds for a caller although as many others come as are counted`() {
        let limiter = RateLimiter(perMinute: 3, clock: clock)
        for _ in 0..<3 { #expect(limiter.take("limited") == nil) }
        #expect(limiter.take("limited") == 20)
        for number in 0..<(2 * RateLimiter.callerLimit) {
            #expect(limiter.take("\(number)") == nil)
        }
        #expect(limiter.take("limited") == 20)
        clock.advance(bySeconds: 20)
        #expect(limiter.take("limited") == nil)
        #expect(limiter.take("limited") == 20)
    }

    @Test func `forgets those first who may ask again`() {
        let limiter = RateLimiter(perMinute: 2, clock: clock)
        for number in 0..<(RateLimiter.callerLimit - 1) { _ = limiter.take("early \(number)") }
        clock.advance(bySeconds: 30)
        for _ in 0..<2 { #expect(limiter.take("limited") == nil) }
        for number in 0..<(RateLimiter.callerLimit / 8) {
            for _ in 0..<2 { #expect(limiter.take("late \(number)") == nil) }
        }
        for number in 0..<(RateLimiter.callerLimit / 8) {
            #expect(limiter.take("late \(number)") == 30)
        }
        #expect(limiter.take("limited") == 30)
    }
}
