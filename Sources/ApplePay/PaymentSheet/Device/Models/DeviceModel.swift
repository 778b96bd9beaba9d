/// An Apple device that may support Apple Pay.
///
/// - Source: the lists in the Programming Guide (mission 2.2 to 2.4 and 2.6), with a current phone
///   and Xcode's simulators added.
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
    /// iPhone SE, first generation.
    case iPhoneSE = "iPhone SE"
    /// iPhone 7.
    case iPhone7 = "iPhone 7"
    /// iPhone 7 Plus.
    case iPhone7Plus = "iPhone 7 Plus"
    /// iPhone 17, the current model.
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

    /// The requirement of a device for paying.
    public enum Support: Hashable, Sendable {
        /// The device alone.
        case byItself
        /// A paired Apple Watch, because the device has no NFC.
        case withPairedWatch
        /// The device cannot pay.
        case never
    }

    /// Payments in apps and on web pages.
    public var inApps: Support {
        switch self {
        case .iPhone5, .iPhone5s: .withPairedWatch
        case .watchSimulator: .never
        default: .byItself
        }
    }

    /// Whether passes other than payment cards can be added: not on an iPad, which has no Wallet
    /// app.
    ///
    /// - Source: `canAddPasses` is false on an iPad and `isPassLibraryAvailable` true, as
    ///   developers report (Apple's forum 723289, Open Radar 21751192).
    public var takesPasses: Bool {
        switch self {
        case .iPadAir2, .iPadMini3, .iPadMini4, .iPadPro: false
        default: true
        }
    }

    /// Payments at a terminal in a shop.
    public var inStores: Support {
        switch self {
        case .iPhone5, .iPhone5s: .withPairedWatch
        case .iPadAir2, .iPadMini3, .iPadMini4, .iPadPro, .simulator, .watchSimulator: .never
        default: .byItself
        }
    }

    /// The first version of its system that supports payments in apps.
    ///
    /// - Source: Apple Pay came with iOS 8.1 on 2014-10-20, and to apps on a watch with watchOS 3.
    ///   A later device has the system with which it was released.
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
    /// - Source: the devices that Apple lists for each release, without patch numbers. The newest
    ///   version of all is the last one in the table of networks.
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
