/// The numbers that the sandbox takes for test cards (mission 13.6). Any other is taken for a real
/// card's, which has no place in tests.
///
/// - Source: the first six digits of the numbers that card networks and payment providers publish for
///   tests, among them those that providers quote from Apple's sandbox. Apple's own list is shown to
///   developers only. That other numbers with these digits are test numbers too is a guess.
enum TestCardNumbers {
    private static let beginnings: Set<String> = [
        // Visa
        "400000", "401288", "405106", "411111", "424242", "476112", "476120", "476134",
        // Mastercard
        "222300", "510510", "520424", "555555",
        // American Express
        "343434", "349956", "371449", "372727", "378282", "378734",
        // Discover
        "601100", "601111", "650000",
        // UnionPay
        "620000",
        // JCB
        "353011", "356600",
    ]

    /// Whether a number, in digits, is a test card's.
    static func contain(_ digits: String) -> Bool { beginnings.contains(String(digits.prefix(6))) }
}
