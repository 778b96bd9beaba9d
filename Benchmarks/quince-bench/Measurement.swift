/// How often something can be done in a second, and how often its floor can.
struct Measurement {
    let name: String
    let unit: String
    let value: Double
    let floor: Double

    var ratio: Double { value / floor }

    /// A value that was measured in another way.
    init(name: String, unit: String, value: Double, floor: Double) {
        (self.name, self.unit, self.value, self.floor) = (name, unit, value, floor)
    }

    /// Measures both in turns, slice by slice, so that noise hits both, and takes the medians.
    ///
    /// A slice does one thing a number of times, which is a multiple of the group, and says whether
    /// all went well. What it needs may be prepared before, which is not measured. Units of a slice's
    /// length: seconds.
    init(
        _ name: String,
        unit: String = "tokens/s",
        slices: Int = 31,
        of seconds: Double = 0.03,
        group: Int = 1,
        floor floorSlice: (Int) throws -> Bool,
        prepare: (Int) throws -> Void = { _ in },
        ours: (Int) throws -> Bool
    ) throws {
        let floorCount = try Self.count(of: floorSlice, seconds, group)
        let ourCount = try Self.count(of: ours, seconds, group, prepare)
        var floors: [Double] = []
        var values: [Double] = []
        for _ in 0..<slices {
            floors.append(try Self.rate(of: floorSlice, count: floorCount))
            values.append(try Self.rate(of: ours, count: ourCount, prepare))
        }
        self.name = name
        self.unit = unit
        floor = floors.sorted()[slices / 2]
        value = values.sorted()[slices / 2]
    }

    /// How many times fill a slice, found after warming up.
    private static func count(
        of slice: (Int) throws -> Bool,
        _ seconds: Double,
        _ group: Int,
        _ prepare: (Int) throws -> Void = { _ in }
    ) throws -> Int {
        _ = try rate(of: slice, count: 64, prepare)
        let count = Int(try rate(of: slice, count: 128, prepare) * seconds)
        return max(1, (count + group - 1) / group) * group
    }

    private static func rate(
        of slice: (Int) throws -> Bool,
        count: Int,
        _ prepare: (Int) throws -> Void = { _ in }
    ) throws -> Double {
        try prepare(count)
        let clock = ContinuousClock()
        let start = clock.now
        guard try slice(count) else { throw BenchmarkFailure.sliceFailed }
        return Double(count) / (start.duration(to: clock.now) / .seconds(1))
    }
}

/// Why there are no figures.
enum BenchmarkFailure: Error {
    /// No figure bears that name.
    case noSuchFigure
    /// The tokens to measure with could not be made, or not in the form that the floor needs.
    case tokensCannotBeMade
    /// The floor could not be made or did not do its work.
    case floorFailed
    /// The floor's result is not ours.
    case floorDiffers
    /// Debian's package postgresql is not installed.
    case noServer
    /// The package iso8583sim is not installed, or does not answer.
    case noIssuerHost
    /// More was measured than there were tokens for.
    case tooFast
    /// Something that was measured did not do its work.
    case sliceFailed
}
