import Foundation

/// How much a run of the tests does of what has no natural end: seeds of simulations, transactions at random.
public enum TestScale {
    /// `QUINCE_TEST_SCALE`, which multiplies the number of seeds and transactions; 1 unless it is set.
    ///
    /// Above 1 the pages' tests run their whole matrix: `Tests/Web/scale.py` reads the same variable.
    public static let factor: UInt64 = {
        let asked = ProcessInfo.processInfo.environment["QUINCE_TEST_SCALE"]
        return max(1, asked.flatMap(UInt64.init) ?? 1)
    }()
}
