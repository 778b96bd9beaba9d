public import World

/// When Apple Pay became available in a region.
///
/// - Source: the two launches of mission 2.1; other regions are not listed.
public struct RegionalLaunch: Hashable, Sendable {
    /// The ISO 3166-1 code of the region.
    public let countryCode: String
    /// The time of the launch. When only the day is known, its start in UTC.
    public let time: UnixTime
    /// The first iOS version that can pay there.
    public let firstSystem: SystemVersion
    /// The first watchOS version that can pay there; nil for any version.
    public let firstWatchSystem: SystemVersion?

    /// The launches, the earliest first.
    public static let all = [
        // 2014-10-20.
        RegionalLaunch(
            countryCode: "US",
            time: UnixTime(seconds: 1_413_763_200),
            firstSystem: SystemVersion(8, 1),
            firstWatchSystem: nil
        ),
        // 2016-02-18, 05:00 in Beijing.
        RegionalLaunch(
            countryCode: "CN",
            time: UnixTime(seconds: 1_455_742_800),
            firstSystem: SystemVersion(9, 2),
            firstWatchSystem: SystemVersion(2, 1)
        ),
    ]

    /// The launch in a region, or nil when it is not listed.
    public static func launch(in countryCode: String) -> RegionalLaunch? {
        all.first { $0.countryCode == countryCode }
    }
}
