/// The offset from UTC in a time zone, over time.
///
/// - Source: RFC 9636, *The Time Zone Information Format (TZif)*, version 2 and later. Leap
///   seconds are ignored, because ``UnixTime`` has none.
public struct TimeZoneRules: Hashable, Sendable {
    private let transitions: [Int64]
    private let kinds: [Int]
    private let offsets: [Int]
    private let footer: TimeZoneFooter?

    /// Parses a time zone file; nil if it is not one.
    public init?(tzif bytes: [UInt8]) {
        var reading = Reading(bytes[...])
        guard let old = reading.header(), old.version >= 0x32,
            reading.skip(old.length(ofTimes: 4)), let header = reading.header(),
            header.types > 0
        else { return nil }
        let times = reading.numbers(header.times, ofBytes: 8)
        let kinds = reading.take(header.times)
        let types = reading.take(header.types * 6)
        let rest = reading.skip(
            header.characters + header.leapSeconds * 12 + header.standard + header.universal
        )
        guard let times, let kinds, let types, rest else { return nil }
        offsets = (0..<header.types)
            .map { type in
                let number = types.dropFirst(type * 6).prefix(4)
                    .reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
                return Int(Int32(bitPattern: number))
            }
        guard kinds.allSatisfy({ $0 < header.types }), Self.areRising(times) else { return nil }
        transitions = times
        self.kinds = kinds.map(Int.init)
        footer = TimeZoneFooter(reading.line)
    }

    /// The offset from UTC at a moment.
    ///
    /// - Units: seconds, negative west of Greenwich.
    public func secondsAhead(at time: UnixTime) -> Int {
        guard let last = transitions.last, time.seconds < last else {
            return footer?.secondsAhead(at: time) ?? offsets[kinds.last ?? 0]
        }
        var (low, high) = (0, transitions.count)
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle] <= time.seconds { low = middle + 1 } else { high = middle }
        }
        return offsets[low == 0 ? 0 : kinds[low - 1]]
    }

    private static func areRising(_ times: [Int64]) -> Bool {
        zip(times, times.dropFirst()).allSatisfy { $0 < $1 }
    }

    private struct Header {
        let version: UInt8
        let universal, standard, leapSeconds, times, types, characters: Int

        func length(ofTimes size: Int) -> Int {
            times * (size + 1) + types * 6 + characters + leapSeconds * (size + 4) + standard
                + universal
        }
    }

    private struct Reading {
        private var rest: ArraySlice<UInt8>

        init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

        mutating func take(_ count: Int) -> [UInt8]? {
            guard count <= rest.count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }

        mutating func skip(_ count: Int) -> Bool { take(count) != nil }

        mutating func numbers(_ count: Int, ofBytes size: Int) -> [Int64]? {
            guard let bytes = take(count * size) else { return nil }
            return (0..<count)
                .map { place in
                    let number = bytes.dropFirst(place * size).prefix(size)
                        .reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
                    return Int64(bitPattern: number)
                }
        }

        mutating func header() -> Header? {
            guard take(4) == Array("TZif".utf8), let version = take(1)?.first, skip(15),
                let counts = numbers(6, ofBytes: 4)?.map(Int.init)
            else { return nil }
            return Header(
                version: version,
                universal: counts[0],
                standard: counts[1],
                leapSeconds: counts[2],
                times: counts[3],
                types: counts[4],
                characters: counts[5]
            )
        }

        /// The text between the two line feeds at the end.
        var line: String {
            guard rest.first == 0x0a else { return "" }
            return String(decoding: rest.dropFirst().prefix { $0 != 0x0a }, as: UTF8.self)
        }
    }
}
