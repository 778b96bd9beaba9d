/// A device of Apple's, as far as payments go.
///
/// - Source: the lists of the Programming Guide's time (mission 2.2 to 2.4 and 2.6), a phone of
///   today, and Xcode's simulators.
public enum DeviceModel: String, Hashable, Sendable, CaseIterable {
    /// iPhone 5.
    case iPhone5 = "iPhone 5"
    /// iPhone 5s.
    case iPhone5s = "iPhone 5s"
    /// iPhone 6.
    case iPhone6 = "iPhone 6"
    /// iPhone 6 Plus.
    case iPhone6Plus = "iPhone 6 Plus"
    /// iPhone 6s.
    case iPhone6s = "iPhone 6s"
    /// iPhone 6s Plus.
    case iPhone6sPlus = "iPhone 6s Plus"
    /// iPhone SE, the first.
    case iPhoneSE = "iPhone SE"
    /// iPhone 7.
    case iPhone7 = "iPhone 7"
    /// iPhone 7 Plus.
    case iPhone7Plus = "iPhone 7 Plus"
    /// iPhone 17, for the phones of today.
    case iPhone17 = "iPhone 17"
    /// iPad Air 2.
    case iPadAir2 = "iPad Air 2"
    /// iPad mini 3.
    case iPadMini3 = "iPad mini 3"
    /// iPad mini 4.
    case iPadMini4 = "iPad mini 4"
    /// iPad Pro.
    case iPadPro = "iPad Pro"
    /// Apple Watch.
    case appleWatch = "Apple Watch"
    /// Xcode's simulator of an iPhone.
    case simulator = "Simulator"
    /// Xcode's simulator of a watch, which has no Apple Pay.
    case watchSimulator = "Apple Watch Simulator"

    /// What a device needs in order to pay somewhere.
    public enum Support: Hashable, Sendable {
        /// Nothing else.
        case byItself
        /// An Apple Watch that is paired with it, because it has no near-field radio of its own.
        case withPairedWatch
        /// It cannot.
        case never
    }

    /// Paying in apps and on pages.
    public var inApps: Support {
        switch self {
        case .iPhone5, .iPhone5s: .withPairedWatch
        case .watchSimulator: .never
        default: .byItself
        }
    }

    /// Whether people keep passes on it, besides the cards that pay: not on an iPad, which has no
    /// Wallet to look at them.
    ///
    /// - Source: `canAddPasses` is false on an iPad and `isPassLibraryAvailable` true, as
    ///   developers report (Apple's forum 723289, Open Radar 21751192).
    public var takesPasses: Bool {
        switch self {
        case .iPadAir2, .iPadMini3, .iPadMini4, .iPadPro: false
        default: true
        }
    }

    /// Paying at a terminal in a shop.
    public var inStores: Support {
        switch self {
        case .iPhone5, .iPhone5s: .withPairedWatch
        case .iPadAir2, .iPadMini3, .iPadMini4, .iPadPro, .simulator, .watchSimulator: .never
        default: .byItself
        }
    }

    /// The first version of its system with which it pays in apps.
    ///
    /// - Source: Apple Pay came with iOS 8.1 on 2014-10-20, to apps on a watch with watchOS 3; a
    ///   device that is younger has the system it came with.
    public var firstSystem: SystemVersion {
        switch self {
        case .iPhone5, .iPhone5s: SystemVersion(8, 2)
        case .iPhone6, .iPhone6Plus, .iPadAir2, .iPadMini3: SystemVersion(8, 1)
        case .iPhone6s, .iPhone6sPlus, .iPadMini4: SystemVersion(9)
        case .iPadPro: SystemVersion(9, 1)
        case .iPhoneSE: SystemVersion(9, 3)
        case .iPhone7, .iPhone7Plus: SystemVersion(10)
        case .iPhone17: SystemVersion(26)
        case .appleWatch, .watchSimulator: SystemVersion(3)
        case .simulator: SystemVersion(8, 1)
        }
    }

    /// The newest system that runs on it.
    ///
    /// - Source: the devices that Apple lists for each release, but for its last numbers; the newest
    ///   of all is the one whose networks are known.
    public var newestSystem: SystemVersion {
        switch self {
        case .iPhone5: SystemVersion(10, 3)
        case .iPhone5s, .iPhone6, .iPhone6Plus, .iPadMini3: SystemVersion(12, 5)
        case .iPhone6s, .iPhone6sPlus, .iPhoneSE, .iPhone7, .iPhone7Plus: SystemVersion(15, 8)
        case .iPadAir2, .iPadMini4: SystemVersion(15, 8)
        case .iPadPro: SystemVersion(16, 7)
        case .iPhone17, .appleWatch, .simulator, .watchSimulator: SystemVersion(27, 1)
        }
    }
}
