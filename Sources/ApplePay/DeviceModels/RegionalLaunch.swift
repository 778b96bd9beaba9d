public import World

/// When Apple Pay began in a region.
///
/// - Source: the dates that the seeds tell (mission 2.1); other regions are not listed.
public struct RegionalLaunch: Hashable, Sendable {
    /// The region: a code of ISO 3166-1.
    public let countryCode: String
    /// When it began. Where only the day is known, its first moment in UTC.
    public let time: UnixTime
    /// The first iOS that can pay there.
    public let firstSystem: SystemVersion
    /// The first watchOS that can pay there; nil where the first one could.
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
        // 2016-02-18, five in the morning in Beijing.
        RegionalLaunch(
            countryCode: "CN",
            time: UnixTime(seconds: 1_455_742_800),
            firstSystem: SystemVersion(9, 2),
            firstWatchSystem: SystemVersion(2, 1)
        ),
    ]

    /// The launch in a region, where it is listed.
    public static func launch(in countryCode: String) -> RegionalLaunch? {
        all.first { $0.countryCode == countryCode }
    }
}
