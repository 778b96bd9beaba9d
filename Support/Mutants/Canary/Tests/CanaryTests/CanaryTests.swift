import Canary
import Testing

@Suite("The canary")
struct CanaryTests {
    @Test(arguments: zip([17, 18, 19], [false, true, true]))
    func `knows who is an adult`(age: Int, expected: Bool) {
        #expect(isAdult(age: age) == expected)
    }

    @Test(arguments: zip([1, 1_000], [true, false]))
    func `knows what is small, but for the bound`(amount: Int, expected: Bool) {
        #expect(isSmall(amount: amount) == expected)
    }
}
